import Foundation
import Testing

/// Tests failures in the environment of the program, which reports each failure in one sentence or
/// continues, and ends with the correct exit code.
@Suite struct FaultTests {
  /// Runs a shell command in the folder of the test. `$T` is the path of the program.
  private func shell(
    _ line: String, files: [String: String] = [:], environment: [String: String] = [:]
  ) throws -> Tool.Result {
    let tool = try Tool(files)
    defer { tool.remove() }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = tool.folder
    process.environment = environment.merging(Tool.sanitizerOptions) { own, _ in own }
      .merging(["T": try Tool.path().path, "PATH": "/usr/bin:/bin"]) { own, _ in own }
    let (output, errors) = (tool.folder.appending(path: ".o"), tool.folder.appending(path: ".e"))
    for file in [output, errors] { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Tool.Result(
      try Tool.text(of: output), errors: try Tool.text(of: errors), code: process.terminationStatus)
  }

  private static let scenarios = """
    suite "s" { scenario "a" { function(app) end }, scenario "b" { function(app) end } }
    """
  private static let many = (1...20_000).map { "\($0)\n" }.joined()

  /// Runs the tool as another user if the current user can read every file.
  private func runUnprivileged(_ tool: Tool, _ arguments: String...) throws -> Tool.Result {
    guard geteuid() == 0 else { return try tool.run(arguments) }
    return try tool.run(
      ["--reuid", "65534", "--clear-groups", try Tool.path().path] + arguments,
      environment: ["PATH": "/usr/bin:/bin"], program: URL(fileURLWithPath: "/usr/bin/setpriv"))
  }

  @Test(
    .enabled(
      if: geteuid() != 0 || FileManager.default.fileExists(atPath: "/usr/bin/setpriv"),
      "nothing runs the tool as another user"))
  func `a folder that cannot be read is reported, and all other tests run`() throws {
    let tool = try Tool([
      "a.scenario.lua": Self.scenarios, "private/b.scenario.lua": Self.scenarios,
      "open/c.scenario.lua": Self.scenarios,
    ])
    defer {
      chmod(tool.folder.path + "/private", 0o700)
      tool.remove()
    }
    chmod(tool.folder.path, 0o755)
    for mode: mode_t in [0o000, 0o444] {
      chmod(tool.folder.path + "/private", mode)
      // The other user cannot write to the folder either.
      let result = try runUnprivileged(tool, "test", "--ci", "--no-shuffle", "-j1")
      let report = TestCommandTests.withoutTimes(result.output)
      #expect(
        report == """
           private did not load
             ✗ cannot read private: permission denied
               grant this user read access, or list the folders with scenarios as test.roots in \
          signalbox.lua

           4 passed · 1 not loaded   4 of 4 scenarios in 0 ms   seed 0

          """)
      #expect(result.code == 2)
      let lint = try runUnprivileged(tool, "lint")
      #expect(lint.output.contains("private: error: cannot read private: permission denied; "))
      #expect(lint.code == 2)
      #expect(try runUnprivileged(tool, "test", "--ci", "open").code == 0)
    }
  }

  @Test(
    .enabled(
      if: geteuid() != 0 || FileManager.default.fileExists(atPath: "/usr/bin/setpriv"),
      "nothing runs the tool as another user"))
  func `a plugin folder that cannot be read is reported, and all other commands run`() throws {
    let tool = try Tool(["plugins/todo/plugin.lua": "return {}"])
    defer {
      chmod(tool.folder.path + "/plugins", 0o700)
      tool.remove()
    }
    chmod(tool.folder.path, 0o755)
    chmod(tool.folder.path + "/plugins", 0)
    let message = "cannot read the folder plugins: permission denied"
    let hint = "make the folder readable, or remove it; none of its plugins can be loaded"
    #expect(
      try runUnprivileged(tool, "-e", "print 'on'")
        == Tool.Result("on\n", errors: "✗ \(message)\n  \(hint)\n", code: 2))
    let list = try runUnprivileged(tool, "plugin", "list")
    #expect(list.output.hasSuffix("  ✗ \(message)\n    \(hint)\n"))
    #expect(list.code == 1)
  }

  @Test(
    .enabled(
      if: geteuid() != 0 || FileManager.default.fileExists(atPath: "/usr/bin/setpriv"),
      "nothing runs the tool as another user"))
  func `an unreadable file from an earlier run is reported and remains unchanged`() throws {
    let tool = try Tool([
      "a.scenario.lua": Self.scenarios, ".signalbox/last-failed": "b\n", "times.json": "{}\n",
    ])
    defer { tool.remove() }
    chmod(tool.folder.path, 0o777)
    chmod(tool.folder.path + "/.signalbox", 0o777)
    for file in ["times.json", ".signalbox/last-failed"] { chmod(tool.folder.path + "/\(file)", 0) }
    let failed = try runUnprivileged(tool, "test", "--last-failed")
    #expect(
      failed
        == Tool.Result(
          errors:
            "signalbox: cannot read .signalbox/last-failed: permission denied; delete the file, which signalbox creates again when a scenario fails\n",
          code: 2))
    let timed = try runUnprivileged(tool, "test", "--timings", "times.json", "--shard", "1/1")
    #expect(timed.errors == "signalbox: cannot read times.json: permission denied\n")
    #expect(timed.code == 2)
    #expect(try Tool.text(of: tool.folder.appending(path: "times.json")) == "{}\n")
  }

  // MARK: - Output

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: ["$T repl < in", "$T run in.lua", "$T -e 'print(1)'", "$T lua-types"])
  func `writing to a full disk is reported and ends the command with 1`(command: String) throws {
    #expect(
      try shell("\(command) > /dev/full", files: ["in": "1\n2\n", "in.lua": "print(1)"])
        == Tool.Result(
          errors: "signalbox: cannot write the output: No space left on device\n", code: 1))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `writing a report to a full disk is reported and ends the run with 1`() throws {
    let result = try shell(
      "$T test --reporter junit=/dev/full", files: ["a.scenario.lua": Self.scenarios])
    #expect(result.errors == "signalbox: cannot write /dev/full: no space left on device\n")
    #expect(result.code == 1)
  }

  @Test func `a prompt whose output pipe is closed ends silently, as after a signal`() throws {
    #expect(
      try shell(
        "{ $T repl < in; echo \"ended with $?\" >&2; } | head -n 1", files: ["in": Self.many])
        == Tool.Result("1\n", errors: "ended with 141\n"))
  }

  @Test func `scripts and tests whose output pipe is closed end silently`() throws {
    let loop = "for i = 1, 100000 do print(i) end"
    #expect(
      try shell(
        "{ $T run in.lua; echo \"ended with $?\" >&2; } | head -n 1", files: ["in.lua": loop])
        == Tool.Result("1\n", errors: "ended with 141\n"))
    let result = try shell("$T test -v | head -n 1", files: ["a.scenario.lua": Self.scenarios])
    #expect(result.errors == "")
    #expect(result.code == 0)
    #expect(result.output.split(separator: "\n").count == 1)
  }

  @Test func `closed standard output is reported if standard error is open`() throws {
    #expect(
      try shell("$T repl < in >&-", files: ["in": "1\n"])
        == Tool.Result(
          errors: "signalbox: cannot write the output: Bad file descriptor\n", code: 1))
    #expect(try shell("$T run in.lua 2>&-", files: ["in.lua": "error 'x'"]) == Tool.Result(code: 1))
  }

  // MARK: - Input

  @Test func `a prompt with closed standard input ends or reports that it cannot be read`() throws {
    #expect(try shell("$T repl <&-") == Tool.Result())
    #expect(
      try shell("$T <&-")
        == Tool.Result(
          errors: "signalbox: cannot read standard input: bad file descriptor\n", code: 2))
  }

  @Test func `an input line of ten megabytes is read like any other`() throws {
    let long = "x = '" + String(repeating: "y", count: 10_000_000) + "'\n"
    #expect(try shell("$T repl < in", files: ["in": long + "#x\n"]) == Tool.Result("10000000\n"))
  }

  @Test func `a zero byte is allowed in strings but is an error elsewhere in a script`() throws {
    #expect(
      try shell("$T repl < in", files: ["in": "x = 'a\0b'\n#x\n\0\n2\n"])
        == Tool.Result(
          "3\n", errors: "✗ syntax error: unexpected symbol\n  standard input:3\n", code: 1))
  }

  // MARK: - Environment

  @Test func `the configuration is found from a folder below the project's folder`() throws {
    let files = [
      "signalbox.lua": "return { test = { roots = { \"scenarios\" } } }\n", "work/deep/.keep": "",
      "scenarios/a.scenario.lua": "scenario \"found\" { function() end }",
      "repository/.git/HEAD": "",
    ]
    let found = try shell("cd work/deep && $T test --list", files: files)
    #expect(found.output.contains("found"), "\(found)")
    // A separate repository is a separate project.
    #expect(try shell("cd repository && $T test --list", files: files).code != 0)
  }

  @Test(
    arguments: [
      ["HOME": "/dev/null", "XDG_STATE_HOME": "/dev/null/state"], ["HOME": ""], [:],
      ["TERM": "nonsense", "HOME": "/nowhere"],
    ])
  func `a home folder that is missing or cannot be written does not prevent a session`(
    environment: [String: String]
  ) throws {
    #expect(
      try shell("$T repl < in", files: ["in": "1\n"], environment: environment)
        == Tool.Result("1\n"))
  }

  @Test(
    arguments: [
      ["TERM=nonsense"], [], ["TERM="],
      ["TERM=dumb", "HOME=/dev/null", "XDG_STATE_HOME=/dev/null/x"],
    ])
  func `an unknown terminal receives plain text`(environment: [String]) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let terminal = try Terminal("repl", folder: tool.folder, environment: environment)
    var shown = try terminal.wait(for: "signalbox>")
    try terminal.type("print(6 * 7)\n")
    shown += try terminal.wait(for: "42\r\n")
    // Escape sequences for colors are allowed, but not those that move the cursor or query the
    // terminal.
    #expect(!shown.replacing(/\u{1B}\[[0-9;]*m/, with: "").contains("\u{1B}"))
    try terminal.type("\u{4}")
    #expect(try terminal.finish() == 0)
  }

  @Test func `a suspended prompt continues after it resumes, even in a terminal with 20 columns`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let terminal = try Terminal("repl", folder: tool.folder)
    terminal.resize(columns: 20)
    try terminal.wait(for: "signalbox> ")
    terminal.send(SIGSTOP)
    terminal.send(SIGCONT)
    try terminal.type("print('a line that is longer than twenty columns')\n")
    try terminal.wait(for: "\na line that is longer than twenty columns\r\nsignalbox> ")
    try terminal.type("\u{4}")
    #expect(try terminal.finish() == 0)
  }
}
