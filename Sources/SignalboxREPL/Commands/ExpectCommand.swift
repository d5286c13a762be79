internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// Checks an expectation about the visible state. If the expectation is met, it is added to the
/// recorded session.
enum ExpectCommand {
  static let command = Command(
    "expect", "EXPECTATION", "Checks an expectation, which .save then writes",
    details: """
      EXPECTATION is a table as in app:expect: .expect { title = "Payment", tab = "shop" }.
      .save writes it after the steps before it. An expectation that is not met is reported and not
      written.
      """,
    twin: "app:expect { title = \"Payment\" } in scenarios", run)

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    guard argument.hasPrefix("{"), argument.hasSuffix("}") else {
      return prompt.fail(
        ".expect: got \"\(argument)\", expected a table", ".expect { title = \"Payment\" }")
    }
    do throws(ScriptError) {
      let answer = prompt.session.prompt.answer(
        "return \(argument)", name: "expect", timeout: prompt.timeout)
      switch answer.outcome {
      case .incomplete:
        throw ScriptError(.syntax, "\"\(argument)\" is incomplete")
      case .failed(let error): throw error
      case .values(let values):
        let differences = try PromptExpectation.differences(
          from: values.first ?? .nil, in: prompt.session)
        guard differences.isEmpty else {
          return prompt.fail(
            ".expect: not met, and not added\n"
              + differences.map { "  \(DisplayText.line($0))" }.joined(separator: "\n"))
        }
      }
    } catch {
      return prompt.fail(".expect: \(error.message)", error.hint)
    }
    prompt.note(.lua("app:expect \(argument)"), from: prompt.recordedLines)
    prompt.write("  \(prompt.palette.success("✓")) expected \(DisplayText.line(argument))\n")
  }
}
