internal import Signalbox
internal import SignalboxScripting

/// What is left of a session when everything undone is taken out: pieces that a flow is made of.
struct SessionScript {
  /// A part of the flow.
  struct Piece {
    enum Content {
      /// A script that the flow requires.
      case file(String)
      /// An input as it was typed, and the calls that it made.
      case typed(String, [RecordedCall])
      /// Calls of an input that cannot stand as it was typed.
      case calls([RecordedCall])
      /// An input that was refused and changed nothing.
      case refused(String, ScriptError)
      /// Something that no flow can hold, with why.
      case omitted(String, String)
    }

    let content: Content
    /// The engine's number of the state after it; `nil` where it made no calls.
    let state: Int?
  }

  private(set) var pieces: [Piece] = []
  /// How many calls from outside are in it.
  private(set) var stepCount = 0

  private let record: SessionRecord
  private var calls: [Int: RecordedCall] = [:]
  /// The lines whose calls count.
  private var kept: Set<Int> = []
  /// Travels that no step begins or ends with, so that they have to be done again.
  private var travels: Set<Int> = []

  init(_ record: SessionRecord, _ log: InputLog, in session: ScriptSession) {
    self.record = record
    readLines()
    for input in log.inputs { add(input, session) }
    stepCount = kept.count
  }

  // MARK: - Lines

  /// A line with the state that it led to.
  private struct Mark {
    let line: Int
    let state: Int
  }

  /// Goes through everything that was done, back and forth as the user went.
  private mutating func readLines() {
    var done: [Mark] = []
    var undone: [Mark] = []
    var present = record.steps.first { $0.line == nil && $0.state > 0 }?.state ?? 0
    for line in record.droppedLines..<record.lineCount {
      guard let text = record.line(line), let call = RecordedCall(line: text), !call.isNested,
        let state = record.state(afterLine: line)
      else { continue }
      calls[line] = call
      if call.isTravel {
        if !travel(to: state, from: present, &done, &undone) {
          travels.insert(line)
          done.append(Mark(line: line, state: state))
        }
      } else {
        if state != present { undone = [] }
        done.append(Mark(line: line, state: state))
      }
      present = state
    }
    kept = Set(done.map(\.line))
  }

  /// Moves whole calls between the two lists.
  ///
  /// - Returns: Whether the way begins and ends between calls; nothing is moved otherwise.
  private func travel(
    to state: Int, from present: Int, _ done: inout [Mark], _ undone: inout [Mark]
  ) -> Bool {
    if state == present { return true }
    if state < present {
      let count = done.reversed().prefix { $0.state > state }.count
      let left = done.dropLast(count).last?.state
      let beginning = record.steps.first { $0.line == nil && $0.state > 0 }?.state ?? 0
      guard (left ?? beginning) == state else { return false }
      undone += done.suffix(count).reversed()
      done.removeLast(count)
      return true
    }
    let count = undone.reversed().prefix { $0.state <= state }.count
    guard count > 0, undone[undone.count - count].state == state else { return false }
    done += undone.suffix(count).reversed()
    undone.removeLast(count)
    return true
  }

  // MARK: - Inputs

  private mutating func add(_ input: InputLog.Input, _ session: ScriptSession) {
    let made = input.lines.filter { calls[$0] != nil }
    let own = made.filter { calls[$0]?.isTravel == false || travels.contains($0) }
    let left = own.filter(kept.contains)
    let state = left.last.flatMap(record.state(afterLine:))
    let leftCalls = left.compactMap { calls[$0] }
    func add(_ content: Piece.Content) { pieces.append(Piece(content: content, state: state)) }

    switch input.kind {
    case .file(let path):
      if input.failure == nil { add(.file(path)) }
    case .command:
      if !leftCalls.isEmpty { add(.calls(leftCalls)) }
    case .lua(let text):
      if let unhandled = input.unhandled, input.failure == nil {
        add(.omitted(text, unhandled))
      } else if let failure = input.failure {
        addFailed(text, failure, made: own, leftCalls, add)
      } else if own.isEmpty {
        if made.isEmpty, isWorthKeeping(text, session) { add(.typed(text, [])) }
      } else if left.count == own.count, own.count == made.count, session.isStatement(text) {
        add(.typed(text, leftCalls))
      } else if !leftCalls.isEmpty {
        add(.calls(leftCalls))
      }
    }
  }

  /// An input that raised an error: what it did before counts.
  private func addFailed(
    _ text: String, _ failure: ScriptError, made: [Int], _ left: [RecordedCall],
    _ add: (Piece.Content) -> Void
  ) {
    if left.contains(where: { !$0.isRejected }) { return add(.calls(left)) }
    if failure.kind == .rejected, made.count == 1 { add(.refused(text, failure)) }
  }

  /// Whether an input without calls may matter later: statements do, unless they only print.
  private func isWorthKeeping(_ text: String, _ session: ScriptSession) -> Bool {
    let lines = text.split(separator: "\n").map { $0.drop { $0.isWhitespace } }
    let isComment = lines.allSatisfy { $0.isEmpty || ($0.hasPrefix("--") && !$0.hasPrefix("--[")) }
    return !isComment && lines.first?.hasPrefix("print") != true && session.isStatement(text)
  }
}
