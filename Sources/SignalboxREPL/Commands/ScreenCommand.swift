internal import SignalboxInspector
internal import SignalboxScripting

/// Draws what the user sees.
enum ScreenCommand: Command {
  static let name = ScreenPicture.name
  static let summary = ScreenPicture.summary

  static func run(_ argument: String, at prompt: Prompt) {
    prompt.write(ScreenPicture.draw(PictureSubject(prompt.session.engine)) + "\n")
  }
}
