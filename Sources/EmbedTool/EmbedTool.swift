import Foundation

/// Writes Swift files that only a build can know; the build tool plugin `EmbedPlugins` runs it.
///
/// `EmbedTool files OUTPUT FOLDER DEMO` writes the texts of all files of a folder, and of a demo
/// application. They are literals in the program's data: nothing is copied or allocated before one of
/// them is asked for. `EmbedTool build OUTPUT VERSION COMMIT REPOSITORY` writes what a release knows of
/// its origin; an empty argument is not known.
@main
struct EmbedTool {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("error: EmbedTool: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    let output = URL(filePath: arguments.count > 1 ? arguments[1] : "")
    switch (arguments.first, arguments.count) {
    case ("files", 4):
      let folder = URL(filePath: arguments[2])
      let files =
        try paths(in: folder).map { path in
          (path, try text(of: folder.appending(path: path), path))
        } + [("demo.lua", try text(of: URL(filePath: arguments[3]), arguments[3]))]
      try Data(source(of: files).utf8).write(to: output)
    case ("build", 5):
      let source = try build(
        version: arguments[2], commit: arguments[3], repository: arguments[4])
      try Data(source.utf8).write(to: output)
    default:
      throw Failure(
        "usage: EmbedTool files OUTPUT FOLDER DEMO | build OUTPUT VERSION COMMIT REPOSITORY")
    }
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  // MARK: - The build

  private static func build(version: String, commit: String, repository: String) throws -> String {
    let version = try value(
      of: "SIGNALBOX_VERSION", version, /\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?/, "a version: 1.2.3")
    let commit = try value(
      of: "SIGNALBOX_COMMIT", commit, /[0-9a-f]{7,64}/, "what git rev-parse HEAD prints")
    let repository = try value(
      of: "SIGNALBOX_REPOSITORY", repository, /[\w.-]+\/[\w.-]+/, "owner and name: owner/signalbox")
    return """
      // Made by EmbedTool; do not edit.

      /// What the variables SIGNALBOX_VERSION, SIGNALBOX_COMMIT and SIGNALBOX_REPOSITORY were during the
      /// build; `nil` where they were not set.
      enum Build {
        static let version: String? = \(version)
        static let commit: String? = \(commit)
        static let repository: String? = \(repository)
      }

      """
  }

  /// The literal of a variable's value.
  private static func value(
    of name: String, _ value: String, _ pattern: Regex<Substring>, _ expected: String
  ) throws -> String {
    guard !value.isEmpty else { return "nil" }
    guard value.wholeMatch(of: pattern) != nil else {
      throw Failure("\(name) is \"\(value)\", expected \(expected)")
    }
    return literal(value)
  }

  // MARK: - Files

  /// All regular files but hidden ones, sorted by the bytes of their paths.
  private static func paths(in folder: URL) throws -> [String] {
    let all = FileManager.default.subpaths(atPath: folder.path) ?? []
    return try all.filter { path in
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      let values = try folder.appending(path: path).resourceValues(forKeys: [.isRegularFileKey])
      return !isHidden && values.isRegularFile == true
    }
    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func text(of file: URL, _ path: String) throws -> String {
    guard let text = String(bytes: try Data(contentsOf: file), encoding: .utf8) else {
      throw Failure("\(path) is not UTF-8, which is all that can be embedded")
    }
    return text
  }

  private static func source(of files: [(path: String, text: String)]) -> String {
    let plugins = files.map(\.path).filter {
      $0.hasSuffix("/plugin.lua") && $0.count { $0 == "/" } == 1
    }
    var lines = [
      "// Made by EmbedTool from the folder plugins; do not edit.", "",
      "/// The files of the bundled plugins.", "enum BundledFiles {",
      "  /// The names of the plugins, sorted by their bytes.",
      "  static let plugins: [String] = ["
        + plugins.map { "\"\($0.dropLast("/plugin.lua".count))\"" }.joined(separator: ", ") + "]",
      "",
      "  /// The paths of all files.", "  static let paths: [String] = [",
    ]
    lines += files.map { "    \(literal($0.path))," }
    lines += [
      "  ]", "", "  /// The text of a file; `nil` where there is none.",
      "  static func text(of path: String) -> StaticString? {", "    switch path {",
    ]
    for file in files { lines += ["    case \(literal(file.path)): \(literal(file.text))"] }
    lines += ["    default: nil", "    }", "  }", "}"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A literal on one line: every character that could mean something is escaped.
  private static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case " "..."~": result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result + "\""
  }
}
