internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// A worker process and its current work.
final class Worker {
  /// The work that a worker is executing, as far as the worker has reported it.
  struct Task {
    let token: WorkerToken
    /// The number of the attempt, counted from 1.
    var attempt: Int
    var phase: ScenarioPhase
    var limit: Duration
    /// The duration of the current phase. The duration does not include the time for which this
    /// process was suspended, because the worker may also have been suspended.
    var elapsed = Duration.zero
    /// The duration of all phases.
    var total = Duration.zero
    /// The failures of previous attempts, as far as this process knows them.
    var failedAttempts: [[ScenarioFailure]] = []
    /// The lines that the attempt has printed.
    var output: [String] = []
    /// The lines of the scenario's recording, or `nil` if it is not recorded.
    var trace: [String]?
  }

  let process: WorkerProcess
  var task: Task?
  /// Whether the worker has sent a report yet.
  private(set) var isReady = false
  /// Whether the worker has closed its end of the connection.
  private(set) var hasEnded = false
  private var inbox = MessageInbox()

  init(_ process: WorkerProcess) { self.process = process }

  /// Whether the worker is executing a work item.
  var isBusy: Bool { !hasEnded && task != nil }

  /// Reads bytes, either once or until no more are available, and processes complete messages.
  ///
  /// - Returns: The number of bytes that were read.
  @discardableResult
  func receive(
    _ chunk: inout [UInt8], toEnd: Bool = false,
    _ take: (inout MessageReader) throws(MessageReader.Damage) -> Void
  ) throws(MessageReader.Damage) -> Int {
    var total = 0
    repeat {
      let count = read(process.reports, &chunk, chunk.count)
      if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { hasEnded = true }
      guard count > 0 else { return total }
      isReady = true
      total += count
      try inbox.add(chunk[..<count], take)
    } while toEnd
    return total
  }
}
