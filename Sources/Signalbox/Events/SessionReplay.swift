/// A recorded session that can be done again, step by step, and is compared as it goes.
///
/// ```swift
/// var lines: [String] = []
/// try engine.record { lines.append($0) }
/// // …
/// let report = try SessionReplay(lines).run(on: freshEngine)
/// print(report.divergence?.description ?? "the same")
/// ```
public struct SessionReplay {
  /// What came of one step.
  public struct Result: Hashable, Sendable {
    /// The operation that ran.
    public let operation: String
    /// How it ended, such as `done` or `noop(atRoot)`; `queued` where it had not ended yet.
    public let outcome: String
    /// What was shown after it, in one line.
    public internal(set) var state: String
    /// Virtual milliseconds since the recording began.
    public let time: Int
  }

  /// The first step that came to something else than it did in the recording.
  public struct Divergence: Hashable, Sendable {
    /// The line of the recording, from 1.
    public let line: Int
    /// The step, from 1: lines of callbacks belong to the step that called them.
    public let step: Int
    /// What the recording says.
    public let expected: Result
    /// What happened now.
    public let actual: Result
  }

  /// How a replay went.
  public struct Report: Hashable, Sendable {
    /// How many steps were done, the diverging one included.
    public let stepCount: Int
    /// Whether the recording's last line was cut off; it was left out.
    public let isTruncated: Bool
    /// Where the replay left the recording; `nil` where it never did.
    public let divergence: Divergence?
  }

  private struct Line {
    let number: Int
    let fields: NavigationArguments
    var isOutside: Bool { fields["by"] == nil }
  }

  private let header: NavigationArguments
  private let clock: SessionRecorder.Clock
  private let lines: [Line]
  /// Whether the last line was cut off.
  public let isTruncated: Bool

  /// Reads the lines of a recording; empty ones are skipped, and a last line that was cut off is
  /// left out. Throws `malformed`, with the line, for anything else that is no recording.
  public init(_ lines: [String]) throws(NavigationError) {
    let texts = lines.enumerated().filter { !$0.element.allSatisfy(\.isWhitespace) }
    var parsed: [Line] = []
    var isTruncated = false
    for (position, text) in texts.enumerated() {
      do throws(NavigationError) {
        guard case .table(let fields) = try JSONReader.value(text.element) else {
          throw NavigationError(.malformed, "a recording's lines are tables")
        }
        parsed.append(Line(number: text.offset + 1, fields: fields))
      } catch {
        guard position > 0, position == texts.count - 1 else {
          throw NavigationError(
            .malformed, "replay: line \(text.offset + 1) of the recording: \(error.message)")
        }
        isTruncated = true
      }
    }
    guard let header = parsed.first?.fields, header["format"] == .string(SessionRecorder.format)
    else {
      throw NavigationError(
        .malformed,
        "replay: this is no recording: its first line is not that of \(SessionRecorder.format)")
    }
    let reader = FieldReader(header, path: "recording")
    try reader.checkVersion(SessionRecorder.readableVersions)
    guard let clock = SessionRecorder.Clock(rawValue: try reader.text("clock")) else {
      throw reader.wrong("clock", expected: "\"automatic\" or \"manual\"")
    }
    self.header = header
    self.clock = clock
    self.lines = Array(parsed.dropFirst())
    self.isTruncated = isTruncated
  }

  // MARK: - Running

  /// Does every step again until one comes to something else.
  ///
  /// An engine that does not show what the recording begins with is brought there by restoring; its
  /// coordinators are then told with `didRestore` and not started. Throws `malformed` or
  /// `notRestorable` where that fails, and when called from a callback.
  public func run(on engine: NavigationEngine) throws(NavigationError) -> Report {
    guard !engine.isInCallback else {
      throw NavigationError(.badArgument, "replay: cannot be called from a callback")
    }
    let (outer, wasAutomatic) = (engine.recorder, engine.isClockAutomatic)
    let kept = outer?.tapes.filter(\.isKept) ?? []
    engine.recorder = kept.isEmpty ? nil : SessionRecorder(engine, tapes: kept, after: outer)
    defer {
      if engine.isClockAutomatic != wasAutomatic { engine.isClockAutomatic = wasAutomatic }
      engine.recorder = outer
    }
    // A tape of the host hears what is done, and nothing where there is nothing to do.
    if engine.inFlight != nil || !engine.queue.isEmpty { engine.settle() }
    let objects = ObjectReader(engine: engine)
    try begin(on: engine, objects)
    var done: [NavigationArguments] = []
    let isSparing = !lines.contains { $0.fields["state"] != nil }
    let tape = SessionRecorder.Tape(
      start: engine.now, isKept: false, isSparing: isSparing
    ) { done.append($0) }
    engine.recorder = SessionRecorder(engine, tapes: kept + [tape], after: outer)
    var builder = CallBuilder(engine: engine, objects: objects)
    var (expected, step) = ([Line](), 0)
    for line in lines {
      expected.append(line)
      guard line.isOutside else { continue }
      step += 1
      done = []
      do throws(NavigationError) {
        try perform(line.fields, on: engine, &builder)
      } catch {
        var fields = line.fields
        fields["outcome"] = .string("not replayed: \(error.message)")
        fields["state"] = .string(StateOutline(engine.tree).description)
        done.append(fields)
      }
      if let divergence = Self.divergence(expected, done, step) {
        return Report(stepCount: step, isTruncated: isTruncated, divergence: divergence)
      }
      expected = []
    }
    return Report(stepCount: step, isTruncated: isTruncated, divergence: nil)
  }

  private func begin(
    on engine: NavigationEngine, _ objects: ObjectReader
  ) throws(NavigationError) {
    let reader = FieldReader(header, path: "recording")
    let snapshot = try reader.text("snapshot")
    let present = try? engine.snapshot().image.value
    if let present, (try? JSONWriter.text(of: present)) == snapshot {
      objects.adopt(present)
    } else {
      engine.replayedObjects = objects
      defer { engine.replayedObjects = nil }
      if let error = engine.restore(snapshot)?.error { throw error }
    }
    let isAutomatic = clock == .automatic
    if engine.isClockAutomatic != isAutomatic { engine.isClockAutomatic = isAutomatic }
  }

  private func perform(
    _ fields: NavigationArguments, on engine: NavigationEngine, _ builder: inout CallBuilder
  ) throws(NavigationError) {
    let reader = FieldReader(fields, path: "step")
    switch try reader.text("operation") {
    case "clock.advance": engine.advance(by: try reader.integer("milliseconds"))
    case "clock.settle": engine.settle()
    case "clock.manual": engine.isClockAutomatic = false
    case "clock.automatic": engine.isClockAutomatic = true
    default:
      if let input = try builder.input(of: fields) {
        guard let perform = engine.onReplayedInput else {
          throw NavigationError(
            .malformed, "\(input.name) is an input of a host that this engine does not have")
        }
        return try perform(input)
      }
      let call = try builder.call(of: fields)
      let submission = engine.submit(call)
      if let label = try reader.optionalText("ticket") {
        builder.keep(submission, of: call, as: label)
      }
    }
  }

  // MARK: - Comparing

  private static func divergence(
    _ expected: [Line], _ actual: [NavigationArguments], _ step: Int
  ) -> Divergence? {
    for (index, line) in expected.enumerated() {
      let wanted = result(line.fields)
      var got = index < actual.count ? result(actual[index]) : nil
      // A sparing recording says what is shown only now and then.
      if line.fields["state"] == nil { got?.state = "" }
      if wanted == got && (index + 1 < expected.count || actual.count == expected.count) {
        continue
      }
      let nothing = Result(operation: "", outcome: "nothing more happened", state: "", time: 0)
      let last = wanted == got ? actual.last : index < actual.count ? actual[index] : nil
      let other = last.map { result($0, withError: true) }
      return Divergence(
        line: line.number, step: step, expected: wanted, actual: other ?? nothing)
    }
    return nil
  }

  /// - Parameter withError: Whether the outcome says why an input failed.
  private static func result(
    _ fields: NavigationArguments, withError: Bool = false
  ) -> Result {
    let text = { (name: String) in
      if case .string(let text) = fields[name] { text } else { "" }
    }
    let error = withError && fields["error"] != nil ? ": \(text("error"))" : ""
    var time = 0
    if case .integer(let integer) = fields["time"] { time = integer }
    return Result(
      operation: text("operation"), outcome: text("outcome") + error, state: text("state"),
      time: time)
  }
}

extension SessionReplay.Divergence: CustomStringConvertible {
  /// `step 3 (line 5), pop: expected done …`, with the states where they differ.
  public var description: String {
    var text = "step \(step) (line \(line)), \(expected.operation): "
    text += "expected \(expected.outcome), got \(actual.outcome)"
    if actual.operation != expected.operation && !actual.operation.isEmpty {
      text += " of \(actual.operation)"
    }
    if actual.time != expected.time {
      text += "\n  expected at \(expected.time) ms, got \(actual.time) ms"
    }
    if actual.state != expected.state {
      text += "\n  expected \(expected.state)\n  got      \(actual.state)"
    }
    return text
  }
}
