/// Repeats a recorded session step by step and compares the result of each step.
///
/// ```swift
/// var lines: [String] = []
/// try engine.record { lines.append($0) }
/// ```
///
/// Replay the lines on an engine with the same coordinators, for example in another process:
///
/// ```swift
/// let report = try SessionReplay(lines).run(on: freshEngine)
/// print(report.divergence?.description ?? "the same")
/// ```
public struct SessionReplay {
  /// The first step whose result differs from the recording.
  public struct Divergence: Hashable, Sendable {
    /// The line number in the recording, counted from 1.
    public let line: Int
    /// The number of the step, counted from 1. Lines of callbacks belong to the step that ran the
    /// callbacks.
    public let step: Int
    /// The recorded call.
    public let expected: RecordedCall
    /// The call that the replay made instead, or the same call with another result. The operation
    /// is an empty string if the replay made no further call.
    public let actual: RecordedCall
    /// A sentence about missing values, such as passwords, that may be the reason for the
    /// difference, or `nil` if the recording contains all values up to this step.
    public internal(set) var omission: String?
  }

  /// The result of a replay.
  public struct Report: Hashable, Sendable {
    /// The number of repeated steps, including a diverging step.
    public let stepCount: Int
    /// Whether the recording's last line is incomplete. An incomplete line is skipped.
    public let isTruncated: Bool
    /// The first step with a different result, or `nil` if there is none.
    public let divergence: Divergence?
    /// The number of the recording's steps after the last step to repeat. The number is 0 if the
    /// replay ended at a divergence.
    public internal(set) var remainingCount = 0
  }

  private let recording: RecordedSession

  /// Reads the lines of a recording. Empty lines and an incomplete last line are skipped.
  ///
  /// - Parameter lines: The lines of the recording, without line endings.
  /// - Throws: `malformed` with the line number if the lines are not a valid recording.
  public init(_ lines: [String]) throws(NavigationError) { recording = try RecordedSession(lines) }

  // MARK: - Running

  /// Repeats the steps until the result of a step differs from the recording.
  ///
  /// If the engine's state differs from the recording's initial state, the initial state is
  /// restored first. Restored coordinators receive `didRestore` and are not started.
  ///
  /// - Parameters:
  ///   - engine: An engine with the definitions that the recording uses. A recording of the engine
  ///     is paused during the replay, unless the recording belongs to the host.
  ///   - last: The number of the last step to repeat, counted from 1. The remaining steps are not
  ///     repeated.
  /// - Returns: A report with the number of repeated steps and, if there is one, the first step
  ///   with a different result.
  /// - Throws: `malformed` or `notRestorable` if the initial state cannot be restored,
  ///   `badArgument` if called in a callback or if the recording does not have the last step, and
  ///   `unsupported` if calls are performed both in the engine and in a remote application.
  public func run(
    on engine: NavigationEngine, through last: Int = .max
  ) throws(NavigationError) -> Report {
    guard !engine.isInCallback else {
      throw NavigationError(.badArgument, "replay: cannot be called from a callback")
    }
    guard last == .max || (1...max(1, stepCount)).contains(last) else {
      throw NavigationError(
        .badArgument,
        "replay: there is no step \(last); the recording has \(counted(stepCount, "step"))")
    }
    // The remote application itself performs the calls in callbacks, and has its own time.
    let isElsewhere = engine.mirror != nil
    guard engine.relay == nil || isElsewhere else {
      throw EngineMirror.unsupported(
        "replay", "a recording cannot be replayed while an application is compared with its model")
    }
    let (outer, wasAutomatic) = (engine.sessionRecorder, engine.isClockAutomatic)
    let kept = outer?.sinks.filter { $0.owner != .script } ?? []
    let needsRecorder = isElsewhere || !kept.isEmpty
    engine.recorder = needsRecorder ? SessionRecorder(engine, sinks: kept, after: outer) : nil
    defer {
      if engine.isClockAutomatic != wasAutomatic { engine.isClockAutomatic = wasAutomatic }
      engine.recorder = outer
    }
    // If there is nothing to settle, the call is omitted, because a recording of the host would
    // contain it.
    if engine.queue.flight != nil || !engine.queue.isEmpty { engine.settle() }
    let objects = ObjectReader(engine.registry)
    try begin(on: engine, objects)
    var done: [RecordedCall] = []
    let isSparing = !recording.calls.contains { $0.fields["state"] != nil }
    let sink = SessionRecorder.Sink(
      start: engine.milliseconds, owner: .script, states: isSparing ? .sparing : .all,
      passwords: .hidden(nil)
    ) {
      done.append(RecordedCall(fields: $0, line: 0))
    }
    engine.recorder = SessionRecorder(engine, sinks: kept + [sink], after: outer)
    var coder = CallCoder(engine: engine, objects: objects)
    var (expected, step, passwords) = ([RecordedCall](), 0, [Int]())
    for call in recording.calls {
      if !call.isNested || !isElsewhere { expected.append(call) }
      // A call that the application has not performed is not counted as a step.
      if isElsewhere, call.rejectionCode == ReasonCode.unreachable.name {
        expected.removeLast()
        continue
      }
      if call.isNested { continue }
      guard step < last else { break }
      step += 1
      if call.isRedacted { passwords.append(step) }
      done = []
      do throws(NavigationError) {
        try perform(call, on: engine, &coder)
      } catch {
        var failed = call
        failed.fields["outcome"] = .string("not replayed: \(error.message)")
        failed.fields["state"] = engine.recordedState
        done.append(failed)
      }
      if var divergence = Self.divergence(expected, done, step, comparesTime: !isElsewhere) {
        divergence.omission = omission(passwords)
        return Report(
          stepCount: step, isTruncated: recording.isTruncated, divergence: divergence)
      }
      expected = []
    }
    return Report(
      stepCount: step, isTruncated: recording.isTruncated, divergence: nil,
      remainingCount: max(0, stepCount - max(last == .max ? stepCount : last, 0)))
  }

  /// The number of steps, which are the calls that a replay repeats.
  private var stepCount: Int { recording.calls.count { !$0.isNested } }

  private func begin(
    on engine: NavigationEngine, _ objects: ObjectReader
  ) throws(NavigationError) {
    let beginning = try recording.beginning
    let present = try? engine.snapshot().tree.value
    if let present, (try? JSONWriter.text(of: present)) == beginning {
      objects.adopt(present)
    } else {
      let outcome = engine.application(.restoreState) { call in
        call.text = beginning
        call.objects = objects
      }
      if let error = outcome?.error { throw error }
    }
    let isAutomatic = recording.clock == .automatic
    if engine.isClockAutomatic != isAutomatic { engine.isClockAutomatic = isAutomatic }
  }

  private func perform(
    _ call: RecordedCall, on engine: NavigationEngine, _ coder: inout CallCoder
  ) throws(NavigationError) {
    let reader = FieldReader(call.fields, path: "step")
    switch call.operation {
    case "clock.advance": engine.advance(by: .milliseconds(try reader.integer("milliseconds")))
    case "clock.settle": engine.settle()
    case "clock.manual": engine.isClockAutomatic = false
    case "clock.automatic": engine.isClockAutomatic = true
    default: _ = try coder.perform(call.fields)
    }
  }

  /// Returns a sentence about the values that a replay could not repeat, or `nil` if there are
  /// none.
  ///
  /// - Parameter steps: The numbers of the steps that entered passwords.
  private func omission(_ steps: [Int]) -> String? {
    let names = recording.header["redacted"]?.list?.compactMap(\.text) ?? []
    var parts: [String] = []
    if !steps.isEmpty {
      let shown = steps.prefix(3).map(String.init) + (steps.count > 3 ? ["…"] : [])
      let (word, kind) = steps.count == 1 ? ("step", "password") : ("steps", "passwords")
      parts.append("the \(kind) entered in \(word) \(shown.joined(separator: ", "))")
    }
    if names == [RecordingRedaction.everything] {
      parts.append("the values of its arguments")
    } else if !names.isEmpty {
      parts.append("the values of \(names.joined(separator: ", "))")
    }
    guard !parts.isEmpty else { return nil }
    return "the recording does not contain \(parts.joined(separator: " and ")), so the application "
      + "can behave differently"
  }

  private static func divergence(
    _ expected: [RecordedCall], _ actual: [RecordedCall], _ step: Int, comparesTime: Bool
  ) -> Divergence? {
    for (index, wanted) in expected.enumerated() {
      let got = index < actual.count ? actual[index] : nil
      let isLike = got.map { wanted.cameTo($0, comparesTime: comparesTime) } ?? false
      if isLike && (index + 1 < expected.count || actual.count == expected.count) { continue }
      var other = isLike ? actual.last : got
      if let error = other?.fields["error"]?.text, let outcome = other?.outcome {
        other?.fields["outcome"] = .string("\(outcome): \(error)")
      }
      return Divergence(
        line: wanted.line, step: step, expected: wanted,
        actual: other ?? RecordedCall(fields: ["outcome": "nothing more happened"], line: 0))
    }
    return nil
  }
}

extension SessionReplay.Divergence: CustomStringConvertible {
  /// A description of the divergence, such as `step 3 (line 5), pop: expected done …`. Different
  /// times, different states and an omission are appended on separate lines.
  public var description: String {
    var text = "step \(step) (line \(line)), \(expected.operation): "
    text += "expected \(expected.outcome), got \(actual.outcome)"
    if actual.operation != expected.operation && !actual.operation.isEmpty {
      text += " of \(actual.operation)"
    }
    if actual.time != expected.time {
      text += "\n  expected at \(expected.milliseconds) ms, got \(actual.milliseconds) ms"
    }
    if !expected.shown.isEmpty, actual.shown != expected.shown {
      text += "\n  expected \(expected.shown)\n  got      \(actual.shown)"
    }
    if let omission { text += "\n  note: \(omission)" }
    return text
  }
}
