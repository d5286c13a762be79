import Foundation
import Testing

@testable import SignalboxCLI

/// Tests the manual pages that packages install.
struct ManualTests {
  /// The manual pages that the program writes for a fixed date.
  private func pages() throws -> Tool {
    let tool = try Tool()
    let result = try tool.run(
      "man", "pages/man1", environment: ["SOURCE_DATE_EPOCH": "1793404800"])
    #expect(result.code == 0 && result.errors.isEmpty, "\(result)")
    return tool
  }

  private func program(_ name: String, _ arguments: [String], _ tool: Tool) throws -> Tool.Result {
    try tool.run(
      [name] + arguments,
      environment: [
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": tool.folder.path, "LC_ALL": "C.UTF-8",
        "MANWIDTH": "80",
      ], program: URL(filePath: "/usr/bin/env"))
  }

  private static let names = Result { try ManualPage.all(date: "2026-10-31").map(\.fileName) }

  @Test func `every command has a manual page, and the program's page links to it`() throws {
    let tool = try pages()
    defer { tool.remove() }
    let written = try FileManager.default.contentsOfDirectory(
      atPath: tool.folder.appending(path: "pages/man1").path)
    #expect(Set(written) == Set(try Self.names.get()))
    #expect(
      Set(written).isSuperset(of: ["signalbox.1", "signalbox-test.1", "signalbox-trace-diff.1"]))
    let text = try Tool.text(of: tool.folder.appending(path: "pages/man1/signalbox.1"))
    for name in try Self.names.get() where name.count(where: { $0 == "-" }) == 1 {
      let page = name.dropLast(2).replacing("-", with: "\\-")
      #expect(text.contains("\n.BR \(page) (1)"), "\(name)")
    }
  }

  @Test func `mandoc and groff read the manual pages without warnings`() throws {
    let tool = try pages()
    defer { tool.remove() }
    let files = try Self.names.get().map { "pages/man1/\($0)" }
    #expect(try program("mandoc", ["-Tlint", "-Wall"] + files, tool) == Tool.Result())
    for file in files {
      let shown = try program("man", ["--warnings=w", "-l", file], tool)
      #expect(shown.code == 0 && shown.errors.isEmpty, "\(file): \(shown.errors)")
      let isWide = shown.output.split(separator: "\n").contains { $0.count > 80 }
      #expect(!isWide || shown.output.contains("signalbox completions bash"), "\(file)")
    }
  }

  @Test func `every manual page has examples, exit codes, environment variables and files`() throws
  {
    for page in try ManualPage.all(date: "2026-10-31") {
      let sections = page.source.matches(of: /\n\.SH (.*)/).map { String($0.1) }
      let expected = [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "ENVIRONMENT",
        "FILES", "SEE ALSO",
      ]
      #expect(
        sections.filter { !["COMMANDS", "ARGUMENTS"].contains($0) } == expected, "\(page.fileName)")
    }
  }

  @Test func `a manual page contains the same text as the help`() throws {
    let tool = try pages()
    defer { tool.remove() }
    let shown = try program("man", ["-l", "pages/man1/signalbox-trace-diff.1"], tool)
    #expect(
      shown.output.split(separator: "\n").map(Self.singleSpaced) == [
        "SIGNALBOX-TRACE-DIFF(1) User Commands SIGNALBOX-TRACE-DIFF(1)",
        "NAME", "signalbox-trace-diff - reports where two recordings diverge and how",
        "their states differ",
        "SYNOPSIS", "signalbox trace diff FILE FILE",
        "DESCRIPTION", "Reports where two recordings diverge and how their states differ.",
        "OPTIONS", "--version", "Show the version.", "-h, --help", "Show help information.",
        "ARGUMENTS", "first A recording.", "second Another recording.",
        "EXAMPLES", "signalbox trace diff before.sbtrace after.sbtrace",
        "EXIT STATUS", "0 the recordings are identical.", "1 the recordings diverge.",
        "2 a file is not a recording or cannot be read.", "64 the command line is invalid.",
        "ENVIRONMENT", "NO_COLOR", "If not empty, disables colored output.",
        "FORCE_COLOR, CLICOLOR_FORCE",
        "Unless empty or 0, enables color even without a terminal.",
        "TERM The type of the terminal; dumb means plain output and no line", "editor.",
        "XDG_CONFIG_HOME", "The folder with signalbox/trusted.lua (default: ~/.config).",
        "HOME The home folder, which contains the default folders.",
        "FILES", "signalbox.lua",
        "The configuration of a project: plugins, their permissions and",
        "options of test. It is searched for in the current folder and",
        "its parents, up to the repository.",
        "plugins/", "The plugins of a project, next to signalbox.lua.",
        "~/.config/signalbox/trusted.lua",
        "The trusted folders and the permissions that you granted.",
        ".signalbox/out/", "The recordings of scenarios.",
        "SEE ALSO", "signalbox-trace(1)",
        "signalbox 0.1.0 2026-10-31 SIGNALBOX-TRACE-DIFF(1)",
      ])
  }

  private static func singleSpaced(_ line: Substring) -> String {
    line.split(separator: " ").joined(separator: " ")
  }

  @Test func `an invalid date for the manual pages is rejected, and no page is written`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let result = try tool.run("man", "pages", environment: ["SOURCE_DATE_EPOCH": "today"])
    #expect(
      result
        == Tool.Result(
          errors: "signalbox: man: SOURCE_DATE_EPOCH is \"today\", expected seconds since 1970\n",
          code: 1))
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "pages").path))
  }

  @Test func `every environment variable that the program reads is on a manual page`() throws {
    let sources = DocumentationTests.root.appending(path: "Sources")
    let folders = ["SignalboxCLI", "LineEditor", "SignalboxREPL/Attach"]
    var read: Set<String> = []
    for folder in folders {
      let place = sources.appending(path: folder)
      for path in try FileManager.default.subpathsOfDirectory(atPath: place.path)
      where path.hasSuffix(".swift") && !path.hasPrefix("Manual/") {
        let text = try String(contentsOf: place.appending(path: path), encoding: .utf8)
        for match in text.matches(of: /(?:getenv|variable|environment|isSet|value)\(\s*"([A-Z_]+)"/)
        {
          read.insert(String(match.1))
        }
      }
    }
    let documented = Set(
      ManualFact.environment.flatMap { $0.name.split(separator: ",") }
        .map { $0.trimmingCharacters(in: .whitespaces) })
    #expect(read.subtracting(documented) == [])
    #expect(read.count > 10)
  }
}
