internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// Draws the coordinators with their screens.
enum TreeCommand: Command {
  static let name = TreePicture.name
  static let summary = TreePicture.summary
  static let twin = "app:tree()"

  static func run(_ argument: String, at prompt: Prompt) {
    guard prompt.takesNothing(argument, name) else { return }
    let lines = TreePicture.draw(PictureSubject(prompt.session.engine))
      .split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines { prompt.write(marked(line, prompt) + "\n") }
  }

  /// The mark of the screen in front as someone who stands there says it.
  private static func marked(_ line: Substring, _ prompt: Prompt) -> String {
    let mark = "← front"
    guard line.hasSuffix(mark) else { return String(line) }
    return line.dropLast(mark.count) + prompt.palette.faint("← you are here")
  }
}
