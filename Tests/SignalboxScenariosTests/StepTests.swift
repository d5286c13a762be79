import SignalboxScenarios
import SignalboxScripting
import Testing

/// `app:run`, and how many steps a flow may make.
struct StepTests {
  private let fixture = FlowFixture()

  private func run(_ steps: String) throws -> [String] {
    try fixture.failures(of: "app:launch()\napp:run \(steps)")
  }

  @Test func `steps that are data do what calls do, at the line of the call`() throws {
    let results = try fixture.run(
      """
      require "shop"
      flow "a" { function(app)
        app:run {
          { launch = true },
          { open = "shop://product/7" },
          { step = "checkout", steps = { { tap = "Buy" }, { check = { modal = { "cart" } } } } },
          { eventually = { front = "cart" }, within = "2s" },
          { back = true },
        }
      end }
      """)
    let place = ScriptLocation(file: "test.flow.lua", line: 3)
    let steps = results[0].steps
    #expect(
      steps.map { $0.calls.map(\.text) } == [
        ["startFlow \"catalog\""], ["navigate \"product\""],
        ["navigate \"checkout\"", "startFlow \"address\""], [], [],
      ])
    #expect(
      steps.map(Self.withoutCalls) == [
        FlowStep(
          1, "launch", effect: "⤒ root ▸ catalog ⌂ Shop", location: place, groups: ["run[1]"]),
        FlowStep(
          2, "open \"shop://product/7\"", effect: "▸ product", location: place, groups: ["run[2]"]),
        FlowStep(
          3, "tap \"Buy\"", effect: "⤒ sheet ▸ address", location: place,
          groups: ["checkout", "run[1]"]),
        FlowStep(
          4, "check { modal }", location: place, groups: ["checkout", "run[2]"], isFailed: true),
        FlowStep(5, "eventually { front }", location: place, groups: ["run[4]"], isFailed: true),
      ])
    #expect(results[0].failures.map(\.kind) == [.expectation, .check])
    #expect(results[0].failures.map(\.groups) == [["run[4]"], ["checkout", "run[2]"]])
  }

  private static func withoutCalls(_ step: FlowStep) -> FlowStep {
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
    ("{ { front = \"a\" } }", "unknownStep: run: step 1: app.front is nothing that app does"),
    (
      "\"tap\"",
      "badArgument: run is given \"tap\", expected a list of steps: run { { open = \"…\" }, { tap = \"…\" } }"
    ),
    (
      "{}",
      "badArgument: run is given {}, expected a list of steps: run { { open = \"…\" }, { tap = \"…\" } }"
    ),
    (
      "{ \"back\" }",
      "badArgument: run: step 1 is \"back\", expected a table such as { tap = \"Buy\" }"
    ),
    ("{ { \"back\" } }", "badArgument: run: step 1 has the key 1, expected a verb such as tap"),
    (
      "{ tap = \"Buy\" }",
      "badArgument: run is given a step under the key \"tap\", expected a list of steps: run { { open = \"…\" }, { tap = \"…\" } }"
    ),
    (
      "{ { tap = \"Buy\", open = \"a\" } }",
      "badArgument: run: step 1 has several verbs: open, tap, expected one"
    ),
    ("{ { within = \"1s\" } }", "badArgument: run: step 1 has no verb, expected one"),
    (
      "{ { tap = \"Buy\", within = \"1s\" } }",
      "badArgument: run: step 1: tap has no option \"within\", only eventually has"
    ),
    (
      "{ { step = true, steps = {} } }",
      "badArgument: run: step 1: step is true, expected a name: { step = \"checkout\", steps = { … } }"
    ),
  ])
  func `a step that is none is refused before the first one runs`(
    steps: String, message: String
  ) throws {
    #expect(try run(steps) == ["error test.flow.lua:4: \(message)"])
    let results = try fixture.run(
      "require \"shop\" flow \"a\" { function(app) app:launch() pcall(app.run, app, \(steps)) end }"
    )
    #expect(results[0].status == .passed)
  }

  @Test func `a step that fails is told with its number`() throws {
    let result = try #require(
      try fixture.run(
        """
        require "shop"
        flow "a" { function(app) app:run { { launch = true }, { tap = "Sell" } } end }
        """
      ).first)
    #expect(result.failures.map(\.groups) == [["run[2]"]])
    #expect(result.failures.map(\.error.code) == ["unknownAction"])
  }

  @Test func `a flow that makes too many steps is stopped and cannot catch it`() throws {
    var fixture = fixture
    fixture.settings.maximumSteps = 3
    let results = try fixture.run(
      """
      require "shop"
      flow "just fits" { function(app) for i = 1, 3 do app:expect { modal = {} } end end }
      flow "loops" { function(app)
        while true do
          pcall(app.expect, app, { modal = {} })
        end
      end }
      flow "ends with it" { function(app) for i = 1, 4 do app:expect { modal = {} } end end }
      suite "S" {
        fixture = function(app)
          return function() for i = 1, 9 do app:expect { modal = {} } end print "cleaned" end
        end,
        flow "is cleaned up" { function(app)
          for i = 1, 4 do app:expect { modal = {} } end
        end },
      }
      """)
    #expect(results.map(\.status) == [.passed, .failed, .failed, .failed])
    #expect(
      results.flatMap(\.failures).map(\.error.description) == [
        "test.flow.lua:5: maxSteps: it makes more than 3 steps",
        "test.flow.lua:8: maxSteps: it makes more than 3 steps",
        "test.flow.lua:14: maxSteps: it makes more than 3 steps",
      ])
    #expect(results[3].output == ["cleaned"])
    #expect(results[1].steps.map(\.isFailed) == [false, false, false, true])
  }
}
