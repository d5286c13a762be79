internal import Foundation
internal import SignalboxScenarios
internal import SignalboxScripting

extension TestProject: ModuleFiles {
  /// Modules that scripts of a test require: from the script's own folder, then from the root.
  ///
  /// - Parameters:
  ///   - folder: Where the script stands on disk.
  ///   - sources: Gets the texts of what is found.
  func modules(in folder: String, sources: SourceShelf) -> FolderModules {
    FolderModules(in: [folder, root], files: self, sources: sources, naming: name(of:))
  }

  func isFile(_ path: String) -> Bool { Self.isFile(path) }

  func isInside(_ path: String, _ folder: String) -> Bool { Self.isInside(path, folder) }
}

/// Frames as files of the project.
final class ProjectFrames: FrameStore {
  private let project: TestProject

  init(_ project: TestProject) { self.project = project }

  func read(_ path: String) throws(ScriptError) -> String? {
    let file = project.path(named: path)
    guard TestProject.isFile(file) else { return nil }
    return String(decoding: try project.read(file), as: UTF8.self)
  }

  func write(_ text: String, to path: String) throws(ScriptError) {
    let file = project.path(named: path)
    if (try? FileManager.default.destinationOfSymbolicLink(atPath: file)) != nil {
      throw ScriptError(
        .runtime, code: "unwritable",
        "cannot write \(path): it is a link, which is not written through")
    }
    do {
      try FileManager.default.createDirectory(
        atPath: TestProject.parent(of: file), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      throw ScriptError(
        .runtime, code: "unwritable", "cannot write \(path): \(error.localizedDescription)")
    }
  }
}

extension FramePolicy {
  /// What `SIGNALBOX_UPDATE` says: `1` writes what has changed; in CI nothing is written unless it
  /// says so.
  ///
  /// - Throws: `badArgument` for another word.
  static func ofEnvironment() throws(ScriptError) -> FramePolicy {
    guard let word = TestProject.variable("SIGNALBOX_UPDATE") else {
      return TestProject.isCI ? .none : .missing
    }
    switch word {
    case "1", "true", "changed": return .changed
    case "0", "false", "none": return .none
    case "missing": return .missing
    default:
      throw .badArgument(
        "SIGNALBOX_UPDATE is \"\(word)\", expected 1 to write frames that changed, missing for new "
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
