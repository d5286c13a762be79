internal import Foundation
internal import SignalboxFiles
internal import SignalboxScripting

/// The files of a test: next to the test, or relative to the root of its package.
struct TestProject: Sendable {
  /// The folder of the test's source file, or of a bundle.
  let folder: String
  /// The folder that messages omit from paths.
  let root: String

  /// The files that mark the root of a project.
  private static let marks = [FolderSearch.projectFile, "Package.swift"]

  /// The project of a source file.
  init(testFile: String) { self.init(folder: FilePath.folder(of: testFile)) }

  /// The project around a folder.
  init(folder: String) {
    let folder = Self.cleaned(folder)
    self.folder = folder
    var candidate = folder
    while candidate != "/" {
      let found = Self.marks.contains { FilePath.isFile("\(candidate)/\($0)") }
      if found { break }
      candidate = FilePath.folder(of: candidate)
    }
    root = candidate == "/" ? folder : candidate
  }

  /// Returns the path on disk of a file or folder of the project: next to the test, otherwise in
  /// the root.
  ///
  /// - Throws: `module` if it is in neither place.
  func path(of name: String) throws(ScriptError) -> String {
    if name.hasPrefix("/") {
      if FilePath.exists(name) { return Self.cleaned(name) }
      throw ScriptError(.module, "cannot read \(name): no such file or directory")
    }
    let places = [folder, root].map { Self.cleaned("\($0)/\(name)") }
    if let place = places.first(where: FilePath.exists) { return place }
    let looked = places[0] == places[1] ? places[0] : "\(places[0]) and \(places[1])"
    throw ScriptError(
      .module, "cannot read \(name): no such file or directory",
      hint: "paths are relative to the test's own file or to the root of its package; looked for "
        + looked)
  }

  /// Returns the name of a path in messages and sessions: relative to the root if it is inside.
  func name(of path: String) -> String {
    if path == root { return "." }
    let head = root == "/" ? root : root + "/"
    return path.hasPrefix(head) ? String(path.dropFirst(head.count)) : path
  }

  /// Returns the path on disk for a name from ``name(of:)``.
  func path(named name: String) -> String {
    name.hasPrefix("/") ? name : Self.cleaned("\(root)/\(name)")
  }

  // MARK: - Files

  /// Returns the contents of a file.
  ///
  /// - Throws: `module` if it cannot be read.
  func read(_ path: String) throws(ScriptError) -> [UInt8] {
    guard FilePath.isFile(path), let data = FileManager.default.contents(atPath: path) else {
      throw ScriptError(.module, "cannot read \(name(of: path)): it is not a readable file")
    }
    return Array(data)
  }

  /// Returns a variable of the environment; `nil` if it is empty.
  static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns a path without `.` and `..`.
  private static func cleaned(_ path: String) -> String {
    let isAbsolute = path.hasPrefix("/")
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }
}

extension TestProject {
  /// Creates a project of the resources of a bundle, without access to other files.
  init(bundle path: String) {
    folder = path
    root = path
  }
}
