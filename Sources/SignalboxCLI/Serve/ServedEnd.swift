internal import PortableMutex
internal import SignalboxScripting

/// Records whether the client of a server on standard input and output has disconnected.
final class ServedEnd: Sendable {
  private let stopper: ScriptStopper
  // The flag, which the thread of the transport sets and the thread of the session reads.
  private let isOver = Mutex(false)

  init(_ stopper: ScriptStopper) { self.stopper = stopper }

  var isReached: Bool { isOver.withLock { $0 } }

  /// Ends the server, and stops a script that is still loading.
  func reach() {
    isOver.withLock { $0 = true }
    stopper.stop()
  }
}

/// Receives the errors of the scripts that a server loads.
final class ServedNotes {
  var onText: (String) -> Void = { _ in }
}
