internal import SignalboxScenarios

/// Goes back through what was done.
enum UndoCommand: Command {
  static let name = "undo"
  static let parameters = "[COUNT]"
  static let summary = "Takes back the last steps, one unless told otherwise"
  static let details = """
    A step is what one call changed, with all that its callbacks did. Nobody's callbacks run.
    .redo goes forward again until something else is done.
    """
  static let twin = "app:undo(1), which counts operations"

  static func run(_ argument: String, at prompt: Prompt) {
    guard let travel = TimeTravel(name, at: prompt), let count = travel.count(argument, name) else {
      return
    }
    guard travel.present > travel.first else {
      return prompt.write("  \(prompt.palette.faint("·")) nothing to undo\n")
    }
    travel.go(to: max(travel.first, travel.present - min(count, travel.present)), name)
  }
}
