import SignalboxScenarios
import SignalboxScripting
import Testing

@Suite struct ProjectLintTests {
  private final class Modules: ModuleSource {
    func module(named name: String) throws(ScriptError) -> ScriptModule? {
      name == "shop"
        ? ScriptModule(path: "shop.lua", source: Array(ScenarioFixture.shop.utf8)) : nil
    }

    func searched(for name: String) -> [String] { ["\(name).lua"] }
  }

  /// Returns the problems in files, one line each. The shop has no problems except in its cellar.
  private func lint(_ texts: [String: String], others: [String: String] = [:]) throws -> CheckResult
  {
    let check = ProjectLint { _ throws(ScriptError) in
      let modules = NotedModules(Modules())
      return (try ScriptSession(ScriptConfiguration(modules: modules)), modules)
    }
    func files(_ texts: [String: String]) -> [ScenarioFile] {
      texts.sorted { $0.key < $1.key }.map {
        ScenarioFile(path: $0.key, source: Array($0.value.utf8))
      }
    }
    return try check.lint(files(texts), others: files(others))
  }

  private func findings(_ text: String) throws -> [String] {
    try lint(["a.scenario.lua": text]).findings.map(\.description)
  }

  private static let cellar =
    "shop.lua:22:47: error: navigate: no loaded coordinator has a route \"cellar\"; known: "
    + "\"address\", \"catalog\", \"checkout\", \"payment\", \"product\" [unknownRoute]"

  @Test func `the linter also checks required files, each of them once`() throws {
    let text = "require 'shop' scenario 'it' { function(app) app:launch() end }"
    let result = try lint(["a.scenario.lua": text, "b.scenario.lua": text])
    #expect(result.findings.map(\.description) == [Self.cellar])
    #expect(result.files == ["a.scenario.lua", "b.scenario.lua"])
    #expect(result.scenarioCount == 2)
    #expect(result.exitCode(isStrict: false) == .failed)
  }

  @Test func `the linter runs no scenario`() throws {
    #expect(try findings("scenario 'it' { function() error 'it ran' end }") == [])
  }

  @Test func `undefined routes, coordinators and methods are reported with the nearest name`()
    throws
  {
    #expect(
      try findings(
        """
        local Shop = coordinator "Shop" {
          routes = {
            product = { actions = { "Buy", "Close" } },
            checkout = { coordinator = "Chekout" },
            login = { replacement = "prodct" },
          },
        }
        coordinator "Checkout" {}
        function Shop:onBuyy() local r = self.router r:present "prodct" end
        tabs "Home" { pages = { { id = "shop", coordinator = "Shp" } }, view = { actions = { "Go" } } }
        application "App" { main = "Hom" }
        scenario "it" { function(app) app.top.router:navigate("product"):navigate("chekout") end }
        """) == [
          "a.scenario.lua: error: the application's main coordinator \"Hom\" is not defined; "
            + "did you mean "
            + "\"Home\"? [unknownCoordinator]",
          "a.scenario.lua:3: error: action \"Buy\" of Shop.product calls onBuy, which Shop does not have; "
            + "did you mean \"onBuyy\"? [unknownMethod]",
          "a.scenario.lua:3: error: action \"Close\" of Shop.product calls onClose, which Shop does not "
            + "have [unknownMethod]",
          "a.scenario.lua:4: error: route \"checkout\" of Shop leads to coordinator "
            + "\"Chekout\", which is not defined; "
            + "did you mean \"Checkout\"? [unknownCoordinator]",
          "a.scenario.lua:5: error: route \"login\" of Shop is replaced by \"prodct\", which Shop "
            + "does not declare; did you mean \"product\"? [unknownRoute]",
          "a.scenario.lua:9:56: error: present: no loaded coordinator has a route \"prodct\"; did you "
            + "mean \"product\"? [unknownRoute]",
          "a.scenario.lua:10: error: action \"Go\" of Home.view calls onGo, which Home does not have "
            + "[unknownMethod]",
          "a.scenario.lua:10: error: page \"shop\" of Home contains coordinator \"Shp\", which "
            + "is not defined; did you "
            + "mean \"Shop\"? [unknownCoordinator]",
          "a.scenario.lua:12:75: error: navigate: no loaded coordinator has a route \"chekout\"; did "
            + "you mean \"checkout\"? [unknownRoute]",
        ])
  }

  @Test func `unknown members of a receiver are reported with the nearest name`() throws {
    #expect(
      try findings(
        """
        local Shop = coordinator "Shop" {
          routes = { list = { actions = { "Go" } }, other = function(self) return self.routre, self.router.isRot end },
          links = { ["a://b"] = function(self) self.router:dismissAll() end },
        }
        function Shop:start()
          local router = self.router
          router:startFlw "list"
          self.router:navigate("list"):popToRot()
          self:strat()
          self.count = self.cuont
        end
        function Shop:onBack(screen) return screen.titel end function Shop:onGo(s) s:pops() end
        suite "s" {
          setup = function(app) app:lanch() end,
          scenario "it" {
            function(app)
              app:tapp "Buy"
              app.front:pops() app.tpo.router:pop()
              app:navigate "list"
              app:coordinator("Shop").router:nvigate "list"
              clock.advanse(5) print(string.fromat "x", math.pie)
              local main = app.main
              main.router:popp()
            end,
          },
        }
        each { 1 }:scenario "row %s" { function(app, n) app:swipedown() end }
        """) == [
          "a.scenario.lua:2:100: error: router has no \"isRot\"; did you mean \"isRoot\"? [unknownMember]",
          "a.scenario.lua:3:52: error: router has no \"dismissAll\"; did you mean \"dismiss\"? "
            + "[unknownMember]",
          "a.scenario.lua:7:10: error: router has no \"startFlw\"; did you mean \"startFlow\"? "
            + "[unknownMember]",
          "a.scenario.lua:8:32: error: coordinator has no \"popToRot\"; did you mean \"popToRoot\"? "
            + "[unknownMethod]",
          "a.scenario.lua:9:8: error: coordinator has no \"strat\"; did you mean \"start\"? [unknownMethod]",
          "a.scenario.lua:12:44: error: screen has no \"titel\"; did you mean \"title\"? [unknownMember]",
          "a.scenario.lua:12:78: error: screen has no \"pops\"; did you mean \"pop\"? [unknownMember]",
          "a.scenario.lua:14:29: error: app has no \"lanch\"; did you mean \"launch\"? [unknownMember]",
          "a.scenario.lua:17:11: error: app has no \"tapp\"; did you mean \"tap\"? [unknownMember]",
          "a.scenario.lua:18:17: error: screen has no \"pops\"; did you mean \"pop\"? [unknownMember]",
          "a.scenario.lua:18:28: error: app has no \"tpo\"; did you mean \"top\"? [unknownMember]",
          "a.scenario.lua:19:11: error: app has no \"navigate\"; call it on a router: app.top.router:navigate(…) "
            + "[unknownMember]",
          "a.scenario.lua:20:38: error: router has no \"nvigate\"; did you mean \"navigate\"? "
            + "[unknownMember]",
          "a.scenario.lua:21:13: error: clock has no \"advanse\"; did you mean \"advance\"? "
            + "[unknownMember]",
          "a.scenario.lua:21:37: error: string has no \"fromat\"; did you mean \"format\"? [unknownMember]",
          "a.scenario.lua:21:54: error: math has no \"pie\"; did you mean \"pi\"? [unknownMember]",
          "a.scenario.lua:23:19: error: router has no \"popp\"; did you mean \"pop\"? [unknownMember]",
          "a.scenario.lua:27:53: error: app has no \"swipedown\"; did you mean \"swipeDown\"? "
            + "[unknownMember]",
        ])
  }

  @Test func `unknown keys, matchers and styles are reported with the nearest name`()
    throws
  {
    #expect(
      try findings(
        """
        local Shop = coordinator "Shop" { routes = { list = {} } }
        presentationStyle "card" { interactive = true }
        function Shop:start()
          self.router:navigate("list", nil, { animatd = true, style = "shet", onBusy = "dorp" })
          self.router:present("list", { animated = 1 }, { style = "card", try = true })
          self.router:pop { count = 1 }
          self.router:pop(1, { animate = true })
        end
        scenario "it" { function(app)
          app:launch { animatd = false }
          app:launch("Shop", { id = 1 }, { anmated = false })
          app:expect { frnt = "list", stack = { "list" }, exactly = true }
          app:softExpect { titel = "x" }
          app:eventually { modl = {} }
          app:eventually({ witin = "5s" }, { modal = {} })
          app.top.router:present(screen("x", { titel = "X" }))
        end }
        """) == [
          "a.scenario.lua:4:39: error: navigate has no option \"animatd\"; did you mean \"animated\"? "
            + "[unknownOption]",
          "a.scenario.lua:4:63: error: navigate: no presentation style is called \"shet\"; did you mean "
            + "\"sheet\"? [unknownStyle]",
          "a.scenario.lua:4:80: error: navigate: onBusy is \"dorp\"; did you mean \"drop\"? [badArgument]",
          "a.scenario.lua:6:21: error: pop has no option \"count\"; known: \"animated\", \"completion\", "
            + "\"duration\", \"onBusy\", \"try\" [unknownOption]",
          "a.scenario.lua:7:24: error: pop has no option \"animate\"; did you mean \"animated\"? [unknownOption]",
          "a.scenario.lua:10:16: error: launch has no option \"animatd\"; did you mean \"animated\"? "
            + "[unknownOption]",
          "a.scenario.lua:11:36: error: launch has no option \"anmated\"; did you mean \"animated\"? "
            + "[unknownOption]",
          "a.scenario.lua:12:16: error: expect has no matcher \"frnt\"; did you mean \"front\"? "
            + "[unknownMatcher]",
          "a.scenario.lua:13:20: error: softExpect has no matcher \"titel\"; did you mean \"title\"? "
            + "[unknownMatcher]",
          "a.scenario.lua:14:20: error: eventually has no matcher \"modl\"; did you mean \"modal\"? "
            + "[unknownMatcher]",
          "a.scenario.lua:15:20: error: eventually has no key \"witin\"; did you mean \"within\"? "
            + "[unknownKey]",
          "a.scenario.lua:16:40: error: screen has no key \"titel\"; did you mean \"title\"? [unknownKey]",
        ])
  }

  @Test func `unknown members are not reported if the type of the receiver is uncertain`() throws {
    #expect(
      try findings(
        """
        local Shop = coordinator "Shop" { routes = { list = {} } }
        local own = { router = { anything = print } }
        function own:start() self.router:anything() self:other() end
        function Shop:start()
          local router = self.router
          if self.mine then router = own.router end
          router:anything()
          self.extra = print
          self:extra() self:helper() self.list:add()
          self[self.name] = 1
          for _, screen in ipairs(app:stack()) do print(screen.nothing) end
        end
        function Shop.helper(self) self.router:whatever() end
        local function use(app) app:anything() end
        local function page(top) top.router:open() return app.top.anything end
        scenario "it" { function(app)
          app = own
          app:anything() use(own) print(("x"):trim())
          app.main[1]:anything()
          local app = { tapp = print }
          app:tapp "Buy"
          page(app)
          app.top.router:nothing() -- lint: ignore
        end }
        """) == [])
  }

  @Test func `undefined globals are reported, but not globals of the file and of Signalbox`()
    throws
  {
    #expect(
      try findings(
        """
        own = 1
        function helper() return own, arg, math.pi, table, utf8 end
        scenario "it" { function(app) prnt(helper()) end }
        """) == [
          "a.scenario.lua:3:31: error: nothing defines the global \"prnt\"; did you mean \"print\"? "
            + "[unknownGlobal]"
        ])
    #expect(try findings("scenario 'it' { function() local _ENV = {} print(x) end }") == [])
  }

  @Test func `names that a running scenario would define are not reported`() throws {
    #expect(
      try findings(
        """
        scenario "it" { function(app)
          coordinator "A" { routes = { one = { coordinator = "B" } } }
          coordinator "B" { routes = { two = {} } }
          app.top.router:navigate("one"):navigate("two")
        end }
        """) == [])
  }

  @Test func `duplicate keys and definitions are reported`() throws {
    #expect(
      try findings(
        """
        coordinator "A" { routes = { one = {}, two = {}, ["one"] = {} } }
        coordinator "A" {}
        local t = { x = 1, x = 2 }
        scenario "it" { function(app) return t end }
        """) == [
          "a.scenario.lua:1: error: route \"one\" already occurs on line 1 of the same table; the earlier value is lost; rename one of them [duplicateRoute]",
          "a.scenario.lua:2: error: coordinator \"A\" is defined in a.scenario.lua:1 as well; the last one loaded applies; rename one of them, or extend the first one: definition:extend { … } "
            + "[duplicateCoordinator]",
          "a.scenario.lua:3: error: key \"x\" already occurs on line 3 of the same table; the earlier value is lost; rename one of them [duplicateKey]",
        ])
  }

  @Test func `a line with an ignore comment is not checked`() throws {
    #expect(
      try findings(
        """
        scenario "it" { function(app)
          app.top.router:navigate("nowhere") -- lint: ignore, it is refused
          return nothing -- lint: ignore
        end }
        """) == [])
  }

  @Test func `scenarios that never run and misspelled tags are warnings`() throws {
    let result = try lint(
      [
        "a.scenario.lua": """
        scenario "a" { tags = { "smoke", "ios17" }, function() end }
        scenario "b" { tags = { "smoke", "ios17" }, function() end }
        scenario "c" { tags = { "smoek", "ios18" }, only = true, function() end }
        scenario "d" { skip = true, function() end }
        scenario "e" { skip = "no card", function() end }
        """
      ],
      others: [
        "lost.lua": "scenario 'lost' { function() end }",
        "other.lua": "local function scenario(name) return name end scenario 'mine'",
      ])
    #expect(
      result.findings.map(\.description) == [
        "a.scenario.lua:3: warning: \"c\" is marked `only`, so 4 other scenarios do not run; "
          + "remove `only` before "
          + "you commit the file [onlyHidesOthers]",
        "a.scenario.lua:3: warning: only \"c\" has the tag \"smoek\", 2 others have \"smoke\"; did you mean "
          + "\"smoke\"? [oddTag]",
        "a.scenario.lua:4: warning: \"d\" is skipped without a reason; skip = \"why\" "
          + "[skipWithoutReason]",
        "lost.lua:1: warning: scenario \"lost\" never runs: the file does not end in .scenario.lua and nothing "
          + "requires it; rename the file [unfoundScenarios]",
      ])
    #expect(result.exitCode(isStrict: false) == .success)
    #expect(result.exitCode(isStrict: true) == .failed)
  }

  @Test func `a file that fails to load is reported, and all other files are checked`() throws {
    let result = try lint([
      "a.scenario.lua": "scenario 'a' {",
      "b.scenario.lua": "scenario 'b' { function() return lost end }",
      "c.scenario.lua": "require 'nowhere'",
    ])
    #expect(
      result.findings.map { "\($0.file) \($0.line ?? 0) \($0.code)" } == [
        "a.scenario.lua 1 syntax", "b.scenario.lua 1 unknownGlobal",
        "c.scenario.lua 1 moduleNotFound",
      ])
    #expect(result.exitCode(isStrict: false) == .notLoaded)
    #expect(try lint([:]).exitCode(isStrict: false) == .nothingMatched)
  }
}
