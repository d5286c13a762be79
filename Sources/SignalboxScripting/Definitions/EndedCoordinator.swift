internal import Signalbox

/// The delegate of a coordinator that is created after the session of its definition has ended. The
/// delegate rejects starting and restoring the coordinator.
final class EndedCoordinator: CoordinatorDelegate {
  private let type: String

  init(type: String) { self.type = type }

  func start(animated: Bool) throws { throw NavigationError.ended(type) }

  func didRestore() throws { throw NavigationError.ended(type) }
}

extension NavigationError {
  /// Returns the rejection of an operation that requires a script session that has ended.
  fileprivate static func ended(_ what: String) -> NavigationError {
    NavigationError(.stale, "\(what): the script session has ended")
  }
}

extension ScriptSession? {
  /// Returns the session, which the engine may outlive.
  ///
  /// - Parameter what: The item that requires the session, for the rejection message.
  /// - Throws: `stale` if the session is closed or has been released.
  func living(_ what: String) throws(NavigationError) -> ScriptSession {
    guard let self, !self.isClosed else { throw .ended(what) }
    return self
  }
}
