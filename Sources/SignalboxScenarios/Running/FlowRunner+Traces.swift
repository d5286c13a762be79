internal import SignalboxScripting

extension FlowRunner {
  /// Keeps the trace of a flow that has ended, where one is wanted.
  ///
  /// - Parameters:
  ///   - tape: What was recorded while it ran.
  ///   - busy: How long its last attempt took up to its last step.
  func keepTrace(
    of result: inout FlowResult, _ tape: FlowTape?, of file: FlowFile, busy: Duration,
    _ note: @escaping (Event) -> Void
  ) {
    guard let traces, settings.trace != .off, result.attempts > 0, result.status != .notRun else {
      return
    }
    var recording = Swift.Result<FlowTape?, NoTrace>.success(tape)
    if settings.trace == .retainOnFailure, result.status == .failed {
      recording = record(again: result, of: file, busy: busy, note).map { $0 }
    }
    switch recording {
    case .success(let tape):
      if let lines = tape?.lines(of: result), !lines.isEmpty {
        result.trace = traces.write(lines, of: result.flow)
        return
      }
      if result.status == .failed { result.traceAbsence = NoTrace.nothingRecorded.rawValue }
    case .failure(let reason): result.traceAbsence = reason.rawValue
    }
    traces.remove(of: result.flow)
  }

  /// Why a flow that failed leaves no trace.
  private enum NoTrace: String, Error {
    case nothingRecorded = "it failed before there was anything to record"
    case memory = "running it again would need as much memory"
    case stopped = "the run was stopped"
    case passed = "it passed when it was run again to be recorded"
    case other = "it failed in another way when it was run again to be recorded"
  }

  /// At most so many steps are recorded of a flow that did not end by itself.
  private static let mostSteps = 10_000
  /// The wall-clock time in which a flow that ran out of it gets where it was, at least; beyond that,
  /// multiples of what it took.
  private static let leastTime = Duration.seconds(2), timeFactor = 4

  /// Runs a flow that failed once more, for its trace (decision 0189).
  private func record(
    again result: FlowResult, of file: FlowFile, busy: Duration, _ note: @escaping (Event) -> Void
  ) -> Swift.Result<FlowTape, NoTrace> {
    let stop = result.failures.lazy.map(\.error).first { $0.kind.isStop }
    if stop?.kind == .memory { return .failure(.memory) }
    let tape = FlowTape()
    var quiet = settings
    quiet.coverage = nil
    quiet.frames = .none
    quiet.keepsSteps = false
    quiet.pausesAtFailure = false
    if stop?.kind == .timeout {
      // What hung goes as far as it went, and no further.
      let count = min(result.steps.last?.number ?? 0, Self.mostSteps)
      quiet.maximumSteps = min(max(1, count), settings.maximumSteps ?? .max)
      quiet.maximumTimeout = min(
        settings.timeout(of: result.flow), max(Self.leastTime, busy * Self.timeFactor))
    }
    let runner = FlowRunner(quiet, frames: frames, source)
    var before = result
    before.attempts -= 1
    let second = runner.attempt(
      before, of: file,
      { event in
        // What it prints was printed already.
        switch event {
        case .output, .shown: break
        default: note(event)
        }
      }, tape)
    if second.isStopped { return .failure(.stopped) }
    guard let failure = second.failures.first else { return .failure(.passed) }
    let isSame =
      stop?.kind == .timeout
      ? failure.error.kind.isStop
      : failure.error.message == result.failures.first?.error.message
    return isSame ? .success(tape) : .failure(.other)
  }
}
