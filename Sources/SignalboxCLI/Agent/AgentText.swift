internal import Signalbox

/// Shortens and formats text for agents, whose context windows are limited.
enum AgentText {
  /// The maximum number of characters in the text of a tool's result.
  static let maxText = 8_000

  /// Returns a string, cut to a maximum number of characters. If characters were omitted, their
  /// number is appended.
  static func shortened(_ text: String, to count: Int = maxText) -> String {
    guard text.count > count else { return text }
    return "\(text.prefix(count))… (\(counted(text.count - count, "more character")))"
  }

  /// The maximum number of characters in an element of a list.
  private static let maxElement = 400

  /// Returns the first elements of a list, followed by the number of omitted elements. Long elements
  /// are shortened.
  ///
  /// - Parameters:
  ///   - count: The maximum number of elements.
  ///   - characters: The maximum number of characters in all elements.
  ///   - element: The maximum number of characters in one element.
  static func shortened(
    _ list: [String], to count: Int, characters: Int, element: Int = maxElement
  ) -> [String] {
    let found = beginning(of: list, count, characters, element)
    let omitted = list.count - found.count
    return omitted == 0 ? found : found + ["… \(omitted) more"]
  }

  /// Returns the last elements of a list, preceded by the number of omitted elements.
  static func ending(_ list: [String], to count: Int, characters: Int) -> [String] {
    let found = Array(beginning(of: list.reversed(), count, characters, maxElement).reversed())
    let omitted = list.count - found.count
    return omitted == 0 ? found : ["… \(omitted) earlier"] + found
  }

  private static func beginning(
    of list: [String], _ count: Int, _ characters: Int, _ element: Int
  ) -> [String] {
    var found: [String] = []
    var rest = characters
    for text in list.prefix(count) {
      let text = shortened(text, to: element)
      rest -= text.count
      if rest < 0 { break }
      found.append(text)
    }
    return found
  }

  /// Returns a value, or its beginning as a string if it is long.
  static func shortened(_ value: NavigationValue) -> NavigationValue {
    let text = "\(value)"
    return text.count > 1_000 ? .string(shortened(text, to: 1_000)) : value
  }

  static func lines(of text: String) -> [String] {
    shortened(text.split(whereSeparator: \.isNewline).map(String.init), to: 40, characters: 2_000)
  }

  /// Returns a state as one line, or a hint if nothing is shown.
  static func shown(_ state: String) -> String {
    state.isEmpty ? "nothing is shown; call launch" : state
  }

  /// Returns a gesture in a short form, such as `tap "Buy"`.
  static func gesture(_ call: NavigationArguments) -> String {
    var text = call["operation"]?.text ?? ""
    if let label = call["text"] ?? call["name"] { text += " \(label)" }
    if call["options"]?.table?["cancel"] == true { text += " (cancelled)" }
    return text
  }

  /// Returns lines with a heading, or an empty string if there are none.
  static func section(_ heading: String, _ lines: [String]) -> String {
    lines.isEmpty ? "" : "\(heading):\n" + lines.map { "  \($0)\n" }.joined()
  }
}
