import Foundation

/// Writes a Swift file that holds the texts of all files of a folder, and of a demo application.
///
/// `EmbedTool OUTPUT FOLDER DEMO`, called by the build tool plugin `EmbedPlugins`. The texts are literals
/// in the program's data: nothing is copied or allocated before one of them is asked for.
@main
struct EmbedTool {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else { throw Failure("usage: EmbedTool OUTPUT FOLDER DEMO") }
    let folder = URL(filePath: arguments[2])
    let files =
      try paths(in: folder).map { path in (path, try text(of: folder.appending(path: path), path)) }
      + [("demo.lua", try text(of: URL(filePath: arguments[3]), arguments[3]))]
    try Data(source(of: files).utf8).write(to: URL(filePath: arguments[1]))
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

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
