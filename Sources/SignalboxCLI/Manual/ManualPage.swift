internal import ArgumentParser

/// The manual page of a command, made of what the argument parser knows of it.
struct ManualPage {
  /// The names that lead to the command: `signalbox`, `test`.
  let names: [String]
  let command: CommandDescription
  /// The day of the release, as in `2026-11-23`.
  let date: String

  /// The pages of a program, its own first.
  static func all(date: String) throws -> [ManualPage] {
    try CommandDescription.program().all().map {
      ManualPage(names: $0.names, command: $0.command, date: date)
    }
  }

  private var name: String { names.joined(separator: "-") }
  var fileName: String { name + ".1" }

  var source: String {
    var page = ManualText()
    let title = ManualText.escaped(name.uppercased())
    page.line(".\\\" Made by signalbox man from its argument parser.")
    page.line(".TH \(title) 1 \(date) \"signalbox \(Version.number)\" \"User Commands\"")
    page.section("NAME")
    let abstract = command.abstract ?? ""
    let summary = abstract.prefix(1).lowercased() + abstract.dropFirst()
    page.text("\(name) - \(summary.hasSuffix(".") ? String(summary.dropLast()) : summary)")
    page.section("SYNOPSIS")
    page.line(".nf")
    for line in usage { page.line(Self.synopsis(line)) }
    page.line(".fi")
    let parts = Self.parts(of: command.discussion ?? "")
    page.section("DESCRIPTION")
    page.text(abstract)
    Self.write(parts[""] ?? [], to: &page)
    writeOptions(to: &page)
    if let examples = parts["EXAMPLES"] ?? parts["EXAMPLE"] {
      page.section("EXAMPLES")
      page.code(Self.dedented(examples))
    }
    writeExitCodes(Self.dedented(parts["EXIT CODES"] ?? []), to: &page)
    writeFacts(to: &page)
    page.section("SEE ALSO")
    writeRelatives(to: &page)
    return page.source
  }

  // MARK: - Synopsis

  /// The lines of the usage, as help shows them.
  private var usage: [String] {
    var type: any ParsableCommand.Type = SignalboxCommand.self
    for name in names.dropFirst() {
      type = type.configuration.subcommands.first { $0.configuration.commandName == name } ?? type
    }
    let text = type.configuration.usage ?? "\(names.joined(separator: " ")) [OPTIONS]"
    return text.split(separator: "\n").map(String.init)
  }

  private static func synopsis(_ line: String) -> String {
    let words = line.prefix { $0 != "[" && !$0.isUppercase && $0 != "|" }
    let isWhole = words.last?.isWhitespace != false || words.count == line.count
    let bold = isWhole ? words : words[..<(words.lastIndex(of: " ") ?? words.endIndex)]
    return ManualText.bold(String(bold)) + ManualText.escaped(line.dropFirst(bold.count))
  }

  // MARK: - Discussion

  /// The lines of a discussion by the headings above them, such as `EXIT CODES`; empty for what is
  /// above the first one.
  private static func parts(of discussion: String) -> [String: [String]] {
    var parts: [String: [String]] = [:]
    var heading = ""
    for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.wholeMatch(of: /[A-Z ]+:/) != nil {
        heading = String(line.dropLast())
      } else {
        parts[heading, default: []].append(String(line))
      }
    }
    return parts
  }

  /// Writes paragraphs; indented lines are code.
  private static func write(_ lines: [String], to page: inout ManualText) {
    for block in lines.split(separator: "", omittingEmptySubsequences: true) {
      page.line(".PP")
      if block.allSatisfy({ $0.hasPrefix("  ") }) {
        page.code(dedented(Array(block)))
      } else {
        page.text(block.joined(separator: " "))
      }
    }
  }

  private static func dedented(_ lines: [String]) -> [String] {
    var lines = lines.map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  // MARK: - Options

  private func writeOptions(to page: inout ManualText) {
    if !command.shownSubcommands.isEmpty {
      page.section("COMMANDS")
      for child in command.shownSubcommands {
        page.entry(ManualText.bold(child.commandName), child.abstract ?? "")
      }
    }
    let arguments = command.shownArguments
    page.section("OPTIONS")
    var title: String?
    // Those without a title come last, as in help.
    for argument in arguments.filter({ $0.sectionTitle != nil && !$0.isPositional }) {
      if argument.sectionTitle != title {
        title = argument.sectionTitle
        page.line(".SS \"\(ManualText.escaped(title ?? ""))\"")
      }
      Self.write(argument, to: &page)
    }
    let rest = arguments.filter { $0.sectionTitle == nil && !$0.isPositional }
    if title != nil, !rest.isEmpty { page.line(".SS \"Other options\"") }
    for argument in rest { Self.write(argument, to: &page) }
    let values = arguments.filter(\.isPositional)
    if !values.isEmpty { page.section("ARGUMENTS") }
    for argument in values { Self.write(argument, to: &page) }
  }

  private static func write(_ argument: CommandDescription.Argument, to page: inout ManualText) {
    var names = argument.spellings.map(ManualText.bold).joined(separator: ", ")
    if argument.isPositional || argument.takesValue {
      let value = ManualText.italic(argument.valueName ?? "")
      names += (argument.isPositional ? "" : " ") + value
    }
    if argument.isPositional, argument.isRepeating { names += " ..." }
    var text = argument.abstract ?? ""
    if let values = argument.allValues {
      text += " One of: \(values.joined(separator: ", "))."
    }
    if let value = argument.defaultValue { text += " Default: \(value)." }
    page.entry(names, text)
  }

  // MARK: - Facts

  private func writeExitCodes(_ lines: [String], to page: inout ManualText) {
    page.section("EXIT STATUS")
    var codes: [(code: String, summary: String)] = []
    for line in lines where !line.isEmpty {
      if let match = line.wholeMatch(of: /(\d+)\s+(.*)/) {
        codes.append((String(match.1), String(match.2)))
      } else if !codes.isEmpty {
        codes[codes.count - 1].summary += line.drop { $0 == " " }.isEmpty ? "" : " \(line)"
      }
    }
    if codes.isEmpty {
      codes = [
        ("0", "all went well"), ("1, 2", "the command failed; standard error has the reason"),
        ("64", "the command line was wrong"),
      ]
    }
    for (code, summary) in codes { page.entry(ManualText.bold(code), summary + ".") }
  }

  private func writeFacts(to page: inout ManualText) {
    let place = names.count > 1 ? names[1] : ""
    for (title, facts) in [
      ("ENVIRONMENT", ManualFact.environment), ("FILES", ManualFact.files),
    ] {
      let own = facts.filter { $0.commands.isEmpty || $0.commands.contains(place) }
      if !own.isEmpty { page.section(title) }
      for fact in own { page.entry(ManualText.bold(fact.name), fact.summary) }
    }
  }

  /// The page above, those below, and for the program all of the first level.
  private func writeRelatives(to page: inout ManualText) {
    var others = command.shownSubcommands.map { names + [$0.commandName] }
    if names.count > 1 { others.insert(Array(names.dropLast()), at: 0) }
    for (index, names) in others.enumerated() {
      let name = ManualText.escaped(names.joined(separator: "-"))
      page.line(".BR \(name) (1)\(index + 1 < others.count ? "," : "")")
    }
  }
}
