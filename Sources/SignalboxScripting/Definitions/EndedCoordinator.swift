internal import Signalbox

/// Replaces a coordinator of a session that has ended: it never starts.
final class EndedCoordinator: CoordinatorDelegate {
  private let type: String

  init(type: String) { self.type = type }

  func start(animated: Bool) throws { throw NavigationError.ended(type) }

  func didRestore() throws { throw NavigationError.ended(type) }
}

extension NavigationError {
  /// Returns the rejection of an operation that requires the session, which the engine has
  /// outlived.
  fileprivate static func ended(_ what: String) -> NavigationError {
    NavigationError(.stale, "\(what): the script session has ended")
  }
}

extension ScriptSession? {
  /// Returns the session, which the engine may outlive.
  ///
  /// - Parameter what: What requires it, for the rejection.
  /// - Throws: `stale` if it is closed or released.
  func living(_ what: String) throws(NavigationError) -> ScriptSession {
    guard let self, !self.isClosed else { throw .ended(what) }
    return self
  }
}
