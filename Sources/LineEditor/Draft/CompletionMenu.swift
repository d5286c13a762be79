/// The ways to complete a word, while one of them is chosen.
struct CompletionMenu {
  /// Where the word begins.
  let start: Int
  /// What was typed of it.
  let word: String
  let suggestions: [LineSuggestion]
  /// The chosen one; nil before the first.
  private(set) var selected: Int?

  init(start: Int, word: String, suggestions: [LineSuggestion]) {
    self.start = start
    self.word = word
    self.suggestions = suggestions
  }

  /// The current text.
  var current: String { selected.map { suggestions[$0].text } ?? word }

  /// Chooses another; behind the last comes the first.
  mutating func select(by step: Int) {
    let count = suggestions.count
    guard let selected else {
      self.selected = step > 0 ? 0 : count - 1
      return
    }
    self.selected = ((selected + step) % count + count) % count
  }

  /// Which suggestions a menu of so many rows shows: those around the chosen one.
  func visible(rows: Int) -> Range<Int> {
    let count = min(max(0, rows), suggestions.count)
    let first = min(max(0, (selected ?? 0) - count / 2), suggestions.count - count)
    return first..<first + count
  }

  /// What all suggestions begin with.
  static func commonPrefix(of suggestions: [LineSuggestion]) -> String {
    guard var prefix = suggestions.first.map({ Array($0.text) }) else { return "" }
    for suggestion in suggestions.dropFirst() {
      prefix = Array(prefix.prefix(zip(prefix, suggestion.text).prefix { $0 == $1 }.count))
    }
    return String(prefix)
  }
}
