import Signalbox
import SignalboxScenarios
import SignalboxScripting
import Testing

/// Tests actions while a transition is in flight, and text fields of alerts.
struct InterruptTests {
  private let fixture = ScenarioFixture()

  private func paths(_ result: ExplorationResult) -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: result.violations.map { property in
        (property.title, property.counterexample?.steps.map(\.lua) ?? [])
      })
  }

  private static func shop(interrupts: Bool) -> String {
    """
    local Shop = coordinator "Shop" {
      routes = { list = { actions = { "Show" } }, product = {}, offer = {} },
      links = { ["shop://offer"] = function(self) self.router:navigate "offer" end },
    }
    function Shop:start() self.router:startFlow "list" end
    function Shop:onShow()
      self.router:navigate "product"
    end
    application "Shop" { main = "Shop" }
    never "an offer above a product" (function(app)
      local names = {}
      for _, screen in ipairs(app:coordinator("Shop").stack) do names[#names + 1] = screen.name end
      return table.concat(names, " ") == "list product offer"
    end)
    explore { links = { "shop://offer" }, maxDepth = 3, interrupts = \(interrupts) }
    """
  }

  @Test func `a link that interrupts a transition is opened after the transition`() throws {
    let result = try fixture.explore(Self.shop(interrupts: true))
    let title = "never \"an offer above a product\""
    // The uninterrupted path is shorter, because the end of a transition is a separate action.
    #expect(paths(result) == [title: ["app:tap(\"Show\")", "app:open(\"shop://offer\")"]])
    #expect(result.stateCount > (try fixture.explore(Self.shop(interrupts: false))).stateCount)
  }

  @Test func `other actions complete or cancel a swipe that has begun`() throws {
    let result = try fixture.explore(
      """
      local Main = coordinator "Main" { routes = { home = { actions = { "Go" } }, page = {} } }
      function Main:start() self.router:startFlow "home" end
      function Main:onGo() self.router:navigate "page" end
      application "Main" { main = "Main" }
      app:on("willDisappear", function(event)
        if event.name == "page" then app.main.hasBegun = true end
      end)
      app:on("didDisappear", function(event)
        if event.name == "page" then app.main.hasBegun = nil end
      end)
      app:on("didAppear", function(event)
        if event.name == "page" and app.main.hasBegun then app.main.isCancelled = true end
      end)
      never "a swipe that was cancelled" (function(app) return app.main.isCancelled end)
      explore { interrupts = true, cancelledSwipes = false, ignore = { "traps" } }
      """)
    #expect(
      paths(result) == [
        "never \"a swipe that was cancelled\"": [
          "app:tap(\"Go\")", "app:swipeBack { phase = \"begin\" }",
          "app:swipeBack { phase = \"cancel\" }",
        ]
      ])
  }

  @Test func `scenarios return to the automatic clock after an action without a transition`() throws
  {
    let source = """
      local App = coordinator "App" {
        routes = {
          home = { title = "Home", actions = { "Go" } }, a = { title = "A", actions = { "More" } },
          b = { title = "B" },
        },
      }
      function App:start() self.router:startFlow "home" end
      function App:onGo() self.router:navigate "a" end
      function App:onMore() after("1s", function() self.router:navigate "b" end) end
      application "App" { main = "App" }
      explore { interrupts = true, maxDepth = 4 }
      """
    let explorer = try fixture.explorer(source)
    let report = ExplorationReport(try explorer.run(), of: "app.properties.lua")
    let paths = try explorer.pathsOverTransitions()
    var runs = ScenarioFixture()
    runs.modules = ["app.properties": source]
    let failures = try paths.enumerated().flatMap { number, path in
      try runs.run(report.scenario(of: path, titled: "\(number)", requiring: "app.properties"))
        .filter { $0.status != .passed }.map { "\(path.steps.map(\.lua)): \($0.failures)" }
    }
    #expect(failures == [])
    let actions = Set(paths.flatMap(\.steps).map(\.lua))
    #expect(actions.contains("clock.manual(); app:tap(\"More\"); clock.automatic()"))
    #expect(actions.contains("clock.manual(); app:tap(\"Go\")"))
  }

  @Test func `texts are entered into the fields of alerts`() throws {
    let result = try fixture.explore(
      """
      local List = coordinator "List" {
        routes = {
          list = { actions = { "Add" } },
          new = {
            style = { style = "alert", fields = { { name = "name" } } },
            actions = { "Save", { "Cancel", role = "cancel" } },
          },
        },
      }
      function List:start() self.router:startFlow "list" end
      function List:onAdd() self.router:navigate "new" end
      function List:onSave(screen, texts) self.last = texts.name end
      function List:onCancel() end
      application "List" { main = "List" }
      never "an empty name" (function(app) return app.main.last == "" end)
      reachable "a name" (function(app) return app.main.last == "Milk" end)
      explore { texts = { name = { "Milk", "" } }, ignore = { "traps" }, maxDepth = 4 }
      """)
    #expect(
      paths(result) == [
        "never \"an empty name\"": ["app:tap(\"Add\")", "app:tapAlert(\"Save\")"]
      ])
    #expect(result.properties[1].answer == .holds)
  }

  @Test(arguments: [
    ("texts = { name = \"Milk\" }", "texts is { name = "),
    ("texts = { name = { 1 } }", "texts is { name = "), ("interrupts = 1", "interrupts is 1"),
  ])
  func `a mistake in the settings is an error that names the key`(
    setting: String, message: String
  ) throws {
    do {
      _ = try fixture.explore("explore { \(setting) }")
      Issue.record("no error for \(setting)")
    } catch let error as ScriptError {
      #expect(error.message.hasPrefix("badArgument: explore: \(message)"), "\(error.message)")
    }
  }
}
