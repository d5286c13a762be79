internal import SignalboxScenarios
internal import SignalboxScripting

/// A single run of a command that may run the scenarios several times.
struct TestIteration {
  /// The result of the run.
  struct Result {
    var code: ExitCode
    /// The plan and the summary, or `nil` if the run ended before it had a plan.
    let run: (plan: RunPlan, summary: RunSummary)?

    init(_ code: ExitCode) {
      self.code = code
      run = nil
    }

    init(_ code: ExitCode, _ plan: RunPlan, _ summary: RunSummary) {
      self.code = code
      run = (plan, summary)
    }
  }

  /// The time when reports are written.
  enum ReportTime {
    case asItGoes
    /// The caller, which repeats runs, writes the reports of the run that it selects.
    case atItsEnd
  }

  /// The files to run, or `nil` to run all files.
  var files: Set<String>?
  /// The identifiers of the scenarios to run, or `nil` to run all scenarios.
  var ids: Set<String>?
  /// The number of the run, counted from 0. The number is added to the seed so that each run has a
  /// different order.
  var number: UInt64 = 0
  var isReported = ReportTime.asItGoes

  func selects(_ scenario: ScenarioDescription) -> Bool {
    files?.contains(scenario.file) ?? true && ids?.contains(scenario.id) ?? true
  }
}

/// The scenario files, cached between runs.
final class ScenarioCache {
  /// The contents of files.
  struct Found {
    var scenarios: [ScenarioDescription] = []
    var files: [String: ScenarioFile] = [:]
    var unloaded: [UnloadedFile] = []
  }

  private var entries: [String: ScenarioOutcome] = [:]

  /// Removes files that have changed, or whose dependencies have changed, from the cache.
  func forget(_ paths: Set<String>) {
    for path in paths { entries[path] = nil }
  }

  /// Reads new files and returns the contents of all files.
  ///
  /// - Parameter read: A closure that receives the paths of the files, and returns a result for
  ///   each file in the order of the paths.
  /// - Throws: `interrupted` if the user stopped the search. Files that fail to load are included
  ///   in the result if they belong to the run.
  func find(
    _ paths: [String], _ iteration: TestIteration,
    reading read: ([String]) throws(ScriptError) -> [ScenarioOutcome]
  ) throws(ScriptError) -> Found {
    let unknown = paths.filter { entries[$0] == nil }
    for (path, outcome) in zip(unknown, try read(unknown)) { entries[path] = outcome }
    var found = Found()
    for path in paths {
      switch entries[path] {
      case .success(let content)?:
        found.scenarios += content.scenarios
        found.files[path] = content.file
      case .failure(let error)?:
        guard iteration.files?.contains(path) ?? (iteration.ids == nil) else { continue }
        found.unloaded.append(UnloadedFile(path: path, error: error))
      case nil: continue
      }
    }
    return found
  }
}
