internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// Prints the newest events.
enum EventsCommand {
  static let command = Command(
    EventsRenderer.name, "[COUNT] [KIND ...]", "Draws the newest events (default 20)",
    details: """
      A kind is a name such as entry.pushed, or a prefix: .events 50 screen.* op.rejected
      """,
    twin: "app:events \"screen\"", run)

  private static let standardCount = 20

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    var count = standardCount
    var kinds = Set<NavigationEvent.Kind>()
    for (index, word) in argument.split(whereSeparator: \.isWhitespace).enumerated() {
      if index == 0, let number = Int(word) {
        guard number > 0 else { return reject(String(word), prompt) }
        count = number
      } else {
        let found = self.kinds(named: word)
        if found.isEmpty { return reject(String(word), prompt) }
        kinds.formUnion(found)
      }
    }
    prompt.write(draw(count, kinds, prompt.session.engine) + "\n")
  }

  private static func draw(
    _ count: Int, _ kinds: Set<NavigationEvent.Kind>, _ engine: NavigationEngine
  ) -> String {
    if kinds.isEmpty {
      let first = max(1, engine.eventCount - min(count, engine.eventCount) + 1)
      return EventsRenderer.render(RenderSubject(engine, eventsFrom: first))
    }
    let numbers = engine.eventNumbers(of: kinds).suffix(count)
    guard !numbers.isEmpty else { return "there are no events of the given kinds" }
    let events = numbers.compactMap(engine.event(numbered:))
    return EventsRenderer.render(RenderSubject(tree: engine.tree, events: events))
  }

  /// Returns the kinds that a word such as `screen.created`, `screen` or `screen.*` refers to.
  private static func kinds(named word: Substring) -> [NavigationEvent.Kind] {
    let isPattern = word.hasSuffix("*")
    let head = isPattern ? word.dropLast() : word
    return NavigationEvent.Kind.allCases.filter {
      isPattern ? $0.name.hasPrefix(head) : $0.name == head || $0.name.hasPrefix("\(head).")
    }
  }

  private static func reject(_ word: String, _ prompt: Prompt) {
    let names = NavigationEvent.Kind.allCases.map(\.name)
    let hint = nearestName(to: word, in: names).map { "did you mean \($0)?" }
    prompt.fail(
      ".events expects an optional count of 1 or more, followed by optional kinds of events; got "
        + "\"\(word)\"", hint)
  }
}
