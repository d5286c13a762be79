import Foundation
import Testing

@testable import SignalboxCLI

/// Tests that `docs/reference/cli.md` has the same contents as the argument parser. `RECORD=1`
/// writes the page.
@Suite struct CommandReferenceTests {
  private static let page = DocumentationTests.root.appending(path: "docs/reference/cli.md")

  private static func section(_ command: CommandDescription, below parents: [String]) -> String {
    let name = parents + [command.commandName]
    var text = "\n## \(name.joined(separator: " "))\n\n\(command.abstract ?? "")\n"
    if let discussion = command.discussion, !discussion.isEmpty {
      text += "\n```text\n\(discussion.trimmingCharacters(in: .newlines))\n```\n"
    }
    let arguments = command.describedArguments.filter { !isCommon($0) }
    if !arguments.isEmpty {
      text += "\n| argument or option | meaning |\n|---|---|\n"
      for argument in arguments {
        let spelling = spelling(argument).replacing("|", with: "\\|")
        text += "| `\(spelling)` | \(summary(argument)) |\n"
      }
    }
    return text + command.shownSubcommands.map { section($0, below: name) }.joined()
  }

  /// Returns whether an argument is `--help` or `--version`, which every command has.
  private static func isCommon(_ argument: CommandDescription.Argument) -> Bool {
    argument.names?.contains { ["help", "version"].contains($0.name) } == true
  }

  /// Returns an argument as a user writes it, such as `--seed <number>` or `<paths>...`.
  private static func spelling(_ argument: CommandDescription.Argument) -> String {
    guard !argument.isPositional else {
      return "<\(argument.valueName ?? "")>" + (argument.isRepeating ? "..." : "")
    }
    return argument.spellings.joined(separator: ", ")
      + (argument.takesValue ? " <\(argument.valueName ?? "")>" : "")
  }

  private static func summary(_ argument: CommandDescription.Argument) -> String {
    let notes = [
      argument.allValues.map { "one of " + $0.map { "`\($0)`" }.joined(separator: ", ") },
      argument.defaultValue.map { "default: `\($0)`" },
    ].compactMap(\.self)
    let text = (argument.abstract ?? "").replacing("|", with: "\\|")
      .replacing(/\s*\n\s*/, with: " ")
    return notes.isEmpty ? text : "\(text) (\(notes.joined(separator: "; ")))"
  }

  /// Returns the faults of a command's declarations and of its subcommands'.
  private static func faults(of command: CommandDescription) -> [String] {
    let arguments = command.arguments ?? []
    var seen: Set<String> = []
    var faults = arguments.flatMap(\.spellings).filter { !seen.insert($0).inserted }
      .map { "\(command.commandName): \($0) is declared twice" }
    let positional = arguments.filter(\.isPositional)
    for (argument, next) in zip(positional, positional.dropFirst()) {
      let name = "\(command.commandName): <\(argument.valueName ?? "")>"
      if argument.isRepeating { faults.append("\(name) accepts the arguments of those behind it") }
      if argument.isOptional && !next.isOptional { faults.append("\(name) must be given") }
    }
    return faults + (command.subcommands ?? []).flatMap(Self.faults)
  }

  // Programs for tests are linked without the argument parser's own checks (decision 0374).
  @Test func `no command declares a name twice or an argument that hides another`() throws {
    let twice = """
      {"commandName": "a", "arguments": [
        {"kind": "option", "names": [{"kind": "long", "name": "x"}], "isOptional": true,
         "isRepeating": false, "shouldDisplay": true},
        {"kind": "flag", "names": [{"kind": "short", "name": "y"}, {"kind": "long", "name": "x"}],
         "isOptional": true, "isRepeating": false, "shouldDisplay": true},
        {"kind": "positional", "valueName": "paths", "isOptional": true, "isRepeating": true,
         "shouldDisplay": true},
        {"kind": "positional", "valueName": "file", "isOptional": false, "isRepeating": false,
         "shouldDisplay": true}]}
      """
    let faulty = try JSONDecoder().decode(CommandDescription.self, from: Data(twice.utf8))
    #expect(
      Self.faults(of: faulty) == [
        "a: --x is declared twice", "a: <paths> accepts the arguments of those behind it",
        "a: <paths> must be given",
      ])
    #expect(Self.faults(of: try CommandDescription.program()) == [])
  }

  @Test func `the command line reference lists every command and option`() throws {
    let text = """
      # Command line

      Generated from the program's argument parser. Every command also takes `--help` and `--version`.

      """ + Self.section(try CommandDescription.program(), below: [])
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try Data(text.utf8).write(to: Self.page)
    }
    #expect(text == (try String(contentsOf: Self.page, encoding: .utf8)))
  }
}
