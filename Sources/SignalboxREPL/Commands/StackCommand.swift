internal import SignalboxInspector
internal import SignalboxScripting

/// Draws the stack in front.
enum StackCommand: Command {
  static let name = StackPicture.name
  static let summary = StackPicture.summary

  static func run(_ argument: String, at prompt: Prompt) {
    prompt.write(StackPicture.draw(PictureSubject(prompt.session.engine)) + "\n")
  }
}
