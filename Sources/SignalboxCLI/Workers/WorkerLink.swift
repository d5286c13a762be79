internal import Dispatch
internal import PortableMutex
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// The kinds of reports that a worker sends. Each report is one message.
enum WorkerReport: UInt8 {
  /// A worker has started a work item. The message contains the item's token.
  case began
  case attempt
  case phase
  case output
  /// A script has printed a line, and output is shown immediately.
  case shown
  /// A file has been loaded. The message contains the source of the file, for excerpts.
  case source
  /// A scenario file has looked up a path.
  case used
  case coverage
  case trace
  /// A work item has ended. The message contains its result.
  case plugins, failed, found, result, value
}

/// A worker's connection to its parent process.
///
/// Events are reported immediately, so that the parent process knows the current work if the worker
/// crashes. Only the result of a work item is buffered until the next work item starts.
final class WorkerLink: Sendable {
  private struct State {
    /// The reports that have not been sent.
    var waiting: [UInt8] = []
    /// Whether a scenario is running or its file is being loaded.
    var isScenario = false
    /// The number of previous attempts that failed.
    var attempts = 0
    /// The time limit that the parent process assumes for the current work, and the start time of
    /// that work.
    var limit = Duration.zero
    var start = ContinuousClock.now
    /// Whether a session is being created.
    var isPreparing = false

    /// - Returns: Whether the parent process must be notified.
    mutating func begin(_ phase: ScenarioPhase, _ limit: Duration) -> Bool {
      let now = ContinuousClock.now
      if [.loading, .running].contains(phase), !isPreparing, limit == self.limit,
        now - start < WorkerLink.negligible
      {
        return false
      }
      self.limit = limit
      start = now
      isPreparing = phase == .preparing
      return true
    }
  }

  /// The duration below which a phase counts as part of the next phase. Combining short phases
  /// saves a message for most scenarios.
  private static let negligible = Duration.milliseconds(50)

  private struct Stop {
    var isStopped = false
    var stopper: ScriptStopper?
  }

  /// The state, which is locked for each report, because module lookups are also reported while a
  /// script runs.
  private let state = Mutex(State())
  /// Whether the worker was stopped, and the stopper of its session. This state is locked when a
  /// session becomes ready and when the worker is stopped.
  private let stop = Mutex(Stop())

  // MARK: - Stopping

  /// Watches the control socket on a separate thread, which runs even if the main thread is
  /// blocked.
  func watchControl() {
    DispatchQueue(label: "signalbox.control").async {
      while true {
        var byte = [UInt8](repeating: 0, count: 1)
        let count = read(WorkerFiles.control, &byte, 1)
        if count > 0 {
          self.stop.withLock { stop in
            stop.isStopped = true
            stop.stopper?.stop()
          }
        } else if count == 0 || errno != EINTR {
          // The parent process has ended and would not read further reports.
          _exit(0)
        }
      }
    }
  }

  // MARK: - Reporting

  /// Reports the start of a work item.
  ///
  /// - Parameter limit: The time limit that the parent process assumes unless the worker sends
  ///   another limit.
  func begin(_ token: WorkerToken, limit: Duration) {
    var message = MessageWriter(WorkerReport.began.rawValue)
    message.write(token.bytes)
    state.withLock { state in
      state.isScenario = token.kind == .scenario
      state.attempts = Int(token.attempts)
      state.limit = limit
      state.start = .now
      state.isPreparing = false
      state.waiting += message.finish()
      Self.flush(&state)
    }
  }

  /// Reports an event of a runner.
  func note(_ event: ScenarioRunner.Event, limit: Duration) {
    switch event {
    case .attempt(let number, let failures):
      // The first attempt begins with the work item and is not reported.
      if state.withLock({ $0.attempts + 1 }) == number { return }
      var message = MessageWriter(WorkerReport.attempt.rawValue)
      message.write(number)
      message.write(json: failures)
      send(message.finish())
      // The parent process also restarts its measurement of the time.
      state.withLock { $0.start = .now }
    case .phase(let phase, let limit): begin(phase, limit)
    case .session(let stopper):
      // The session has been created, so the time limit for creating it no longer applies.
      if state.withLock({ $0.isPreparing }) { begin(.loading, limit) }
      stop.withLock { stop in
        stop.stopper = stopper
        if stop.isStopped { stopper.stop() }
      }
    case .output(let line): send(line, as: .output)
    case .shown(let line): send(line, as: .shown)
    }
  }

  private func send(_ line: String, as kind: WorkerReport) {
    var message = MessageWriter(kind.rawValue)
    message.write(line)
    send(message.finish())
  }

  /// Starts a phase with a time limit, and reports it to the parent process if necessary.
  func begin(_ phase: ScenarioPhase, _ limit: Duration) {
    let isScenario = state.withLock { $0.isScenario }
    let phase = isScenario && phase == .loading ? .running : phase
    guard state.withLock({ $0.begin(phase, limit) }) else { return }
    var message = MessageWriter(WorkerReport.phase.rawValue)
    message.write(ScenarioPhase.allCases.firstIndex(of: phase) ?? 0)
    message.write(limit)
    send(message.finish())
  }

  /// Adds the result of a work item to the reports. The result is sent together with the start of
  /// the next work item, or by ``flush()``.
  func end(_ message: consuming MessageWriter) {
    let bytes = message.finish()
    state.withLock { $0.waiting += bytes }
    stop.withLock { $0.stopper = nil }
  }

  /// Sends a report immediately.
  func send(_ message: [UInt8]) {
    state.withLock { state in
      state.waiting += message
      Self.flush(&state)
    }
  }

  /// Sends the buffered reports.
  func flush() { state.withLock { Self.flush(&$0) } }

  private static func flush(_ state: inout State) {
    var sent = 0
    while sent < state.waiting.count {
      let rest = sent == 0 ? state.waiting : Array(state.waiting[sent...])
      let count = put(rest, to: WorkerFiles.reports)
      if count > 0 {
        sent += count
      } else if errno != EINTR {
        _exit(0)
      }
    }
    state.waiting.removeAll(keepingCapacity: true)
  }
}

/// Calls the system function `write(2)`, which a method of the same name hides inside the type.
private func put(_ bytes: [UInt8], to descriptor: Int32) -> Int {
  write(descriptor, bytes, bytes.count)
}
