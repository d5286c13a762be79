import Signalbox
import SignalboxScripting
import Testing

@testable import SignalboxScenarios

/// Tests scenarios that fail because of changes that no expectation covers, or because of open
/// work.
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

  @Test func `changes that no expectation covers fail at the line of their step`() throws {
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
          11 notExhaustive: no expectation has compared the changes caused by tap "Buy"

            layer.presented sheet; expect them with app:expect or app:snapshot after the step
          """
        ])
  }

  @Test func `exhaustive scenarios pass if expectations cover all changes`() throws {
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
  func `an expectation covers only the changes that its value shows`(
    expectation: String, rest: String
  ) throws {
    #expect(
      try changes(after: "app:tap 'Buy'", expectation) == (rest.isEmpty ? [] : [rest]),
      "\(expectation)")
  }

  @Test(arguments: [
    ("front = 'cart'", ""), ("stack = { 'catalog', 'cart' }", ""),
    ("modal = {}", "entry.pushed cart"),
  ])
  func `an expectation of the front screen or of its stack covers a pushed screen`(
    expectation: String, rest: String
  ) throws {
    #expect(
      try changes(after: "app.top.router:navigate 'cart'", expectation)
        == (rest.isEmpty ? [] : [rest]), "\(expectation)")
  }

  @Test(arguments: [("alert = 'sure'", ""), ("toast = false", "layer.presented alert")])
  func `an expectation of an alert covers the layer of the alert`(expectation: String, rest: String)
    throws
  {
    #expect(
      try changes(after: "app.top.router:navigate 'sure'", expectation)
        == (rest.isEmpty ? [] : [rest]), "\(expectation)")
  }

  @Test(arguments: 1...3) func `an expectation of events covers only the events that it found`(
    count: Int
  ) throws {
    let events = Array(repeating: "'entry.pushed cart'", count: count).joined(separator: ", ")
    #expect(
      try changes(
        after: "for _ = 1, 3 do app.top.router:navigate 'cart' end", "events = { \(events) }")
        == Array(repeating: "entry.pushed cart", count: 3 - count))
  }

  @Test func `a matcher of a plugin covers the changes that it declares`() throws {
    let runner = ScenarioRunner { _ throws(ScriptError) in
      let session = try ScriptSession()
      let owner = session.host.makeOwner("plugin test")
      let function = session.host.makeFunction("match") { _ in [.boolean(true)] }
      for (name, covers) in [("screens", [.entryPushed]), ("nothing", [])]
        as [(String, Set<NavigationEvent.Kind>)]
      {
        try session.host.add(
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
        notExhaustive: no expectation has compared the changes caused by launch

          root.changed Shop
        """
      ])
  }

  @Test func `changes that are visible only in events are covered by expectations of events`()
    throws
  {
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
          11 notExhaustive: no expectation has compared the changes caused by back

            app.exitRequested; expect them after the step with app:expect { events = { "app.exitRequested" } }
          """
        ])
  }

  @Test func `an exhaustive scenario fails if a timer is set, but not if the timer has fired`()
    throws
  {
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
        "11 notExhaustive: a timer of Shop has been pending since tap \"Remind\""
      ])
  }

  @Test func `the option exhaustive is rejected if it is not a boolean`() {
    #expect(
      ScenarioFixture().rejection(of: "scenario 'a' { exhaustive = 1, function() end }")
        == "test.scenario.lua:1: badArgument: scenario \"a\": exhaustive is 1, expected true or false"
    )
  }
}
