internal import Signalbox
internal import SignalboxDebugging
internal import SignalboxProtocol
internal import SignalboxScenarios
internal import SignalboxScripting

/// Lets a client debug the scripts of a remote session (decision 0376).
///
/// Each session has a debugger that observes nothing, so that a client can attach while a script runs.
final class DebugService {
  private let gate: DebugGate
  private let files: any DebugFiles
  private let attached: AttachedSession
  private var session: ScriptSession
  /// The debugger of the session, or `nil` if another debugger uses it.
  private var debugger: ScriptDebugger?
  /// The adapter of the client that debugs, or `nil` if there is none.
  private var adapter: DebugAdapter?
  /// A closure that is called with one line when a script begins to wait, and when the script
  /// continues without the debugger.
  var onWait: (String) -> Void = { _ in }

  init(
    _ server: ProtocolServer, _ session: ScriptSession, _ files: any DebugFiles
  ) throws(ScriptError) {
    (self.files, self.session) = (files, session)
    gate = DebugGate(server, try DebugInbox())
    attached = AttachedSession {
      ProcessSignals.takePendingInterrupt() || ProcessSignals.isTerminating || server.isStopped
    }
    server.passUrgentRequests(to: gate)
    attached.onNotice = { [unowned self] in serve() }
    attached.onEnd = { [unowned self] in release() }
    attached.onWait = { [unowned self] in
      if let client = gate.client { onWait("client \(client): \($0)") }
    }
    adopt(session)
  }

  /// Continues with a session that replaces the earlier one.
  func adopt(_ session: ScriptSession) {
    debugger?.close()
    self.session = session
    debugger = try? ScriptDebugger(session, observes: false)
    attached.adopt(debugger)
    gate.inbox.connect(debugger, nil)
  }

  /// Answers waiting requests.
  func serve() {
    while let item = gate.inbox.take() {
      if adapter == nil, let client = gate.client {
        adapter = DebugAdapter(
          attached, files, gate.inbox,
          DebugOutbox { [gate] in gate.deliver($0, to: client) })
      }
      adapter?.take(item)
      if adapter?.isDisconnected == true { release() }
    }
  }

  /// Ends the client's step. Call this method when no script is running.
  func endStep() { attached.endStep() }

  /// Ends debugging. A waiting script continues.
  func close() {
    gate.inbox.connect(nil, nil)
    gate.inbox.close()
    debugger?.close()
    (adapter, debugger) = (nil, nil)
    gate.close()
  }

  private func release() {
    adapter = nil
    gate.release()
  }
}

/// The sources of a remote session, and the files that its host can read.
final class SessionDebugFiles: DebugFiles {
  let sources: SourceCache
  /// The resources of the host. The host sets them after it has shared the session.
  var access = PromptAccess()

  init(_ sources: SourceCache) { self.sources = sources }

  func read(_ path: String) throws(ScriptError) -> [UInt8] {
    guard let host = access.host else {
      throw ScriptError(.module, "cannot read \(path): the host has no access to files")
    }
    return try host.read(path)
  }

  func resolved(_ path: String) -> String? { access.resolve?(path) }
}
