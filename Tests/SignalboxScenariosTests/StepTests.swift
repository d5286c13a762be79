import SignalboxScenarios
import SignalboxScripting
import Testing

/// Tests `app:run` and the maximum number of steps in a scenario.
struct StepTests {
  private let fixture = ScenarioFixture()

  private func run(_ steps: String) throws -> [String] {
    try fixture.failures(of: "app:launch()\napp:run \(steps)")
  }

  @Test func `steps that are data behave like calls at the line of the call`() throws {
    let results = try fixture.run(
      """
      require "shop"
      scenario "a" { function(app)
        app:run {
          { launch = true },
          { open = "shop://product/7" },
          { step = "checkout", steps = { { tap = "Buy" }, { softExpect = { modal = { "cart" } } } } },
          { eventually = { front = "cart" }, within = "2s" },
          { back = true },
        }
      end }
      """)
    let place = ScriptLocation(file: "test.scenario.lua", line: 3)
    let steps = results[0].steps
    #expect(
      steps.map { $0.calls.map(\.text) } == [
        ["startFlow \"catalog\""], ["navigate \"product\""],
        ["navigate \"checkout\"", "startFlow \"address\""], [], [],
      ])
    #expect(
      steps.map(Self.withoutCalls) == [
        ScenarioStep(
          1, "launch", effect: "⤒ root ▸ catalog ⌂ Shop", location: place, groups: ["run[1]"]),
        ScenarioStep(
          2, "open \"shop://product/7\"", effect: "▸ product", location: place, groups: ["run[2]"]),
        ScenarioStep(
          3, "tap \"Buy\"", effect: "⤒ sheet ▸ address", location: place,
          groups: ["checkout", "run[1]"]),
        ScenarioStep(
          4, "softExpect { modal }", location: place, groups: ["checkout", "run[2]"], isFailed: true
        ),
        ScenarioStep(
          5, "eventually { front }", location: place, groups: ["run[4]"], isFailed: true),
      ])
    #expect(results[0].failures.map(\.kind) == [.expectation, .softExpect])
    #expect(results[0].failures.map(\.groups) == [["run[4]"], ["checkout", "run[2]"]])
  }

  private static func withoutCalls(_ step: ScenarioStep) -> ScenarioStep {
    var step = step
    step.calls = []
    return step
  }

  @Test(arguments: [
    (
      "{ { open = \"shop://product/1\" }, { tpa = \"Buy\" } }",
      "unknownStep: run: step 2: app has no \"tpa\"; did you mean \"tap\"?"
    ),
    (
      "{ { step = \"a\", steps = { { tap = \"Buy\" }, { expct = {} } } } }",
      "unknownStep: run: step 1: step 2: app has no \"expct\"; did you mean \"expect\"?"
    ),
    (
      "{ { front = \"a\" } }",
      "unknownStep: run: step 1: app.front is not a function, so it cannot be a step"
    ),
    (
      "\"tap\"",
      "badArgument: run: got \"tap\", expected a list of steps: run { { open = \"…\" }, { tap "
        + "= \"…\" } }"
    ),
    (
      "{}",
      "badArgument: run: got {}, expected a list of steps: run { { open = \"…\" }, { tap = "
        + "\"…\" } }"
    ),
    (
      "{ \"back\" }",
      "badArgument: run: step 1 is \"back\", expected a table such as { tap = \"Buy\" }"
    ),
    ("{ { \"back\" } }", "badArgument: run: step 1 has the key 1, expected a verb such as `tap`"),
    (
      "{ tap = \"Buy\" }",
      "badArgument: run: got a step with the key \"tap\", expected a list of steps: run { { "
        + "open = \"…\" }, { tap = \"…\" } }"
    ),
    (
      "{ { tap = \"Buy\", open = \"a\" } }",
      "badArgument: run: step 1 has several verbs: open, tap, expected one"
    ),
    ("{ { within = \"1s\" } }", "badArgument: run: step 1 has no verb, expected one"),
    (
      "{ { tap = \"Buy\", within = \"1s\" } }",
      "badArgument: run: step 1: tap has no option \"within\"; only \"eventually\" has it"
    ),
    (
      "{ { step = true, steps = {} } }",
      "badArgument: run: step 1: step is true, expected a name: { step = \"checkout\", steps = { … } }"
    ),
  ])
  func `an invalid step is rejected before the first step runs`(
    steps: String, message: String
  ) throws {
    #expect(try run(steps) == ["error test.scenario.lua:4: \(message)"])
    let results = try fixture.run(
      "require \"shop\" scenario \"a\" { function(app) app:launch() pcall(app.run, app, \(steps)) end }"
    )
    #expect(results[0].status == .passed)
  }

  @Test func `a failing step is reported with its number`() throws {
    let result = try #require(
      try fixture.run(
        """
        require "shop"
        scenario "a" { function(app) app:run { { launch = true }, { tap = "Sell" } } end }
        """
      ).first)
    #expect(result.failures.map(\.groups) == [["run[2]"]])
    #expect(result.failures.map(\.error.code) == ["unknownAction"])
  }

  @Test func `a scenario with too many steps is stopped and cannot catch the error`() throws {
    var fixture = fixture
    fixture.settings.maximumSteps = 3
    let results = try fixture.run(
      """
      require "shop"
      scenario "just fits" { function(app) for i = 1, 3 do app:expect { modal = {} } end end }
      scenario "loops" { function(app)
        while true do
          pcall(app.expect, app, { modal = {} })
        end
      end }
      scenario "ends with it" { function(app) for i = 1, 4 do app:expect { modal = {} } end end }
      suite "S" {
        setup = function(app)
          return function() for i = 1, 9 do app:expect { modal = {} } end print "cleaned" end
        end,
        scenario "is cleaned up" { function(app)
          for i = 1, 4 do app:expect { modal = {} } end
        end },
      }
      """)
    #expect(results.map(\.status) == [.passed, .failed, .failed, .failed])
    #expect(
      results.flatMap(\.failures).map(\.error.description) == [
        "test.scenario.lua:5: maxSteps: the scenario exceeds 3 steps",
        "test.scenario.lua:8: maxSteps: the scenario exceeds 3 steps",
        "test.scenario.lua:14: maxSteps: the scenario exceeds 3 steps",
      ])
    #expect(results[3].output == ["cleaned"])
    #expect(results[1].steps.map(\.isFailed) == [false, false, false, true])
  }
}
