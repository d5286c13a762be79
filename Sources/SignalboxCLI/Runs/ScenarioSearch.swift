internal import Dispatch
internal import PortableMutex
internal import SignalboxScenarios
internal import SignalboxScripting

/// Loads files in parallel to find their scenarios.
struct ScenarioSearch: Sendable {
  let paths: [String]
  let factory: RunnerFactory
  let workers: Int

  /// The progress that the workers share.
  private struct Progress {
    var next = 0
    var outcomes: [ScenarioOutcome?]
    var stop: ScriptError?
    /// The stoppers of the files that are being loaded, keyed by worker.
    var stoppers: [Int: ScriptStopper] = [:]

    mutating func stop(_ error: ScriptError) {
      stop = stop ?? error
      for stopper in stoppers.values { stopper.stop() }
    }
  }

  /// Returns the results in the order of the paths, one for each file.
  ///
  /// - Throws: `interrupted` if the user stopped the search.
  func run() throws(ScriptError) -> [ScenarioOutcome] {
    // The workers access the progress briefly before and after every file.
    let progress = Mutex(Progress(outcomes: Array(repeating: nil, count: paths.count)))
    let work: @Sendable (Int) -> Void = { worker in
      let runner = factory.makeRunner()
      while let index = take(progress) {
        read(index, runner, progress, worker)
      }
    }
    let workers = max(1, min(workers, paths.count))
    if workers > 1 {
      DispatchQueue.concurrentPerform(iterations: workers, execute: work)
    } else {
      work(0)
    }
    let (outcomes, stop) = progress.withLock { ($0.outcomes, $0.stop) }
    if let stop { throw stop }
    return outcomes.compactMap(\.self)
  }

  private func take(_ progress: borrowing Mutex<Progress>) -> Int? {
    let isStopped = UserStop.reason != nil
    return progress.withLock { progress in
      if isStopped {
        progress.stop(ScriptError(.interrupted, "stopped while files were being read"))
      }
      guard progress.stop == nil, progress.next < paths.count else { return nil }
      defer { progress.next += 1 }
      return progress.next
    }
  }

  private func read(
    _ index: Int, _ runner: ScenarioRunner, _ progress: borrowing Mutex<Progress>, _ worker: Int
  ) {
    let path = paths[index]
    do throws(ScriptError) {
      let file = ScenarioFile(path: path, source: try ScriptFile.read(path))
      factory.sources[path] = file.source
      let scenarios = try runner.scenarios(of: file) { event in
        guard case .session(let stopper) = event else { return }
        progress.withLock { progress in
          progress.stoppers[worker] = stopper
          if progress.stop != nil { stopper.stop() }
        }
      }
      progress.withLock { $0.outcomes[index] = .success((file, scenarios)) }
    } catch {
      progress.withLock { progress in
        if error.kind == .interrupted {
          progress.stop(error)
        } else {
          progress.outcomes[index] = .failure(error)
        }
      }
    }
    progress.withLock { $0.stoppers[worker] = nil }
  }
}
