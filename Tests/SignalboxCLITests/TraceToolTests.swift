import Foundation
import Testing

/// Tests traces of scenarios from the user's perspective.
@Suite struct TraceToolTests {
  private static let app = """
    local Shop = coordinator "Shop" { routes = { catalog = { actions = { "Buy" } }, product = {} } }
    function Shop:start() self.router:startFlow "catalog" end
    function Shop:onBuy() self.router:navigate "product" end
    application "Shop" { main = "Shop" }
    """
  private static let scenarios = """
    require "app"
    scenario "good" { function(app) app:launch() end }
    scenario "bad" { function(app) app:launch() app:tap "Buy" app:expect { front = "catalog" } end }
    """

  private func tool(_ scenarios: String = scenarios) throws -> Tool {
    try Tool(["a.scenario.lua": scenarios, "app.lua": Self.app])
  }

  private func files(_ tool: Tool, _ folder: String) -> [String] {
    let path = tool.folder.appending(path: folder).path
    return (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
  }

  @Test func `a failing scenario writes a trace, which is reported and can be read`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let result = try tool.run("test", "--no-shuffle")
    #expect(
      result.output.contains("a.scenario.lua:3 --seed 0   trace: .signalbox/out/a-3-bad.sbtrace\n"))
    #expect(files(tool, ".signalbox/out") == ["a-3-bad.sbtrace"])
    let shown = Tool.Result(
      """
       a.scenario.lua:3  bad
         a.scenario.lua:3: expect: front expected "catalog", actual "product"

          1  0 ms  app:launch("Shop")  a.scenario.lua:3
                     ⤷ Shop:startFlow("catalog")
                     coordinators: + Shop [catalog]
                     layers: + root Shop
          2  0 ms  app:tap("Buy")      a.scenario.lua:3
                     ⤷ Shop:navigate("product")
                     Shop stack: + product
      ✗   3        expect { front }    a.scenario.lua:3

      """)
    #expect(try tool.run("trace", "show", ".signalbox/out/a-3-bad.sbtrace") == shown)
    #expect(try tool.run("trace", "show", ".signalbox/out") == shown)
    let replay = try tool.run(
      "repl", "app.lua", input: ".replay .signalbox/out/a-3-bad.sbtrace\n")
    #expect(replay.output.contains("✓ replayed 2 steps as recorded"))
  }

  @Test func `a passing scenario removes its own trace and keeps other traces`() throws {
    let tool = try tool()
    defer { tool.remove() }
    _ = try tool.run("test")
    try Data(Self.scenarios.replacing("\"catalog\" }", with: "\"product\" }").utf8)
      .write(to: tool.folder.appending(path: "a.scenario.lua"))
    #expect(try tool.run("test", "-k", "good").code == 0)
    #expect(files(tool, ".signalbox/out") == ["a-3-bad.sbtrace"])
    #expect(try tool.run("test").code == 0)
    #expect(files(tool, ".signalbox/out") == [])
  }

  @Test func `each failing repetition keeps its own trace until the scenario runs again`() throws {
    let tool = try tool(
      """
      require "app"
      scenario "bad" { function(app)
        app:launch()
        if math.random(4) > 1 then app:expect { front = "product" } end
      end }
      """)
    defer { tool.remove() }
    let words = ["test", "--no-shuffle", "--seed", "1", "--repeat", "8"]
    func traces(_ output: String) -> [String] {
      output.matches(of: /trace: \.signalbox\/out\/(\S+)/).map { String($0.1) }
    }
    let result = try tool.run(words)
    let named = traces(result.output)
    #expect((2...7).contains(named.count), "\(result)")
    #expect(Set(named).count == named.count)
    #expect(files(tool, ".signalbox/out") == named.sorted())
    #expect(traces(try tool.run(words).output) == named)
    #expect(files(tool, ".signalbox/out") == named.sorted())
    try Data("require 'app'\nscenario 'bad' { function(app) app:launch() end }\n".utf8)
      .write(to: tool.folder.appending(path: "a.scenario.lua"))
    #expect(try tool.run("test").code == 0)
    #expect(files(tool, ".signalbox/out").filter { $0.hasPrefix("a-2") } == [])
  }

  @Test func `the last recording that passed is kept for comparison`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let good = Self.scenarios.replacing("{ front = \"catalog\" }", with: "{ front = \"product\" }")
    func write(_ text: String) throws {
      try Data(text.utf8).write(to: tool.folder.appending(path: "a.scenario.lua"))
    }
    let trace = ".signalbox/out/a-3-bad.sbtrace"
    _ = try tool.run("test", "-k", "bad")
    #expect(
      try tool.run("trace", "open", trace, "--against", "passed", "--output", "page.html")
        == Tool.Result(
          errors:
            "signalbox: .signalbox/out/a-3-bad.passed.sbtrace does not exist: there is no earlier "
            + "recording in which the scenario of \(trace) passed; signalbox test --trace on also "
            + "records scenarios that pass\n",
          code: 2))
    try write(good)
    #expect(try tool.run("test", "-k", "bad", "--trace", "on").code == 0)
    try write(Self.scenarios)
    #expect(try tool.run("test", "-k", "bad").code == 1)
    #expect(files(tool, ".signalbox/out") == ["a-3-bad.passed.sbtrace", "a-3-bad.sbtrace"])
    #expect(
      try tool.run("trace", "open", trace, "--against", "passed", "--output", "page.html")
        == Tool.Result("page.html\n"))
    let page = try String(contentsOf: tool.folder.appending(path: "page.html"), encoding: .utf8)
    #expect(page.contains("id=\"trace-other-head\""))
    #expect(
      try tool.run("trace", "show", ".signalbox/out").output.ranges(of: "a.scenario.lua:3  bad")
        .count == 1)
    // A run that writes no recording also keeps the last recording that passed.
    try write(good)
    #expect(try tool.run("test", "-k", "bad").code == 0)
    #expect(files(tool, ".signalbox/out") == ["a-3-bad.passed.sbtrace"])
  }

  @Test func `pages link to the editor that the environment selects`() throws {
    let tool = try tool()
    defer { tool.remove() }
    _ = try tool.run("test")
    func page(_ editor: String) throws -> (Tool.Result, String) {
      let result = try tool.run(
        ["trace", "open", ".signalbox/out/a-3-bad.sbtrace"],
        environment: ["SIGNALBOX_EDITOR_URL": editor, "BROWSER": "true", "PATH": "/usr/bin:/bin"])
      let file = tool.folder.appending(path: ".signalbox/out/a-3-bad.html")
      return (result, (try? String(contentsOf: file, encoding: .utf8)) ?? "")
    }
    #expect(try page("zed").1.contains(#""editor":"zed://file{path}:{line}""#))
    let own = "myeditor+x://open?file={path}&line={line}"
    #expect(try page(own).1.contains("\"editor\":\"\(own)\""))
    #expect(try !page("").1.contains("\"editor\""))
    for invalid in ["emacs", "javascript:alert('{path}{line}')", "x://{path}", "://{path}{line}"] {
      let result = try page(invalid).0
      #expect(result.code == 2)
      #expect(
        result.errors
          == "signalbox: SIGNALBOX_EDITOR_URL is \(invalid); expected the name of an editor, or an address "
          + "with {path} and {line}; the names are cursor, idea, sublime, textmate, vscode, vscodium, xcode, zed\n"
      )
    }
  }

  @Test func `traces can be written for all scenarios or for none`() throws {
    let tool = try tool()
    defer { tool.remove() }
    _ = try tool.run("test", "--trace", "on", "--output", "deep/out")
    #expect(files(tool, "deep/out") == ["a-2-good.sbtrace", "a-3-bad.sbtrace"])
    _ = try tool.run("test", "--trace", "off")
    #expect(files(tool, ".signalbox/out") == [])
  }

  @Test func `under Bazel, files are written to the folders that Bazel provides`() throws {
    let tool = try tool()
    defer { tool.remove() }
    _ = try tool.run("test", environment: ["BAZEL_TEST": "1"])
    #expect(files(tool, ".signalbox/out") == [])
    _ = try tool.run(
      "test", environment: ["BAZEL_TEST": "1", "TEST_UNDECLARED_OUTPUTS_DIR": "outputs"])
    #expect(files(tool, "outputs") == ["a-3-bad.sbtrace"])
  }

  @Test func `a trace folder that cannot be written is reported once, and the run continues`()
    throws
  {
    let tool = try tool(Self.scenarios + "\nscenario 'worse' { function(app) error 'no' end }")
    defer { tool.remove() }
    let result = try tool.run("test", "--no-shuffle", "-q", "-j", "1", "--output", "app.lua/out")
    #expect(
      result.errors
        == "signalbox: recordings cannot be written: cannot write app.lua/out/a-3-bad.sbtrace: "
        + "not a directory\n"
    )
    #expect(result.code == 1)
  }

  @Test func `two traces can be compared`() throws {
    let tool = try tool()
    defer { tool.remove() }
    _ = try tool.run("test", "--trace", "on")
    let (good, bad) = (".signalbox/out/a-2-good.sbtrace", ".signalbox/out/a-3-bad.sbtrace")
    #expect(try tool.run("trace", "diff", good, good) == Tool.Result("identical: 1 step\n"))
    #expect(
      try tool.run("trace", "diff", good, bad)
        == Tool.Result(
          """
          identical for 1 step, then:

            .signalbox/out/a-2-good.sbtrace
               ends here

            .signalbox/out/a-3-bad.sbtrace
              2  0 ms  app:tap("Buy")  a.scenario.lua:3
                         ⤷ Shop:navigate("product")
                         Shop stack: + product

            what the recordings show at that point
               Shop stack: + product

          """, code: 1))
  }

  @Test func `a trace is written as a page, next to the trace or to a specified file`() throws {
    let tool = try tool()
    defer { tool.remove() }
    _ = try tool.run("test", "--trace", "on")
    let bad = ".signalbox/out/a-3-bad.sbtrace"
    let environment = ["BROWSER": "true", "DISPLAY": ""]
    #expect(
      try tool.run("trace", "open", bad, environment: environment)
        == Tool.Result(".signalbox/out/a-3-bad.html\n"))
    #expect(
      try tool.run("trace", "open", environment: environment)
        == Tool.Result(".signalbox/out/index.html\n"))
    #expect(
      try tool.run("trace", "open", bad, "--output", "pages/bad.html")
        == Tool.Result("pages/bad.html\n"))
    func text(_ path: String) throws -> String {
      try String(contentsOf: tool.folder.appending(path: path), encoding: .utf8)
    }
    let root = tool.folder.resolvingSymlinksInPath().path
    let (own, other) = (try text(".signalbox/out/a-3-bad.html"), try text("pages/bad.html"))
    // Only a page that is written for this machine has links to local files.
    #expect(own.contains("\"root\":\"\(root)\"") && !other.contains(root))
    #expect(own.replacing("\"root\":\"\(root)\",", with: "") == other)
    #expect(try text(".signalbox/out/index.html").contains("href=\"#trace-2\"><b>bad</b>"))
    for part in [
      "\"command\":\"signalbox test a.scenario.lua:3 --seed ", "\"actions\":[\"Buy\"]",
      "\"actual\":\"\\\"product\\\"\"", "scenario \\\"bad\\\" { function(app)",
    ] {
      #expect(other.contains(part), "\(part)")
    }
  }

  @Test func `a browser that cannot start is reported after the page has been written`() throws {
    let tool = try tool()
    defer { tool.remove() }
    _ = try tool.run("test")
    let result = try tool.run("trace", "open", environment: ["BROWSER": "no-such-browser"])
    #expect(
      result
        == Tool.Result(
          ".signalbox/out/index.html\n",
          errors: "signalbox: cannot start a browser (no-such-browser: No such file or directory); "
            + "open the file above yourself\n"))
    #expect(files(tool, ".signalbox/out") == ["a-3-bad.sbtrace", "index.html"])
    #expect(
      try tool.run("trace", "open", "a.scenario.lua", "--output", "app.lua/x.html").code == 2)
  }

  @Test func `the html report contains the traces of failed scenarios`() throws {
    let tool = try tool()
    defer { tool.remove() }
    _ = try tool.run("test", "--reporter", "html=report.html")
    let report = try String(
      contentsOf: tool.folder.appending(path: "report.html"), encoding: .utf8)
    #expect(report.contains("<a class=\"trace-link\" href=\"#trace-1\">"))
    #expect(report.contains("id=\"trace-1-head\">{") && report.contains("id=\"trace-1-0\">{"))
    _ = try tool.run("test", "--trace", "off", "--reporter", "html=report.html")
    let plain = try String(contentsOf: tool.folder.appending(path: "report.html"), encoding: .utf8)
    #expect(!plain.contains("href=\"#trace-"))
  }

  @Test func `the html report shows the recording of each repetition, if there is one`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let out = tool.folder.appending(path: ".signalbox/out")
    try FileManager.default.createDirectory(
      at: out.appending(path: "a-3-bad.2.sbtrace/folder"), withIntermediateDirectories: true)
    _ = try tool.run(
      "test", "--no-shuffle", "--repeat", "3", "a.scenario.lua:3", "--reporter", "html=report.html")
    let report = try Tool.text(of: tool.folder.appending(path: "report.html"))
    let links = report.matches(of: /href="#(trace-\d)"/).map { String($0.1) }
    #expect(links == ["trace-1", "trace-2"])
    for link in links { #expect(report.contains("id=\"\(link)-head\">{")) }
  }

  @Test func `an invalid trace is reported in one sentence`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let advice = "; signalbox test --trace on and .record write recordings\n"
    func rejection(_ path: String) throws -> Tool.Result { try tool.run("trace", "show", path) }
    #expect(
      try rejection("nowhere")
        == Tool.Result(
          errors: "signalbox: cannot read nowhere: no such file or directory\n", code: 2))
    #expect(
      try rejection("app.lua")
        == Tool.Result(
          errors:
            "signalbox: app.lua is not a recording: line 1 of the recording: JSON, line 1, column 1: "
            + "expected a value" + advice, code: 2))
    try Data().write(to: tool.folder.appending(path: "empty"))
    #expect(
      try rejection("empty")
        == Tool.Result(
          errors:
            "signalbox: empty is not a recording: the first line does not name the format signalbox.session"
            + advice, code: 2))
    #expect(try tool.run("trace", "diff", "app.lua", "app.lua").code == 2)
    #expect(
      try rejection(".")
        == Tool.Result(
          errors: "signalbox: . contains no recordings, whose names end in .sbtrace\n", code: 2))
    #expect(try tool.run("trace").code == 0)
  }

  @Test func `durations of steps are rejected in a run without recordings`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let result = try tool.run("test", "--step-durations", "--trace", "off")
    #expect(result.code == 64)
    #expect(
      result.errors.hasPrefix("Error: --step-durations has no effect with --trace off, because "),
      "\(result)")
  }

  @Test func `real durations of steps are recorded on request, and equal runs are equal without`()
    throws
  {
    let tool = try tool()
    defer { tool.remove() }
    func recording(_ arguments: String...) throws -> String {
      _ = try tool.run(
        ["test", "-k", "good", "--trace", "on", "--seed", "1"] + arguments)
      return try text(".signalbox/out/a-2-good.sbtrace", of: tool)
    }
    let plain = try recording()
    #expect(try recording() == plain)
    let measured = try recording("--step-durations")
    #expect(
      measured.replacing(#/,"microseconds":\d+/#, with: "") == plain
        && measured.firstMatch(of: #/"microseconds":\d+/#) != nil)
    let path = ".signalbox/out/a-2-good.sbtrace"
    _ = try tool.run("trace", "open", path, "--output", "page.html")
    #expect(try text("page.html", of: tool).contains(#/"r":\d+/#))
    #expect(try tool.run("trace", "diff", path, path) == Tool.Result("identical: 1 step\n"))
  }

  // MARK: - Private values

  private static let signIn = """
    local Main = coordinator "Main" { routes = {
      home = { actions = { "Sign in" }, args = { email = "string?" } },
      signIn = { actions = { "Go" }, style = { style = "alert", fields = {
        { name = "user" }, { name = "code", kind = "password" } } } },
    } }
    function Main:start() self.router:startFlow "home" end
    function Main:onSignIn() self.router:navigate "signIn" end
    function Main:onGo(_, texts)
      print(texts.user, texts.code)
      self.router:navigate("home", { email = texts.user })
    end
    application "Main" { main = "Main" }
    """
  private static let signsIn = """
    require "app"
    scenario "signs in" { function(app)
      app:launch()
      app:tap "Sign in"
      app:enterText("user", "bob@example.org")
      app:enterText("code", "pa\\"ssw0rd")
      app:tapAlert "Go"
      app:expect { front = "signIn" }
    end }
    """

  private func signInTool() throws -> Tool {
    try Tool(["a.scenario.lua": Self.signsIn, "app.lua": Self.signIn])
  }

  private func text(_ path: String, of tool: Tool) throws -> String {
    try Tool.text(of: tool.folder.appending(path: path))
  }

  @Test func `the recording of a scenario contains no password, also in its source and output`()
    throws
  {
    let tool = try signInTool()
    defer { tool.remove() }
    _ = try tool.run("test", "--no-shuffle", "--reporter", "html=report.html")
    let path = ".signalbox/out/a-2-signs-in.sbtrace"
    let trace = try text(path, of: tool)
    #expect(!trace.contains("ssw0rd"))
    #expect(trace.contains(#""output":["bob@example.org\t•••••••••"]"#))
    #expect(trace.contains(#"app:enterText(\"code\", \"•••••••••\")"#))
    let replay = try tool.run("repl", "app.lua", input: ".replay \(path)\n")
    #expect(replay.output.contains("✓ replayed 5 steps as recorded"))
  }

  @Test
  func `test --redact, trace redact and trace open --redact remove the values of named arguments`()
    throws
  {
    let tool = try signInTool()
    defer { tool.remove() }
    let path = ".signalbox/out/a-2-signs-in.sbtrace"
    _ = try tool.run("test", "--no-shuffle")
    #expect(try text(path, of: tool).contains("bob@example.org"))
    let page = try tool.run(
      "trace", "open", path, "--redact", "user,email", "--output", "page.html")
    #expect(page == Tool.Result("page.html\n"))
    #expect(!(try text("page.html", of: tool).contains("bob@")))
    let copy = try tool.run("trace", "redact", path, "user")
    #expect(copy == Tool.Result(".signalbox/out/a-2-signs-in.redacted.sbtrace\n"))
    let shared = try text(".signalbox/out/a-2-signs-in.redacted.sbtrace", of: tool)
    #expect(!shared.contains("bob@"))
    #expect(shared.contains(#""arguments":{"email":"•••"}"#))
    _ = try tool.run("test", "--no-shuffle", "--redact", "user")
    #expect(!(try text(path, of: tool).contains("bob@")))
  }

  @Test func `the configuration names values that recordings do not contain`() throws {
    let tool = try signInTool()
    defer { tool.remove() }
    try Data("return { test = { redact = { \"user\" } } }".utf8)
      .write(to: tool.folder.appending(path: "signalbox.lua"))
    _ = try tool.run("test", "--no-shuffle")
    #expect(!(try text(".signalbox/out/a-2-signs-in.sbtrace", of: tool).contains("bob@")))
  }

  @Test func `a mistyped name is rejected, and no copy is written`() throws {
    let tool = try signInTool()
    defer { tool.remove() }
    _ = try tool.run("test", "--no-shuffle")
    let path = ".signalbox/out/a-2-signs-in.sbtrace"
    let result = try tool.run("trace", "redact", path, "user,emial")
    #expect(
      result
        == Tool.Result(
          errors:
            "signalbox: no argument or text field of \(path) is named \"emial\", so nothing was "
            + "written\n", code: 2))
    let copy = tool.folder.appending(path: ".signalbox/out/a-2-signs-in.redacted.sbtrace")
    #expect(!FileManager.default.fileExists(atPath: copy.path))
  }

  @Test func `trace open rejects a mistyped name, and writes no page`() throws {
    let tool = try signInTool()
    defer { tool.remove() }
    _ = try tool.run("test", "--no-shuffle")
    let path = ".signalbox/out/a-2-signs-in.sbtrace"
    func open(_ path: String, _ names: String) throws -> Tool.Result {
      try tool.run("trace", "open", path, "--redact", names, "--output", "page.html")
    }
    for subject in [path, ".signalbox/out"] {
      #expect(
        try open(subject, "emial,user")
          == Tool.Result(
            errors:
              "signalbox: no argument or text field of \(subject) is named \"emial\", so nothing was "
              + "written\n", code: 2))
    }
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "page.html").path))
    #expect(try open(path, "*,user") == Tool.Result("page.html\n"))
  }

  @Test func `test --redact reports a name that nothing in the run has`() throws {
    let tool = try signInTool()
    defer { tool.remove() }
    func report(_ name: String) -> String {
      "signalbox: no argument or text field of the run is named \"\(name)\", so nothing was removed "
        + "for this name\n"
    }
    let result = try tool.run("test", "--no-shuffle", "--redact", "user,emial,*")
    #expect(result.errors == report("emial"))
    #expect(result.code == 1)
    #expect(try tool.run("test", "--no-shuffle", "--redact", "user").errors == "")
    // A name in the configuration can belong to a scenario that does not run.
    let other = "scenario 'other' { function(app) app:launch() end }"
    try Data((Self.signsIn + other).utf8).write(to: tool.folder.appending(path: "a.scenario.lua"))
    try Data("return { test = { redact = { \"phone\" } } }".utf8)
      .write(to: tool.folder.appending(path: "signalbox.lua"))
    #expect(try tool.run("test", "--no-shuffle").errors == report("phone"))
    #expect(try tool.run("test", "-k", "other").errors == "")
    #expect(try tool.run("test", "-k", "other", "--redact", "user").errors == report("user"))
  }

  @Test func `trace redact replaces an existing file only with --force`() throws {
    let tool = try signInTool()
    defer { tool.remove() }
    _ = try tool.run("test", "--no-shuffle")
    let path = ".signalbox/out/a-2-signs-in.sbtrace"
    let copy = ".signalbox/out/a-2-signs-in.redacted.sbtrace"
    #expect(try tool.run("trace", "redact", path, "user") == Tool.Result("\(copy)\n"))
    let first = try text(copy, of: tool)
    let second = try tool.run("trace", "redact", path, "email")
    #expect(second.errors.hasPrefix("Error: \(copy) already exists; --force replaces it.\n"))
    #expect(second.code == 64)
    #expect(try tool.run("trace", "redact", path, "email", "--output", path).code == 64)
    #expect(try text(copy, of: tool) == first)
    #expect(try tool.run("trace", "redact", path, "email", "--force") == Tool.Result("\(copy)\n"))
    #expect(try text(copy, of: tool) != first)
  }

  @Test(arguments: ["pretty", "html", "jsonl", "junit", "blob"])
  func `reports do not contain redacted values`(_ reporter: String) throws {
    let tool = try signInTool()
    defer { tool.remove() }
    let passes = Self.signsIn.replacing("{ front = \"signIn\" }", with: "{ front = \"home\" }")
      .replacing("signs in", with: "passes").replacing("require \"app\"", with: "")
    try Data((Self.signsIn + passes).utf8).write(to: tool.folder.appending(path: "a.scenario.lua"))
    func report(_ arguments: String...) throws -> String {
      let result = try tool.run(
        ["test", "--no-shuffle", "-v", "--reporter", "\(reporter)=report"] + arguments)
      #expect(result.errors == "")
      return try text("report", of: tool)
    }
    #expect(try report().contains("bob@example.org"))
    for trace in ["off", "on", "retain-on-failure"] {
      let report = try report("--redact", "user", "--trace", trace)
      #expect(!report.contains("bob@"), "\(trace)")
      #expect(report.contains("•••"), "\(trace)")
    }
    #expect(files(tool, ".signalbox/out").contains("a-2-signs-in.sbtrace"))
  }

  @Test func `a redaction does not change which recordings are written`() throws {
    let tool = try signInTool()
    defer { tool.remove() }
    let passes = "scenario 'other' { function(app) app:launch() end }"
    try Data((Self.signsIn + passes).utf8).write(to: tool.folder.appending(path: "a.scenario.lua"))
    func recordings(_ policy: String) throws -> [String] {
      let folder = "out-\(policy)"
      _ = try tool.run("test", "--redact", "user", "--trace", policy, "--output", folder)
      return files(tool, folder)
    }
    #expect(try recordings("off") == [])
    #expect(try recordings("retain-on-failure") == ["a-2-signs-in.sbtrace"])
    #expect(try recordings("on") == ["a-2-signs-in.sbtrace", "a-9-other.sbtrace"])
  }

  @Test func `a redaction without a name and a file that is no recording are errors`() throws {
    let tool = try signInTool()
    defer { tool.remove() }
    #expect(try tool.run("trace", "redact", "app.lua", "email").code == 2)
    #expect(try tool.run("trace", "redact", "app.lua").code == 64)
    #expect(try tool.run("test", "--redact", "a,,b").code == 64)
  }
}
