import Foundation
import Testing

/// Tests that pages name scripts, options and variables that exist.
@Suite struct ScriptPageTests {
  private static func names() throws -> [String] {
    try FileManager.default
      .contentsOfDirectory(atPath: Repository.root.appending(path: "scripts").path)
      .filter { !$0.hasPrefix(".") }.sorted()
  }

  @Test func `every script that a page names exists`() throws {
    let known = Set(try Self.names())
    let pages =
      try ["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(Repository.file)
      + Repository.files(under: "docs", extensions: ["md"])
    let named = pages.flatMap { page in
      // Searching the bytes first is much faster.
      page.text.split(separator: "\n").filter { $0.containsBytes(of: "scripts/") }.flatMap { line in
        line.matches(of: /\bscripts\/([a-z-]+)\b(?!\/|\.)/).map { (page.path, String($0.1)) }
      }
    }
    #expect(named.count > 50)
    #expect(named.filter { !known.contains($0.1) }.map { "\($0): \($1)" } == [])
  }

  @Test func `the architecture lists every script, and every script prints help`() throws {
    let page = try Repository.file("docs/architecture.md").text
    let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| `scripts/` |") })
    let listed = row.matches(of: /`([a-z-]+)`/).map { String($0.1) }.filter { $0 != "--help" }
    #expect(listed.sorted() == (try Self.names()))
    #expect(
      try Self.names().filter { name in
        !(try Repository.file("scripts/\(name)")).text.containsBytes(of: "--help")
      } == [])
  }

  @Test func `the commands for contributors have options and variables that their scripts read`()
    throws
  {
    let commands = try Repository.file("CONTRIBUTING.md").text.matches(
      of: /`([^`]*scripts\/[^`]*)`/
    )
    .map { String($0.1) }
    #expect(commands.count > 12)
    let readers =
      try ["Tests", "packaging"].flatMap {
        try Repository.files(under: $0, extensions: ["swift", "py", ""])
      } + Self.names().map { try Repository.file("scripts/\($0)") }
    for command in commands.flatMap({ $0.components(separatedBy: " && ") }) {
      for variable in command.matches(of: /\b([A-Z_]+)=/).map({ String($0.1) }) {
        #expect(
          readers.contains { $0.text.containsBytes(of: variable) }, "nothing reads \(variable)")
      }
      let parts = command.split(separator: " ").drop { !$0.contains("scripts/") }
      let script = try Repository.file(String(try #require(parts.first)))
      // `scripts/test` passes its arguments on to `swift test`.
      for option in parts.filter({ $0.hasPrefix("--") && $0 != "--filter" }) {
        #expect(script.text.containsBytes(of: String(option)), "\(script.path) has no \(option)")
      }
    }
  }
}
