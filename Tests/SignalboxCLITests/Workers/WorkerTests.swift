import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Tests that workers that hang, crash or lose their parent process do not affect other results,
/// and that no process remains.
@Suite struct WorkerTests {
  /// Keys that collide in one table: a single Lua function takes twenty seconds.
  private static let collisions = """
    local stride, keys = (1 << 18) - 1, {}
    for i = 1, (1 << 17) + 10 do keys[i * stride] = true end
    """
  private static let first = "scenario \"first\" { function() end }\n"
  private static let last = "scenario \"last\" { function() print \"at the end\" end }\n"
  private static let stuck = stuck("")
  private static func stuck(_ options: String) -> String {
    "scenario \"is stuck\" { \(options)function() print \"begins\" while true do \(collisions) end end }\n"
  }
  private static let loops =
    "scenario \"loops\" { function() print \"begins\" while true do end end }\n"

  private static func text(_ path: String, of tool: Tool) throws -> String {
    TestCommandTests.withoutTimes(try Tool.text(of: tool.folder.appending(path: path)))
  }

  /// The workers of a run.
  private static func workers(of process: Process, _ tool: Tool) throws -> [pid_t] {
    let list = try Program(folder: tool.folder).run(
      "pgrep", "-P", String(process.processIdentifier))
    return list.output.split(separator: "\n").compactMap { pid_t($0) }
  }

  /// Whether a process has ended. A zombie process counts as ended.
  private static func hasEnded(_ process: pid_t, _ tool: Tool) throws -> Bool {
    let state = try Program(folder: tool.folder).run("ps", "-o", "stat=", "-p", String(process))
    return state.output.isEmpty || state.output.hasPrefix("Z")
  }

  #if canImport(Glibc)
    /// Returns after a process has used a second of processor time, regardless of the load.
    private static func awaitWork(of process: pid_t) {
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(process, &clock) == 0 else { return }
      while clock_gettime(clock, &time) == 0, time.tv_sec < 1 { sched_yield() }
    }
  #endif

  // MARK: - Blocked scenarios

  @Test
  func `a scenario that cannot be stopped is reported as timed out, and all others complete`()
    throws
  {
    let stuck = Self.stuck("timeout = \"3s\", ")
    let tool = try Tool(["a.scenario.lua": Self.first + stuck + Self.last])
    defer { tool.remove() }
    let result = try tool.run(
      "test", "-q", "--no-shuffle", "-j1", "--reporter", "junit=report.xml")
    #expect(result.code == 1)
    #expect(result.errors == "")
    let message =
      "timed out: the scenario ran longer than 0 ms (`--timeout`), in a Lua library function "
      + "that did not return; the process was terminated"
    #expect(
      try Self.text("report.xml", of: tool) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="signalbox" tests="3" failures="1" errors="0" skipped="0" time="0.000">
          <testsuite name="a.scenario.lua" tests="3" failures="1" errors="0" skipped="0" time="0.000" \
        file="a.scenario.lua">
            <properties>
              <property name="seed" value="0"/>
            </properties>
            <testcase name="first" classname="a.scenario.lua" time="0.000" file="a.scenario.lua" line="1"/>
            <testcase name="is stuck" classname="a.scenario.lua" time="0.000" file="a.scenario.lua" line="2">
              <failure message="\(message)" type="error">a.scenario.lua:2: \(message)</failure>
              <system-out>begins
        [[ATTACHMENT|.signalbox/out/a-2-is-stuck.sbtrace]]</system-out>
            </testcase>
            <testcase name="last" classname="a.scenario.lua" time="0.000" file="a.scenario.lua" line="4">
              <system-out>at the end</system-out>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func `a blocked scenario is retried, and passes if it is expected to fail`()
    throws
  {
    let options = ["retries = 1,", "fails = \"NAV-7\","]
    let scenarios = options.enumerated().map { index, option in
      "scenario \"\(index)\" { \(option) timeout = \"1s\", function() \(Self.collisions) end }\n"
    }
    let tool = try Tool(["a.scenario.lua": scenarios.joined()])
    defer { tool.remove() }
    let result = try tool.run("test", "--no-shuffle", "-j2", "--reporter", "jsonl")
    #expect(result.code == 1)
    let statuses = result.output.matches(of: /"attempts":(\d+).*?"status":"(\w+)"/).map {
      "\($0.output.1) \($0.output.2)"
    }
    #expect(statuses == ["2 failed", "1 failedAsExpected"])
  }

  @Test func `a file that never finishes loading does not prevent other files from running`()
    throws
  {
    let tool = try Tool([
      "a.scenario.lua": Self.collisions, "b.scenario.lua": Self.first + Self.last,
    ])
    defer { tool.remove() }
    let result = try tool.run("test", "-j2", "--timeout", "5s")
    #expect(
      TestCommandTests.withoutTimes(result.output.replacing(/\ {3}seed \d+/, with: "")) == """
         a.scenario.lua did not load
           ✗ timed out: a.scenario.lua took longer than 0 ms to load (`--timeout`), in a Lua library \
        function that did not return; the process was terminated

         2 passed · 1 not loaded   2 of 2 scenarios in 0 ms

        """)
    #expect(result.code == 2)
  }

  @Test(
    arguments: [
      ("setup = function() \(collisions) end", "plugins took longer than 9 s to load"),
      (
        "setup = function() end, teardown = function() \(collisions) end",
        "cleaning up after a plugin took longer than 3 s"
      ),
    ])
  func `a plugin whose setup never returns ends the run with the reason`(
    functions: String, reason: String
  ) throws {
    let plugin = """
      return {
        name = "slow", version = "1.0.0", api = 1, summary = "Is slow", license = "MIT",
        \(functions)
      }
      """
    let tool = try Tool(["a.scenario.lua": Self.first, "plugins/slow/plugin.lua": plugin])
    defer { tool.remove() }
    #expect(
      try tool.run("test", "--timeout", "3s")
        == Tool.Result(
          errors:
            "signalbox: timed out: \(reason) (`--timeout`), in a Lua library function that did not "
            + "return; the process was terminated\n", code: 2))
  }

  @Test func `Ctrl-C ends a run with a blocked scenario, and the reports are complete`() throws {
    let tool = try Tool(["a.scenario.lua": Self.first + Self.stuck + Self.last])
    defer { tool.remove() }
    let (code, errors) = try tool.interrupt(
      "test", "-v", "--no-shuffle", "-j1", "--timeout", "10m", "--reporter", "junit=report.xml"
    ) { process, _ in
      #if canImport(Glibc)
        for worker in try Self.workers(of: process, tool) { Self.awaitWork(of: worker) }
      #endif
      process.interrupt()
    }
    #expect(code == 130)
    #expect(errors == "")
    let report = try Self.text("report.xml", of: tool)
    #expect(report.contains(#"tests="3" failures="0" errors="0" skipped="2""#))
    #expect(report.hasSuffix("</testsuites>\n"))
  }

  // MARK: - Crashes

  @Test(arguments: [(SIGSEGV, "signal 11 (SIGSEGV)"), (SIGKILL, "signal 9 (SIGKILL)")])
  func `a scenario whose process crashes is reported as crashed, and all others complete`(
    signal: Int32, end: String
  ) throws {
    let tool = try Tool(["a.scenario.lua": Self.first + Self.loops + Self.last])
    defer { tool.remove() }
    let (code, _) = try tool.interrupt(
      "test", "-v", "--no-shuffle", "-j1", "--timeout", "10m", "--reporter", "junit=report.xml"
    ) { process, _ in
      for worker in try Self.workers(of: process, tool) {
        #if canImport(Glibc)
          Self.awaitWork(of: worker)
        #endif
        kill(worker, signal)
      }
    }
    #expect(code == 1)
    let report = try Self.text("report.xml", of: tool)
    #expect(report.contains(#"tests="3" failures="1" errors="0" skipped="0""#))
    #expect(
      report.contains(
        "a.scenario.lua:2: crashed: the process that ran it ended with \(end)</failure>"))
    #expect(
      report.contains(
        "<system-out>begins\n[[ATTACHMENT|.signalbox/out/a-2-loops.sbtrace]]</system-out>"))
    #expect(report.contains("<system-out>at the end</system-out>"))
  }

  /// Returns the calls of the only trace in a folder.
  private static func tracedCalls(of tool: Tool) throws -> [String] {
    let folder = tool.folder.appending(path: ".signalbox/out").path
    let traces = try FileManager.default.contentsOfDirectory(atPath: folder)
    let trace = try #require(traces.count == 1 ? traces.first : nil, "\(traces)")
    let shown = try tool.run("trace", "show", ".signalbox/out/\(trace)")
    #expect(shown.code == 0, "\(shown.errors)")
    return shown.output.matches(of: /(?m)^ +\d+ +\d+ ms  (.*?) +a\.scenario\.lua:(\d+)$/).map {
      "\($0.output.1) at \($0.output.2)"
    }
  }

  private static let opens = """
      local App = coordinator "App" { routes = { home = {}, detail = {} } }
      function App:start() self.router:startFlow("home") end

    """

  @Test func `a scenario whose process is ended leaves a trace up to the blocked call`() throws {
    let scenario = """
      \(Self.opens)scenario "is stuck" { timeout = "3s", function(app)
        app:launch("App")
        app.top.router:navigate("detail")
        while true do \(Self.collisions) end
      end }

      """
    let tool = try Tool(["a.scenario.lua": scenario])
    defer { tool.remove() }
    let result = try tool.run("test", "-j1")
    #expect(result.code == 1)
    #expect(result.output.contains("trace: .signalbox/out/"), "\(result.output)")
    #expect(
      try Self.tracedCalls(of: tool) == [
        "app:launch(\"App\") at 4", "App:navigate(\"detail\") at 5",
      ])
    #expect(try tool.run("trace", "open", "--output", "page.html").code == 0)
    let page = try Self.text("page.html", of: tool)
    for part in [
      #""sources":{"a.scenario.lua":[{"first":1,"lines":["#, #""message":"timed out: "#,
      #""c":"App:navigate(\"detail\")""#, #""x":["op.began launch App"#,
    ] {
      #expect(page.contains(part), "\(part)")
    }
  }

  @Test func `a scenario whose process crashes leaves a trace up to the crash`() throws {
    let scenario = """
      \(Self.opens)scenario "loops" { function(app)
        app:launch("App")
        app:snapshot "waits"
        app.top.router:navigate("detail")
        while true do app:expect { top = "detail" } end
      end }

      """
    let tool = try Tool(["a.scenario.lua": Self.first + scenario])
    defer { tool.remove() }
    let (code, _) = try tool.interrupt("test", "-v", "--no-shuffle", "-j1", "--timeout", "10m") {
      process, _ in
      let snapshot = tool.folder.appending(path: "snapshots/a/loops--waits.txt").path
      while !FileManager.default.fileExists(atPath: snapshot) { sched_yield() }
      for worker in try Self.workers(of: process, tool) { kill(worker, SIGSEGV) }
    }
    #expect(code == 1)
    #expect(
      try Self.tracedCalls(of: tool) == [
        "app:launch(\"App\") at 5", "App:navigate(\"detail\") at 7",
      ])
  }

  @Test func `a scenario that crashes, but passes when it is recorded, reports both`()
    throws
  {
    let scenario = """
      scenario "waits" { function(app)
        if pcall(require, "go") then return end
        app:snapshot "waits"
        while true do end
      end }

      """
    let tool = try Tool(["a.scenario.lua": Self.first + scenario + Self.last])
    defer { tool.remove() }
    let (code, _) = try tool.interrupt(
      "test", "-v", "--no-shuffle", "-j1", "--timeout", "10m", "--reporter", "jsonl=report.jsonl"
    ) { process, _ in
      let snapshot = tool.folder.appending(path: "snapshots/a/waits--waits.txt").path
      while !FileManager.default.fileExists(atPath: snapshot) { sched_yield() }
      try Data("return true\n".utf8).write(to: tool.folder.appending(path: "go.lua"))
      for worker in try Self.workers(of: process, tool) { kill(worker, SIGSEGV) }
    }
    #expect(code == 1)
    let report = try Tool.text(of: tool.folder.appending(path: "report.jsonl"))
    let statuses = report.matches(of: /"status":"(\w+)"/).map { String($0.output.1) }
    #expect(statuses == ["passed", "failed", "passed"])
    #expect(report.contains("the scenario passed when it was rerun for the recording"))
  }

  @Test
  func `a scenario whose process is lost is reported even if the run is stopped`()
    throws
  {
    let tool = try Tool(["a.scenario.lua": Self.first + Self.stuck])
    defer { tool.remove() }
    let (code, _) = try tool.interrupt(
      "test", "-v", "--no-shuffle", "-j1", "--timeout", "10m", "--reporter", "jsonl=report.jsonl"
    ) { process, _ in
      let first = try Self.workers(of: process, tool)
      for worker in first {
        #if canImport(Glibc)
          Self.awaitWork(of: worker)
        #endif
        kill(worker, SIGSEGV)
      }
      // The next worker is available to record the scenario.
      while process.isRunning, try Self.workers(of: process, tool).allSatisfy(first.contains) {
        sched_yield()
      }
      kill(process.processIdentifier, SIGINT)
    }
    #expect(code == 130)
    let report = try Tool.text(of: tool.folder.appending(path: "report.jsonl"))
    #expect(report.contains("\"status\":\"failed\""), "\(report)")
    #expect(report.contains("the run was stopped"), "\(report)")
  }

  @Test func `a scenario whose process crashes is retried, and is flaky if the retry passes`()
    throws
  {
    let scenario = """
      scenario "waits" { retries = 1, function(app)
        if pcall(require, "go") then return end
        app:snapshot "waits"
        while true do end
      end }

      """
    let tool = try Tool(["a.scenario.lua": Self.first + scenario + Self.last])
    defer { tool.remove() }
    let (code, errors) = try tool.interrupt(
      "test", "-v", "--no-shuffle", "-j1", "--timeout", "10m", "--reporter", "jsonl=report.jsonl"
    ) { process, _ in
      let snapshot = tool.folder.appending(path: "snapshots/a/waits--waits.txt").path
      while !FileManager.default.fileExists(atPath: snapshot) { sched_yield() }
      try Data("return true\n".utf8).write(to: tool.folder.appending(path: "go.lua"))
      for worker in try Self.workers(of: process, tool) { kill(worker, SIGSEGV) }
    }
    #expect(code == 0)
    #expect(errors == "")
    let report = try Tool.text(of: tool.folder.appending(path: "report.jsonl"))
    let statuses = report.matches(of: /"attempts":(\d+).*?"status":"(\w+)"/).map {
      "\($0.output.1) \($0.output.2)"
    }
    #expect(statuses == ["1 passed", "2 flaky", "1 passed"])
  }

  @Test func `attempts whose process crashed are reported with the other attempts`() throws {
    let plugin = """
      return { name = "p", version = "1.0.0", api = 1, summary = "",
        permissions = { "fs:read:data", "fs:write:data" },
        setup = function(host)
          host:global("attempt", function()
            local number = tonumber(fs.read("data/n")) + 1
            fs.write("data/n", tostring(number))
            return number
          end)
        end }
      """
    let scenario = """
      scenario "waits" { retries = 3, function(app)
        local number = attempt()
        if number == 2 then
          app:snapshot "waits"
          while true do end
        end
        if number < 4 then error("failure " .. number, 0) end
      end }

      """
    let tool = try Tool([
      "a.scenario.lua": Self.first + scenario, "plugins/p/plugin.lua": plugin, "data/n": "0",
    ])
    defer { tool.remove() }
    let (code, errors) = try tool.interrupt(
      "test", "-v", "--no-shuffle", "-j1", "--timeout", "10m", "--plugin", "p", "--allow",
      "fs:read:data", "--allow", "fs:write:data", "--reporter", "junit=report.xml"
    ) { process, _ in
      let snapshot = tool.folder.appending(path: "snapshots/a/waits--waits.txt").path
      while !FileManager.default.fileExists(atPath: snapshot) { sched_yield() }
      for worker in try Self.workers(of: process, tool) { kill(worker, SIGSEGV) }
    }
    #expect(code == 0)
    #expect(errors == "")
    let report = try Tool.text(of: tool.folder.appending(path: "report.xml"))
    let failures = report.matches(of: /<flakyFailure message="([^"]*)"/).map { String($0.output.1) }
    #expect(
      failures == [
        "failure 1", "crashed: the process that ran it ended with signal 11 (SIGSEGV)", "failure 3",
      ])
  }

  #if canImport(Glibc)
    @Test
    func `a file whose process crashes during loading does not prevent other files from running`()
      throws
    {
      let tool = try Tool([
        "a.scenario.lua": "while true do end", "b.scenario.lua": Self.first + Self.last,
      ])
      defer { tool.remove() }
      let process = Process()
      let output = Pipe.closedOnExec()
      process.executableURL = try Tool.path()
      process.arguments = ["test", "-j1", "--no-shuffle", "--timeout", "10m"]
      process.currentDirectoryURL = tool.folder
      process.environment = Tool.sanitizerOptions
      process.standardOutput = output
      try process.run()
      var workers: [pid_t] = []
      while workers.isEmpty { workers = try Self.workers(of: process, tool) }
      Self.awaitWork(of: workers[0])
      kill(workers[0], SIGSEGV)
      let text = String(
        decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(
        TestCommandTests.withoutTimes(text) == """
           a.scenario.lua did not load
             ✗ crashed: the process that loaded a.scenario.lua ended with signal 11 (SIGSEGV)

           2 passed · 1 not loaded   2 of 2 scenarios in 0 ms   seed 0

          """)
      #expect(process.terminationStatus == 2)
    }
  #endif

  // MARK: - Starting and ending

  @Test func `a worker ends with the process that started it, even if the worker is blocked`()
    throws
  {
    let tool = try Tool(["a.scenario.lua": Self.first + Self.stuck])
    defer { tool.remove() }
    var workers: [pid_t] = []
    let (code, _) = try tool.interrupt(
      "test", "-v", "--no-shuffle", "-j1", "--timeout", "10m"
    ) { process, _ in
      workers = try Self.workers(of: process, tool)
      #if canImport(Glibc)
        workers.forEach(Self.awaitWork)
      #endif
      kill(process.processIdentifier, SIGKILL)
    }
    #expect(code == 128 + SIGKILL)
    #expect(workers.count == 1)
    for worker in workers {
      while try !Self.hasEnded(worker, tool) { sched_yield() }
    }
  }

  @Test func `if no worker can be started, a message states the reason`() throws {
    let tool = try Tool(["a.scenario.lua": Self.first])
    defer { tool.remove() }
    for limit in ["14", "18"] {
      let process = Process()
      let errors = Pipe.closedOnExec()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "ulimit -n \(limit); exec \"$0\" test", try Tool.path().path]
      process.currentDirectoryURL = tool.folder
      process.environment = Tool.sanitizerOptions
      process.standardError = errors
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      let text = String(
        decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(text == "signalbox: cannot start a worker process: too many open files\n")
      #expect(process.terminationStatus == 1)
    }
  }

  @Test func `a worker that is started without a run reports an error`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    #expect(
      try tool.run("--scenario-worker")
        == Tool.Result(
          errors: "signalbox: --scenario-worker: only signalbox test starts workers\n", code: 64))
  }
}
