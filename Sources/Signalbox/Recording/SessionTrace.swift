/// A recording that is prepared for display: each call with its time, outcome and changes.
///
/// The calls are not repeated, so no definitions are needed.
public struct SessionTrace: Sendable {
  /// A call made outside callbacks, together with the calls that callbacks made during it.
  public struct Step: Hashable, Sendable {
    /// The recorded line of the call.
    public let recorded: RecordedCall
    /// The call as Lua source, such as `app:tap("Buy")` or `Home/Shop:navigate("product")`, or only
    /// its name if the call cannot be written as Lua source.
    public let call: String
    /// The calls that callbacks or a host input made during the call, each with its outcome if this
    /// is neither `done` nor `queued`.
    public let inner: [String]
    /// The changes to the state. The array is empty if the recording omits the state before or
    /// after the step.
    public let changes: [StateDifference.Change]
    /// The state after the step, or `nil` if the recording omits it.
    let shown: StateDocument?

    fileprivate func isLike(_ other: Step) -> Bool {
      call == other.call && inner == other.inner && recorded.outcome == other.recorded.outcome
        && recorded.time == other.recorded.time
        && (shown.flatMap { other.shown?.looksLike($0) } ?? true)
    }
  }

  /// A failed step of a scenario: a call or an expectation.
  public struct FailedStep: Hashable, Sendable {
    /// The number of the step, counted from 1.
    public let number: Int
    /// The call as printed in reports, such as `expect { front }`.
    public let call: String
    /// The source location of the call, or `nil` if the location is unknown.
    public let place: String?
  }

  /// The result of a scenario step.
  package struct View: Sendable {
    /// The titles, actions and timers in `view`, if they have changed, and the `events` of the
    /// step.
    package let fields: NavigationArguments
    /// The number of the line, counted from 1, or 0 for a view that was not read from a file.
    package let line: Int

    package init(fields: NavigationArguments, line: Int = 0) {
      (self.fields, self.line) = (fields, line)
    }
  }

  /// The calls that were made outside callbacks, in the order in which they were made.
  public let steps: [Step]
  /// The failed steps of a scenario, in the order of execution.
  public let failedSteps: [FailedStep]
  /// The title (`scenario`), location (`from`), `status` and `failure` of a scenario, as far as the
  /// first line contains them, keyed by field name.
  public let facts: [String: String]
  /// Whether the last line is incomplete. An incomplete line is skipped.
  public let isTruncated: Bool
  private let beginning: StateDocument
  /// The fields of the first line, including the steps, the failures and the sources of a scenario.
  package let header: NavigationArguments
  /// The results of a scenario's steps, such as titles, timers and events, keyed by step number.
  package let views: [Int: View]

  /// Reads the lines of a recording.
  ///
  /// - Parameter lines: The lines of the recording, without line endings.
  /// - Throws: `malformed` with the line number if the lines are not a valid recording.
  public init(_ lines: [String]) throws(NavigationError) {
    let recording = try RecordedSession(lines)
    isTruncated = recording.isTruncated
    facts = Dictionary(
      uniqueKeysWithValues: ["scenario", "from", "status", "failure"].compactMap { name in
        recording.header[name]?.text.map { (name, $0) }
      })
    header = recording.header
    views = recording.views
    failedSteps = (recording.header["steps"]?.list ?? []).compactMap { value in
      guard let fields = value.table, let number = fields["step"]?.integer,
        fields["isFailed"] != nil
      else { return nil }
      return FailedStep(
        number: number, call: fields["call"]?.text ?? "", place: fields["at"]?.text)
    }
    beginning = try StateDocument(json: recording.beginning)
    steps = Self.steps(recording.calls, from: beginning)
  }

  private static func steps(_ calls: [RecordedCall], from beginning: StateDocument) -> [Step] {
    var reader = StepReader(after: beginning)
    return calls.compactMap { reader.add($0) }
  }

  /// Groups the calls that callbacks made with the call that ran the callbacks.
  package struct StepReader {
    /// The calls of callbacks since the last step.
    private var inner: [String] = []
    /// The state after the last step, or `nil` if the state is not recorded.
    private var known: StateDocument?

    fileprivate init(after state: StateDocument) { known = state }

    /// - Parameter state: The state before the first call, in its recorded form, or `nil` if the
    ///   state is not known.
    package init(after state: NavigationValue?) { known = state.flatMap { try? StateDocument($0) } }

    /// Adds a call.
    ///
    /// - Returns: The step, or `nil` if a callback or a host input made the call.
    package mutating func add(_ call: RecordedCall) -> Step? {
      let call = call.printable
      let text = call.lua { $0 } ?? call.operation
      guard !call.isNested else {
        // Most nested calls wait for the call that led to them, so their outcome is not known yet.
        let isUsual = call.outcome == "done" || call.outcome == "queued"
        inner.append(isUsual ? text : "\(text)  \(call.outcome)")
        return nil
      }
      let shown = call.document
      defer { (inner, known) = ([], shown) }
      return Step(
        recorded: call, call: text, inner: inner, changes: changes(from: known, to: shown),
        shown: shown)
    }
  }

  private static func changes(
    from old: StateDocument?, to new: StateDocument?
  ) -> [StateDifference.Change] {
    guard let old, let new else { return [] }
    return StateDifference(from: old, to: new).changes
  }

  // MARK: - Comparing

  /// The first point at which two recordings differ.
  public struct Parting: Hashable, Sendable {
    /// The number of equal steps before the difference. The number is 0 if the initial states
    /// differ.
    public let alike: Int
    /// The step of the first recording after the equal steps, or `nil` if there is no such step.
    public let first: Step?
    /// The step of the second recording after the equal steps, or `nil` if there is no such step.
    public let second: Step?
    /// The differences between the states of the two recordings after these steps, or `nil` if a
    /// recording does not contain the state. Items that only the first recording contains are
    /// reported as removed, and items that only the second recording contains are reported as
    /// added.
    public let changes: [StateDifference.Change]?
  }

  /// Returns the first point at which the recording differs from another recording, or `nil` if the
  /// initial states and all steps are equal.
  ///
  /// This method compares calls, calls by callbacks, times, outcomes and states, but not source
  /// lines.
  ///
  /// - Parameter other: The recording to compare with. It is the second recording in the result.
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

  /// Returns the state after the step with the given index or, if there is no such step, the last
  /// state. The result is `nil` if the state is not recorded.
  private func shown(behind index: Int) -> StateDocument? {
    steps.isEmpty ? beginning : steps[min(index, steps.count - 1)].shown
  }
}
