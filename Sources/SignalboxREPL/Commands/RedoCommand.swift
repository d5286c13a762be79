internal import SignalboxScenarios

/// Goes forward again through what was undone.
enum RedoCommand: Command {
  static let name = "redo"
  static let parameters = "[COUNT]"
  static let summary = "Does again what was undone, one step unless told otherwise"
  static let twin = "app:redo(1), which counts operations"

  static func run(_ argument: String, at prompt: Prompt) {
    guard let travel = TimeTravel(name, at: prompt), let count = travel.count(argument, name) else {
      return
    }
    guard travel.present < travel.last else {
      return prompt.write("  \(prompt.palette.faint("·")) nothing to redo\n")
    }
    travel.go(to: travel.present + min(count, travel.last - travel.present), name)
  }
}
