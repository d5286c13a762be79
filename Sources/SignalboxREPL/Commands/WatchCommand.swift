internal import SignalboxScenarios

/// Shows a value whenever it changes.
enum WatchCommand {
  static let command = Command(
    "watch", "[EXPRESSION | -NUMBER]", "Shows a value after each input that changes it",
    details: "Without an argument, lists the expressions; .watch -2 removes the second one.",
    twin: "app:on(\"screen\", function(event) … end) observes changes", run)

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    if argument.isEmpty { return list(prompt) }
    if argument.first == "-", let number = Int(argument.dropFirst()) {
      return remove(number, prompt)
    }
    let value = prompt.value(of: argument, number: prompt.context.watches.count + 1)
    if value.hasPrefix("✗ the expression is incomplete") {
      return prompt.fail(".watch: \"\(argument)\" is not a complete expression")
    }
    prompt.context.watches.append(CommandContext.Watch(expression: argument, shown: value))
    prompt.write("  \(prompt.palette.faint("\(argument) =")) \(value)\n")
  }

  private static func list(_ prompt: Prompt) {
    if prompt.context.watches.isEmpty { return prompt.write("  no expression is watched\n") }
    for (index, watch) in prompt.context.watches.enumerated() {
      prompt.write(
        "  \(index + 1)  \(prompt.palette.faint("\(watch.expression) =")) \(watch.shown)\n")
    }
  }

  private static func remove(_ number: Int, _ prompt: Prompt) {
    let count = prompt.context.watches.count
    guard (1...max(1, count)).contains(number), count > 0 else {
      let expected = "no watched expression has this number, expected 1 to \(count)"
      return prompt.fail(".watch -\(number): \(count == 0 ? "no expression is watched" : expected)")
    }
    prompt.context.watches.remove(at: number - 1)
  }
}
