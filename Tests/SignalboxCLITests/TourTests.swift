import Foundation
import Testing
import TmuxDriver

/// The tour in `docs/repl.md`, typed at real terminals and through a pipe.
///
/// `RECORD=1` updates the answers on the page and the files in `Golden`.
@Suite struct TourTests {
  private static let root = DocumentationTests.root
  private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil

  /// A row with a prompt and the text that was typed at it.
  private static var entry: Regex<(Substring, label: Substring, text: Substring)> {
    /(?<label>[a-z][^>]*|Home: [^>]*|signalbox| *…)> (?<text>.+)/
  }

  /// A page with sessions, and the script that its prompt loads.
  struct Tour: CustomTestStringConvertible, Sendable {
    var page: String
    var app: @Sendable () throws -> String

    var testDescription: String { page }

    static let prompt = Tour(page: "docs/repl.md") {
      try String(
        contentsOf: DocumentationTests.root.appending(path: "examples/shop/app.lua"),
        encoding: .utf8)
    }
    static let tutorial = Tour(page: "docs/tutorial.md") {
      try #require(try GuideTests.file("app.lua", of: "docs/tutorial.md"))
    }
  }

  /// The parts of a page, alternating between text and the lines of a session.
  private static func parts(_ tour: Tour = .prompt) throws -> [(isSession: Bool, lines: [String])] {
    var parts: [(isSession: Bool, lines: [String])] = [(false, [])]
    let page = root.appending(path: tour.page)
    for line in try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n") {
      let isEnd = parts[parts.count - 1].isSession && line == "```"
      if isEnd { parts.append((false, [])) }
      parts[parts.count - 1].lines.append(line)
      if line == "```session" { parts.append((true, [])) }
    }
    return parts
  }

  /// The input of the tour, part by part.
  private static func inputs(_ tour: Tour = .prompt) throws -> [[String]] {
    try parts(tour).filter(\.isSession).map { part in
      part.lines.compactMap { line in
        (try? entry.wholeMatch(in: line)).map { String($0.output.text) }
      }
    }
  }

  /// Returns a line with the same durations in every run. Their position depends on their length.
  /// The times of events at the beginning of a line are virtual.
  private static func withSampleTimes(_ line: String) -> String {
    line.replacing(/\ {2,}((?:\d+ transitions · )?)[\d.]+ m?s$/) { "  \($0.output.1)0.5 ms" }
      .replacing(/\d{4}-\d\d-\d\d/, with: "2026-01-01")
      .replacing(/· [\d.]+ (ms|µs|s)\b/, with: "· 0.5 ms")
  }

  /// Types the whole input and returns the rows of each part.
  private func typed(_ parts: [[String]], columns: Int, _ tour: Tour = .prompt) throws
    -> [[String]]
  {
    let app = try tour.app()
    let terminal = try Tmux(
      "printf %s \(Tmux.quoted(app)) >app.lua; clear; exec \(Tmux.program("signalbox")) repl app.lua",
      columns: columns, rows: 400)
    try terminal.wait(for: "signalbox>")
    var start = 0
    return try parts.map { inputs in
      for input in inputs {
        let before = try Self.settled(terminal).count
        try terminal.type(input + "\r")
        // An incomplete input shows no prompt.
        try terminal.wait(for: "the answer to \(input)") { rows in
          rows.count > before && (rows.last?.hasSuffix(">") == true || rows.last?.isEmpty == true)
            || rows.last?.hasSuffix("…>") == true
        }
      }
      let rows = try Self.settled(terminal).dropLast()
      defer { start = rows.count }
      return rows[start...].map(Self.withSampleTimes)
    }
  }

  /// Returns the rows after a prompt has appeared at their end.
  private static func settled(_ terminal: Tmux) throws -> [String] {
    try terminal.wait(for: "a prompt") { $0.last?.hasSuffix(">") == true }.map(\.trimmedEnd)
  }

  private static func compare(_ text: String, with name: String) throws {
    let file = golden.appending(path: name)
    if isRecording { try Data(text.utf8).write(to: file) }
    #expect(text == (try String(contentsOf: file, encoding: .utf8)))
  }

  // MARK: - Tests

  @Test(arguments: [Tour.prompt, .tutorial])
  func `a session at the prompt matches the tour on the page`(tour: Tour) throws {
    let sessions = try typed(try Self.inputs(tour), columns: 80, tour)
    var parts = try Self.parts(tour)
    let indices = parts.indices.filter { parts[$0].isSession }
    #expect(indices.count == sessions.count && !indices.isEmpty)
    if Self.isRecording {
      for (index, rows) in zip(indices, sessions) { parts[index].lines = rows }
      let text = parts.map { $0.lines.joined(separator: "\n") }.joined(separator: "\n")
      try Data(text.utf8).write(to: Self.root.appending(path: tour.page))
    } else {
      #expect(sessions == indices.map { parts[$0].lines })
    }
  }

  @Test func `the output of the tour fits into 40 columns`() throws {
    // The last part prints the date. The line may be wrapped at any position.
    let sessions = try typed(Array(try Self.inputs().dropLast()), columns: 40)
    try Self.compare(sessions.joined().joined(separator: "\n") + "\n", with: "tour-40.txt")
  }

  @Test func `the output of the tour through a pipe is plain text and ends at the first error`()
    throws
  {
    let app = try String(
      contentsOf: Self.root.appending(path: "examples/shop/app.lua"), encoding: .utf8)
    let tool = try Tool(["app.lua": app])
    defer { tool.remove() }
    let input = try Self.inputs().joined().joined(separator: "\n") + "\n"
    let result = try tool.run("repl", "app.lua", input: input)
    #expect(
      result.errors == """
        ✗ unknownAction: tap: screen address has no action "Confrim"; known: "Next"
          standard input:6

        """)
    #expect(result.code == 1)
    #expect(!result.output.contains("\u{1B}"))
    try Self.compare(result.output, with: "tour-piped.txt")
  }

  @Test func `while the user types a line, a hint and the line's effect are shown as on the page`()
    throws
  {
    let page = try GuideTests.lines(of: Tour.prompt.page)
    let preview = try #require(GuideTests.blocks(in: page).first { $0.language == "text" })
    let app = Self.root.appending(path: "examples/shop/app.lua").path
    let terminal = try Tmux(
      "exec \(Tmux.program("signalbox")) repl \(Tmux.quoted(app))", columns: 80, rows: 20)
    try terminal.wait(for: "signalbox>")
    try terminal.type("app:launch()\r")
    try terminal.wait(for: "shop ▸ catalog>")
    try terminal.type("app:open \"shop://product/42\"\r")
    try terminal.wait(for: "shop ▸ product(42)>")
    try terminal.type("app:tap \"Bu")
    try terminal.wait(for: "hint and preview") { rows in
      rows.suffix(2) == page[preview.lines]
    }
    try terminal.type("\u{3}")
    try terminal.wait(for: "only the line") { rows in
      rows.suffix(2) == ["shop ▸ product(42)> app:tap \"Bu^C", "shop ▸ product(42)>"]
    }
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
