import Foundation
import Testing

/// Tests the help of every command at the width of a terminal. `RECORD=1` writes the golden files.
struct HelpTests {
  private static let commands = [
    "", "run", "test", "lint", "explore", "path", "cover", "graph", "render", "report",
    "report merge",
    "trace",
    "trace open", "trace show", "trace diff", "trace redact", "repl", "inspect", "serve", "dap",
    "mcp", "record",
    "init",
    "plugin",
    "plugin list",
    "plugin info", "plugin new", "trust", "untrust", "doctor", "lua-types", "completions", "man",
  ]
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden/Help")

  @Test(arguments: commands) func `the help fits into 80 columns and matches the golden file`(
    command: String
  ) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let words = command.split(separator: " ").map(String.init)
    let result = try tool.run(words + ["--help"], environment: ["COLUMNS": "80"])
    let page = Self.folder.appending(
      path: (["signalbox"] + words).joined(separator: "-") + ".txt")
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try FileManager.default.createDirectory(
        at: Self.folder, withIntermediateDirectories: true)
      try Data(result.output.utf8).write(to: page)
    }

    #expect(result == Tool.Result(String(decoding: try Data(contentsOf: page), as: UTF8.self)))
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.filter { $0.count > 80 } == [])
    // A broken line of a paragraph results in a short line in its middle.
    #expect(Self.oddBreaks(in: lines.map(String.init)) == [])
  }

  @Test func `every command has a help page, and every help page belongs to a command`() throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let expected = Self.commands.map { command in
      (["signalbox"] + command.split(separator: " ").map(String.init)).joined(separator: "-")
        + ".txt"
    }
    #expect(Set(pages) == Set(expected))
    let tool = try Tool()
    defer { tool.remove() }
    for command in Self.commands where !command.contains(" ") {
      let names = try Self.subcommands(tool.run((command.isEmpty ? [] : [command]) + ["--help"]))
      for name in names {
        #expect(Self.commands.contains("\(command) \(name)".trimmingCharacters(in: .whitespaces)))
      }
    }
  }

  private static func subcommands(_ result: Tool.Result) -> [String] {
    result.output.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.dropFirst()
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.contains("See '") }
      .map { String($0.split(separator: " ")[0]) }
  }

  /// Returns lines of at most two words that are followed by another line of the same paragraph,
  /// above the options.
  private static func oddBreaks(in lines: [String]) -> [String] {
    let text = lines.prefix { !$0.hasPrefix("USAGE") }
    return zip(text, text.dropFirst()).compactMap { line, next in
      let words = line.split(separator: " ")
      let isShort = (1...2).contains(words.count) && !line.hasSuffix(".") && !line.hasSuffix(":")
      let isText = !line.hasPrefix(" ") && !next.isEmpty && !next.hasPrefix(" ")
      return isShort && isText ? line : nil
    }
  }
}
