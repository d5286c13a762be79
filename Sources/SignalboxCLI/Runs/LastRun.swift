internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// The scenarios that failed in the last run, stored in a file with one identifier per line.
///
/// The identifiers contain paths relative to the project's folder, so that they do not depend on
/// the current folder or on the form of the path on the command line.
struct LastRun {
  private let folder: String
  /// The identifiers of the failed scenarios.
  private var failed: Set<String> = []
  private var paths: ProjectPaths
  private static let name = ".signalbox/last-failed"

  /// - Parameter project: The project, which determines the folder of the file.
  /// - Throws: An error if the file cannot be read. If the file is missing, no scenario has failed.
  init(_ project: Project) throws(ScriptError) {
    folder = project.folder
    paths = ProjectPaths(folder)
    let text: [UInt8]
    do throws(FileFailure) {
      text = try RootedFolder(folder).read(Self.name)
    } catch {
      if error.isMissing { return }
      throw ScriptError(
        .module, "cannot read \(project.path(of: Self.name)): \(error.reason)",
        hint: "delete the file, which signalbox creates again when a scenario fails")
    }
    failed = Set(String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  /// Returns those of the given scenarios that failed in the last run, in the given order.
  func failed(among scenarios: [ScenarioDescription]) -> [ScenarioDescription] {
    if failed.isEmpty { return [] }
    var paths = paths
    return scenarios.filter { failed.contains(paths.id(of: $0)) }
  }

  /// Stores the failed scenarios, including those that failed earlier and were not run this time.
  ///
  /// - Throws: An error if the file cannot be written.
  mutating func note(_ results: [ScenarioResult]) throws(ScriptError) {
    // The results are processed one by one, because copying the results of a run, which can be very
    // large, would double the memory.
    var names = failed
    if !names.isEmpty {
      for result in results where result.status != .notRun {
        names.remove(paths.id(of: result.scenario))
      }
    }
    for index in results.indices where results[index].status == .failed {
      names.insert(paths.id(of: results[index].scenario))
    }
    guard names != failed else { return }
    try WrittenFile.write(
      names.sorted().map { "\($0)\n" }.joined(), to: Self.name, below: folder)
  }
}
