internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

extension TestProject {
  /// Modules and snapshots, with folder names for messages.
  var files: FolderFiles { FolderFiles(placing: path(named:)) }

  /// Returns the modules that scripts of a test can require: from the script's own folder, then
  /// from the root.
  ///
  /// - Parameters:
  ///   - folder: The folder of the script on disk.
  ///   - sources: Stores the texts of the files.
  func modules(in folder: String, sources: SourceCache) -> FolderModules {
    FolderModules(in: [folder, root], files: files, sources: sources, naming: name(of:))
  }
}

extension SnapshotPolicy {
  /// Returns the policy in `SIGNALBOX_UPDATE`: `1` overwrites changed snapshots; in CI nothing is
  /// written by default.
  ///
  /// - Throws: `badArgument` for another value.
  static func ofEnvironment() throws(ScriptError) -> SnapshotPolicy {
    guard let word = TestProject.variable("SIGNALBOX_UPDATE") else {
      return TestProject.isCI ? .none : .missing
    }
    switch word {
    case "1", "true", "changed": return .changed
    case "0", "false", "none": return .none
    case "missing": return .missing
    default:
      throw .badArgument(
        "SIGNALBOX_UPDATE is \"\(word)\", expected 1 to write snapshots that changed, missing for new "
          + "ones only, or 0 for none")
    }
  }
}

extension TestProject {
  /// Whether the tests run in CI, where written files are lost.
  static var isCI: Bool {
    guard let word = variable("CI") else { return false }
    return word != "0" && word != "false"
  }
}
