internal import SignalboxInspector
internal import SignalboxScripting

/// Draws what the user sees.
enum ScreenCommand: Command {
  static let name = ScreenPicture.name
  static let summary = ScreenPicture.summary
  static let twin = "app:screen()"

  static func run(_ argument: String, at prompt: Prompt) {
    guard prompt.takesNothing(argument, name) else { return }
    prompt.write(ScreenPicture.draw(PictureSubject(prompt.session.engine)) + "\n")
  }
}
