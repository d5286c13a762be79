/// Writes down what is done to an engine, one line of JSON each.
///
/// The first line is the state to begin with. Each operation and gesture submitted, and each passing
/// of time, is a line with the caller's path, the arguments, the time since the beginning, the
/// outcome and, where it came from outside, the state after it. What callbacks submit stands before
/// the line of the operation that called them, marked `by = "callback"`.
///
/// A sparing sink gets the state only as often as writing it costs no more per line than a small
/// state does (decision 0130).
final class SessionRecorder {
  static let format = "signalbox.session"
  static let version = 3

  /// What moves the clock of an engine: animated operations by themselves, or the host.
  enum Clock: String {
    case automatic, manual
  }

  /// Where the lines go.
  struct Sink {
    /// When it began; times count from there.
    let start: Int
    /// Whether it is the host's own, which goes on beside the recordings of scripts.
    let isKept: Bool
    /// Whether large states are left out of most lines.
    var isSparing = false
    let write: (NavigationArguments) -> Void
  }

  unowned let engine: NavigationEngine
  let sinks: [Sink]
  let waiting: WaitingCalls
  /// What may still be spent on the states of sparing sinks, in records.
  private var credit = SessionRecorder.maxCredit
  private static let maxCredit = 4096
  private static let creditPerLine = 32
  /// About what a record takes as text.
  private static let bytesPerCredit = 64

  /// - Parameter previous: The recorder in whose place it comes: names of calls stay unique.
  init(_ engine: NavigationEngine, sinks: [Sink], after previous: SessionRecorder?) {
    self.engine = engine
    self.sinks = sinks
    waiting = previous?.waiting ?? WaitingCalls()
  }

  /// The first line of a recording that begins now.
  ///
  static func header(
    of engine: NavigationEngine
  ) throws(NavigationError) -> NavigationArguments {
    [
      "format": .string(format), "version": .integer(version),
      "state": try engine.snapshot().tree.value,
      "clock": .string((engine.isClockAutomatic ? Clock.automatic : .manual).rawValue),
    ]
  }

  func record(_ call: OperationCall, _ run: () -> Submission) -> Submission {
    // What a batch collects is recorded with the batch.
    let isCollected = engine.queue.isRecording(depth: engine.eventLog.callbackDepth)
    if isCollected || OperationCatalog.traits[call.operation].isQuery { return run() }
    let fields = CallImage(engine: engine, waiting: waiting).fields(of: call)
    return record(fields, run) { submission, fields in
      if fields["by"] == nil { fields["ticket"] = label(of: call, submission).map { .string($0) } }
      return submission.outcome?.description ?? "queued"
    }
  }

  /// Writes the line of what a body does.
  ///
  /// - Parameter outcome: How it ended; may add fields.
  func record<Result, Failure: Error>(
    _ fields: NavigationArguments, _ body: () throws(Failure) -> Result,
    outcome: (Result, inout NavigationArguments) -> String = { _, _ in "done" }
  ) throws(Failure) -> Result {
    var fields = fields
    fields["time"] = .integer(engine.now)
    if engine.isInCallback || engine.isInInput { fields["by"] = "callback" }
    do throws(Failure) {
      let result = try body()
      let ending = outcome(result, &fields)
      end(&fields, ending)
      return result
    } catch {
      // A replay compares that it failed; the message is for readers.
      fields["error"] = .string("\(error)")
      end(&fields, "failed")
      throw error
    }
  }

  /// The name of a call that waits, where a later one may go on with it.
  private func label(of call: OperationCall, _ submission: Submission) -> String? {
    guard case .queued(let ticket) = submission, ticket.outcome == nil,
      call.link != nil || !call.steps.isEmpty
        || OperationCatalog.signature(at: call.operation).continues
    else { return nil }
    return waiting.note(call, ticket)
  }

  private func end(_ fields: inout NavigationArguments, _ outcome: String) {
    fields["outcome"] = .string(outcome)
    let isOutside = fields["by"] == nil
    let isAffordable = isOutside && spend()
    let isWanted = isOutside && (isAffordable || sinks.contains { !$0.isSparing })
    let state = isWanted ? engine.recordedState : nil
    // A text of long arguments costs as much as one of many records.
    if isAffordable, let state, let size = try? JSONWriter.size(of: state) {
      credit -= size / Self.bytesPerCredit
    }
    let now = fields["time"]?.integer ?? 0
    for sink in sinks {
      fields["time"] = .integer(now - sink.start)
      fields["state"] = sink.isSparing && !isAffordable ? nil : state
      sink.write(fields)
    }
  }

  /// Whether the present state may be written on sparing sinks.
  private func spend() -> Bool {
    credit = min(Self.maxCredit, credit + Self.creditPerLine)
    let cost = engine.state.size
    guard cost <= credit else { return false }
    credit -= cost
    return true
  }
}

extension NavigationEngine {
  /// Whether what is done is being written down.
  public var isRecording: Bool { recorder?.sinks.contains { !$0.isKept } ?? false }

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
    let header = try SessionRecorder.header(of: self)
    sink(try JSONWriter.text(of: .table(header), &numbering))
    let lines = SessionRecorder.Sink(start: now, isKept: isKept, isSparing: isSparing) { fields in
      do throws(NavigationError) {
        sink(try JSONWriter.text(of: .table(fields), &numbering))
      } catch {
        let isTooLong = JSONWriter.fault(in: .table(fields)) == nil
        var fields = fields
        for name in ["arguments", "value", "pages", "content", "coordinator", "caller", "state"] {
          guard let value = fields[name] else { continue }
          if isTooLong || JSONWriter.fault(in: value) != nil { fields[name] = nil }
        }
        fields["unrecordable"] = .string(error.message)
        if let line = try? JSONWriter.text(of: .table(fields), &numbering) { sink(line) }
      }
    }
    setSinks(sinks.filter { $0.isKept != isKept } + [lines])
  }

  /// Ends a recording: that of a script, or the host's own.
  public func stopRecording(isKept: Bool = false) { setSinks(sinks.filter { $0.isKept != isKept }) }

  private var sinks: [SessionRecorder.Sink] { recorder?.sinks ?? [] }

  private func setSinks(_ sinks: [SessionRecorder.Sink]) {
    recorder = sinks.isEmpty ? nil : SessionRecorder(self, sinks: sinks, after: recorder)
  }

  /// What is shown, as recordings have it; `nil` where JSON has no form for it.
  var recordedState: NavigationValue? {
    let value = try? snapshot().tree.value
    return value.flatMap { JSONWriter.fault(in: $0) == nil ? $0 : nil }
  }
}
