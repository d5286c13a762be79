internal import SignalboxInspector
internal import SignalboxScripting

/// Draws the coordinators with their screens.
enum TreeCommand: Command {
  static let name = TreePicture.name
  static let summary = TreePicture.summary

  static func run(_ argument: String, at prompt: Prompt) {
    prompt.write(TreePicture.draw(PictureSubject(prompt.session.engine)) + "\n")
  }
}
