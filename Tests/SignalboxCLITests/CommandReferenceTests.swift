import Foundation
import Testing

/// `docs/reference/cli.md` says what the argument parser says. `RECORD=1` writes the page.
@Suite struct CommandReferenceTests {
  private struct Dump: Decodable { var command: Command }

  private struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var arguments: [Argument]?
    var subcommands: [Command]?
    var shouldDisplay: Bool?
  }

  private struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }

    var kind: String
    var names: [Name]?
    var valueName: String?
    var abstract: String?
    var defaultValue: String?
    var allValues: [String]?
    var isOptional: Bool
    var isRepeating: Bool
    var shouldDisplay: Bool

    /// As a user writes it: `--seed <number>`, `<paths>...`.
    var spelling: String {
      guard kind != "positional" else {
        return "<\(valueName ?? "")>" + (isRepeating ? "..." : "")
      }
      let spellings = (names ?? []).map { ($0.kind == "short" ? "-" : "--") + $0.name }
      return spellings.joined(separator: ", ") + (kind == "option" ? " <\(valueName ?? "")>" : "")
    }

    var summary: String {
      let notes = [
        allValues.map { "one of " + $0.map { "`\($0)`" }.joined(separator: ", ") },
        defaultValue.map { "default: `\($0)`" },
      ].compactMap(\.self)
      let text = (abstract ?? "").replacing("|", with: "\\|")
        .replacing(/\s*\n\s*/, with: " ")
      return notes.isEmpty ? text : "\(text) (\(notes.joined(separator: "; ")))"
    }
  }

  private static let page = DocumentationTests.root.appending(path: "docs/reference/cli.md")

  private static func section(_ command: Command, below parents: [String]) -> String {
    let name = parents + [command.commandName]
    var text = "\n## \(name.joined(separator: " "))\n\n\(command.abstract ?? "")\n"
    if let discussion = command.discussion, !discussion.isEmpty {
      text += "\n```text\n\(discussion.trimmingCharacters(in: .newlines))\n```\n"
    }
    let arguments = (command.arguments ?? []).filter {
      $0.shouldDisplay && $0.names?.contains { ["help", "version"].contains($0.name) } != true
    }
    if !arguments.isEmpty {
      text += "\n| argument or option | meaning |\n|---|---|\n"
      for argument in arguments {
        text += "| `\(argument.spelling.replacing("|", with: "\\|"))` | \(argument.summary) |\n"
      }
    }
    let subcommands = (command.subcommands ?? []).filter { $0.commandName != "help" }
    return text + subcommands.map { section($0, below: name) }.joined()
  }

  @Test func `the reference of the command line lists every command and option`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let dump = try tool.run("--experimental-dump-help")
    let command = try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command
    let text = """
      # Command line

      Generated from the program's argument parser. Every command also takes `--help` and `--version`.

      """ + Self.section(command, below: [])
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try Data(text.utf8).write(to: Self.page)
    }
    #expect(text == (try String(contentsOf: Self.page, encoding: .utf8)))
  }
}
