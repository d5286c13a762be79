import SignalboxREPL
import SignalboxScripting
import Testing

@Suite struct InspectionCommandTests {
  @Test func `a watched expression is shown after each input that changes its value`() throws {
    let fixture = try CommandFixture()
    #expect(
      fixture.answers(
        ".watch", ".watch #app:stack()", ".watch app.front.name", "1 + 1",
        #"app:open "shop://product/42""#, ".undo", ".watch", ".watch -1", ".watch", ".watch -3",
        ".watch 1 +", ".watch nothing.at.all") == """
            no expression is watched
            #app:stack() = 1
            app.front.name = "catalog"
          2
            ✓ open shop://product/42 · push product { id = 42 }
            #app:stack() = 2
            app.front.name = "product"
            ⟲ step 1   shop ▸ catalog
            #app:stack() = 1
            app.front.name = "catalog"
            1  #app:stack() = 1
            2  app.front.name = "catalog"
            1  app.front.name = "catalog"
          ✗ .watch -3: no watched expression has this number, expected 1 to 1
          ✗ .watch: "1 +" is not a complete expression
            nothing.at.all = ✗ attempt to index a nil value (global 'nothing')

          """)
  }

  @Test func `the time command prints the median of several runs, which it undoes`() throws {
    let fixture = try CommandFixture()
    var now = Duration.zero
    var steps = 0
    fixture.prompt.context.uptime = {
      steps += 1
      now += .milliseconds(steps)
      return now
    }
    #expect(
      fixture.answers(
        #".time app:open "shop://product/42""#, ".stack", ".redo", ".time 1 + 1", ".time",
        ".time nobody()") == """
            24 ms  median of 22 runs, 2 ms to 44 ms · 1 transition each · undone
          shop  catalog
            · nothing to redo
            56 ms  median of 10 runs, 46 ms to 64 ms · nothing changed
          ✗ .time expects an expression: .time app:tap "Buy"
          ✗ attempt to call a nil value (global 'nobody')
            time:1

          """)
  }

  @Test func `the time command reads the clock only around code that has been compiled`() throws {
    let fixture = try CommandFixture()
    var readings = 0
    fixture.prompt.context.uptime = {
      readings += 1
      return .zero
    }
    let shown = fixture.answers(".time 1 +* 1", ".time 1 +")
    #expect(
      shown == """
        ✗ syntax error: unexpected symbol near '1'
          time:1
        ✗ .time: "1 +" is incomplete

        """)
    #expect(readings == 0)
    _ = fixture.answers(".time 1 + 1")
    #expect(readings == 50)
  }

  @Test func `the time command adds no step, keeps undone steps and records nothing`() throws {
    let fixture = try CommandFixture()
    fixture.prompt.context.uptime = { .zero }
    _ = fixture.answers(
      #"app:open "shop://product/42""#, ".undo", ".record tape.jsonl", #".time app:tapTab "me""#,
      ".time app:undo()", ".time app:tapTab 'me' app:nope()", ".record stop")
    #expect(fixture.host.files["tape.jsonl"]?.split(separator: "\n").count == 1)
    #expect(
      fixture.answers(".at", ".redo", #".time app:tapTab "me""#, ".time 1 + 1", ".stack") == """
          0  the beginning                  signalbox
        ▸ 1  loading the files              shop ▸ catalog
          2  app:open("shop://product/42")  shop ▸ product(42)
          ⟲ step 2   shop ▸ product(42)
          0 ns  median of 25 runs, 0 ns to 0 ns · 1 transition each · undone
          0 ns  median of 25 runs, 0 ns to 0 ns · nothing changed
        shop  catalog ▸ product { id = 42 }

        """)
  }

  @Test func `results that the prompt keeps are not reported as leaks`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      #"app:open "shop://product/42""#, #"app:tap "Buy""#, "app.top", "app.top.router",
      "app.top.router:finishFlow()")
    #expect(fixture.answers(".leaks") == "  nothing leaks; .undo retains 1 object\n")
    #expect(fixture.answers("_1", "kept = _2").hasPrefix("coordinator (c4, gone)"))
    #expect(
      fixture.answers(".leaks").contains("Checkout is gone, retained by undo history, script"))
  }

  @Test func `tables in the results of a prompt retain no leaks and keep their handles`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      #"app:open "shop://product/42""#, #"app:tap "Buy""#,
      "{ top = app.top, { app.top.router, app.front }, app.main }", "app.top.router:finishFlow()")
    #expect(fixture.answers(".leaks") == "  nothing leaks; .undo retains 1 object\n")
    #expect(
      fixture.answers("_1.top", "_1[2] == app.main", "_1.top.router == _1[1][1]") == """
        coordinator (c4, gone)
        true
        true

        """)
    _ = fixture.answers("kept = _1[1]")
    #expect(
      fixture.answers(".leaks").contains("Checkout is gone, retained by undo history, script"))
  }

  @Test func `the events command can select events by kind`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(#"app:open "shop://product/42""#)
    #expect(
      fixture.answers(".events 2 screen.*", ".events entry", ".events 1 link.opened layer")
        == """
         4  0 ms  #1  screen.created  s2 profile (c3)
        24  0 ms  #3  screen.created  s3 product (c2)
         7  0 ms  #1  entry.pushed  s1 catalog (c2)
         9  0 ms  #1  entry.pushed  s2 profile (c3)
        27  0 ms  #3  entry.pushed  s3 product (c2)
        20  0 ms  #2  link.opened  (c2) shop://product/42

        """)
  }

  @Test func `command names can be abbreviated to a unique prefix`() throws {
    let fixture = try CommandFixture()
    #expect(
      fixture.answers(".sta", ".re", ".xyz") == """
        shop  catalog
        ✗ .re is ambiguous: .redo, .reload, .record, .replay; type more letters
        ✗ there is no command .xyz; .help lists the commands

        """)
  }

  @Test func `help for a command describes it completely`() throws {
    let fixture = try CommandFixture()
    #expect(
      fixture.answers(".help undo", ".help .cd", ".help !", ".help .undoo") == """
        .undo [COUNT]
          Undoes the last steps (default 1)
          A step is the change of one call, including its callbacks. Undoing calls no
          callbacks. .redo restores steps until you run a new step.
          in scripts: app:undo(1), which counts operations
        .cd NAME | .. | /
          Selects a coordinator: self and router refer to it until .cd /
          NAME is the type of a coordinator, the id of a page, or a path such as
          Home/shop. Children of the selected coordinator take precedence. The prompt
          shows the selection.
          in scripts: self = app:coordinator "Name"; router = self.router
        !COMMAND
          Runs a shell command, if the project permits it
          permit them with --allow repl=run, or repl = { shell = true } in
          signalbox.lua
        ✗ there is no command .undoo; did you mean .undo?

        """)
  }

  @Test func `every command has a summary and an equivalent for scripts`() {
    for command in CommandCatalog.all {
      #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."))
      #expect(!command.twin.isEmpty)
    }
  }

  @Test func `the commands leaks, plugins and doctor print at least one line`() throws {
    let plugins = PluginConfiguration(libraries: [])
    let fixture = try CommandFixture(ScriptConfiguration(plugins: plugins))
    _ = fixture.answers("kept = app.top.router", "app.keepsFinished = false")
    #expect(
      fixture.answers(".leaks", ".plugins", ".doctor", ".leaks x") == """
          nothing leaks
          there are no plugins
        environment
          ✓ all is well
        ✗ .leaks accepts no argument, got "x"

        """)
  }

  @Test func `the doctor command reports why no previews are shown`() throws {
    let fixture = try CommandFixture()
    fixture.prompt.host.previewFailure = { "app.lua:3: boom" }
    #expect(
      fixture.answers(".doctor") == """
        environment
          ✓ all is well
        Previews are unavailable: app.lua:3: boom

        """)
  }

  @Test func `a script cannot reload the session in which it runs`() throws {
    let fixture = try CommandFixture()
    #expect(
      fixture.answers(#"app:command "reload""#, #"app:command "stack""#, "app:command ''")
        == """
        ✗ inScript: a script cannot reload its own session
        shop  catalog
        ✗ badArgument: command: got "", expected a command such as "tree"

        """)
    let session = try ScriptSession()
    #expect(throws: ScriptError.self) {
      try session.run(Array("app:command 'tree'".utf8), name: "alone.lua")
    }
  }
}
