internal import Signalbox

/// Takes the place of a coordinator whose session has ended. It never starts.
final class EndedCoordinator: CoordinatorDelegate {
  private let type: String

  init(type: String) { self.type = type }

  func start(animated: Bool) throws { throw NavigationError.ended(type) }

  func didRestore() throws { throw NavigationError.ended(type) }
}

extension NavigationError {
  /// Returns the rejection of an operation that needs the session, which has ended before the
  /// engine.
  fileprivate static func ended(_ what: String) -> NavigationError {
    NavigationError(.stale, "\(what): the script session has ended")
  }
}

extension ScriptSession? {
  /// Returns the session. Throws if it has ended before the engine.
  ///
  /// - Parameter what: What needs the session, for the rejection.
  /// - Throws: `stale` if the session is closed or released.
  func living(_ what: String) throws(NavigationError) -> ScriptSession {
    guard let self, !self.isClosed else { throw .ended(what) }
    return self
  }
}
