internal import SignalboxScripting

extension FlowRunner {
  /// Keeps the trace of a flow that has ended, where one is wanted.
  ///
  /// - Parameter tape: What was recorded while it ran.
  func keepTrace(
    of result: inout FlowResult, _ tape: FlowTape?, of file: FlowFile,
    _ note: @escaping (Event) -> Void
  ) {
    guard let traces, result.attempts > 0, result.status != .notRun else { return }
    var tape = tape
    if settings.trace == .retainOnFailure, result.status == .failed {
      tape = record(again: result, of: file, note)
    }
    guard let tape, case let lines = tape.lines(of: result), !lines.isEmpty else {
      traces.remove(of: result.flow)
      return
    }
    result.trace = traces.write(lines, of: result.flow)
  }

  /// Runs a flow that failed once more, for its trace; `nil` where it does not fail in the same way.
  private func record(
    again result: FlowResult, of file: FlowFile, _ note: @escaping (Event) -> Void
  ) -> FlowTape? {
    // It would only take its time, or the memory, once more.
    guard !result.failures.contains(where: { $0.error.kind.isStop }) else { return nil }
    let tape = FlowTape()
    var quiet = settings
    quiet.coverage = nil
    quiet.frames = .none
    quiet.keepsSteps = false
    quiet.pausesAtFailure = false
    let runner = FlowRunner(quiet, frames: frames, source)
    var before = result
    before.attempts -= 1
    let second = runner.attempt(
      before, of: file,
      { event in
        // What it prints was printed already.
        if case .output = event { return }
        note(event)
      }, tape)
    let isSame = second.failures.first?.error.message == result.failures.first?.error.message
    return isSame ? tape : nil
  }
}
