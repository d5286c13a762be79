internal import SignalboxInspector
internal import SignalboxScenarios

/// Lists the steps, or restores a step.
enum AtCommand {
  static let command = Command(
    "at", "[STEP]", "Restores a step, or lists the steps",
    details: ".redo can restore later steps until you run a new step.",
    twin: "app:undo(n) and app:redo(n)", run)

  /// The number of steps that are listed before and after the current step.
  private static let reach = 12
  private static let widestCause = 44

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    guard let history = StepHistory("at", at: prompt) else { return }
    if argument.isEmpty { return prompt.write(list(history, prompt)) }
    guard let number = history.number(argument[...], "at") else { return }
    history.go(to: number, "at")
  }

  private static func list(_ history: StepHistory, _ prompt: Prompt) -> String {
    let low = max(history.first, history.present - reach)
    let high = min(history.last, history.present + reach)
    let causes = (low...high).map { DisplayText.truncate(history.cause(of: $0), to: widestCause) }
    let width = causes.map(DisplayText.width(of:)).max() ?? 0
    let digits = String(high).count
    var text = low > history.first ? "  … \(low - history.first) before\n" : ""
    for (number, cause) in zip(low...high, causes) {
      let isHere = number == history.present
      let place = history.place(at: number)
      let row =
        "\(isHere ? "▸" : " ") \(DisplayText.alignRight(String(number), to: digits))  "
        + (place.isEmpty ? cause : "\(DisplayText.pad(cause, to: width))  \(place)")
      text += "\(number > history.present ? prompt.palette.faint(row) : row)\n"
    }
    return high < history.last ? text + "  … \(history.last - high) after\n" : text
  }
}
