internal import Signalbox
package import SignalboxScripting

/// A session of this process whose scripts a client debugs. The session belongs to a host, which
/// continues when the client disconnects (decision 0376).
package final class AttachedSession {
  /// A closure that is called with a message when a script begins to wait for the client, except
  /// after a step. The closure is also called when a waiting script continues because the client
  /// has disconnected.
  package var onWait: (String) -> Void = { _ in }
  /// A closure that is called when messages arrive while a script is running and no client is
  /// attached.
  package var onNotice: () -> Void = {}
  /// A closure that is called after a client has disconnected while a script was running.
  package var onEnd: () -> Void = {}
  private let isInterrupted: () -> Bool
  private var debugger: ScriptDebugger?
  private weak var adapter: DebugAdapter?

  /// - Parameter isInterrupted: A closure that returns whether a waiting script must end for a
  ///   reason other than the client's requests.
  package init(isInterrupted: @escaping () -> Bool) { self.isInterrupted = isInterrupted }

  /// Continues with a session that replaces the earlier one.
  ///
  /// - Parameter debugger: The debugger of the new session, or `nil` if another debugger uses the
  ///   session.
  package func adopt(_ debugger: ScriptDebugger?) {
    self.debugger = debugger
    debugger?.onStop = { [unowned self] in handle($0) }
    guard let stops = adapter?.stops else { return }
    debugger?.observe()
    stops.observe(debugger)
  }

  func begin(_ adapter: DebugAdapter) throws(DebugFailure) {
    guard let debugger else {
      throw DebugFailure("another debugger is attached to the session")
    }
    self.adapter = adapter
    let stops = DebugStops(adapter)
    stops.isInterrupted = isInterrupted
    stops.onWait = { [unowned self] in onWait("\($0); Ctrl-C ends it") }
    stops.prepareBackward = { _ throws(DebugFailure) in
      throw DebugFailure(
        "a session that belongs to a host cannot step backward; launch the script instead")
    }
    adapter.stops = stops
    debugger.observe()
    stops.observe(debugger)
  }

  /// Ends the client's step, because the host's script has ended. Otherwise, the host's next input
  /// would wait for the client.
  package func endStep() { adapter?.stops?.endStep() }

  func end(_ adapter: DebugAdapter) {
    if adapter.stops?.stop != nil {
      onWait("the debugger has disconnected, and the script continues")
    }
    debugger?.stopObserving()
    adapter.stops?.end()
    self.adapter = nil
  }

  private func handle(_ stop: ScriptStop) {
    guard let adapter, let stops = adapter.stops else { return onNotice() }
    stops.inspect(stop) {
      guard adapter.phase == .executing else { return }
      stops.handle(stop)
    }
    if adapter.isDisconnected { onEnd() }
  }
}
