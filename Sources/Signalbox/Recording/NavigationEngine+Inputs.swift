extension NavigationEngine {
  /// Whether an input that is performed now would be recorded.
  package var isRecordingInputs: Bool {
    recorder != nil && !isInCallback && !queue.isRecording && !isInInput
  }

  /// Performs an input. A recording contains the input as a single step: the operations that the
  /// input submits are recorded as its consequences, and a replay repeats only the input.
  ///
  /// If this method is called in a callback, in another input or in a batch that is being recorded,
  /// or if calls are not recorded, it only calls `body`.
  package func perform<Result, Failure: Error>(
    _ input: HostInput, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let recorder = sessionRecorder, isRecordingInputs else { return try body() }
    return try recorder.record(CallCoder(engine: self).fields(of: input)) { () throws(Failure) in
      isInInput = true
      defer { isInInput = false }
      return try body()
    }
  }
}
