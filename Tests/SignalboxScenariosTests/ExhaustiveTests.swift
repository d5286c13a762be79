import Signalbox
import SignalboxScripting
import Testing

@testable import SignalboxScenarios

/// Scenarios that fail because of unexpected or unfinished changes.
@Suite struct ExhaustiveTests {
  private static let application = """
    local Shop = coordinator "Shop" {
      routes = { catalog = { actions = { "Buy", "Remind" } }, payment = { style = "sheet" }, \
    cart = {}, sure = { style = "alert" } },
    }
    function Shop:start() self.router:startFlow "catalog" end
    function Shop:onBuy() self.router:navigate "payment" end
    function Shop:onRemind() after("5s", function() end) end
    application "Shop" { main = "Shop" }

    """

  private func failures(_ scenarios: String) throws -> [String] {
    try ScenarioFixture().run(Self.application + scenarios).flatMap { result in
      result.failures.map { failure in
        let hint = failure.error.hint ?? "-"
        return "\(failure.error.location?.line ?? 0) \(failure.error.message); \(hint)"
      }
    }
  }

  @Test func `changes that no expectation has compared fail at their step's line`() throws {
    #expect(
      try failures(
        """
        scenario "a" { exhaustive = true, function(app)
          app:launch()
          app:expect { stack = { "catalog" } }
          app:tap "Buy"
          app:expect { front = "payment" }
        end }
        """) == [
          """
          11 notExhaustive: no expectation has compared the changes of tap "Buy"

            layer.presented sheet; expect them with app:expect or app:snapshot after the step
          """
        ])
  }

  @Test func `expectations that show the changes pass, and other scenarios are not checked`() throws
  {
    #expect(
      try failures(
        """
        suite "s" { exhaustive = true,
          scenario "a" { function(app)
            app:launch()
            app:tap "Buy"
            app:expect { stack = { "catalog" }, modal = { "payment" } }
          end },
          scenario "b" { exhaustive = false, function(app) app:launch() end },
          scenario "c" { function(app)
            app:launch()
            app:expect { events = { "entry.pushed catalog", "root.changed Shop" } }
          end },
        }
        scenario "d" { function(app) app:launch() app:tap "Remind" end }
        suite "t" { exhaustive = true, setup = function(app) app:launch() end,
          scenario "e" { function(app) app:expect { front = "catalog" } end },
        }
        """) == [])
  }

  /// Returns the uncovered changes of an expectation after a step, without the hint.
  private func changes(after step: String, _ expectation: String) throws -> [String] {
    try failures(
      """
      scenario "a" { exhaustive = true, function(app)
        app:launch()
        app:expect { stack = { "catalog" } }
        \(step)
        app:expect { \(expectation) }
      end }
      """
    ).map { failure in
      failure.split(separator: ";")[0].split(separator: "\n").dropFirst()
        .map { $0.drop { $0 == " " } }.joined(separator: ", ")
    }
  }

  @Test(arguments: [
    ("alert = false", "layer.presented sheet"), ("toast = false", "layer.presented sheet"),
    ("front = 'payment'", "layer.presented sheet"), ("top = 'payment'", "layer.presented sheet"),
    ("title = 'payment'", "layer.presented sheet"),
    ("events = { 'entry.pushed catalog' }", "layer.presented sheet"),
    ("events = { 'layer.presented sheet' }", ""), ("modal = { 'payment' }", ""),
    ("layers = 2", ""),
  ])
  func `an expectation covers the changes that it shows`(expectation: String, rest: String) throws {
    #expect(
      try changes(after: "app:tap 'Buy'", expectation) == (rest.isEmpty ? [] : [rest]),
      "\(expectation)")
  }

  @Test(arguments: [
    ("front = 'cart'", ""), ("stack = { 'catalog', 'cart' }", ""),
    ("modal = {}", "entry.pushed cart"),
  ])
  func `a screen that is pushed is shown by itself and by its stack`(
    expectation: String, rest: String
  ) throws {
    #expect(
      try changes(after: "app.top.router:navigate 'cart'", expectation)
        == (rest.isEmpty ? [] : [rest]), "\(expectation)")
  }

  @Test(arguments: [("alert = 'sure'", ""), ("toast = false", "layer.presented alert")])
  func `an alert covers its own layer`(expectation: String, rest: String) throws {
    #expect(
      try changes(after: "app.top.router:navigate 'sure'", expectation)
        == (rest.isEmpty ? [] : [rest]), "\(expectation)")
  }

  @Test(arguments: 1...3) func `events cover only those that were found`(count: Int) throws {
    let events = Array(repeating: "'entry.pushed cart'", count: count).joined(separator: ", ")
    #expect(
      try changes(
        after: "for _ = 1, 3 do app.top.router:navigate 'cart' end", "events = { \(events) }")
        == Array(repeating: "entry.pushed cart", count: 3 - count))
  }

  @Test func `a matcher of a plugin covers the changes that it declares`() throws {
    let runner = ScenarioRunner { _ throws(ScriptError) in
      let session = try ScriptSession()
      let owner = session.makeOwner("plugin test")
      let function = session.makeFunction("match") { _ in [.boolean(true)] }
      for (name, covers) in [("screens", [.entryPushed]), ("nothing", [])]
        as [(String, Set<NavigationEvent.Kind>)]
      {
        try session.add(
          ScriptExtension(
            name: name, summary: "", value: .function(function), owner: owner, covers: covers),
          to: .matcher)
      }
      return session
    }
    let file = ScenarioFixture().file(
      Self.application + """
        scenario "a" { exhaustive = true, function(app)
          app:launch()
          app:expect { screens = true, nothing = true }
        end }
        """)
    let results = try runner.scenarios(of: file).map { runner.run($0, of: file) }
    #expect(
      results.flatMap(\.failures).map(\.error.message) == [
        """
        notExhaustive: no expectation has compared the changes of launch

          root.changed Shop
        """
      ])
  }

  @Test func `changes visible only in events are expected with events`() throws {
    #expect(
      try failures(
        """
        scenario "a" { exhaustive = true, function(app)
          app:launch()
          app:expect { stack = { "catalog" } }
          app:back()
        end }
        """) == [
          """
          11 notExhaustive: no expectation has compared the changes of back

            app.exitRequested; expect them after the step with app:expect { events = { "app.exitRequested" } }
          """
        ])
  }

  @Test func `a timer that is set fails, and one that has fired does not`() throws {
    #expect(
      try failures(
        """
        scenario "a" { exhaustive = true, function(app)
          app:launch()
          app:expect { stack = { "catalog" } }
          app:tap "Remind"
        end }
        scenario "b" { exhaustive = true, function(app)
          app:launch()
          app:expect { stack = { "catalog" } }
          app:tap "Remind"
          clock.advance "5s"
        end }
        """
      ).map { String($0.split(separator: "\n\n").first ?? "") } == [
        "11 notExhaustive: a timer of Shop is still set, since tap \"Remind\""
      ])
  }

  @Test func `a value that is not a boolean is rejected`() {
    #expect(
      ScenarioFixture().rejection(of: "scenario 'a' { exhaustive = 1, function() end }")
        == "test.scenario.lua:1: badArgument: scenario \"a\": exhaustive is 1, expected true or false"
    )
  }
}
