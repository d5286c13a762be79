/// A recording as people read it: what was called, when, what came of it, and what that changed.
///
/// Nothing is done again, so that no definitions are needed.
public struct SessionTrace: Sendable {
  /// One call from outside, with what callbacks called meanwhile.
  public struct Step: Hashable, Sendable {
    /// The line of the call.
    public let recorded: RecordedCall
    /// As a script writes it: `app:tap("Buy")`, `Home/Shop:navigate("product")`.
    public let call: String
    /// What callbacks called meanwhile, with how that ended.
    public let inner: [String]
    /// What it changed; none where that is not known.
    public let changes: [StateDifference.Change]
    /// What was shown after it; `nil` where the recording leaves it out.
    let shown: StateDocument?

    fileprivate func isLike(_ other: Step) -> Bool {
      call == other.call && inner == other.inner && recorded.outcome == other.recorded.outcome
        && recorded.time == other.recorded.time
        && (shown.flatMap { other.shown?.looksLike($0) } ?? true)
    }
  }

  /// The calls in order.
  public let steps: [Step]
  /// What the first line says beside the state: of a scenario its title, place and failure.
  public let facts: [String: String]
  /// Whether the last line was cut off; it is left out.
  public let isTruncated: Bool
  private let beginning: StateDocument

  /// Reads the lines of a recording.
  ///
  /// - Throws: `malformed`, with the line, for what is no recording.
  public init(_ lines: [String]) throws(NavigationError) {
    let recording = try RecordedSession(lines)
    isTruncated = recording.isTruncated
    facts = Dictionary(
      uniqueKeysWithValues: ["scenario", "from", "status", "failure"].compactMap { name in
        recording.header[name]?.text.map { (name, $0) }
      })
    beginning = try StateDocument(json: recording.beginning)
    steps = Self.steps(recording.calls, from: beginning)
  }

  private static func steps(_ calls: [RecordedCall], from beginning: StateDocument) -> [Step] {
    var steps: [Step] = []
    var inner: [String] = []
    var known: StateDocument? = beginning
    for call in calls.map(\.printable) {
      let text = call.lua { $0 } ?? call.operation
      guard !call.isNested else {
        // Most wait for the call that led to them, so that how they end is not known yet.
        let isUsual = call.outcome == "done" || call.outcome == "queued"
        inner.append(isUsual ? text : "\(text)  \(call.outcome)")
        continue
      }
      let shown = call.document
      steps.append(
        Step(
          recorded: call, call: text, inner: inner, changes: changes(from: known, to: shown),
          shown: shown))
      inner = []
      known = shown
    }
    return steps
  }

  private static func changes(
    from old: StateDocument?, to new: StateDocument?
  ) -> [StateDifference.Change] {
    guard let old, let new else { return [] }
    return StateDifference(from: old, to: new).changes
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
    /// second shows is added; `nil` where a recording does not say.
    public let changes: [StateDifference.Change]?
  }

  /// The first step that is not the same in another recording; `nil` where all are.
  ///
  /// Compares calls, what callbacks called, times, outcomes and what was shown; not the lines that
  /// called.
  public func parting(from other: SessionTrace) -> Parting? {
    let count = zip(steps, other.steps).prefix { $0.isLike($1) }.count
    if beginning.looksLike(other.beginning), count == steps.count, count == other.steps.count {
      return nil
    }
    let alike = beginning.looksLike(other.beginning) ? count : 0
    let (left, right) = (shown(behind: alike), other.shown(behind: alike))
    return Parting(
      alike: alike, first: steps.dropFirst(alike).first, second: other.steps.dropFirst(alike).first,
      changes: left == nil || right == nil ? nil : Self.changes(from: left, to: right))
  }

  /// What is shown after the step at an index, or after the last one.
  private func shown(behind index: Int) -> StateDocument? {
    steps.isEmpty ? beginning : steps[min(index, steps.count - 1)].shown
  }
}
