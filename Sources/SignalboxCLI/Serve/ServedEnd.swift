internal import PortableMutex
internal import SignalboxScripting

/// Whether the client of a server on standard input and output has disconnected.
final class ServedEnd: Sendable {
  private let stopper: ScriptStopper
  // Set by the thread of the transport, read by that of the session.
  private let isOver = Mutex(false)

  init(_ stopper: ScriptStopper) { self.stopper = stopper }

  var isReached: Bool { isOver.withLock { $0 } }

  /// Ends the server, and stops a script that still loads.
  func reach() {
    isOver.withLock { $0 = true }
    stopper.stop()
  }
}

/// Receives the errors of scripts that a server loads.
final class ServedNotes {
  var onText: (String) -> Void = { _ in }
}
