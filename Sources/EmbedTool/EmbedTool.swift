internal import SystemLibrary

/// Writes Swift files that only a build can know; the build tool plugin `EmbedPlugins` runs it.
///
/// `EmbedTool files OUTPUT DEMO FOLDER PATH…` writes the texts of a demo application and of files of a
/// folder. They are literals in the program's data: nothing is copied or allocated before one of
/// them is asked for. `EmbedTool build OUTPUT VERSION COMMIT REPOSITORY` writes what a release knows of
/// its origin; an empty argument is not known.
@main
struct EmbedTool {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      let message = Array("error: EmbedTool: \(error)\n".utf8)
      _ = write(STDERR_FILENO, message, message.count)
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    switch (arguments.first, arguments.count) {
    case ("files", 4...):
      let files = try arguments[4...].map { path in
        (path, try text(of: "\(arguments[3])/\(path)"))
      }
      let demo = ("demo.lua", try text(of: arguments[2]))
      try save(source(of: sorted(files) + [demo]), to: arguments[1])
    case ("build", 5):
      let source = try build(
        version: arguments[2], commit: arguments[3], repository: arguments[4])
      try save(source, to: arguments[1])
    default:
      throw Failure(
        "usage: EmbedTool files OUTPUT DEMO FOLDER PATH… | build OUTPUT VERSION COMMIT REPOSITORY")
    }
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }

    init(_ path: String, _ problem: String, _ code: Int32) {
      description = "\(path) \(problem): \(String(cString: strerror(code)))"
    }
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

  /// Sorted by the bytes of their paths.
  private static func sorted(_ files: [(path: String, text: String)]) -> [(
    path: String, text: String
  )] {
    files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private static func text(of path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw Failure(path, "cannot be opened", errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 {
      bytes += piece[..<count]
    }
    guard ferror(file) == 0 else { throw Failure(path, "cannot be read", errno) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("\(path) is not UTF-8, which is all that can be embedded")
    }
    return text
  }

  private static func save(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw Failure(path, "cannot be created", errno) }
    let bytes = Array(text.utf8)
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else {
      throw Failure(path, "cannot be written", errno)
    }
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
