internal import SignalboxInspector
internal import SignalboxScripting

/// Draws the stack in front.
enum StackCommand: Command {
  static let name = StackPicture.name
  static let summary = StackPicture.summary
  static let twin = "app:picture \"stack\""

  static func run(_ argument: String, at prompt: Prompt) {
    guard prompt.takesNothing(argument, name) else { return }
    prompt.write(StackPicture.draw(PictureSubject(prompt.session.engine)) + "\n")
  }
}
