internal import Signalbox

/// Shortens and formats text for agents, whose context windows are limited.
enum AgentText {
  /// The maximum number of characters in the text of a tool's result.
  static let maxText = 8_000

  /// Returns the beginning of a string, followed by the number of omitted characters.
  static func shortened(_ text: String, to count: Int = maxText) -> String {
    guard text.count > count else { return text }
    return "\(text.prefix(count))… (\(text.count - count) more characters)"
  }

  /// Returns the first elements of a list, followed by the number of omitted elements.
  static func shortened(_ list: [String], to count: Int) -> [String] {
    guard list.count > count else { return list }
    return list.prefix(count) + ["… \(list.count - count) more"]
  }

  static func lines(of text: String) -> [String] {
    shortened(text.split(whereSeparator: \.isNewline).map(String.init), to: 40)
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
