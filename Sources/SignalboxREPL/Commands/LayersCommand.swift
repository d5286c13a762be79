internal import SignalboxInspector
internal import SignalboxScripting

/// Draws the layers of the window.
enum LayersCommand: Command {
  static let name = LayersPicture.name
  static let summary = LayersPicture.summary
  static let twin = "app:picture \"layers\""

  static func run(_ argument: String, at prompt: Prompt) {
    guard prompt.takesNothing(argument, name) else { return }
    prompt.write(LayersPicture.draw(PictureSubject(prompt.session.engine)) + "\n")
  }
}
