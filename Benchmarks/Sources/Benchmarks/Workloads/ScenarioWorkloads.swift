import CBaseline
import SignalboxScripting

/// A small scenario of 20 operations and 5 checks on 3 tabs: W7.
enum ScenarioWorkloads {
  static var all: [Workload] { [shared, isolated, renewed, oneCore, bothCores] }

  private static var shared: Workload {
    Workload(
      name: "W7", family: .scenario, unit: "scenario",
      summary: "20 operations and 5 checks on 3 tabs, in a fresh coordinator tree each time",
      goal: .ofBaseline(6)
    )
    .signalbox(
      definitions + """
        app:launch("Main")
        function bench(n)
          local ok = 0
          for k = 1, n do
            app.main.router:restartApp()
            ok = ok + scenario()
          end
          return ok
        end
        """
    )
    .nav(
      navScenario + """
        function bench(n)
          local ok = 0
          for k = 1, n do ok = ok + scenario() end
          return ok
        end
        """)
  }

  private static let isolatedScript = Array(
    (definitions + "app:launch(\"Main\") print(scenario())").utf8)

  private static var isolated: Workload {
    isolated("W7iso", "W7 in a new session each, with the script loaded again") {
      try runSessions(isolatedScript, $0)
    }
  }

  private static var renewed: Workload {
    isolated("W7new", "W7iso in one session that is reset each time, as for scenarios") {
      try renewSession(isolatedScript, $0)
    }
  }

  private static func isolated(
    _ name: String, _ summary: String, _ run: @escaping (Int) throws -> Double
  ) -> Workload {
    Workload(
      name: name, family: .scenario, unit: "scenario",
      summary: "\(summary) (goal: 22,000 a second)", goal: .atMost(1e9 / 22_000)
    )
    .adding(.signalbox) { NativeImplementation(run) }
    .adding(.baseline) {
      NativeImplementation { count in
        var ok = 0.0
        for _ in 0..<count {
          guard let host = baseline_open(true) else { throw BenchmarkError("out of memory") }
          defer { baseline_close(host) }
          guard baseline_run(host, navScenario + "print(scenario())") else {
            throw BenchmarkError(String(cString: baseline_message(host)))
          }
          var length = 0
          if let notes = baseline_take_notes(host, &length), length == 1 { ok += notes[0].number }
        }
        return ok
      }
    }
  }

  private static func runSessions(_ script: [UInt8], _ count: Int) throws -> Double {
    var ok = 0.0
    for _ in 0..<count {
      let session = try ScriptSession()
      session.addHooks(SessionHooks(output: { ok += Double($0) ?? 0 }))
      try session.run(script, name: "scenario")
      session.close()
    }
    return ok
  }

  private static func renewSession(_ script: [UInt8], _ count: Int) throws -> Double {
    var configuration = ScriptConfiguration()
    configuration.isReused = true
    let session = try ScriptSession(configuration)
    defer { session.close() }
    guard session.prepareForReuse() else { throw BenchmarkError("the session has no image") }
    var ok = 0.0
    for _ in 0..<count {
      guard session.reset(modules: nil) else { throw BenchmarkError("it cannot be made new") }
      session.addHooks(SessionHooks(output: { ok += Double($0) ?? 0 }))
      try session.run(script, name: "scenario")
    }
    return ok
  }

  /// W7iso on two concurrent threads. The wall time of two threads is compared with the wall time
  /// of one.
  private static var bothCores: Workload {
    Workload(
      name: "W7two", family: .scenario, unit: "scenario",
      summary: "W7iso on two threads, wall time (goal: 1.8 times as many as on one)",
      goal: .of("W7one", 1 / 1.8)
    )
    .adding(.signalbox) { WallImplementation(threads: 2) { try runSessions(isolatedScript, $0) } }
  }

  /// W7iso on one thread, also measured in wall time.
  private static var oneCore: Workload {
    Workload(
      name: "W7one", family: .scenario, unit: "scenario", summary: "W7iso on one thread, wall time"
    )
    .adding(.signalbox) { WallImplementation(threads: 1) { try runSessions(isolatedScript, $0) } }
  }

  // MARK: - Scripts

  private static let definitions = """
    local function first(self) self.router:startFlow("root") end
    coordinator "Page" {
      start = first,
      routes = {
        root = {}, a = {}, b = {}, c = {}, d = {}, e = {}, f = {}, g = {}, h = {}, i = {},
        modal = { coordinator = "Modal" },
      },
    }
    coordinator "Modal" { start = first, routes = { root = {}, m2 = {} } }
    tabs "Main" {
      pages = {
        { id = "t0", coordinator = "Page" },
        { id = "t1", coordinator = "Page" },
        { id = "t2", coordinator = "Page" },
      },
    }

    local function scenario()
      local ok = 0
      local main = app.main.router
      local r = main:getCoordinatorSelected().router
      r:navigate("a") r:navigate("b") r:navigate("c") r:navigate("d")
      if #app:stack() == 5 then ok = ok + 1 end
      r:pop() r:pop()
      if app.front.name == "b" then ok = ok + 1 end
      r:navigate("e") r:navigate("f") r:popToView("a")
      if #app:stack() == 2 then ok = ok + 1 end
      r:navigate("g")
      local modal = r:navigate("modal").router
      modal:navigate("m2") modal:finishFlow()
      if #app:layers() == 1 and app.front.name == "g" then ok = ok + 1 end
      local third = main:select("t2").router
      third:navigate("h") third:navigate("i") third:popToRoot()
      main:select("t0") r:pop() r:popToRoot()
      if #app:stack() == 1 then ok = ok + 1 end
      return ok
    end

    """

  private static let navScenario = """
    local function scenario()
      local ok = 0
      local c = nav.coordinator(3, "root")
      c:push("a") c:push("b") c:push("c") c:push("d")
      if c:depth() == 5 then ok = ok + 1 end
      c:pop() c:pop()
      if c:top() == "b" then ok = ok + 1 end
      c:push("e") c:push("f") c:popTo("a")
      if c:depth() == 2 then ok = ok + 1 end
      c:push("g")
      local modal = c:present("modal")
      modal:push("m2") modal:finish()
      if not c:hasChild() and c:top() == "g" then ok = ok + 1 end
      c:selectTab(2) c:push("h") c:push("i") c:popToRoot()
      c:selectTab(0) c:pop() c:popToRoot()
      if c:depth() == 1 then ok = ok + 1 end
      c:close()
      return ok
    end

    """
}
