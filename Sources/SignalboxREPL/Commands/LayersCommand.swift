internal import SignalboxInspector
internal import SignalboxScripting

/// Draws the layers of the window.
enum LayersCommand: Command {
  static let name = LayersPicture.name
  static let summary = LayersPicture.summary

  static func run(_ argument: String, at prompt: Prompt) {
    prompt.write(LayersPicture.draw(PictureSubject(prompt.session.engine)) + "\n")
  }
}
