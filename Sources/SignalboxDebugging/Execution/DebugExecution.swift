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

  /// The way in which a script continues.
  enum Resumption: Equatable {
    case run
    case step(ScriptDebugger.Step)
    case stepBack
    case runBack
    case restart
    case end
  }

  /// The purpose of the current repetition.
  private enum Goal {
    /// Run until a breakpoint, a step or an incident stops the script.
    case live
    /// Find the line at which to stop before a position.
    case search(ScriptDebugger.Position, isStep: Bool, lastHit: UInt64)
    /// Stop at a line. The hash is the hash of an earlier execution.
    case reach(UInt64, reason: String)

    var isLive: Bool { if case .live = self { true } else { false } }
  }

  private unowned let adapter: DebugAdapter
  private let launch: DebugLaunch
  private var debugger: ScriptDebugger?
  private var goal = Goal.live
  /// The purpose of the next repetition of the part, or `nil` if no repetition is planned.
  private var nextGoal: Goal?
  /// The waiting script, or `nil` if no script is waiting.
  private(set) var stop: ScriptStop?
  /// The way in which the waiting script continues, or `nil` while it waits.
  private var resumption: Resumption?
  private var entryPending = false
  private var isPausePending = false
  /// Whether all lines since the beginning of the part were counted.
  private var isCounted = false
  private var isRepeatable = false
  private var isStepping = false
  /// The text of the last incident. Its error is not reported again.
  private var knownError: String?
  private(set) var lastIncident: ScriptIncident?
  /// Whether the user has made a change that a repetition does not repeat.
  private var hasChanges = false

  init(_ adapter: DebugAdapter, _ launch: DebugLaunch) {
    (self.adapter, self.launch) = (adapter, launch)
  }

  // MARK: - Running

  func run() -> End {
    entryPending = launch.stopsOnEntry
    var code = ExitCode.success
    do throws(ScriptError) {
      let program = try DebugProgram(
        launch, adapter.host,
        DebugProgram.Observer(
          willRun: { [unowned self] in willRun($0, $1, $2) },
          willLoad: { [unowned self] in willLoad($0, $1) },
          print: { [unowned self] in if goal.isLive { adapter.show($0, "stdout") } }))
      defer {
        debugger = nil
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
      adapter.show(FailureReport(error, sources: adapter.host.sources).text, "stderr")
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
      if resumption == .restart { return (outcome, .restarted) }
      if resumption == .end || adapter.phase == .disconnected || adapter.inbox.isClosed {
        return (outcome, .ended(.interrupted))
      }
      guard let next = nextGoal else {
        if !goal.isLive {
          adapter.show(
            "the execution ended before the line of the step: it is not repeatable, see "
              + "docs/how-to/debug-scenarios.md", "console")
        }
        return (outcome, nil)
      }
      goal = next
    }
  }

  /// Connects the debugger of a new session.
  private func willLoad(_ debugger: ScriptDebugger, _ session: ScriptSession) {
    self.debugger = debugger
    debugger.isWanted = { [unowned self] _, location in isWanted(location) }
    debugger.onStop = { [unowned self] in handle($0) }
    adapter.inbox.connect(debugger, session.stopper)
    update()
  }

  /// Begins an execution of a part.
  private func willRun(
    _ debugger: ScriptDebugger, _ session: ScriptSession, _ isRepeatable: Bool
  ) {
    self.isRepeatable = isRepeatable
    adapter.inbox.connect(debugger, session.stopper)
    adapter.breakpoints.restartCounts()
    debugger.restartCount()
    (isStepping, isCounted, hasChanges) = (false, false, false)
    if entryPending || !goal.isLive { isStepping = true }
    update()
    isCounted = debugger.watchesLines
    switch goal {
    case .live: if entryPending { debugger.setTarget(1) }
    case .search(let position, _, _): debugger.search(before: position)
    case .reach(let count, _): debugger.setTarget(count)
    }
  }

  /// Observes the lines and errors that breakpoints, filters and steps require.
  func update() {
    guard let debugger, !launch.isUndebugged else { return }
    debugger.setLines(adapter.breakpoints.lines)
    debugger.watchesErrors = adapter.filters.error
    let wantsLines = !adapter.breakpoints.isEmpty || isStepping || isCounted || entryPending
    if debugger.watchesLines, !wantsLines { isCounted = false }
    debugger.watchesLines = wantsLines
  }

  private func isWanted(_ location: ScriptLocation) -> Bool {
    adapter.breakpoints.has(adapter.sources.key(ofChunk: location.file), location.line)
  }

  /// Stops the running script as soon as possible.
  func requestPause() { isPausePending = true }

  // MARK: - Stopping

  /// Waits for the client if a breakpoint, a filter or a step requires it.
  private func handle(_ stop: ScriptStop) {
    self.stop = stop
    defer { self.stop = nil }
    if stop.reasons.contains(.notice) { attend() }
    if resumption == .end || resumption == .restart || adapter.phase == .disconnected
      || adapter.inbox.isClosed
    {
      stop.endsRun = true
      return
    }
    switch goal {
    case .live: handleLive(stop)
    case .search(let position, let isStep, let lastHit):
      search(stop, for: position, isStep, lastHit)
    case .reach(let count, let reason):
      // The hits of breakpoints are counted as in the first execution.
      let hits = self.hits(at: stop)
      guard stop.reasons.contains(.target) else { return }
      goal = .live
      wait(stop, count == 1 && hits.isEmpty ? "entry" : reason, hits)
    }
  }

  /// Handles the messages that arrived while the script was running.
  private func attend() {
    resumption = .run
    while let item = adapter.inbox.take() { adapter.take(item) }
  }

  private func handleLive(_ stop: ScriptStop) {
    if launch.isUndebugged { return }
    if let incident = stop.incident {
      guard isReported(incident) else { return }
      lastIncident = incident
      if case .pause = incident { return wait(stop, "pause") }
      return wait(stop, "exception")
    }
    let hits = self.hits(at: stop)
    if !hits.isEmpty {
      wait(stop, "breakpoint", hits)
    } else if entryPending {
      wait(stop, "entry")
    } else if stop.reasons.contains(.step) {
      wait(stop, "step")
    } else if isPausePending {
      wait(stop, "pause")
    }
  }

  private func isReported(_ incident: ScriptIncident) -> Bool {
    let filters = adapter.filters
    switch incident {
    case .pause: return true
    case .skip(let message):
      knownError = message
      return false
    case .expectation(let message):
      knownError = message
      return filters.expectation
    case .rejection(let message):
      if filters.rejection { knownError = message }
      return filters.rejection
    case .error(let message):
      // An error passes through all host calls.
      if let knownError, message.hasSuffix(knownError) { return false }
      knownError = message
      return filters.error
    }
  }

  /// Returns the breakpoints at which a script stops, and shows the messages of log points.
  private func hits(at stop: ScriptStop) -> [Int] {
    guard stop.reasons.contains(.line), let location = stop.location else { return [] }
    let file = adapter.sources.key(ofChunk: location.file)
    var found: [Int] = []
    for breakpoint in adapter.breakpoints.at(file, location.line) {
      if let condition = breakpoint.condition {
        do throws(ScriptError) {
          guard try stop.holds(condition, timeout: Self.conditionTime) else { continue }
        } catch {
          if goal.isLive {
            adapter.show(
              "the condition of the breakpoint failed: \(error.message)", "console", at: location)
          }
        }
      }
      let count = adapter.breakpoints.hit(breakpoint.id, in: file)
      if let hitCondition = breakpoint.hitCondition, !hitCondition(count) { continue }
      guard let message = breakpoint.logMessage else {
        found.append(breakpoint.id)
        continue
      }
      if goal.isLive { adapter.show(text(of: message, at: stop), "console", at: location) }
    }
    return found
  }

  static let conditionTime = Duration.seconds(1)

  /// Replaces the expressions in braces of a log point with their values.
  private func text(of message: String, at stop: ScriptStop) -> String {
    var text = ""
    var rest = message[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      let inner = rest[rest.index(after: open)...]
      var depth = 1
      let close = inner.firstIndex { character in
        depth += character == "{" ? 1 : character == "}" ? -1 : 0
        return depth == 0
      }
      guard let close else { return text + rest[open...] }
      switch stop.evaluate(String(inner[..<close]), in: nil, timeout: Self.conditionTime) {
      case .value(let value): text += value.value
      case .none: text += "nil"
      case .failed(let reason): text += "<\(reason)>"
      }
      rest = inner[inner.index(after: close)...]
    }
    return text + rest
  }

  /// Lets the client inspect the script until it continues.
  private func wait(_ stop: ScriptStop, _ reason: String, _ hits: [Int] = []) {
    (entryPending, isPausePending, isStepping) = (false, false, false)
    debugger?.cancelStep()
    resumption = nil
    report(stop, reason, hits)
    while resumption == nil {
      guard let item = adapter.inbox.wait() else {
        resumption = .end
        break
      }
      adapter.take(item)
    }
    switch resumption {
    case .step(let step):
      isStepping = true
      debugger?.begin(step)
    case .end, .restart: stop.endsRun = true
    case .stepBack, .runBack: stop.endsRun = nextGoal != nil
    case .run, nil: break
    }
    update()
  }

  private func report(_ stop: ScriptStop, _ reason: String, _ hits: [Int]) {
    var body: NavigationArguments = [
      "reason": .string(reason), "threadId": .integer(stop.stoppedThread + 1),
      "allThreadsStopped": true,
    ]
    if !hits.isEmpty { body["hitBreakpointIds"] = .list(hits.map { .integer($0) }) }
    if let (title, text) = stop.incident?.described {
      body["description"] = .string(title)
      body["text"] = .string(text)
    }
    adapter.outbox.report("stopped", body)
  }

  // MARK: - Continuing

  /// Continues the waiting script.
  ///
  /// - Throws: The reason why a step backward is not possible.
  func resume(_ resumption: Resumption) throws(DebugFailure) {
    if resumption == .stepBack || resumption == .runBack {
      try prepareBackward(isStep: resumption == .stepBack)
    }
    self.resumption = resumption
  }

  /// Records that the user has changed values.
  func noteChange() { hasChanges = true }

  // MARK: - Backward

  private func prepareBackward(isStep: Bool) throws(DebugFailure) {
    guard let stop else { throw DebugFailure("no script waits") }
    guard isRepeatable else {
      throw DebugFailure(
        "the session cannot return to its beginning, because a plugin in Swift is loaded or a "
          + "callback has failed before the script began")
    }
    guard isCounted else {
      throw DebugFailure(
        "the lines before this line were not counted, because there was no breakpoint when the "
          + "script began; set a breakpoint or stopOnEntry, and launch again")
    }
    let position = stop.position
    let isFirst = position.count <= 1 && position.isAtLine
    guard !isFirst else { throw DebugFailure("this is the first line") }
    if hasChanges {
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

  /// Handles a stop of a repetition that searches for an earlier line.
  private func search(
    _ stop: ScriptStop, for position: ScriptDebugger.Position, _ isStep: Bool, _ lastHit: UInt64
  ) {
    var lastHit = lastHit
    let count = stop.position.count
    if !isStep, count < position.count || !position.isAtLine, !hits(at: stop).isEmpty {
      lastHit = count
      goal = .search(position, isStep: isStep, lastHit: lastHit)
    }
    guard stop.reasons.contains(.target) else { return }
    if stop.position.hash != position.hash {
      adapter.show(
        "the repetition executed different lines, because the script depends on external values, "
          + "such as os.time; this is a position of the repetition", "console")
    }
    if isStep {
      let found = debugger?.found ?? 0
      nextGoal = .reach(found > 0 ? found : max(1, position.count - 1), reason: "step")
    } else {
      nextGoal = .reach(max(1, lastHit), reason: lastHit > 0 ? "breakpoint" : "entry")
    }
    stop.endsRun = true
  }
}

extension ScriptIncident {
  /// A description of the incident, and its message.
  var described: (title: String, text: String)? {
    switch self {
    case .expectation(let text): ("A failed expectation", text)
    case .rejection(let text): ("A rejected operation", text)
    case .error(let text): ("An error", text)
    case .pause(let reason): reason.map { ("Paused by the script", $0) }
    case .skip: nil
    }
  }

  /// The name of the filter of the incident.
  var filter: String {
    switch self {
    case .expectation: "expectation"
    case .rejection: "rejection"
    case .error: "error"
    case .pause, .skip: ""
    }
  }
}
