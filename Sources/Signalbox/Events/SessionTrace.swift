/// A recording as people read it: what was called, when, what came of it, and what that changed.
///
/// Nothing is done again, so that no definitions are needed.
public struct SessionTrace: Sendable {
  /// One call from outside, with what callbacks called meanwhile.
  public struct Step: Hashable, Sendable {
    /// Virtual milliseconds since the recording began.
    public let time: Int
    /// As a script writes it: `app:tap("Buy")`, `Home/Shop:navigate("product")`.
    public let call: String
    /// How it ended, such as `done`.
    public let outcome: String
    /// The line of a flow that called; `nil` where the recording does not say.
    public let place: String?
    /// What callbacks called meanwhile, with how that ended.
    public let inner: [String]
    /// What was shown after it, in one line; `nil` where the recording leaves it out.
    public let state: String?
    /// What it changed; none where that is not known.
    public let changes: [StateDifference.Change]
  }

  /// The calls in order.
  public let steps: [Step]
  /// What the first line says beside the state: of a flow its title, place and failure.
  public let facts: [String: String]
  /// Whether the last line was cut off; it is left out.
  public let isTruncated: Bool
  /// What was shown at the beginning, in one line.
  public let beginning: String

  /// Reads the lines of a recording.
  ///
  /// - Throws: `malformed`, with the line, for what is no recording.
  public init(_ lines: [String]) throws(NavigationError) {
    isTruncated = try SessionReplay(lines).isTruncated
    let texts = lines.filter { !$0.allSatisfy(\.isWhitespace) }
    guard case .table(let header) = try JSONReader.value(texts[0]) else {
      throw NavigationError(.malformed, "a recording begins with a table")
    }
    var facts: [String: String] = [:]
    for name in ["flow", "from", "status", "failure"] {
      if case .string(let text) = header[name] { facts[name] = text }
    }
    self.facts = facts
    guard case .string(let snapshot) = header["snapshot"] else {
      throw NavigationError(.malformed, "line 1 of the recording has no snapshot")
    }
    let outline = StateOutline(try StateImage(json: snapshot))
    beginning = outline.description
    steps = Self.steps(texts.dropFirst().compactMap(RecordedCall.init(line:)), from: outline)
  }

  private static func steps(_ calls: [RecordedCall], from beginning: StateOutline) -> [Step] {
    var steps: [Step] = []
    var inner: [String] = []
    var known: StateOutline? = beginning
    for call in calls {
      let text = call.lua { $0 } ?? call.operation
      guard !call.isNested else {
        // Most wait for the call that led to them, so that how they end is not known yet.
        let isUsual = call.outcome == "done" || call.outcome == "queued"
        inner.append(isUsual ? text : "\(text)  \(call.outcome)")
        continue
      }
      let outline = call.state.flatMap(StateOutline.init(description:))
      var changes: [StateDifference.Change] = []
      if let known, let outline { changes = StateDifference(from: known, to: outline).changes }
      steps.append(
        Step(
          time: call.time, call: text, outcome: call.outcome, place: call.place, inner: inner,
          state: call.state, changes: changes))
      inner = []
      known = outline
    }
    return steps
  }

  // MARK: - Comparing

  /// Where two recordings part.
  public struct Parting: Hashable, Sendable {
    /// How many steps both do alike before it.
    public let alike: Int
    /// What the first does then; `nil` where it ends.
    public let first: Step?
    /// What the second does then; `nil` where it ends.
    public let second: Step?
    /// How what they show after it differs: what only the first shows is removed, what only the
    /// second shows is added.
    public let changes: [StateDifference.Change]
  }

  /// The first step that is not the same in another recording; `nil` where all are.
  ///
  /// Compares calls, what callbacks called, times, outcomes and what was shown; not the lines that
  /// called.
  public func parting(from other: SessionTrace) -> Parting? {
    let count = zip(steps, other.steps).prefix { Self.areAlike($0, $1) }.count
    if beginning == other.beginning, count == steps.count, count == other.steps.count { return nil }
    let alike = beginning == other.beginning ? count : 0
    let (first, second) = (steps.dropFirst(alike).first, other.steps.dropFirst(alike).first)
    let (left, right) = (state(behind: alike), other.state(behind: alike))
    var changes: [StateDifference.Change] = []
    if let left = left.flatMap(StateOutline.init(description:)),
      let right = right.flatMap(StateOutline.init(description:))
    {
      changes = StateDifference(from: left, to: right).changes
    }
    return Parting(alike: alike, first: first, second: second, changes: changes)
  }

  private static func areAlike(_ left: Step, _ right: Step) -> Bool {
    left.call == right.call && left.inner == right.inner && left.outcome == right.outcome
      && left.time == right.time
      && (left.state == right.state || left.state == nil || right.state == nil)
  }

  /// What is shown after the step at an index, or after the last one.
  private func state(behind index: Int) -> String? {
    steps.isEmpty ? beginning : steps[min(index, steps.count - 1)].state
  }
}
