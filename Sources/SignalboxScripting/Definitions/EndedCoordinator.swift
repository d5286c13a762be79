internal import Signalbox

/// A delegate that replaces a coordinator whose session has ended. The delegate never starts.
final class EndedCoordinator: CoordinatorDelegate {
  private let type: String

  init(type: String) { self.type = type }

  func start(animated: Bool) throws { throw NavigationError.ended(type) }

  func didRestore() throws { throw NavigationError.ended(type) }
}

extension NavigationError {
  /// Returns the rejection of an operation that requires the session, which ended before the
  /// engine.
  fileprivate static func ended(_ what: String) -> NavigationError {
    NavigationError(.stale, "\(what): the script session has ended")
  }
}

extension ScriptSession? {
  /// Returns the session. Throws an error if the session ended before the engine.
  ///
  /// - Parameter what: The item that requires the session, for the rejection message.
  /// - Throws: `stale` if the session is closed or has been released.
  func living(_ what: String) throws(NavigationError) -> ScriptSession {
    guard let self, !self.isClosed else { throw .ended(what) }
    return self
  }
}
