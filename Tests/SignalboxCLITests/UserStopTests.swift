import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Tests signals at every point of a test run. The running code sends the signals.
@Suite struct UserStopTests {
  /// The point at which a signal arrives.
  enum Moment: String, CaseIterable, Sendable {
    case load, setup, body, cleanup, trace, teardown, reporterStart, reporterScenario,
      reporterFinish
  }

  /// Sends the signal in `signal` to the process that the user started, at the point in `moment`.
  /// The run for a trace is the second run of the failing scenario.
  private static let plugin = """
    local function at(name, isParent)
      if name ~= moment then return end
      local kill = "kill -" .. signal .. " " .. (isParent and "$PPID" or target)
      run("/bin/sh", "-c", "[ -e sent ] || { : >sent; " .. kill .. "; }")
    end
    local function again()
      if moment ~= "trace" then return end
      local _, code = run("/bin/sh", "-c", "[ -e ran ] || { : >ran; exit 1; }")
      if code == 0 then at "trace" end
    end
    return { name = "sig", version = "1.0.0", api = 1, summary = "", permissions = { "run" },
      setup = function(host)
        at "setup"
        host:global("at", at)
        host:global("again", again)
        host:reporter("counts", {
          start = function() at("reporterStart", true) end,
          scenario = function() at("reporterScenario", true) end,
          finish = function() at("reporterFinish", true) end,
        })
      end,
      teardown = function() at "teardown" end }
    """
  private static let scenarios = """
    at "load"
    scenario "fails" { function() again() error "no" end }
    suite "cleans up" {
      setup = function() return function() at "cleanup" end end,
      scenario "passes" { function() at "body" end },
    }
    """

  private static func tool(_ moment: Moment, _ signal: Int32, isThread: Bool) throws -> Tool {
    let names = [SIGINT: "INT", SIGTERM: "TERM", SIGHUP: "HUP"]
    // The parent of a worker is the process that the user started.
    let target = isThread ? "$PPID" : "$(ps -o ppid= -p $PPID)"
    let values = """
      local moment, signal, target = "\(moment.rawValue)", "\(names[signal] ?? "")", "\(target)"

      """
    var tool = try Tool([
      "signalbox.lua": "return { plugins = { sig = { permissions = { \"run\" } } } }\n",
      "a.scenario.lua": scenarios,
      "plugins/sig/plugin.lua": values + plugin,
    ])
    tool.isTrusted = true
    return tool
  }

  private static let arguments = [
    "test", "-j1", "--no-shuffle", "--reporter", "junit=r.xml", "--reporter", "counts=counts.txt",
  ]

  private func checkReport(_ tool: Tool) {
    let report = try? Tool.text(of: tool.folder.appending(path: "r.xml"))
    #expect(report?.hasSuffix("</testsuites>\n") ?? true)
  }

  @Test(arguments: Moment.allCases, [SIGINT, SIGTERM, SIGHUP])
  func `a signal at any time ends a run with workers with its exit code and complete reports`(
    moment: Moment, signal: Int32
  ) throws {
    let tool = try Self.tool(moment, signal, isThread: false)
    defer { tool.remove() }
    let result = try tool.run(Self.arguments)
    #expect(result.code == 128 + signal, "\(result)")
    checkReport(tool)
  }

  @Test(arguments: Moment.allCases, [SIGINT, SIGTERM])
  func `a signal at any time ends a run on one thread with its exit code and complete reports`(
    moment: Moment, signal: Int32
  ) throws {
    let tool = try Self.tool(moment, signal, isThread: true)
    defer { tool.remove() }
    let terminal = try Terminal(
      Self.arguments, folder: tool.folder, environment: ["TERM=dumb", "SIGNALBOX_TRUST=1"])
    #expect(try terminal.finish() == 128 + signal)
    checkReport(tool)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `reports contain the exit code of a stopped run and the reason for the stop`(signal: Int32)
    throws
  {
    let scenarios = """
      scenario "fails" { function() error "no" end }
      scenario "waits" { function() print "begins" while true do end end }
      scenario "never runs" { function() end }
      """
    let tool = try Tool(["a.scenario.lua": scenarios])
    defer { tool.remove() }
    let (code, _) = try tool.interrupt(
      "test", "-q", "-j1", "--no-shuffle", "--timeout", "10m", "--reporter", "jsonl=r.jsonl"
    ) { process, _ in kill(process.processIdentifier, signal) }
    #expect(code == 128 + signal)
    let lines = try Tool.text(of: tool.folder.appending(path: "r.jsonl")).split(separator: "\n")
    let name = signal == SIGINT ? "interrupted" : "terminated"
    #expect(lines.count == 5)
    #expect(
      lines.last?.firstMatch(of: /"isStopped":true,.*"stop":"(\w+)"/)?.1 == Substring(name),
      "\(lines)")
    #expect(lines.last?.contains("\"exitCode\":\(code)") ?? false, "\(lines)")
  }

  @Test func `a reader that closes standard output does not affect reports in files`() throws {
    let scenarios = """
      scenario "begins" { function() print "here" end }
      scenario "waits" { function() repeat until pcall(require, "go") end }
      scenario "passes" { function() print "there" end }
      """
    let tool = try Tool(["a.scenario.lua": scenarios])
    defer { tool.remove() }
    let path = try Tool.path().path
    for reports in ["--reporter junit=r.xml --reporter jsonl=r.jsonl", ""] {
      // Runs the tool in a shell pipe. A pipe of this process could remain open in processes that
      // other tests start.
      let shell = try Program(folder: tool.folder).run(
        "sh", "-c",
        """
        rm -f go.lua
        { "\(path)" test -v -j1 --no-shuffle --timeout 10m \(reports) 2>errors; echo $? >code; } | {
          IFS= read -r line
          exec 0<&-
          echo "return true" >go.tmp && mv go.tmp go.lua
          echo "$line"
        }
        """)
      #expect(shell.output.hasPrefix(" ✓ a.scenario.lua:1  begins"))
      #expect(try Tool.text(of: tool.folder.appending(path: "code")) == "141\n")
      #expect(try Tool.text(of: tool.folder.appending(path: "errors")) == "")
    }
    let report = try Tool.text(of: tool.folder.appending(path: "r.xml"))
    #expect(report.contains(#"tests="3" failures="0" errors="0" skipped="0""#))
    #expect(report.hasSuffix("</testsuites>\n"))
    let lines = try Tool.text(of: tool.folder.appending(path: "r.jsonl")).split(separator: "\n")
    #expect(lines.last?.contains("\"kind\":\"end\"") ?? false)
    #expect(lines.count == 5)
  }

  @Test func `a report that cannot be written is reported and does not affect other reports`()
    throws
  {
    let scenarios = """
      scenario "one" { function() end }
      scenario "two" { function() print(("x"):rep(20000)) end }
      """
    let tool = try Tool(["a.scenario.lua": scenarios, "is-file": ""])
    defer { tool.remove() }
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: "is-folder"), withIntermediateDirectories: true)
    let reports = [
      "junit=is-folder", "html=is-file/r.html", "jsonl=is-file/r.jsonl", "tap=/dev/full",
      "jsonl=/dev/full", "junit=new/deep/r.xml", "jsonl=new/deeper/r.jsonl",
    ]
    let result = try tool.run(
      ["test", "-q", "--no-shuffle", "-j1"] + reports.flatMap { ["--reporter", $0] })
    #expect(
      result.errors == """
        signalbox: cannot write is-folder: is a directory
        signalbox: cannot write is-file/r.html: not a directory
        signalbox: cannot write is-file/r.jsonl: not a directory
        signalbox: cannot write /dev/full: no space left on device
        signalbox: cannot write /dev/full: no space left on device

        """)
    #expect(result.code == 1)
    #expect(result.output.contains("2 passed"))
    let report = try Tool.text(of: tool.folder.appending(path: "new/deep/r.xml"))
    #expect(report.contains(#"tests="2" failures="0" errors="0" skipped="0""#))
    let lines = try Tool.text(of: tool.folder.appending(path: "new/deeper/r.jsonl"))
    #expect(lines.split(separator: "\n").count == 4)
  }

  @Test func `a full standard output does not affect reports in files`() throws {
    let tool = try Tool(["a.scenario.lua": "scenario \"one\" { function() end }\n"])
    defer { tool.remove() }
    let path = try Tool.path().path
    let shell = try Program(folder: tool.folder).run(
      "sh", "-c", "\(path) test --reporter junit=r.xml 2>errors >/dev/full; echo $?")
    #expect(shell.output == "1\n")
    #expect(
      try Tool.text(of: tool.folder.appending(path: "errors"))
        == "signalbox: cannot write standard output: no space left on device\n")
    let report = try Tool.text(of: tool.folder.appending(path: "r.xml"))
    #expect(report.hasSuffix("</testsuites>\n"))
  }
}
