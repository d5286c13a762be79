internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// A worker process with what it does at the moment.
final class Worker {
  /// What it does, as far as it has reported it.
  struct Task {
    let token: WorkerToken
    /// Counts from 1.
    var attempt: Int
    var phase: ScenarioPhase
    var limit: Duration
    /// How long the phase has lasted. Time in which this process was kept from running does not count:
    /// it may have kept the worker from running as well.
    var elapsed = Duration.zero
    /// How long all phases have lasted.
    var total = Duration.zero
    /// What went wrong in each attempt before that one, as far as this process has run them.
    var failedAttempts: [[ScenarioFailure]] = []
    /// What the attempt has printed.
    var output: [String] = []
    /// The recording of the scenario.
    var trace: [String]?
  }

  let process: WorkerProcess
  var task: Task?
  /// Whether it has reported anything yet.
  private(set) var isReady = false
  /// Whether it has closed its end.
  private(set) var hasEnded = false
  private var inbox: [UInt8] = []

  init(_ process: WorkerProcess) { self.process = process }

  /// Whether it does something.
  var isBusy: Bool { !hasEnded && task != nil }

  /// Reads what has come, once or up to its end, and hands on the whole messages.
  ///
  /// - Returns: How many bytes have come.
  @discardableResult
  func receive(
    _ piece: inout [UInt8], toEnd: Bool = false,
    _ take: (inout MessageReader) throws(MessageReader.Damage) -> Void
  ) throws(MessageReader.Damage) -> Int {
    var total = 0
    repeat {
      let count = read(process.reports, &piece, piece.count)
      if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { hasEnded = true }
      guard count > 0 else { return total }
      isReady = true
      total += count
      inbox += piece[..<count]
      var start = 0
      while let length = try MessageReader.length(inbox, at: start) {
        let body = start + MessageWriter.lengthSize
        guard inbox.count >= body + length else { break }
        var reader = MessageReader(inbox[body..<body + length])
        try take(&reader)
        start = body + length
      }
      inbox.removeSubrange(..<start)
    } while toEnd
    return total
  }
}
