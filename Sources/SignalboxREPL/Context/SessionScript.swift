internal import Signalbox
internal import SignalboxScripting

/// A session without its undone steps, divided into the parts of a scenario.
struct SessionScript {
  /// A part of the scenario.
  struct Part {
    enum Content {
      /// An undo of steps that the initial scripts made. The value is the number of steps.
      case undo(Int)
      /// A script that the scenario requires.
      case file(String)
      /// An input as the user typed it, and the calls that it made.
      case typed(String, [RecordedCall])
      /// The calls of an input, if the input cannot be repeated as the user typed it.
      case calls([RecordedCall])
      /// An input that was rejected without changing anything, its error and its call.
      case rejected(String, ScriptError, RecordedCall?)
      /// An input that cannot be part of a scenario, and the reason.
      case omitted(String, String)
      /// An input that raised an error, and the error. The scenario does not contain the input.
      case mistake(String, String)
    }

    let content: Content
    /// The engine's number for the state after the part, or `nil` for a part without calls.
    let state: Int?

    /// Whether the scenario expects this part to be rejected.
    var isRejected: Bool {
      switch content {
      case .rejected: true
      case .typed(_, let calls), .calls(let calls): calls.contains(where: \.isRejected)
      case .undo, .file, .omitted, .mistake: false
      }
    }

    /// The number of steps that the part takes in a scenario.
    var stepCount: Int {
      switch content {
      case .typed(_, let calls), .calls(let calls): calls.count
      case .rejected: 1
      case .undo, .file, .omitted, .mistake: 0
      }
    }
  }

  private(set) var parts: [Part] = []
  /// The number of steps that the whole session takes in a scenario.
  var stepCount: Int { parts.reduce(0) { $0 + $1.stepCount } }

  private let record: SessionRecord
  private var calls: [Int: RecordedCall] = [:]
  /// The lines of the calls that the scenario needs.
  private var kept: Set<Int> = []
  /// The lines of undo and redo calls inside a step. The scenario must repeat these calls.
  private var historyLines: Set<Int> = []
  /// The lines of calls without effect between an undo and its redo.
  private var passed: Set<Int> = []

  /// - Parameter files: The initial scripts, which the scenario requires.
  init(_ record: SessionRecord, _ log: InputLog, files: [String], in session: ScriptSession) {
    self.record = record
    required = Set(files)
    readLines()
    var next = record.droppedLines
    for input in log.inputs {
      addUntyped(next..<max(next, input.lines.lowerBound))
      let (all, inner) = (input.lines, partLines)
      if !all.isEmpty, let place = inner.firstIndex(where: { $0 >= all.lowerBound }) {
        // Inputs that the user entered while this input was paused are part of this input.
        parts.removeSubrange(place...)
        partLines.removeSubrange(place...)
        addCalls(all.filter(kept.contains))
      } else {
        add(input, session)
      }
      partLines += Array(
        repeating: all.isEmpty ? -1 : all.lowerBound, count: parts.count - partLines.count)
      next = max(next, input.lines.upperBound)
    }
    addUntyped(next..<max(next, record.lineCount))
    if initialState < firstState {
      parts.insert(Part(content: .undo(firstState - initialState), state: initialState), at: 0)
    }
  }

  /// The initial scripts, and the scripts with operations that the scenario already requires.
  private var required: Set<String>

  /// The first line of each part, or -1 for a part without lines.
  private var partLines: [Int] = []

  /// Adds calls that were not made by this prompt's inputs, such as calls of clients.
  private mutating func addUntyped(_ lines: Range<Int>) {
    for line in lines where kept.contains(line) {
      addCalls([line])
      partLines += Array(repeating: line, count: parts.count - partLines.count)
    }
  }

  /// The engine's number for the state before the first call.
  var firstState: Int { record.firstState }

  /// Whether the first call launches a coordinator.
  var beginsWithLaunch: Bool {
    for part in parts {
      switch part.content {
      case .typed(_, let calls), .calls(let calls):
        if let first = calls.first { return first.operation == "launch" }
      case .undo, .file, .rejected, .omitted, .mistake: continue
      }
    }
    return false
  }

  private mutating func addCalls(_ lines: [Int]) {
    let calls = lines.compactMap { self.calls[$0] }
    if calls.isEmpty { return }
    parts.append(
      Part(content: .calls(calls), state: lines.last.flatMap(state(afterLine:))))
  }

  // MARK: - Lines

  /// The state before the first kept line. It is older than ``firstState`` if the user has undone
  /// steps of the initial scripts.
  private var initialState = 0
  /// The newest state of the initial scripts that a redo can restore.
  private var newestInitialState = 0

  /// The states after links that were opened while nothing was launched, keyed by line. The state
  /// is `nil` for a link that was opened together with later ones.
  private var laterStates: [Int: Int?] = [:]

  private func state(afterLine line: Int) -> Int? {
    laterStates[line] ?? record.state(afterLine: line)
  }

  /// A line, and the state after the line.
  private struct LineState {
    let line: Int
    let state: Int
  }

  /// Processes all recorded lines, including undo and redo.
  private mutating func readLines() {
    var done: [LineState] = []
    var undone: [LineState] = []
    var waitingLinks: [Int] = []
    var present = firstState
    initialState = firstState
    newestInitialState = firstState
    for line in record.droppedLines..<record.lineCount {
      guard let text = record.line(line), let call = RecordedCall(line: text), !call.isNested,
        let state = record.state(afterLine: line)
      else { continue }
      calls[line] = call
      if call.outcome == "noop(notReady)" { waitingLinks.append(line) }
      if call.operation == "redo", call.isHistoryCall, !waitingLinks.isEmpty,
        case let redone = present + (call.count ?? 1), redone < state,
        replay(to: redone, from: present, &done, &undone)
      {
        // The redone launch has opened the links.
        undone = []
        newestInitialState = initialState
        for link in waitingLinks {
          passed.remove(link)
          laterStates.updateValue(link == waitingLinks.last ? state : nil, forKey: link)
          done.append(LineState(line: link, state: state))
        }
      } else if call.isHistoryCall {
        if !replay(to: state, from: present, &done, &undone) {
          historyLines.insert(line)
          // Later steps reuse the numbers of the undone states.
          for entry in done where entry.state > state {
            laterStates.updateValue(nil, forKey: entry.line)
          }
          done.append(LineState(line: line, state: state))
        }
      } else {
        if state != present {
          undone = []
          newestInitialState = initialState
        }
        done.append(LineState(line: line, state: state))
      }
      if state != present, present == 0 || call.operation == "redo" { waitingLinks = [] }
      present = state
    }
    kept = Set(done.map(\.line))
  }

  /// Moves whole calls between the lists of performed and undone calls.
  ///
  /// - Returns: Whether the range begins and ends between calls. If the result is `false`, no call
  ///   is moved.
  private mutating func replay(
    to state: Int, from present: Int, _ done: inout [LineState], _ undone: inout [LineState]
  ) -> Bool {
    if state == present { return true }
    if state < present {
      let count = done.reversed().prefix { $0.state > state }.count
      let left = done.dropLast(count).last?.state
      guard state <= initialState || left == state else { return false }
      undone += done.suffix(count).reversed()
      done.removeLast(count)
      initialState = min(initialState, state)
      return true
    }
    if state <= newestInitialState {
      redoInitialSteps(to: state, &done)
      return true
    }
    let count = undone.reversed().prefix { $0.state <= state }.count
    guard count > 0, undone[undone.count - count].state == state else { return false }
    if initialState < newestInitialState { redoInitialSteps(to: newestInitialState, &done) }
    done += undone.suffix(count).reversed()
    undone.removeLast(count)
    omitTried(&done)
    return true
  }

  /// Redoes steps of the initial scripts. All calls since these steps were undone have had no
  /// effect.
  private mutating func redoInitialSteps(to state: Int, _ done: inout [LineState]) {
    passed.formUnion(done.map(\.line))
    done = []
    initialState = state
  }

  /// Omits calls that were made without effect between an undo and its redo. In a scenario, they
  /// would run after the redone calls, where they could have an effect. Cost: O(n), where n is the
  /// number of calls.
  private mutating func omitTried(_ done: inout [LineState]) {
    var earliest = Int.max
    var kept: [LineState] = []
    for entry in done.reversed() {
      if entry.line < earliest { kept.append(entry) } else { passed.insert(entry.line) }
      earliest = min(earliest, entry.line)
    }
    done = kept.reversed()
  }

  // MARK: - Inputs

  private mutating func add(_ input: InputLog.Input, _ session: ScriptSession) {
    let made = input.lines.filter { calls[$0] != nil }
    let own = made.filter { calls[$0]?.isHistoryCall == false || historyLines.contains($0) }
    let left = own.filter(kept.contains)
    let state = left.last.flatMap(state(afterLine:))
    let leftCalls = left.compactMap { calls[$0] }
    func add(_ content: Part.Content) { parts.append(Part(content: content, state: state)) }

    switch input.kind {
    case .file(let path):
      if let failure = input.failure {
        let isUndone = !own.isEmpty && left.isEmpty && passed.isDisjoint(with: own)
        if !isUndone { addFailed("require \(path)", failure, made: [], leftCalls, add) }
      } else if own.isEmpty {
        add(.file(path))
      } else if left.count < own.count || own.count < made.count {
        // `require` would repeat the undone steps, too.
        if !leftCalls.isEmpty { add(.calls(leftCalls)) }
        let rest = leftCalls.isEmpty ? "" : "; its other steps are kept"
        add(.omitted("require \(path)", "some of its steps were undone\(rest)"))
      } else if required.insert(path).inserted {
        add(.file(path))
      } else {
        // `require` runs a script only once.
        add(.calls(leftCalls))
      }
    case .command:
      if !leftCalls.isEmpty { add(.calls(leftCalls)) }
    case .lua(let text):
      if let unhandled = input.unhandled, input.failure == nil {
        add(.omitted(text, unhandled))
      } else if let failure = input.failure {
        let isUndone = !own.isEmpty && left.isEmpty && passed.isDisjoint(with: own)
        if !isUndone { addFailed(text, failure, made: own, leftCalls, add) }
      } else if own.isEmpty {
        if made.isEmpty, let text = statements(of: text, session) { add(.typed(text, [])) }
      } else if left.count == own.count, own.count == made.count,
        let text = session.prompt.statements(of: text)
      {
        add(.typed(text, leftCalls))
      } else if !leftCalls.isEmpty {
        add(.calls(leftCalls))
      } else if own.contains(where: passed.contains) {
        add(.omitted(text, "it changed nothing, and its undone steps were redone"))
      }
    }
  }

  /// Adds an input that raised an error, because the scenario needs the calls that the input made
  /// before the error.
  private func addFailed(
    _ text: String, _ failure: ScriptError, made: [Int], _ left: [RecordedCall],
    _ add: (Part.Content) -> Void
  ) {
    let meant = left.filter { !Self.isMistyped($0.rejectionCode) }
    if meant.contains(where: { !$0.isRejected }) {
      add(.calls(meant))
      add(.mistake(text, "\(failure.message); the calls before the error are kept"))
    } else if failure.kind == .rejected, made.count == 1, !Self.isMistyped(failure.code) {
      add(
        passed.isDisjoint(with: made)
          ? .rejected(text, failure, calls[made[0]]) : .omitted(text, failure.message))
    } else {
      add(.mistake(text, failure.message))
    }
  }

  /// Returns whether an unknown name, argument or link caused a rejection, which no scenario would
  /// expect.
  private static func isMistyped(_ code: String?) -> Bool {
    guard let code else { return false }
    return code.hasPrefix("unknown") || code.hasPrefix("bad") || code == "unhandled"
  }

  /// Returns the statements of an input that makes no calls, because later parts might need these
  /// statements. Returns `nil` for comments and for inputs that begin with `print`.
  private func statements(of text: String, _ session: ScriptSession) -> String? {
    let lines = text.split(separator: "\n").map { $0.drop { $0.isWhitespace } }
    let isComment = lines.allSatisfy { $0.isEmpty || ($0.hasPrefix("--") && !$0.hasPrefix("--[")) }
    guard !isComment, lines.first?.hasPrefix("print") != true else { return nil }
    return session.prompt.statements(of: text)
  }
}
