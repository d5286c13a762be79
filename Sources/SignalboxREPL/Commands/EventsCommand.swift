internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// Draws the newest events.
enum EventsCommand: Command {
  static let name = EventsPicture.name
  static let parameters = "[COUNT]"
  static let summary = "Draws the newest events, 20 unless told otherwise"

  static func run(_ argument: String, at prompt: Prompt) {
    guard let count = argument.isEmpty ? 20 : Int(argument), count > 0 else {
      return prompt.fail(".events takes a count of 1 or more, not \"\(argument)\"")
    }
    let engine = prompt.session.engine
    let first = max(1, engine.eventCount - min(count, engine.eventCount) + 1)
    prompt.write(EventsPicture.draw(PictureSubject(engine, eventsFrom: first)) + "\n")
  }
}
