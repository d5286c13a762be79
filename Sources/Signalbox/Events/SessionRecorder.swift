/// Writes down what is done to an engine, one line of JSON each.
///
/// The first line is the state to begin with. Each operation and gesture submitted, and each passing
/// of time, is a line with the caller's path, the arguments, the time since the beginning, the
/// outcome and, where it came from outside, the state after it. What callbacks submit stands before
/// the line of the operation that called them, marked `by = "callback"`.
///
/// A sparing tape gets the state only as often as writing it costs no more per line than a small
/// state does (decision 0130).
final class SessionRecorder {
  static let format = "signalbox.session"
  static let version = 3
  /// What can still be replayed: version 1 knew no lazy pages, chains in batches and traits, version
  /// 2 no chains outside of batches.
  static let readableVersions = 1...version

  /// What moves the clock of an engine: animated operations by themselves, or somebody.
  enum Clock: String {
    case automatic, manual
  }

  /// Somebody who wants the lines.
  struct Tape {
    /// When it began; times count from there.
    let start: Int
    /// Whether it is the host's own, which goes on beside the recordings of scripts.
    let isKept: Bool
    /// Whether large states are left out of most lines.
    var isSparing = false
    let write: (NavigationArguments) -> Void
  }

  unowned let engine: NavigationEngine
  let tapes: [Tape]
  let waiting: WaitingCalls
  /// What may still be spent on the states of sparing tapes, in records.
  private var credit = SessionRecorder.mostCredit
  private static let mostCredit = 4096
  private static let creditPerLine = 32
  /// About what a record takes as text.
  private static let bytesPerCredit = 64

  /// - Parameter previous: The recorder in whose place it comes: names of calls stay unique.
  init(_ engine: NavigationEngine, tapes: [Tape], after previous: SessionRecorder?) {
    self.engine = engine
    self.tapes = tapes
    waiting = previous?.waiting ?? WaitingCalls()
  }

  /// The first line of a recording that begins now.
  ///
  /// - Parameter numbering: The numbers of the objects of the recording, none so far.
  static func header(
    of engine: NavigationEngine, _ numbering: inout ObjectNumbering
  ) throws(NavigationError) -> NavigationArguments {
    [
      "format": .string(format), "version": .integer(version),
      "snapshot": .string(try engine.snapshot().json(&numbering)),
      "clock": .string((engine.isClockAutomatic ? Clock.automatic : .manual).rawValue),
    ]
  }

  func record(_ call: OperationCall, _ run: () -> Submission) -> Submission {
    // What a batch collects is recorded with the batch.
    let isCollected = engine.recordings.last?.depth == engine.callbackDepth
    if isCollected || OperationCatalog.traits[call.operation].isQuery { return run() }
    var fields = CallImage(engine: engine, waiting: waiting).fields(of: call)
    let isOutside = begin(&fields)
    let submission = run()
    if isOutside { fields["ticket"] = label(of: call, submission).map { .string($0) } }
    end(&fields, submission.outcome?.description ?? "queued", isOutside)
    return submission
  }

  /// The name of a call that waits, where a later one may go on with it.
  private func label(of call: OperationCall, _ submission: Submission) -> String? {
    guard case .queued(let ticket) = submission, ticket.outcome == nil,
      call.link != nil || !call.steps.isEmpty
        || OperationCatalog.signature(at: call.operation).continues
    else { return nil }
    return waiting.note(call, ticket)
  }

  func recordAdvance(by milliseconds: Int, _ run: () -> Void) {
    recordTime(["operation": "clock.advance", "milliseconds": .integer(milliseconds)], run)
  }

  func recordSettle(_ run: () -> Void) { recordTime(["operation": "clock.settle"], run) }

  /// The clock begins to run by itself, or stops doing so.
  func noteClock() {
    recordTime(["operation": engine.isClockAutomatic ? "clock.automatic" : "clock.manual"]) {}
  }

  private func recordTime(_ fields: NavigationArguments, _ run: () -> Void) {
    var fields = fields
    let isOutside = begin(&fields)
    run()
    end(&fields, "done", isOutside)
  }

  private func begin(_ fields: inout NavigationArguments) -> Bool {
    fields["time"] = .integer(engine.now)
    return !engine.isInCallback && !engine.isInInput
  }

  func end(_ fields: inout NavigationArguments, _ outcome: String, _ isOutside: Bool) {
    fields["outcome"] = .string(outcome)
    if !isOutside { fields["by"] = "callback" }
    let isAffordable = isOutside && spend()
    let state: NavigationValue? =
      if isOutside, isAffordable || tapes.contains(where: { !$0.isSparing }) {
        .string(StateOutline(engine.tree).description)
      } else {
        nil
      }
    // A text of long arguments costs as much as one of many records.
    if isAffordable, case .string(let text)? = state {
      credit -= text.utf8.count / Self.bytesPerCredit
    }
    let now = if case .integer(let time) = fields["time"] { time } else { 0 }
    for tape in tapes {
      fields["time"] = .integer(now - tape.start)
      fields["state"] = tape.isSparing && !isAffordable ? nil : state
      tape.write(fields)
    }
  }

  /// Whether the present state may be written on sparing tapes.
  private func spend() -> Bool {
    credit = min(Self.mostCredit, credit + Self.creditPerLine)
    let cost = engine.state.size
    guard cost <= credit else { return false }
    credit -= cost
    return true
  }
}

extension NavigationEngine {
  /// Whether what is done is being written down.
  public var isRecording: Bool { recorder?.tapes.contains { !$0.isKept } ?? false }

  /// Writes down everything that is done from now on, for ``SessionReplay``.
  ///
  /// Costs O(size of what is shown) for each operation. A second recording ends the first. Throws
  /// `notSerializable` where the present state cannot be written down, and records nothing then.
  ///
  /// - Parameters:
  ///   - isKept: Makes the recording the host's own: only another one like it ends it.
  ///   - isSparing: Leaves large states out of most lines, so that a line costs O(1) whatever is
  ///     shown; a replay then compares them less often.
  ///   - sink: Takes one line at a time, without its end.
  public func record(
    isKept: Bool = false, isSparing: Bool = false, to sink: @escaping (String) -> Void
  ) throws(NavigationError) {
    var numbering = ObjectNumbering()
    let header = try SessionRecorder.header(of: self, &numbering)
    sink(try JSONWriter.text(of: .table(header)))
    let tape = SessionRecorder.Tape(start: now, isKept: isKept, isSparing: isSparing) { fields in
      do throws(NavigationError) {
        sink(try JSONWriter.text(of: .table(fields), &numbering))
      } catch {
        let isTooLong = JSONWriter.fault(in: .table(fields)) == nil
        var fields = fields
        for name in ["arguments", "value", "pages", "content", "coordinator", "caller"] {
          guard let value = fields[name] else { continue }
          if isTooLong || JSONWriter.fault(in: value) != nil { fields[name] = nil }
        }
        fields["unrecordable"] = .string(error.message)
        if let line = try? JSONWriter.text(of: .table(fields), &numbering) { sink(line) }
      }
    }
    setTapes(tapes.filter { $0.isKept != isKept } + [tape])
  }

  /// Ends a recording: that of a script, or the host's own.
  public func stopRecording(isKept: Bool = false) { setTapes(tapes.filter { $0.isKept != isKept }) }

  private var tapes: [SessionRecorder.Tape] { recorder?.tapes ?? [] }

  private func setTapes(_ tapes: [SessionRecorder.Tape]) {
    recorder = tapes.isEmpty ? nil : SessionRecorder(self, tapes: tapes, after: recorder)
  }
}
