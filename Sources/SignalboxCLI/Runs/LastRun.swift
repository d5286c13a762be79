internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// Which scenarios failed when they last ran: a file of their names, a line each.
struct LastRun {
  private let folder: String
  private(set) var failed: Set<String> = []
  private static let name = ".signalbox/last-failed"

  /// - Parameter project: Knows the folder that the file belongs to.
  /// - Throws: where the file cannot be read; where there is none, nothing has failed.
  init(_ project: Project) throws(ScriptError) {
    folder = project.folder
    let text: [UInt8]
    do throws(FileFailure) {
      text = try RootedFolder(folder).read(Self.name)
    } catch {
      if error.isMissing { return }
      throw ScriptError(
        .module, "cannot read \(project.path(of: Self.name)): \(error.reason)",
        hint: "delete it, and the next run writes it again")
    }
    failed = Set(String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  /// Keeps what failed, and what failed before and did not run now.
  ///
  /// - Throws: where it cannot be written.
  func note(_ results: [ScenarioResult]) throws(ScriptError) {
    // One by one: a list of thousands of results is the largest thing that a run holds.
    var names = failed
    if !names.isEmpty {
      for result in results where result.status != .notRun { names.remove(result.scenario.id) }
    }
    for index in results.indices where results[index].status == .failed {
      names.insert(results[index].scenario.id)
    }
    guard names != failed else { return }
    try WrittenFile.write(
      names.sorted().map { "\($0)\n" }.joined(), to: Self.name, below: folder)
  }
}
