import SignalboxScripting
import Testing

@testable import SignalboxScenarios

/// Scenarios that fail for what they neither expect nor end.
@Suite struct ExhaustiveTests {
  private static let application = """
    local Shop = coordinator "Shop" {
      routes = { catalog = { actions = { "Buy", "Remind" } }, payment = { style = "sheet" } },
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

  @Test func `changes that no expectation has compared fail at the line of their step`() throws {
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

  @Test func `a timer that is set fails, and one that has fired does not`() throws {
    #expect(
      try failures(
        """
        scenario "a" { exhaustive = true, function(app)
          app:launch()
          app:expect { front = "catalog" }
          app:tap "Remind"
        end }
        scenario "b" { exhaustive = true, function(app)
          app:launch()
          app:expect { front = "catalog" }
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
