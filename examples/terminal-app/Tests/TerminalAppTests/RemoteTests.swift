import Foundation
import TerminalDriver
import Testing

/// Tests the program as an application of `signalbox test --app` and `signalbox record --app`.
struct RemoteTests {
  private static let shop = Program.package.deletingLastPathComponent().appending(path: "shop")

  /// Runs the tool in the folder of the shop.
  private func signalbox(_ arguments: [String]) throws -> (output: String, code: Int32) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    let words = arguments.map(Tmux.quoted).joined(separator: " ")
    process.arguments = ["-c", "exec \(try Tmux.program("signalbox")) \(words) 2>&1"]
    process.currentDirectoryURL = Self.shop
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }

  @Test(arguments: ["model", "application", "both"])
  func `the scenarios of gifts pass on the model, on the program, and on both`(place: String) throws
  {
    let app = place == "model" ? [] : ["--app", try Tmux.program("terminal-app")]
    let result = try signalbox(
      ["test", "--trace", "off", "../terminal-app"] + app + (place == "both" ? ["--compare"] : []))
    #expect(result.code == 0, "\(result.output)")
    #expect(result.output.contains("2 passed"), "\(result.output)")
  }

  @Test(arguments: [[], ["--compare"]])
  func `the scenarios of the shop pass on the program`(options: [String]) throws {
    let result = try signalbox(
      [
        "test", "--trace", "off", "shop.scenario.lua", "--ci", "--app",
        "\(try Tmux.program("terminal-app")) app.lua",
      ] + options)
    #expect(result.code == 0, "\(result.output)")
  }

  @Test func `a session that is played with keys is recorded as a passing scenario`() throws {
    let app = try Tmux(
      "\(Tmux.program("terminal-app")) --listen app.sock; echo code $?; cat", columns: 48, rows: 14,
      environment: ["TERM": "screen"])
    try app.wait(for: "Lamp")
    let socket = app.folder.appending(path: "app.sock").path
    let scenario = app.folder.appending(path: "gift.scenario.lua")
    let recorder = try Tmux(
      "cd \(Tmux.quoted(Self.shop.path)); \(Tmux.program("signalbox")) record "
        + "--app \(Tmux.quoted("unix:\(socket)")) \(Tmux.quoted(scenario.path)); echo code $?; cat",
      columns: 200)
    try recorder.wait(
      for: "recording terminal-app: use the application, then press Ctrl-C or Ctrl-D")
    for (key, call) in [
      ("1", "app:tap(\"Lamp\")"), ("2", "app:tap(\"Wrap as a gift\")"),
      ("1", "app:tap(\"Stars\")"), ("b", "app:back()"), ("d", "app:swipeDown()"),
    ] {
      try app.press(key)
      try recorder.wait(for: call)
    }
    try recorder.press("C-c")
    try recorder.wait(for: "code 0")
    let result = try signalbox([
      "test", "--trace", "off", scenario.path, "--app", try Tmux.program("terminal-app"),
    ])
    #expect(result.output.contains("1 passed"), "\(result.output)")
  }
}
