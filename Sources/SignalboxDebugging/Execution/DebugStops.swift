internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// Decides at which lines and incidents scripts wait, and lets the client inspect waiting scripts.
final class DebugStops {
  /// An action that ends a stop.
  enum Resumption: Equatable {
    case run
    case step(ScriptDebugger.Step)
    case stepBack
    case runBack
    case restart
    case end
  }

  private unowned let adapter: DebugAdapter
  /// The debugger of the current session, or `nil` if there is none.
  private(set) var debugger: ScriptDebugger?
  /// The stopped script, which waits for the client or only answers requests, or `nil` if no script
  /// is stopped.
  private(set) var stop: ScriptStop?
  /// The action that ends the current stop, or `nil` while the script waits.
  private(set) var resumption: Resumption?
  /// The last incident that was reported, or `nil` if there was none.
  private(set) var lastIncident: ScriptIncident?
  /// Whether the user may have made changes that a repetition would not repeat.
  private(set) var hasChanges = false
  /// Whether to stop at the first line.
  private(set) var isEntryPending = false
  /// Whether the client receives stops and output, which is not the case during repetitions.
  var isLive = true
  /// Whether lines are counted for steps backward.
  var isCounted = false
  /// A closure that prepares a step backward, or throws the reason why it is not possible.
  var prepareBackward: (_ isStep: Bool) throws(DebugFailure) -> Void = { _ in }
  /// A closure that returns whether a waiting script must end for a reason other than the client's
  /// requests, or `nil` if there is no such reason.
  var isInterrupted: (() -> Bool)?
  /// A closure that is called with a message when a script begins to wait, except after a step.
  var onWait: (String) -> Void = { _ in }
  private let isEnabled: Bool
  /// The body of the last `stopped` event, or `nil` before the first one.
  private var lastReport: NavigationArguments?
  private var isPausePending = false
  private var isStepping = false
  /// The last known error, or `nil` if there is none. Until another line begins, the error is not
  /// reported again in the host calls through which it passes.
  private var knownError: (text: String, lines: UInt64)?

  /// - Parameter isEnabled: Whether scripts stop at all.
  init(_ adapter: DebugAdapter, isEnabled: Bool = true, stopsOnEntry: Bool = false) {
    (self.adapter, self.isEnabled, isEntryPending) = (adapter, isEnabled, stopsOnEntry)
  }

  // MARK: - Sessions

  /// Replaces the debugger whose session is observed. If the debugger is `nil`, no session is
  /// observed.
  func observe(_ debugger: ScriptDebugger?) {
    (self.debugger, knownError) = (debugger, nil)
    debugger?.isWanted = { [unowned self] in isWanted($0, $1) }
    update()
  }

  /// Forgets the steps and changes of an earlier execution.
  ///
  /// - Parameter countsLines: Whether lines are counted even without breakpoints.
  func begin(countsLines: Bool) {
    (isStepping, isCounted, hasChanges) = (countsLines, false, false)
    knownError = nil
    update()
    isCounted = debugger?.watchesLines == true
  }

  /// Observes only the lines and incidents that the breakpoints, filters and steps require.
  func update() {
    guard let debugger, isEnabled else { return }
    debugger.setLines(adapter.breakpoints.lines)
    debugger.watchesErrors = adapter.filters.error
    // When the next line begins, the script has handled the error.
    let awaitsLine = knownError != nil && adapter.filters.error
    let wantsLines =
      !adapter.breakpoints.isEmpty || isStepping || isCounted || isEntryPending || awaitsLine
    if debugger.watchesLines, !wantsLines { isCounted = false }
    debugger.watchesLines = wantsLines
  }

  private func isWanted(_ chunk: ScriptChunk, _ line: Int) -> Bool {
    adapter.sources.key(of: chunk).map { adapter.breakpoints.has($0, line) } ?? false
  }

  /// Stops the running script, or the next one that begins.
  func requestPause() {
    isPausePending = true
    // A script that is answering this request notices it anyway.
    if stop == nil { debugger?.notice.send() }
  }

  /// Ends the step in progress, because the script has ended.
  func endStep() {
    guard stop == nil, isStepping || knownError != nil else { return }
    if isStepping { debugger?.endStep() }
    (isStepping, knownError) = (false, nil)
    update()
  }

  /// Stops observing lines, errors and steps. A waiting script continues.
  func end() {
    resumption = resumption ?? .run
    guard let debugger else { return }
    debugger.setLines([])
    (debugger.watchesErrors, debugger.watchesLines) = (false, false)
    debugger.cancelStep()
    debugger.restartCount()
    self.debugger = nil
  }

  // MARK: - Stopping

  /// Answers the messages that arrived while the script was running, and then handles its stop.
  func inspect(_ stop: ScriptStop, _ body: () -> Void) {
    self.stop = stop
    defer { self.stop = nil }
    if stop.reasons.contains(.notice) {
      resumption = .run
      while let item = adapter.inbox.take() { adapter.take(item) }
    }
    body()
  }

  /// Waits for the client if a breakpoint, a step, a pause or an incident requires it.
  func handle(_ stop: ScriptStop) {
    guard isEnabled else { return }
    if let incident = stop.incident {
      let isReported = isReported(incident, stop.position.count)
      update()
      guard isReported else { return }
      lastIncident = incident
      if case .pause = incident { return wait(stop, "pause") }
      return wait(stop, "exception")
    }
    knownError = nil
    let hits = self.hits(at: stop)
    if !hits.isEmpty {
      wait(stop, "breakpoint", hits)
    } else if isEntryPending {
      wait(stop, "entry")
    } else if stop.reasons.contains(.step) {
      wait(stop, "step")
    } else if isPausePending {
      wait(stop, "pause")
    }
  }

  /// - Parameter lines: The number of lines that have begun.
  private func isReported(_ incident: ScriptIncident, _ lines: UInt64) -> Bool {
    let filters = adapter.filters
    switch incident {
    case .pause: return true
    case .skip(let message):
      knownError = (message, lines)
      return false
    case .expectation(let message):
      knownError = (message, lines)
      return filters.expectation
    case .rejection(let message):
      if filters.rejection { knownError = (message, lines) }
      return filters.rejection
    case .error(let message):
      // The same error is observed again in each host call through which it passes.
      if let (text, first) = knownError, first == lines, !text.isEmpty, message.hasSuffix(text) {
        return false
      }
      knownError = (message, lines)
      return filters.error
    }
  }

  /// Returns the identifiers of the breakpoints at which a script stops, and shows the messages of
  /// log points.
  func hits(at stop: ScriptStop) -> [Int] {
    guard stop.reasons.contains(.line), let line = stop.location?.line,
      let chunk = stop.chunk, let file = adapter.sources.key(of: chunk)
    else { return [] }
    var found: [Int] = []
    for breakpoint in adapter.breakpoints.at(file, line) {
      if let condition = breakpoint.condition {
        do throws(ScriptError) {
          guard try stop.holds(condition, timeout: Self.conditionTime) else { continue }
        } catch {
          if isLive {
            adapter.show(
              "the condition of the breakpoint could not be evaluated: \(error.message)", "console",
              at: (chunk, line))
          }
        }
      }
      let count = adapter.breakpoints.hit(breakpoint.id, in: file)
      if let hitCondition = breakpoint.hitCondition, !hitCondition(count) { continue }
      guard let message = breakpoint.logMessage else {
        found.append(breakpoint.id)
        continue
      }
      if isLive { adapter.show(text(of: message, at: stop), "console", at: (chunk, line)) }
    }
    return found
  }

  static let conditionTime = Duration.seconds(1)

  /// Returns the message of a log point, in which the values of expressions replace the expressions
  /// in braces.
  private func text(of message: String, at stop: ScriptStop) -> String {
    var text = ""
    var rest = message[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      let inner = rest[rest.index(after: open)...]
      guard let close = Self.end(of: inner) else { return text + rest[open...] }
      switch stop.evaluate(String(inner[..<close]), in: nil, timeout: Self.conditionTime) {
      case .value(let value): text += value.value
      case .none, .calls: text += "nil"
      case .failed(let reason): text += "<\(reason)>"
      }
      rest = inner[inner.index(after: close)...]
    }
    return text + rest
  }

  /// Returns the position of the brace that closes an expression, or `nil` if there is none. Braces
  /// in strings are ignored.
  private static func end(of expression: Substring) -> Substring.Index? {
    var depth = 1
    for token in LuaTokens(Array(expression.utf8), isFile: false) {
      depth += token.word == "{" ? 1 : token.word == "}" ? -1 : 0
      if depth == 0 {
        return expression.utf8.index(expression.startIndex, offsetBy: token.start)
      }
    }
    return nil
  }

  /// Lets the client inspect the script until it continues.
  func wait(_ stop: ScriptStop, _ reason: String, _ hits: [Int] = []) {
    (isEntryPending, isPausePending, isStepping) = (false, false, false)
    debugger?.cancelStep()
    resumption = nil
    report(stop, reason, hits)
    if reason != "step" {
      onWait("a script waits for the debugger" + (stop.location.map { " at \($0)" } ?? ""))
    }
    while resumption == nil {
      guard let item = adapter.inbox.wait(until: isInterrupted) else {
        resumption = .end
        break
      }
      adapter.take(item)
    }
    if isInterrupted != nil, resumption == .end {
      adapter.outbox.report("continued", ["threadId": 1, "allThreadsContinued": true])
    }
    switch resumption {
    case .step(let step):
      isStepping = true
      debugger?.begin(step)
    case .end, .restart, .stepBack, .runBack: stop.endsRun = true
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
    lastReport = body
    adapter.outbox.report("stopped", body)
  }

  // MARK: - Continuing

  /// Whether a script waits for the client. A script that only answers requests between two lines
  /// does not wait.
  var isWaiting: Bool { stop != nil && resumption == nil }

  /// Ends the current stop with an action, such as continuing or ending the script.
  ///
  /// - Throws: The reason why a step backward is not possible.
  func resume(_ resumption: Resumption) throws(DebugFailure) {
    if resumption == .stepBack || resumption == .runBack {
      guard stop != nil else { throw DebugFailure("no script is paused") }
      do throws(DebugFailure) {
        try prepareBackward(resumption == .stepBack)
      } catch {
        reportAgain()
        throw error
      }
    }
    self.resumption = resumption
  }

  /// Reports again, after the response, that the script waits. Some clients, such as nvim-dap,
  /// regard a script as running as soon as they have requested a step, even if the step is
  /// rejected.
  private func reportAgain() {
    guard let lastReport else { return }
    adapter.afterResponse.append { [outbox = adapter.outbox] in
      outbox.report("stopped", lastReport)
    }
  }

  /// Records that the user may have changed values.
  func noteChange() { hasChanges = true }
}

extension ScriptIncident {
  /// A title for the incident, and its message, or `nil` if the incident has no message.
  var described: (title: String, text: String)? {
    switch self {
    case .expectation(let text): ("A failed expectation", text)
    case .rejection(let text): ("A rejected operation", text)
    case .error(let text): ("An error", text)
    case .pause(let reason): reason.map { ("Paused by the script", $0) }
    case .skip: nil
    }
  }

  /// The name of the filter for the incident, or an empty string if there is none.
  var filter: String {
    switch self {
    case .expectation: "expectation"
    case .rejection: "rejection"
    case .error: "error"
    case .pause, .skip: ""
    }
  }
}
