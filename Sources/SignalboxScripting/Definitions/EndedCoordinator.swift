internal import Signalbox

/// Stands for a coordinator that only a session could have made, which has ended: it never starts.
final class EndedCoordinator: CoordinatorDelegate {
  private let type: String

  init(type: String) { self.type = type }

  func start(animated: Bool) throws { throw NavigationError.ended(type) }

  func didRestore() throws { throw NavigationError.ended(type) }
}

extension NavigationError {
  /// The rejection of what only a session can do, asked by an engine that outlives it.
  fileprivate static func ended(_ what: String) -> NavigationError {
    NavigationError(.stale, "\(what): the script session has ended")
  }
}

extension ScriptSession? {
  /// The session, which the engine may outlive.
  ///
  /// - Parameter what: What needs it, for the rejection.
  /// - Throws: `stale` when it is closed or gone.
  func living(_ what: String) throws(NavigationError) -> ScriptSession {
    guard let self, !self.isClosed else { throw .ended(what) }
    return self
  }
}
