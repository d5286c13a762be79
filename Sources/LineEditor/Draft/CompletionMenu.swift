/// The completion menu and its selected suggestion.
struct CompletionMenu {
  /// The position at which the word begins, in characters.
  let start: Int
  /// The typed part of the word.
  let word: String
  let suggestions: [LineSuggestion]
  /// The index of the selected suggestion, or `nil` if none is selected.
  private(set) var selected: Int?

  init(start: Int, word: String, suggestions: [LineSuggestion]) {
    self.start = start
    self.word = word
    self.suggestions = suggestions
  }

  /// The text of the selected suggestion or, if none is selected, the typed part of the word.
  var current: String { selected.map { suggestions[$0].text } ?? word }

  /// Selects another suggestion. The first suggestion follows the last suggestion.
  mutating func select(by step: Int) {
    let count = suggestions.count
    guard let selected else {
      self.selected = step > 0 ? 0 : count - 1
      return
    }
    self.selected = ((selected + step) % count + count) % count
  }

  /// Returns the range of suggestions that a menu with the given number of rows shows, around the
  /// selected suggestion.
  func visible(rows: Int) -> Range<Int> {
    let count = min(max(0, rows), suggestions.count)
    let first = min(max(0, (selected ?? 0) - count / 2), suggestions.count - count)
    return first..<first + count
  }

  /// Returns the common prefix of all suggestions.
  static func commonPrefix(of suggestions: [LineSuggestion]) -> String {
    guard var prefix = suggestions.first.map({ Array($0.text) }) else { return "" }
    for suggestion in suggestions.dropFirst() {
      prefix = Array(prefix.prefix(zip(prefix, suggestion.text).prefix { $0 == $1 }.count))
    }
    return String(prefix)
  }
}
