internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// An execution of a launched program: its stops, and its repetitions for steps backward.
///
/// A step backward ends the current part, restores the session to the beginning of the part, and
/// executes the part again up to an earlier line (decision 0367).
final class DebugExecution {
  enum End {
    case ended(ExitCode)
    case restarted
  }

  /// The purpose of the current repetition.
  private enum Goal {
    /// To run, and to stop at breakpoints, steps, pauses and incidents.
    case live
    /// To find the line at which to stop before a position. `lastHit` is the number of the last
    /// line so far at which a breakpoint was hit, or 0.
    case search(ScriptDebugger.Position, isStep: Bool, lastHit: UInt64)
    /// To stop when the given number of lines have begun, and to report the stop with a reason.
    case reach(UInt64, reason: String)

    var isLive: Bool { if case .live = self { true } else { false } }
  }

  private unowned let adapter: DebugAdapter
  private let launch: DebugLaunch
  private let host: any DebugHost
  let stops: DebugStops
  private var goal = Goal.live { didSet { stops.isLive = goal.isLive } }
  /// The purpose of the next repetition of the part, or `nil` if there is none.
  private var nextGoal: Goal?
  private var isRepeatable = false

  init(_ adapter: DebugAdapter, _ launch: DebugLaunch, _ host: any DebugHost) {
    (self.adapter, self.launch, self.host) = (adapter, launch, host)
    stops = DebugStops(
      adapter, isEnabled: !launch.isUndebugged, stopsOnEntry: launch.stopsOnEntry)
    stops.prepareBackward = { [unowned self] isStep throws(DebugFailure) in
      try prepareBackward(isStep: isStep)
    }
  }

  // MARK: - Running

  func run() -> End {
    var code = ExitCode.success
    do throws(ScriptError) {
      let program = try DebugProgram(
        launch, host,
        DebugProgram.Observer(
          willRun: { [unowned self] in willRun($0, $1, $2) },
          willLoad: { [unowned self] in willLoad($0, $1) },
          print: { [unowned self] in if goal.isLive { adapter.show($0, "stdout") } }))
      defer {
        stops.observe(nil)
        adapter.inbox.connect(nil, nil)
        program.close()
      }
      for part in 0..<program.count {
        let (outcome, end) = repeated { program.run(part) }
        if let end { return end }
        switch outcome {
        case .passed: break
        case .stopped: return .ended(.interrupted)
        case .failed(let report, let failure):
          adapter.show(report, "stderr")
          code = failure
        }
      }
    } catch {
      adapter.show(FailureReport(error, sources: host.sources).text, "stderr")
      return .ended(error.code == "nothingMatched" ? .nothingMatched : ExitCode(error.kind))
    }
    return .ended(code)
  }

  /// Executes a part, and repeats it for each step backward.
  private func repeated(
    _ body: () -> DebugProgram.Outcome
  ) -> (DebugProgram.Outcome, End?) {
    goal = .live
    while true {
      nextGoal = nil
      let outcome = body()
      if stops.resumption == .restart { return (outcome, .restarted) }
      if isOver { return (outcome, .ended(.interrupted)) }
      guard let next = nextGoal else {
        if !goal.isLive {
          adapter.show(
            "the execution ended before it reached the line of the step, because the script is not "
              + "repeatable; see docs/how-to/debug-scenarios.md", "console")
        }
        return (outcome, nil)
      }
      goal = next
    }
  }

  /// Whether the client has ended the execution.
  private var isOver: Bool {
    stops.resumption == .end || adapter.phase == .disconnected || adapter.inbox.isClosed
  }

  /// Connects the debugger of a new session.
  private func willLoad(_ debugger: ScriptDebugger, _ session: ScriptSession) {
    debugger.onStop = { [unowned self] in handle($0) }
    adapter.inbox.connect(debugger, session.stopper)
    stops.observe(debugger)
  }

  /// Begins an execution of a part.
  private func willRun(
    _ debugger: ScriptDebugger, _ session: ScriptSession, _ isRepeatable: Bool
  ) {
    self.isRepeatable = isRepeatable
    adapter.inbox.connect(debugger, session.stopper)
    adapter.breakpoints.restartCounts()
    debugger.restartCount()
    stops.begin(countsLines: stops.isEntryPending || !goal.isLive)
    switch goal {
    case .live: if stops.isEntryPending { debugger.setTarget(1) }
    case .search(let position, _, _): debugger.search(before: position)
    case .reach(let count, _): debugger.setTarget(count)
    }
  }

  // MARK: - Stopping

  /// Handles a stop according to the purpose of the current repetition.
  private func handle(_ stop: ScriptStop) {
    stops.inspect(stop) {
      if isOver || stops.resumption == .restart {
        stop.endsRun = true
        return
      }
      switch goal {
      case .live: stops.handle(stop)
      case .search(let position, let isStep, let lastHit):
        search(stop, for: position, isStep, lastHit)
      case .reach(let count, let reason):
        // Breakpoint hits are counted as in the earlier execution.
        let hits = stops.hits(at: stop)
        guard stop.reasons.contains(.target) else { return }
        goal = .live
        stops.wait(stop, count == 1 && hits.isEmpty ? "entry" : reason, hits)
      }
    }
  }

  // MARK: - Backward

  private func prepareBackward(isStep: Bool) throws(DebugFailure) {
    guard let stop = stops.stop else { throw DebugFailure("no script is paused") }
    guard isRepeatable else {
      throw DebugFailure(
        "the session cannot return to its beginning: before the script began, a plugin in Swift "
          + "was loaded, a callback failed, or the application was used")
    }
    guard stops.isCounted else {
      throw DebugFailure(
        "the lines before this line were not counted, because there was no breakpoint when the "
          + "script began; set a breakpoint or stopOnEntry, and launch again")
    }
    let position = stop.position
    let isFirst = position.count <= 1 && position.isAtLine
    guard !isFirst else { throw DebugFailure("this is the first line") }
    if stops.hasChanges {
      adapter.show(
        "the script is executed again up to the earlier line; values that were set or operations "
          + "that were evaluated here are not repeated", "console")
    }
    if isStep, !position.isAtLine {
      nextGoal = .reach(position.count, reason: "step")
    } else {
      nextGoal = .search(position, isStep: isStep, lastHit: 0)
    }
  }

  /// Handles a stop during a repetition that searches for an earlier line.
  private func search(
    _ stop: ScriptStop, for position: ScriptDebugger.Position, _ isStep: Bool, _ lastHit: UInt64
  ) {
    var lastHit = lastHit
    let count = stop.position.count
    if !isStep, count < position.count || !position.isAtLine, !stops.hits(at: stop).isEmpty {
      lastHit = count
      goal = .search(position, isStep: isStep, lastHit: lastHit)
    }
    guard stop.reasons.contains(.target) else { return }
    if stop.position.hash != position.hash {
      adapter.show(
        "the repeated execution reached other lines, because the script depends on external "
          + "values, such as os.time; the position shown belongs to the repeated execution",
        "console")
    }
    if isStep {
      let found = stops.debugger?.found ?? 0
      nextGoal = .reach(found > 0 ? found : max(1, position.count - 1), reason: "step")
    } else {
      nextGoal = .reach(max(1, lastHit), reason: lastHit > 0 ? "breakpoint" : "entry")
    }
    stop.endsRun = true
  }
}
