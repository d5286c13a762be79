import Foundation
import Testing

/// Without a terminal, the program prints a frame for each line of keys. `RECORD=1` updates the
/// recorded frames.
struct LineTests {
  private static let golden = Program.package.appending(path: "Tests/TerminalAppTests/Golden")
  private static let examples = Program.package.deletingLastPathComponent()

  @Test(arguments: [
    ("gift", []), ("moving", []), ("narrow", ["--size", "22x9"]),
    ("onboarding", [examples.appending(path: "onboarding/app.lua").path]),
    ("todos", [examples.appending(path: "stinsen/app.lua").path]),
  ])
  func `each line of keys prints the recorded frame`(name: String, arguments: [String]) throws {
    let keys = try String(
      contentsOf: Self.golden.appending(path: "\(name).keys"), encoding: .utf8)
    let result = try Program.run(arguments, keys: keys)
    let file = Self.golden.appending(path: "\(name).txt")
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try Data(result.output.utf8).write(to: file)
    }
    #expect(result == Program.Result(output: try String(contentsOf: file, encoding: .utf8)))
  }

  @Test(arguments: [
    (
      ["--fast"], "", "unknown option --fast (expected --size, --listen or --help)", 64 as Int32
    ),
    (["a.lua", "b.lua"], "", "one script is played, not 2", 64),
    (
      ["--size", "9x9"], "",
      "--size takes COLUMNSxROWS such as 48x14, from 10x4 on, not \"9x9\"", 64
    ),
    (
      ["nowhere.lua"], "", "nowhere.lua cannot be read; give the path of a script", 2
    ),
    (
      [], "x",
      "\"x\" is no key: 1-9 taps, b goes back, s swipes back, d swipes down, tab and tab:PAGE "
        + "select, /LINK opens, +MS waits, q quits", 64
    ),
  ])
  func `a mistake is reported in one sentence`(
    arguments: [String], keys: String, message: String, code: Int32
  ) throws {
    let result = try Program.run(arguments, keys: keys)
    #expect(result.errors == "terminal-app: \(message)\n")
    #expect(result.code == code)
  }

  @Test func `a script without an application is rejected with the statement to add`() throws {
    let script = FileManager.default.temporaryDirectory
      .appending(path: "none-\(UUID().uuidString).lua")
    try Data("-- nothing\n".utf8).write(to: script)
    defer { try? FileManager.default.removeItem(at: script) }
    #expect(
      try Program.run([script.path], keys: "")
        == Program.Result(
          output: "",
          errors: "terminal-app: the script names no application; end it with: "
            + "application \"Name\" { main = \"Coordinator\" }\n", code: 2))
  }
}
