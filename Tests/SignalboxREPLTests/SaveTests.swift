import SeededRandom
import SignalboxREPL
import SignalboxScenarios
import SignalboxScripting
import Testing

@Suite struct SaveTests {
  /// Returns the failures of the scenarios in a saved file.
  private func failures(_ fixture: CommandFixture, _ path: String) throws -> [String] {
    let text = try #require(fixture.host.files[path])
    let file = ScenarioFile(path: path, source: Array(text.utf8))
    let host = fixture.host
    let runner = ScenarioRunner { file throws(ScriptError) in
      try host.makeSession(forScenariosIn: file.path, with: [:], isReused: false)
    }
    let scenarios = try runner.scenarios(of: file)
    return scenarios.flatMap { runner.run($0, of: file).failures.map { "\($0.error)" } }
  }

  /// Saves a session as a scenario, which has the expected text and passes.
  private func expectSaved(
    _ fixture: CommandFixture, as path: String, stepCount: Int, _ text: String
  ) throws {
    #expect(
      fixture.answers(".save \(path)") == """
          wrote \(stepCount) steps as scenario "session 2026-11-20" — run: signalbox test \(path)

        """)
    #expect(fixture.host.files[path] == text)
    #expect(try failures(fixture, path) == [])
  }

  @Test func `a session is saved as a scenario in readable form`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      #"app:open "shop://product/42""#, #"app:tap "Buy""#, "app.front.name", ".tree",
      #"app:tap "Confrim""#, ".undo", "wanted = 7", "-- nothing",
      #"app.top.router:navigate("product", { id = wanted })"#, "print(wanted)",
      "app:tapTab 'me'", "for i = 1, 2 do app:tapTab 'shop' app:tapTab 'me' end", ".undo")
    #expect(
      fixture.answers(".save buy.scenario.lua", ".save buy.scenario.lua", ".save buy.scenario.lua!")
        == """
          wrote 6 steps as scenario "session 2026-11-20" — run: signalbox test buy.scenario.lua
        ✗ .save: cannot write buy.scenario.lua: it already exists; to overwrite it, add ! to the name: buy.scenario.lua!
          wrote 6 steps as scenario "session 2026-11-20" — run: signalbox test buy.scenario.lua

        """)
    #expect(
      fixture.host.files["buy.scenario.lua"] == #"""
        -- A session at the prompt of Signalbox, written by .save.
        require "shop"

        scenario "session 2026-11-20" { function(app)
          app:open "shop://product/42"
          app:expect { front = { "product", id = 42 }, stack = { "catalog", { "product", id = 42 } }, layers = { "root" } }
          wanted = 7
          app.top.router:navigate("product", { id = wanted })
          app:expect { front = { "product", id = 7 }, stack = { "catalog", { "product", id = 42 }, { "product", id = 7 } } }
          app:tapTab 'me'
          app:expect { front = "profile", stack = { "profile" } }
          app:tapTab("shop")
          app:tapTab("me")
          app:tapTab("shop")
          app:expect { front = { "product", id = 7 }, stack = { "catalog", { "product", id = 42 }, { "product", id = 7 } } }
        end }

        """#)
    #expect(try failures(fixture, "buy.scenario.lua") == [])
  }

  @Test func `a saved scenario contains definitions that were entered at the prompt`() throws {
    let fixture = try CommandFixture(loaded: false)
    _ = fixture.answers(
      "Main = coordinator 'Main' {\n  routes = { home = {} },\n}",
      "function Main:start() self.router:startFlow('home') end", "app:launch 'Main'")
    #expect(
      fixture.answers(".save main.scenario.lua")
        == "  wrote 1 step as scenario \"session 2026-11-20\" — run: signalbox test main.scenario.lua\n"
    )
    #expect(
      fixture.host.files["main.scenario.lua"] == """
        -- A session at the prompt of Signalbox, written by .save.

        scenario "session 2026-11-20" { function(app)
          Main = coordinator 'Main' {
            routes = { home = {} },
          }
          function Main:start() self.router:startFlow('home') end
          app:launch 'Main'
          app:expect { front = "home", stack = { "home" }, layers = { "root" } }
        end }

        """)
    #expect(try failures(fixture, "main.scenario.lua") == [])
  }

  @Test func `inputs that a scenario cannot contain are omitted and reported`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      "app:tapTab 'me'", "app:tapTab 'shop'", #"app:tap "Wrong""#, "app:tapTab 'me'")
    #expect(
      fixture.answers(".save wrong.scenario.lua") == """
          wrote 3 steps as scenario "session 2026-11-20" — run: signalbox test wrong.scenario.lua
          · 1 input is omitted:
          ·   app:tap "Wrong" — shop.lua:13: unknownRoute: navigate: Shop has no route "prodct"; did you mean "product"?

        """)
    #expect(try failures(fixture, "wrong.scenario.lua") == [])
  }

  @Test func `a session that does not pass is kept without a check, if this is requested`() throws {
    let fixture = try CommandFixture()
    fixture.prompt.context.saving.keepsUnchecked = true
    _ = fixture.answers("app:tapTab 'me'")
    fixture.host.files["shop.lua"] = "error 'gone'"
    #expect(
      fixture.answers(".save kept.scenario.lua") == """
        ✗ .save: no part of this session passes when it runs as a scenario: gone
          wrote 1 step as a scenario that was not checked: kept.scenario.lua

        """)
    #expect(
      fixture.host.files["kept.scenario.lua"] == """
        -- A session at the prompt of Signalbox, written by .save.
        -- It was not checked: no part of this session passes when it runs as a scenario: gone
        require "shop"

        scenario "session 2026-11-20" { function(app)
          app:tapTab 'me'
          app:expect { front = "profile", stack = { "profile" }, layers = { "root" } }
        end }

        """)
  }

  @Test func `a scenario that passes but cannot be written is kept in another place`() throws {
    let fixture = try CommandFixture()
    fixture.prompt.context.saving.keepsUnchecked = true
    fixture.host.writableFolder = "/tmp/"
    _ = fixture.answers("app:tapTab 'me'", #"app:tap "Wrong""#)
    #expect(
      fixture.answers(".save flows/kept.scenario.lua") == """
        ✗ .save: cannot write flows/kept.scenario.lua: read-only file system
          wrote 1 step as a scenario that passed: /tmp/kept-kept.scenario.lua

        """)
    #expect(
      fixture.host.files["/tmp/kept-kept.scenario.lua"] == """
        -- A session at the prompt of Signalbox, written by .save.
        require "shop"

        scenario "session 2026-11-20" { function(app)
          app:tapTab 'me'
          app:expect { front = "profile", stack = { "profile" }, layers = { "root" } }
        end }

        """)
  }

  @Test func `a scenario that cannot be written anywhere is shown`() throws {
    let fixture = try CommandFixture()
    fixture.prompt.context.saving.keepsUnchecked = true
    fixture.host.writableFolder = "nowhere/"
    _ = fixture.answers("app:tapTab 'me'")
    #expect(
      fixture.answers(".save kept.scenario.lua") == """
        ✗ .save: cannot write kept.scenario.lua: read-only file system
          no file was written; this is the session as a scenario that passed:

        -- A session at the prompt of Signalbox, written by .save.
        require "shop"

        scenario "session 2026-11-20" { function(app)
          app:tapTab 'me'
          app:expect { front = "profile", stack = { "profile" }, layers = { "root" } }
        end }

        """)
  }

  @Test func `a session whose script no scenario can require is kept without a check`() throws {
    let fixture = try CommandFixture()
    fixture.prompt.context.saving.keepsUnchecked = true
    fixture.prompt.context.files = ["my.shop.lua"]
    _ = fixture.answers("app:tapTab 'me'")
    #expect(
      fixture.answers(".save kept.scenario.lua") == """
        ✗ .save: a scenario in kept.scenario.lua cannot require my.shop.lua; a scenario finds scripts \
        in its own folder and in the current one, by names without dots
          wrote 1 step as a scenario that was not checked: kept.scenario.lua

        """)
  }

  @Test func `the calls of a loaded script that raised an error are saved`() throws {
    let fixture = try CommandFixture()
    fixture.host.files["setup.lua"] = """
      app:tapTab "me"
      app:tapTab "shop"
      app.top.router:navigate("product", { id = 3 })
      error "late"
      """
    _ = fixture.answers(".load setup.lua", "app:back()")
    #expect(
      fixture.answers(".save setup.scenario.lua") == """
          wrote 4 steps as scenario "session 2026-11-20" — run: signalbox test setup.scenario.lua
          · 1 input is omitted:
          ·   require setup.lua — late; the calls before the error are kept

        """)
    #expect(
      fixture.host.files["setup.scenario.lua"] == #"""
        -- A session at the prompt of Signalbox, written by .save.
        require "shop"

        scenario "session 2026-11-20" { function(app)
          app:tapTab("me")
          app:tapTab("shop")
          app:coordinator("Shop").router:navigate("product", { id = 3 })
          app:expect { front = { "product", id = 3 }, stack = { "catalog", { "product", id = 3 } }, layers = { "root" } }
          app:back()
          app:expect { front = "catalog", stack = { "catalog" } }
        end }

        """#)
    #expect(try failures(fixture, "setup.scenario.lua") == [])
  }

  @Test func `the scenario omits the undone steps of a loaded script`() throws {
    let fixture = try CommandFixture()
    fixture.host.files["setup.lua"] = """
      wanted = 7
      app:tapTab "me"
      app:tapTab "shop"
      app:tapTab "me"
      """
    _ = fixture.answers(
      "app:tapTab 'me'", ".load setup.lua", ".undo 2",
      #"app:coordinator("Shop").router:navigate("product", { id = wanted })"#)
    let answer = fixture.answers(".save setup.scenario.lua")
    #expect(answer.contains("·   require setup.lua — some of its steps were undone"), "\(answer)")
    let text = try #require(fixture.host.files["setup.scenario.lua"])
    #expect(!text.contains("require \"setup\""), "\(text)")
    #expect(text.contains(#":navigate("product", { id = 7 })"#), "\(text)")
    #expect(try failures(fixture, "setup.scenario.lua") == [])
  }

  @Test func `a long session whose inputs depend on the prompt's coordinator is saved as calls`()
    throws
  {
    let fixture = try CommandFixture()
    _ = fixture.answers(".cd Home/Shop")
    for number in 1...70 {
      _ = fixture.answers("router:navigate('product', { id = \(number) })")
    }
    _ = fixture.answers("app:tapTab 'me'", "app:tapTab 'shop'")
    #expect(
      fixture.answers(".save long.scenario.lua") == """
          wrote 72 steps as scenario "session 2026-11-20" — run: signalbox test long.scenario.lua

        """)
    #expect(try failures(fixture, "long.scenario.lua") == [])
  }

  @Test func `a saved scenario undoes the steps of its scripts that the user has undone`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      "app:tapTab 'me'", ".undo 2", "app:back()", "app:launch 'Checkout'", #"app:tap "Confirm""#)
    try expectSaved(
      fixture, as: "checkout.scenario.lua", stepCount: 3,
      #"""
      -- A session at the prompt of Signalbox, written by .save.
      require "shop"

      scenario "session 2026-11-20" { function(app)
        app:undo()
        app:expect { layers = {} }
        app:back()
        app:launch 'Checkout'
        app:expect { front = "address", stack = { "address" }, layers = { "root" } }
        app:tap "Confirm"
        app:expect { front = "payment", stack = { "address", "payment" } }
      end }

      """#)
  }

  @Test func `a return statement or a label of an input does not affect the rest of the scenario`()
    throws
  {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      "for i = 1, 2 do if i == 1 then goto next end app:tapTab 'me' ::next:: end", "::top::",
      "::top::", "if app.front then return app:tapTab 'shop' end", "app:tapTab 'me'")
    try expectSaved(
      fixture, as: "blocks.scenario.lua", stepCount: 3,
      #"""
      -- A session at the prompt of Signalbox, written by .save.
      require "shop"

      scenario "session 2026-11-20" { function(app)
        do
          for i = 1, 2 do if i == 1 then goto next end app:tapTab 'me' ::next:: end
        end
        app:expect { front = "profile", stack = { "profile" }, layers = { "root" } }
        do
          ::top::
        end
        do
          ::top::
        end
        ;(function()
          if app.front then return app:tapTab 'shop' end
        end)()
        app:expect { front = "catalog", stack = { "catalog" } }
        app:tapTab 'me'
        app:expect { front = "profile", stack = { "profile" } }
      end }

      """#)
  }

  @Test func `a variable that an undone script has set changes no state silently`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      #"app:open "shop://product/42""#, "app:tapTab 'me'", "r = app.top.router", ".undo",
      "r:popLast()")
    #expect(
      fixture.answers(".save router.scenario.lua") == """
          wrote 2 steps as scenario "session 2026-11-20" — run: signalbox test router.scenario.lua

        """)
    #expect(
      fixture.host.files["router.scenario.lua"] == #"""
        -- A session at the prompt of Signalbox, written by .save.
        require "shop"

        scenario "session 2026-11-20" { function(app)
          app:open "shop://product/42"
          app:expect { front = { "product", id = 42 }, stack = { "catalog", { "product", id = 42 } }, layers = { "root" } }
          r = app.top.router
          app:coordinator("Profile").router:popLast()
        end }

        """#)
  }

  @Test func `a link that waited for a redone launch is opened after the redone steps`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      #"app.top.router:navigate("product", { id = 3 })"#, ".undo 2",
      #"app:open "shop://product/42""#, #"app:open "shop://product/7""#, ".redo 2")
    try expectSaved(
      fixture, as: "late.scenario.lua", stepCount: 3,
      #"""
      -- A session at the prompt of Signalbox, written by .save.
      require "shop"

      scenario "session 2026-11-20" { function(app)
        app.top.router:navigate("product", { id = 3 })
        app:expect { front = { "product", id = 3 }, stack = { "catalog", { "product", id = 3 } }, layers = { "root" } }
        app:open "shop://product/42"
        app:open "shop://product/7"
        app:expect { front = { "product", id = 7 }, stack = { "catalog", { "product", id = 3 }, { "product", id = 42 }, { "product", id = 7 } } }
      end }

      """#)
  }

  @Test func `a launch is kept although the link that it opened was undone`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      ".undo 2", #"app:open "shop://product/42""#, ".load shop.lua", ".at 1", "app:tapTab 'me'")
    #expect(
      fixture.answers(".save late.scenario.lua")
        == """
          wrote 4 steps as scenario "session 2026-11-20" — run: signalbox test late.scenario.lua

        """)
    #expect(try failures(fixture, "late.scenario.lua") == [])
  }

  @Test func `a scenario that ends in another state than the session says so`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      ".undo 2", #"app:open "shop://product/42""#, ".load shop.lua", ".at 1",
      "app:back(); app:undo()", "app:tapTab 'me'", "app:back()", ".load shop.lua",
      "app:batch(function() app.top.router:pop() end)")
    #expect(
      fixture.answers(".save late.scenario.lua") == """
          wrote 3 steps as scenario "session 2026-11-20" — run: signalbox test late.scenario.lua
          · 3 inputs are omitted:
          ·   require shop.lua — some of its steps were undone
          ·   app:launch("Home") — expect: front expected "catalog", actual "product"; stack expected \
        { "catalog" }, actual { "catalog", "product" }
          ·   app:batch(function() app.top.router:pop() end) — app has no "batch"; call it on a router: \
        app.top.router:batch(…)
          · the scenario ends in a different state than the session

        """)
  }

  @Test func `every omitted input is named`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers("app:tapTab 'me'")
    for number in 1...30 { _ = fixture.answers("nope = = \(number)") }
    let shown = fixture.answers(".save many.scenario.lua").split(separator: "\n")
    #expect(
      shown.dropFirst()
        == (["· 30 inputs are omitted:"]
        + (1...30).map { "·   nope = = \($0) — unexpected symbol near '='" })
        .map { "  \($0)" }[...])
  }

  @Test func `a saved scenario does not run callbacks that were undone`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      #"app:open "shop://product/42""#, ".undo", "app:back()", ".redo", #"app:tap "Buy""#,
      "#app:stack() + 1", "x = 5; x", "nope = = 1", #"app:tap "Nope""#)
    #expect(
      fixture.answers(".save buy.scenario.lua")
        == """
          wrote 2 steps as scenario "session 2026-11-20" — run: signalbox test buy.scenario.lua
          · 3 inputs are omitted:
          ·   app:back() — it changed nothing, and its undone steps were redone
          ·   nope = = 1 — unexpected symbol near '='
          ·   app:tap "Nope" — unknownAction: tap: screen address has no action "Nope"; known: "Confirm"

        """)
    #expect(
      fixture.host.files["buy.scenario.lua"] == #"""
        -- A session at the prompt of Signalbox, written by .save.
        require "shop"

        scenario "session 2026-11-20" { function(app)
          app:open "shop://product/42"
          app:expect { front = { "product", id = 42 }, stack = { "catalog", { "product", id = 42 } }, layers = { "root" } }
          -- omitted: app:back()
          -- because it changed nothing, and its undone steps were redone
          app:tap "Buy"
          app:expect { front = "address", stack = { "address" }, layers = { "root", "sheet" } }
          x = 5
        end }

        """#)
    #expect(try failures(fixture, "buy.scenario.lua") == [])
  }

  @Test func `inputs that do not depend on an omitted input are saved`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      "app:tapTab 'me'", #"app.top.router:present(screen("help"), { style = "sheet" })"#,
      ".cd Profile", "mine = self", "app:swipeDown()",
      #"mine.router:push(screen("x", { title = "X" }))"#, ".cd /", "app:tapTab 'shop'",
      #"app:open "shop://product/7""#)
    let answer = fixture.answers(".save rest.scenario.lua")
    #expect(try failures(fixture, "rest.scenario.lua") == [])
    #expect(
      answer == """
          wrote 5 steps as scenario "session 2026-11-20" — run: signalbox test rest.scenario.lua
          · 1 input is omitted:
          ·   mine.router:push(screen("x", { title = "X" })) — router has no "push"; known: "addDependency", \
        "back", "batch", "child", "coordinator", "currentPage", "dismiss", "dismissCoordinator" and 29 more

        """)
    _ = fixture.answers(
      #"app:tap "Wrong""#, "app:tapTab 'shop'", "app:back()", #"app:tap "Wrong""#, "app:tapTab 'me'"
    )
    #expect(
      fixture.answers(".save more.scenario.lua") == """
          wrote 8 steps as scenario "session 2026-11-20" — run: signalbox test more.scenario.lua
          · 3 inputs are omitted:
          ·   mine.router:push(screen("x", { title = "X" })) — router has no "push"; known: "addDependency", \
        "back", "batch", "child", "coordinator", "currentPage", "dismiss", "dismissCoordinator" and 29 more
          ·   app:tap "Wrong" — unknownAction: tap: screen product has no action "Wrong"; known: "Buy"
          ·   app:tap "Wrong" — shop.lua:13: unknownRoute: navigate: Shop has no route "prodct"; did you mean "product"?

        """)
    #expect(try failures(fixture, "more.scenario.lua") == [])
  }

  @Test
  func `mistyped inputs are reported, and rejections because of the state become expectations`()
    throws
  {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      #"app:open "shop://nowhere""#, "app:lanch()", "app:tap(5)", #"app:open "shop://product/42""#,
      "app.top.router:popTo(9)", "app:tapTab 'me'", "app.top.router:dismissCoordinator()",
      "app:tapTab 'shop' error('late')")
    #expect(
      fixture.answers(".save buy.scenario.lua") == """
          wrote 4 steps as scenario "session 2026-11-20" — run: signalbox test buy.scenario.lua
          · 5 inputs are omitted:
          ·   app:open "shop://nowhere" — unhandled: open: no running coordinator handles "shop://nowhere"; declared: "shop://product/:id"
          ·   app:lanch() — app has no "lanch"; did you mean "launch"?
          ·   app:tap(5) — badArgument: tap: label is 5, expected a string
          ·   app.top.router:popTo(9) — badArgument: popTo: index is 9, expected -1 to 0; 0 is the first screen above the root
          ·   app:tapTab 'shop' error('late') — late; the calls before the error are kept
          · 1 input is kept, and the scenario expects the rejection:
          ·   app.top.router:dismissCoordinator() — isTabPage: dismissCoordinator: Profile is a page; use setPages in the parent

        """)
    #expect(
      fixture.host.files["buy.scenario.lua"] == #"""
        -- A session at the prompt of Signalbox, written by .save.
        require "shop"

        ---@param code string of the rejection
        local function rejects(code, call)
          local isDone, message = pcall(call)
          if isDone then error("expected the rejection " .. code, 2) end
          if not tostring(message):find(code, 1, true) then error(message, 2) end
        end

        scenario "session 2026-11-20" { function(app)
          app:open "shop://product/42"
          app:expect { front = { "product", id = 42 }, stack = { "catalog", { "product", id = 42 } }, layers = { "root" } }
          app:tapTab 'me'
          app:expect { front = "profile", stack = { "profile" } }
          rejects("isTabPage", function()
            app.top.router:dismissCoordinator()
          end)  -- isTabPage: dismissCoordinator: Profile is a page; use setPages in the parent
          app:tapTab("shop")
          app:expect { front = { "product", id = 42 }, stack = { "catalog", { "product", id = 42 } } }
        end }

        """#)
    #expect(try failures(fixture, "buy.scenario.lua") == [])
    // The application rejects the input for another reason, so the scenario fails.
    let text = try #require(fixture.host.files["buy.scenario.lua"])
    fixture.host.files["other.scenario.lua"] = text.replacing(
      "dismissCoordinator()", with: "navigate 'nowhere'")
    #expect(try failures(fixture, "other.scenario.lua").count == 1)
  }

  @Test func `saving a session whose steps are all undone reports that there is nothing to save`()
    throws
  {
    let fixture = try CommandFixture()
    _ = fixture.answers("app:tapTab 'me'", #"app:tap "Nope""#, "app:tapTab 'shop'", ".undo 2")
    #expect(
      fixture.answers(".save buy.scenario.lua")
        == "✗ .save: there are no steps to save\n")
    let mistyped = try CommandFixture()
    _ = mistyped.answers(#"app:tap "Nope""#)
    #expect(
      mistyped.answers(".save buy.scenario.lua")
        == "✗ .save: there are no steps to save\n")
  }

  @Test func `a saved scenario contains the code from the command line`() throws {
    let fixture = try CommandFixture()
    let code = "wanted = 7"
    try fixture.prompt.session.run(Array(code.utf8), name: "code", sharesEnvironment: true)
    fixture.prompt.context.code = code
    _ = fixture.answers(#"app.top.router:navigate("product", { id = wanted })"#)
    #expect(fixture.answers(".save code.scenario.lua").hasPrefix("  wrote 1 step"))
    #expect(
      fixture.host.files["code.scenario.lua"]?.hasPrefix(
        """
        -- A session at the prompt of Signalbox, written by .save.
        require "shop"
        wanted = 7

        scenario "session 2026-11-20" { function(app)
          app.top.router:navigate("product", { id = wanted })
        """) == true)
    #expect(try failures(fixture, "code.scenario.lua") == [])
  }

  @Test func `a session of the demo is saved together with the demo's file`() throws {
    let fixture = try CommandFixture(loaded: false)
    let demo = String(decoding: BundledPlugins.demoText, as: UTF8.self)
    fixture.host.files[BundledPlugins.demo] = demo
    _ = fixture.answers(".demo", "app:launch()", #"app:open "shop://product/42""#)
    #expect(
      fixture.answers(".save flows/buy.scenario.lua", ".save flows/other.scenario.lua") == """
          wrote flows/demo.lua: the application of .demo, which the scenario requires
          wrote 2 steps as scenario "session 2026-11-20" — run: signalbox test flows/buy.scenario.lua
          wrote 2 steps as scenario "session 2026-11-20" — run: signalbox test flows/other.scenario.lua

        """)
    #expect(fixture.host.files["flows/demo.lua"] == demo)
    #expect(
      fixture.host.files["flows/buy.scenario.lua"]?.hasPrefix(
        """
        -- A session at the prompt of Signalbox, written by .save.
        require "demo"

        scenario "session 2026-11-20" { function(app)
          app:launch()
        """) == true)
    fixture.host.files["demo.lua"] = "return 1"
    #expect(
      fixture.answers(".save buy.scenario.lua") == """
        ✗ .save: demo.lua is not the .demo application, which the scenario requires; save the scenario in \
        another folder

        """)
    #expect(fixture.host.files["buy.scenario.lua"] == nil)
  }

  @Test func `saving to an invalid path, or saving an unsuitable session, is rejected`() throws {
    let fixture = try CommandFixture()
    #expect(
      fixture.answers(".save", ".save buy", ".save buy.lua", ".save buy.scenario.lua") == """
        ✗ .save expects the path of a scenario: .save scenarios/buy.scenario.lua
        ✗ .save: "buy" does not end in .scenario.lua, as scenario files must; .save buy.scenario.lua
        ✗ .save: "buy.lua" does not end in .scenario.lua, as scenario files must; .save buy.scenario.lua
        ✗ .save: there are no steps to save

        """)
    fixture.prompt.context.files = ["my.shop.lua"]
    _ = fixture.answers("app:tapTab 'me'")
    #expect(
      fixture.answers(".save buy.scenario.lua") == """
        ✗ .save: a scenario in buy.scenario.lua cannot require my.shop.lua; a scenario finds scripts in its own folder and in the current one, by names without dots

        """)
  }

  /// Returns the visible state as text, from an error message.
  private func tree(of fixture: CommandFixture) -> String {
    let session = fixture.prompt.session
    guard
      case .failed(let error) = session.evaluate("error(app:render 'tree', 0)", name: "tree")
    else { return "" }
    return "\(error)"
  }

  /// Valid and invalid inputs.
  private static let inputs = [
    #"app:open "shop://product/42""#, #"app:open "shop://nowhere""#, #"app:tap "Buy""#,
    #"app:tap "Confirm""#, #"app:tap "Wrong""#, "app:back()", "app:tapTab 'me'",
    "app:tapTab 'shop'", "app:swipeDown()", #"app.top.router:navigate("product", { id = 3 })"#,
    #"app.top.router:navigate("nope")"#, "app.top.router:popToRoot()", ".undo", ".undo 2", ".redo",
    ".at 1", "app:undo()", "app:redo()", "n = (n or 0) + 1", "n", "local m = 5", "return 7",
    "x.y = 1",
    "for i = 1, 3 do app.top.router:navigate('product', { id = i }) end",
    "(function() app:back() end)()", "app:back() app:nope()", "app:back(); app:undo()",
    "app:restartApp()", "clock.advance(100)", "app.top.router:finishFlow()",
    "r = app.top.router", "r:popLast()", "app:batch(function() app.top.router:pop() end)",
    "app:restoreState(app:saveState())", "if true then", "end",
    #"app.top.router:present("product", { id = 9 }, { style = "sheet", onDismiss = print })"#,
    #"app.top.router:present(screen("help", { args = { list = { 1, "two" } } }))"#, "::top::",
    ".time app:back()", ".cd Shop", ".cd Home", ".cd /", "router:popToRoot()",
    ".time app:tapTab 'me'",
    "#app:stack() + 1", "n = (n or 0) + 1; n", "self", ".undo 3", ".redo 2",
    "app:tap 'Buy' error('late')", "return app:back()", ".load shop.lua",
    ".load passing.lua", ".load failing.lua", ".load undone.lua",
  ]

  @Test(arguments: 0..<400)
  func `scenarios that are saved from random inputs pass`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &* 0x9E37_79B9 &+ 7)
    let fixture = try CommandFixture(loaded: seed % 4 != 0)
    fixture.prompt.context.uptime = { .zero }
    fixture.host.files["passing.lua"] = "app:tapTab 'me' app:tapTab 'shop' n = (n or 0) + 10"
    fixture.host.files["failing.lua"] = "app:tapTab 'me' app:tapTab 'shop' error 'late'"
    fixture.host.files["undone.lua"] = "app:tapTab 'me' app:undo() app:tapTab 'me'"
    if seed % 4 == 0 { _ = fixture.answers("n = 1", ".load shop.lua") }
    let count = Int.random(in: 1...25, using: &generator)
    let lines = (0..<count).map { _ in
      Self.inputs[Int.random(in: 0..<Self.inputs.count, using: &generator)]
    }
    _ = fixture.answers(lines)
    fixture.prompt.interrupt()
    let answer = fixture.answers(".save all.scenario.lua")
    if fixture.host.files["all.scenario.lua"] == nil {
      #expect(
        answer == "✗ .save: there are no steps to save\n"
          || answer.hasPrefix("✗ .save: no part of this session passes when it runs as a scenario"),
        "\(lines)")
    } else {
      #expect(try failures(fixture, "all.scenario.lua") == [], "\(lines)")
      // The scenario's last line raises this error, so that its message contains the final state.
      let text = try #require(fixture.host.files["all.scenario.lua"])
      fixture.host.files["end.scenario.lua"] = text.replacing(
        "\nend }\n", with: "\n error(app:render 'tree', 0)\nend }\n")
      let shown = try failures(fixture, "end.scenario.lua")
      let isReported = answer.contains(
        "· the scenario ends in a different state than the session\n")
      #expect((shown == [tree(of: fixture)]) != isReported, "\(lines)\n\(text)")
      // In larger ranges, some seeds undo a link that a script's launch has opened, but not the launch.
      #expect(!isReported, "\(lines)\n\(text)")
    }
  }
}
