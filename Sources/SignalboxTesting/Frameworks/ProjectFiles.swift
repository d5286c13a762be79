internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

extension TestProject {
  /// Modules and snapshots, by the names that messages call their folders.
  var files: FolderFiles { FolderFiles(placing: path(named:)) }

  /// Modules that scripts of a test require: from the script's own folder, then from the root.
  ///
  /// - Parameters:
  ///   - folder: Where the script stands on disk.
  ///   - sources: Gets the texts of what is found.
  func modules(in folder: String, sources: SourceCache) -> FolderModules {
    FolderModules(in: [folder, root], files: files, sources: sources, naming: name(of:))
  }
}

extension SnapshotPolicy {
  /// What `SIGNALBOX_UPDATE` says: `1` writes what has changed; in CI nothing is written unless it
  /// says so.
  ///
  /// - Throws: `badArgument` for another word.
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
  /// Whether the tests run where nobody looks: what is written there is lost.
  static var isCI: Bool {
    guard let word = variable("CI") else { return false }
    return word != "0" && word != "false"
  }
}
