internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// Shows the differences between two steps.
enum DiffCommand {
  static let command = Command(
    "diff", "[STEP] [STEP]", "Shows the differences between two steps, or between one step and now",
    details: "Without arguments, shows the changes of the last step. The state does not change.",
    twin: "app:diff(old, new) of two app:saveState()", run)

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    guard let history = StepHistory("diff", at: prompt) else { return }
    let words = argument.split(whereSeparator: \.isWhitespace)
    guard words.count <= 2 else {
      return prompt.fail(".diff expects at most two steps, got \"\(argument)\"")
    }
    var numbers: [Int] = []
    for word in words {
      guard let number = history.number(word, "diff") else { return }
      numbers.append(number)
    }
    let old = numbers.first ?? max(history.first, history.present - 1)
    let new = numbers.count == 2 ? numbers[1] : history.present
    let engine = prompt.session.engine
    guard let before = engine.tree(atStep: history.step(old).state),
      let after = engine.tree(atStep: history.step(new).state)
    else {
      return prompt.fail(
        ".diff: step \(old) or \(new) is no longer available; the oldest step is "
          + "\(history.oldest)")
    }
    prompt.write("  step \(old) → step \(new)\n")
    let difference = after.difference(from: before)
    if difference.isEmpty { return prompt.write("  no difference\n") }
    for change in difference.changes { prompt.write(text(of: change, prompt)) }
  }

  private static func text(of change: StateDifference.Change, _ prompt: Prompt) -> String {
    var text = "  \(DisplayText.line(change.heading))\n"
    for name in change.removed {
      text += "    \(prompt.palette.failure("-")) \(DisplayText.line(name))\n"
    }
    for name in change.added {
      text += "    \(prompt.palette.success("+")) \(DisplayText.line(name))\n"
    }
    return text
  }
}
