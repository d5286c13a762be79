import Testing

@testable import SignalboxScenarios

struct JUnitCaseTests {
  @Test
  func `a JUnit case contains steps, output with its empty lines, and the trace in one string`() {
    var result = ScenarioResult(
      scenario: ScenarioDescription(
        file: "a.scenario.lua", line: 3, suites: ["Shop"], name: "buys"),
      status: .passed,
      steps: [
        ScenarioStep(1, "tap \"Buy\"", effect: "⤒ checkout"),
        ScenarioStep(2, "expect { stack }", groups: ["pays", "by card"]),
      ],
      output: ["", "printed", ""], duration: .milliseconds(12))
    result.trace = "out/a.sbtrace"
    #expect(
      JUnitCase(result, in: "\"a.scenario.lua\"", .common).text == """
            <testcase name="Shop › buys" classname="a.scenario.lua" time="0.012" file="a.scenario.lua" line="3">
              <system-out>1. tap "Buy"  ⤒ checkout
        2. pays › by card › expect { stack }

        printed

        [[ATTACHMENT|out/a.sbtrace]]</system-out>
            </testcase>

        """)
    result.steps = []
    result.trace = nil
    let text = JUnitCase(result, in: "\"a\"", .common).text
    #expect(text.contains("<system-out>\nprinted\n</system-out>"))
  }
}
