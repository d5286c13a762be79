internal import Foundation

/// The files of a test, which are next to the test or in the root folder of the test's package.
package struct TestProject: Sendable {
  /// The folder of the test's source file, or of a bundle.
  package let folder: String
  /// The root folder. The names of files in messages are relative to this folder.
  package let root: String

  /// The names of files that mark the root of a project.
  private static let marks = ["signalbox.lua", "Package.swift"]

  /// Creates the project of a source file.
  package init(testFile: String) { self.init(folder: Self.parent(of: testFile)) }

  /// Creates the project that contains a folder.
  package init(folder: String) {
    let folder = Self.cleaned(folder)
    self.folder = folder
    var candidate = folder
    while candidate != "/" {
      let found = Self.marks.contains { Self.isFile("\(candidate)/\($0)") }
      if found { break }
      candidate = Self.parent(of: candidate)
    }
    root = candidate == "/" ? folder : candidate
  }

  /// Returns the path on disk of a file or folder in the project: next to the test or, if the file
  /// does not exist there, in the root.
  ///
  /// - Throws: `file` if the file does not exist.
  package func path(of name: String) throws(FixtureError) -> String {
    if name.hasPrefix("/") {
      if Self.exists(name) { return Self.cleaned(name) }
      throw FixtureError(.file, "cannot read \(name): no such file or directory")
    }
    let places = [folder, root].map { Self.cleaned("\($0)/\(name)") }
    if let place = places.first(where: Self.exists) { return place }
    let looked = places[0] == places[1] ? places[0] : "\(places[0]) and \(places[1])"
    throw FixtureError(
      .file, "cannot read \(name): no such file or directory",
      hint: "paths are relative to the test's own file or to the root of its package; tried "
        + looked)
  }

  /// Returns the name of a path in messages and sessions. If the path is inside the root, the name
  /// is relative to the root.
  package func name(of path: String) -> String {
    if path == root { return "." }
    let head = root == "/" ? root : root + "/"
    return path.hasPrefix(head) ? String(path.dropFirst(head.count)) : path
  }

  /// Returns the path on disk for a name that ``name(of:)`` returned.
  package func path(named name: String) -> String {
    name.hasPrefix("/") ? name : Self.cleaned("\(root)/\(name)")
  }

  // MARK: - Files

  /// Returns the contents of a file.
  ///
  /// - Throws: `file` if the file cannot be read.
  package func read(_ path: String) throws(FixtureError) -> [UInt8] {
    guard Self.isFile(path), let data = FileManager.default.contents(atPath: path) else {
      throw FixtureError(.file, "cannot read \(name(of: path)): it is not a readable file")
    }
    return Array(data)
  }

  /// Returns the value of an environment variable, or `nil` if the variable is not set or is empty.
  package static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the tests run in CI, where written files are lost.
  package static var isCI: Bool {
    guard let word = variable("CI") else { return false }
    return word != "0" && word != "false"
  }

  /// Returns the parent folder of a path.
  private static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  /// Returns whether a path leads to a regular file. Other files are excluded because reading a
  /// pipe or device might never end.
  private static func isFile(_ path: String) -> Bool {
    guard exists(path) else { return false }
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  /// Returns a path with its `.` and `..` components resolved. Leading `..` components of a
  /// relative path are kept.
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
  /// Creates a project from the resources of a bundle, without access to other files.
  package init(bundle path: String) {
    folder = path
    root = path
  }
}
