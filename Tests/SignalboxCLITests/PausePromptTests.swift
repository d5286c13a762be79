import Foundation
import Testing

/// Tests `app:pause()` in scripts and scenarios, with and without a terminal.
@Suite struct PausePromptTests {
  private static let prompt = "paused signalbox> "

  @Test func `a script that pauses at a terminal waits in a prompt, even after Ctrl-C`() throws {
    let tool = try Tool(["app.lua": "local n = 1\napp:pause \"look\"\nprint(\"n is \" .. n)\n"])
    defer { tool.remove() }
    let terminal = try Terminal("run", "app.lua", folder: tool.folder)
    try terminal.wait(for: "paused at app.lua:2: look")
    try terminal.wait(for: Self.prompt)
    try terminal.type("n = 41 print('star' .. 'ted') while true do end\n")
    try terminal.wait(for: "started\r\n")
    try terminal.type("\u{3}")
    try terminal.wait(for: "interrupted")
    try terminal.wait(for: Self.prompt)
    try terminal.type("half\u{3}")
    try terminal.wait(for: Self.prompt)
    try terminal.type("n = n + 1\n")
    try terminal.wait(for: Self.prompt)
    try terminal.type("\u{4}")
    try terminal.wait(for: "n is 42\r\n")
    #expect(try terminal.finish() == 0)
  }

  @Test func `a single scenario that pauses waits in a prompt`() throws {
    let tool = try Tool([
      "a.scenario.lua":
        "scenario \"waits\" { function(app) local n = 1 app:pause() assert(n == 2) end }\n"
    ])
    defer { tool.remove() }
    let terminal = try Terminal("test", "-j1", "a.scenario.lua", folder: tool.folder)
    try terminal.wait(for: Self.prompt)
    try terminal.type("n = 2\n")
    try terminal.wait(for: Self.prompt)
    try terminal.type(".continue\n")
    #expect(try terminal.finish() == 0)
  }

  @Test func `quitting the prompt of a pause ends the script like Ctrl-C`() throws {
    let tool = try Tool(["app.lua": "pcall(app.pause, app) print(\"never\")\n"])
    defer { tool.remove() }
    let terminal = try Terminal("run", "app.lua", folder: tool.folder)
    try terminal.wait(for: Self.prompt)
    try terminal.type(".quit\n")
    #expect(try terminal.finish() == 130)
  }

  @Test func `a pause without a terminal fails and explains how to run the script`() throws {
    let tool = try Tool(["app.lua": "app:pause()\n"])
    defer { tool.remove() }
    #expect(
      try tool.run("run", "app.lua")
        == Tool.Result(
          "",
          errors: """
            ✗ noPrompt: pause: there is no terminal for the prompt; run the script in a terminal \
            (tests with -j1), or remove app:pause()
              app.lua:1

             ▸ 1 │ app:pause()

            """, code: 1))
  }
}
