import Foundation
import Testing
import TmuxDriver

/// Tests that the images of terminals in the README contain the report that the README shows as
/// text, and the output of the prompt.
@Suite struct ReportImageTests {
  /// Returns the lines of a terminal in an SVG image, without spaces at their ends.
  private static func lines(of name: String) throws -> [String] {
    let image = try String(
      contentsOf: DocumentationTests.root.appending(path: "docs/images/\(name)"), encoding: .utf8)
    var lines: [Int: String] = [:]
    let text = /<text class="terminal-r\d+" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)<\/text>/
    for part in image.matches(of: text) {
      let column = try Int((#require(Double(part.1)) / 12.2).rounded())
      let line = try Int(((#require(Double(part.2)) - 20) / 24.4).rounded())
      var content = lines[line, default: ""]
      content += String(repeating: " ", count: max(0, column - content.count))
      lines[line] = content + decoded(part.3)
    }
    return (0...(lines.keys.max() ?? 0)).map { line in
      String((lines[line] ?? "").reversed().drop { $0.isWhitespace }.reversed())
    }
  }

  private static func decoded(_ text: Substring) -> String {
    [
      ("&#160;", " "), ("&quot;", "\""), ("&#x27;", "'"), ("&gt;", ">"), ("&lt;", "<"),
      ("&amp;", "&"),
    ]
    .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }

  /// Returns a line with equal durations.
  private static func timeless(_ line: String) -> String {
    line.replacing(/\ {2,}(\d+ transitions · )/) { " \($0.output.1)" }
      .replacing(/\ +[\d.]+ ms/, with: " 0 ms")
  }

  @Test func `the image of the failing scenario contains the report on the page`() throws {
    let page = try GuideTests.lines(of: "README.md")
    let block = try #require(
      GuideTests.blocks(in: page).first {
        $0.language == "console" && page[$0.lines].first == "$ signalbox test --seed 1"
      })
    #expect(try Self.lines(of: "failing-scenario.svg") == Array(page[block.lines]))
  }

  @Test func `the image of a session contains the output of the prompt`() throws {
    let script = try GuideTests.lines(of: "scripts/images").joined(separator: "\n")
    let app = try #require(try GuideTests.file("app.lua", of: "README.md"))
    let terminal = try Tmux(
      "printf %s \(Tmux.quoted(app)) >app.lua; "
        + "exec \(Tmux.program("signalbox")) repl --no-history app.lua", columns: 110)
    try terminal.wait(for: "signalbox>")
    let inputs = script.matches(of: /\ntype '([^']*)'( Enter)?/)
    #expect(inputs.count == 6)
    let image = try Self.lines(of: "prompt.svg")
    let last = try #require(image.last)
    var rows: [String] = []
    for input in inputs {
      let count = rows.count
      try terminal.type(input.1 + (input.2 == nil ? "" : "\r"))
      // The last input is not entered, so the prompt suggests its continuation.
      rows = try terminal.wait(for: "the output of \(input.1)") { rows in
        input.2 == nil
          ? rows.last?.hasPrefix(last) == true
          : rows.count > count && rows.last?.hasSuffix(">") == true
      }
    }
    #expect(image.map(Self.timeless) == rows.map(Self.timeless))
  }
}
