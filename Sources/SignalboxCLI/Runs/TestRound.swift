internal import SignalboxScenarios
internal import SignalboxScripting

/// One run of several by the same command.
struct TestRound {
  /// What came of it.
  struct Result {
    var code: ExitCode
    /// What was run; `nil` where it did not come to that.
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

  /// When the reports are written.
  enum ReportTime {
    case asItGoes
    /// Written by the code that repeats runs, after this one was found relevant.
    case atItsEnd
  }

  /// The files that it is about; `nil` for all.
  var files: Set<String>?
  /// The scenarios that it is about, by their whole names; `nil` for all.
  var ids: Set<String>?
  /// Counts from 0; added to the seed, so that no two rounds have one order.
  var number: UInt64 = 0
  var isReported = ReportTime.asItGoes

  func selects(_ scenario: ScenarioDescription) -> Bool {
    files?.contains(scenario.file) ?? true && ids?.contains(scenario.id) ?? true
  }
}

/// The files of scenarios as they were when they were read, kept from one round to the next.
final class ScenarioCache {
  /// What files have.
  struct Found {
    var scenarios: [ScenarioDescription] = []
    var files: [String: ScenarioFile] = [:]
    var unloaded: [UnloadedFile] = []
  }

  private var entries: [String: ScenarioOutcome] = [:]

  /// Forgets files, because they, or what they use, have changed.
  func forget(_ paths: Set<String>) {
    for path in paths { entries[path] = nil }
  }

  /// Reads new files and returns the contents of all files.
  ///
  /// - Parameter read: Receives their paths and returns the result of each, in order.
  /// - Throws: `interrupted` if the user stops it; files that fail to load are part of the result
  ///   if they belong to the run.
  func find(
    _ paths: [String], _ round: TestRound,
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
        guard round.files?.contains(path) ?? (round.ids == nil) else { continue }
        found.unloaded.append(UnloadedFile(path: path, error: error))
      case nil: continue
      }
    }
    return found
  }
}
