import Testing

@Suite struct RunTests {
  private func run(
    _ files: [String: String] = [:], _ body: (Tool) throws -> Tool.Result
  ) throws -> Tool.Result {
    let tool = try Tool(files)
    defer { tool.remove() }
    return try body(tool)
  }

  // MARK: - Sources of scripts

  @Test func `the command run passes the arguments after two dashes to a file`() throws {
    let result = try run(["tour.lua": "#!/usr/bin/env signalbox\nprint(arg[0], #arg, ...)"]) {
      try $0.run("run", "tour.lua", "--", "a", "--timeout", "-e")
    }
    #expect(result == Tool.Result("tour.lua\t3\ta\t--timeout\t-e\n"))
  }

  @Test func `the option -e runs code with arguments`() throws {
    #expect(
      try run { try $0.run("-e", "print(...)", "--", "a", "b") } == Tool.Result("a\tb\n"))
    #expect(try run { try $0.run("-e", "x = 1", "-e", "print(x)") } == Tool.Result("1\n"))
    #expect(try run { try $0.run("-e", "--version") } == Tool.Result())
    #expect(try run { try $0.run("-e", "") } == Tool.Result())
  }

  @Test func `a script from standard input is run`() throws {
    #expect(try run { try $0.run(input: "print('in', ...)") } == Tool.Result("in\n"))
    #expect(try run { try $0.run("--", "x", input: "print(...)") } == Tool.Result("x\n"))
    #expect(try run { try $0.run() } == Tool.Result())
  }

  @Test func `a script can define coordinators, navigate and show views of the state`() throws {
    let script = """
      local Shop = coordinator "Shop" {
        routes = { catalog = { title = "Catalog" }, product = { args = { id = "integer" } } },
      }
      function Shop:start() self.router:startFlow("catalog") end
      application "Demo" { main = "Shop" }
      app:launch()
      app.top.router:navigate("product", { id = 42 })
      print(app:tree())
      """
    #expect(
      try run(["shop.lua": script]) { try $0.run("run", "shop.lua") }
        == Tool.Result("Shop  catalog ▸ product { id = 42 }      ← front\n"))
  }

  // MARK: - Failures

  @Test func `a missing script file is reported in one sentence`() throws {
    #expect(
      try run { try $0.run("run", "missing.lua") }
        == Tool.Result(
          errors: "signalbox: cannot read missing.lua: no such file or directory\n", code: 2))
    #expect(
      try run(["a/b": ""]) { try $0.run("run", "a") }
        == Tool.Result(errors: "signalbox: cannot read a: is a directory\n", code: 2))
  }

  @Test func `a script with a syntax error ends with 2`() throws {
    #expect(
      try run(["bad.lua": "local x = 1\nif x then\n"]) { try $0.run("run", "bad.lua") }
        == Tool.Result(
          errors: """
            ✗ syntax error: 'end' expected (to close 'if' at line 2) near <eof>
              bad.lua:3

               1 │ local x = 1
               2 │ if x then
             ▸ 3 │

            """, code: 2))
  }

  @Test func `the error of a script is reported after its output`() throws {
    let script = """
      local function deeper(t)
        return t.name.first, 1
      end

      local function deep(t)
        return deeper(t), 1
      end

      print "before"
      deep({})
      """
    #expect(
      try run(["fail.lua": script]) { try $0.run("run", "fail.lua") }
        == Tool.Result(
          "before\n",
          errors: """
            ✗ attempt to index a nil value (field 'name')
              fail.lua:2

               1 │ local function deeper(t)
             ▸ 2 │   return t.name.first, 1
                 │            ^^^^
               3 │ end
               4 │

              fail.lua:2   in function 'deeper'
              fail.lua:6   in function 'deep'
              fail.lua:10  in main chunk

            """, code: 1))
  }

  @Test func `an unobserved rejection fails the script`() throws {
    let script = """
      local Shop = coordinator "Shop" { routes = { catalog = { actions = { "Buy" } } } }
      function Shop:start() self.router:startFlow("catalog") end
      function Shop:onBuy() self.router:navigate("catalgo") end
      app:launch("Shop")
      app:tap "Buy"
      print "end"
      """
    #expect(
      try run(["shop.lua": script]) { try $0.run("run", "shop.lua") }
        == Tool.Result(
          "end\n",
          errors: """
            ✗ unknownRoute: navigate: Shop has no route "catalgo"; did you mean "catalog"?
              shop.lua:3

               1 │ local Shop = coordinator "Shop" { routes = { catalog = { actions = { "Buy" } } } }
               2 │ function Shop:start() self.router:startFlow("catalog") end
             ▸ 3 │ function Shop:onBuy() self.router:navigate("catalgo") end
                 │                                             ^^^^^^^
               4 │ app:launch("Shop")
               5 │ app:tap "Buy"

            """, code: 1))
  }

  @Test func `output has colors if the user requests them`() throws {
    let place = "(command line):1"
    let colored =
      "\u{1B}[31m✗\u{1B}[0m \u{1B}[1mno\u{1B}[0m\n\n  \u{1B}[36m\(place)\u{1B}[0m  in main chunk\n"
    #expect(
      try run { try $0.run("--color", "always", "-e", "error('no', 0)") }
        == Tool.Result(errors: colored, code: 1))
    #expect(
      try run { try $0.run("-e", "error('no', 0)", environment: ["FORCE_COLOR": "1"]) }
        == Tool.Result(errors: colored, code: 1))
    #expect(
      try run {
        try $0.run("-e", "error('no', 0)", "--color=never", environment: ["FORCE_COLOR": "1"])
      } == Tool.Result(errors: "✗ no\n\n  \(place)  in main chunk\n", code: 1))
  }

  // MARK: - Limits

  @Test func `an endless script ends at the time limit of --timeout`() throws {
    #expect(
      try run(["loop.lua": "print 'go'\nwhile true do end"]) {
        try $0.run("run", "--timeout", "3s", "loop.lua")
      }
        == Tool.Result(
          "go\n",
          errors: """
            ✗ timed out: the script ran longer than 3s (`--timeout`)
              loop.lua:2

               1 │ print 'go'
             ▸ 2 │ while true do end

            """, code: 1))
    let result = try run { try $0.run("--timeout", "50ms", input: "while true do end") }
    #expect(result.code == 1)
    #expect(result.errors.hasPrefix("✗ timed out: the script ran longer than 50ms (`--timeout`)\n"))
  }

  @Test func `a script that needs too much memory ends at the limit of --memory`() throws {
    let script = "local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end"
    #expect(
      try run { try $0.run("--memory", "8MB", "-e", script) }
        == Tool.Result(
          errors: """
            ✗ not enough memory: the script needs more than 8MB (`--memory`)
              (command line):1

             ▸ 1 │ \(script)

            """, code: 1))
  }

  @Test func `the options for limits can precede or follow the subcommand`() throws {
    let files = ["loop.lua": "while true do end"]
    for arguments in [["--timeout", "50ms", "run"], ["run", "--timeout", "50ms"]] {
      let result = try run(files) { tool in
        arguments.count == 3 && arguments[0] == "run"
          ? try tool.run("run", "--timeout", "50ms", "loop.lua")
          : try tool.run("--timeout", "50ms", "run", "loop.lua")
      }
      #expect(result.code == 1)
      #expect(result.errors.contains("the script ran longer than 50ms"))
    }
  }

  @Test func `a memory limit that is insufficient for Lua itself is reported`() throws {
    #expect(
      try run { try $0.run("--memory", "1KB", "-e", "") }
        == Tool.Result(
          errors: "signalbox: not enough memory: a session needs about 1 MB\n", code: 2))
  }
}
