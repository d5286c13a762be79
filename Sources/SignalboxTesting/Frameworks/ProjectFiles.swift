internal import Foundation
internal import SignalboxScenarios
internal import SignalboxScripting

/// Modules that scripts of a test require: from the script's own folder, then from the root.
final class ProjectModules: ModuleSource {
  private let project: TestProject
  private let folders: [String]
  private let sources: SourceShelf

  /// - Parameters:
  ///   - folder: Where the script stands on disk.
  ///   - sources: Gets the texts of what is found.
  init(_ project: TestProject, folder: String, sources: SourceShelf) {
    self.project = project
    self.sources = sources
    folders = [folder, project.root].reduce(into: []) { list, folder in
      if !list.contains(folder) { list.append(folder) }
    }
  }

  func module(named name: String) throws(ScriptError) -> ScriptModule? {
    guard Self.isPlain(name) else {
      throw ScriptError(
        .module, "module \"\(name)\": a name is made of words with dots between them",
        hint: "\"flows.support\" finds flows/support.lua")
    }
    for path in paths(of: name) where TestProject.isFile(path) {
      guard folders.contains(where: { TestProject.isInside(path, $0) }) else {
        throw ScriptError(
          .module, "module \"\(name)\": \(project.name(of: path)) leads outside of its folder")
      }
      let source = try project.read(path)
      let shown = project.name(of: path)
      sources[shown] = source
      return ScriptModule(path: shown, source: source)
    }
    return nil
  }

  func searched(for name: String) -> [String] {
    Self.isPlain(name) ? paths(of: name).map(project.name(of:)) : []
  }

  private func paths(of name: String) -> [String] {
    let path = name.replacing(".", with: "/")
    return folders.flatMap { ["\($0)/\(path).lua", "\($0)/\(path)/init.lua"] }
  }

  private static func isPlain(_ name: String) -> Bool {
    name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && !part.contains { $0 == "/" || $0 == "\\" || $0 == "\0" }
    }
  }
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
