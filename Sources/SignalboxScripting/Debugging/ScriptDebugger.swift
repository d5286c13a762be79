internal import LuaRuntime
internal import Signalbox

/// Stops the scripts of a session at lines, errors and incidents, so that a host can inspect them
/// while they wait (decision 0365).
///
/// While a script waits, virtual time does not advance and time limits are suspended.
package final class ScriptDebugger {
  /// A step to a later line.
  package enum Step: Hashable, Sendable {
    /// Continues to the next line in any function.
    case into
    /// Continues to the next line of the same function or of one of its callers.
    case over
    /// Continues to the next line of one of the callers.
    case out
  }

  /// The number of lines that have begun since ``restartCount()``, and their hash.
  package struct Position: Hashable, Sendable {
    /// The number of lines, including the current one.
    package let count: UInt64
    /// The hash of the numbers of these lines.
    package let hash: UInt64
    /// Whether the script waits at the beginning of a line instead of within a line.
    package let isAtLine: Bool
    let base: LuaDebugger.Position
  }

  /// A closure that is called before ``onStop`` and returns whether to stop at a line on which some
  /// file has a breakpoint.
  package var isWanted: (ScriptChunk, _ line: Int) -> Bool = { _, _ in true }
  /// A closure that is called when a script waits. The script continues when the closure returns.
  package var onStop: (ScriptStop) -> Void = { _ in }
  /// The object with which any thread can notify the debugger.
  package var notice: ScriptNotice { ScriptNotice(debugger.notice) }

  private unowned let session: ScriptSession
  private let debugger: LuaDebugger
  private var texts = LoadedTexts()
  private var step: Step?
  private var scope: HookScope?

  /// - Parameter observes: Whether to observe incidents. See ``observe()``.
  /// - Throws: `unsupported` if the session already has a debugger.
  package init(_ session: ScriptSession, observes: Bool = true) throws(ScriptError) {
    guard let debugger = LuaDebugger(session.luaState) else {
      throw ScriptError(
        .runtime, code: "unsupported", "unsupported: the session already has a debugger")
    }
    self.session = session
    self.debugger = debugger
    debugger.onStop = { [unowned self] in handle($0, nil) }
    debugger.onLoad = { [unowned self] in texts.add($1, $0) }
    if observes { observe() }
  }

  /// Observes incidents. Call this method again after a reset of the session, which removes all
  /// hooks.
  package func observe() {
    stopObserving()
    var hooks = SessionHooks()
    hooks.onIncident = { [weak self] in self?.stop(at: $0) }
    hooks.onPause = { [weak self] pause throws(ScriptError) in
      self?.stop(at: .pause(pause.reason))
    }
    scope = session.addHooks(hooks)
  }

  /// Ends the observation of incidents.
  package func stopObserving() {
    if let scope { session.removeHooks(scope) }
    scope = nil
  }

  /// Ends debugging, so that nothing is observed. If no code is running, another debugger can then
  /// be attached.
  package func close() {
    onStop = { _ in }
    stopObserving()
    setLines([])
    (watchesErrors, watchesLines) = (false, false)
    if !isWaiting { debugger.close() }
  }

  /// The strings that scripts have passed to `load` together with a name.
  package var loadedChunks: [ScriptChunk] { texts.chunks }

  // MARK: - Waiting for lines

  /// Whether lines are observed. Breakpoints, stepping, line counts and the detection of handled
  /// errors require line observation, which slows scripts down.
  package var watchesLines: Bool {
    get { debugger.watchesLines }
    set { if newValue != debugger.watchesLines { debugger.watchesLines = newValue } }
  }

  /// Whether errors that leave a host call stop the script.
  package var watchesErrors: Bool {
    get { debugger.watchesErrors }
    set { debugger.watchesErrors = newValue }
  }

  /// Sets the lines with breakpoints, regardless of the file.
  package func setLines(_ lines: Set<Int>) { debugger.setLines(lines) }

  /// Begins a step when the waiting script continues or, if no script is waiting, when a script
  /// begins.
  package func begin(_ step: Step) {
    if isWaiting { self.step = step } else { debugger.begin(step.kind, at: nil) }
  }

  /// Ends the step in progress, because the script has ended. Otherwise, the next script would
  /// stop.
  package func endStep() { debugger.begin(.none, at: nil) }

  private var isWaiting = false

  // MARK: - Positions

  /// Restarts the line count at 0 for a new execution.
  package func restartCount() {
    step = nil
    debugger.restartCount()
  }

  /// Stops when the given number of lines have begun since ``restartCount()``.
  package func setTarget(_ count: UInt64) { debugger.setTarget(count) }

  /// Stops at a position of an earlier execution, and observes the preceding lines for ``found``.
  package func search(before position: Position) { debugger.search(before: position.base) }

  /// The count (see ``Position/count``) of the last line before the position passed to
  /// ``search(before:)`` that began in the same function or in one of its callers, or 0 if there is
  /// no such line.
  package var found: UInt64 { debugger.found }

  // MARK: - Stopping

  /// Stops the running script at an incident in a host function.
  private func stop(at incident: ScriptIncident) {
    session.luaState.withFrame { frame in
      let stop = LuaStop(below: frame)
      // If no script code is running, there is nothing to inspect.
      if stop.stack.innermost != nil {
        debugger.whileDisabled { handle(stop, incident) }
      }
    }
  }

  private func handle(_ luaStop: LuaStop, _ incident: ScriptIncident?) {
    guard !isWaiting, let (level, frame) = luaStop.stack.frames(maxCount: 1).first else { return }
    var reasons = ScriptStop.Reasons(luaStop.reasons)
    let chunk = texts.chunk(of: frame, luaStop.stack.chunkName(at: level))
    if reasons == .line, let line = frame.line, !isWanted(chunk, line) { return }
    var incident = incident
    if let error = luaStop.error {
      incident = .error(text(of: error))
      reasons.insert(.incident)
    } else if incident != nil {
      reasons.insert(.incident)
    }
    let position = debugger.position(at: luaStop)
    isWaiting = true
    step = nil
    var endsRun = false
    session.inputs.whileWaiting {
      let stop = ScriptStop(
        session, debugger, luaStop, texts, reasons: reasons, incident: incident,
        position: Position(
          count: position.count, hash: position.hash, isAtLine: incident == nil,
          base: position))
      onStop(stop)
      endsRun = stop.endsRun
      stop.end()
    }
    isWaiting = false
    if endsRun { session.luaState.interrupt() }
    // If only a condition was evaluated at a line, the step in progress does not end.
    if let step {
      debugger.begin(step.kind, at: luaStop)
    } else if endsStep {
      debugger.begin(.none, at: luaStop)
    }
    endsStep = false
  }

  /// Whether ``cancelStep()`` was called while the script was waiting.
  private var endsStep = false

  /// Ends the current step, because the script has stopped for the user.
  package func cancelStep() { endsStep = true }

  private func text(of error: LuaValue) -> String {
    error.text ?? session.text(of: session.value(of: error))
  }
}

extension ScriptDebugger.Step {
  fileprivate var kind: LuaDebugger.Step {
    switch self {
    case .into: .into
    case .over: .over
    case .out: .out
    }
  }
}

/// An incident in a host function, at which a debugger can stop a script.
package enum ScriptIncident: Hashable, Sendable {
  /// An expectation has failed.
  case expectation(String)
  /// The engine has rejected an operation.
  case rejection(String)
  /// An error leaves a host call.
  case error(String)
  /// The script skips its scenario with an error that has the given message.
  case skip(String)
  /// The script called `app:pause()`, optionally with a reason.
  case pause(String?)
}

/// Notifies a debugger from any thread.
package struct ScriptNotice: Sendable {
  private let notice: LuaNotice

  init(_ notice: LuaNotice) { self.notice = notice }

  /// Stops the script as soon as script code runs.
  package func send() { notice.send() }
}
