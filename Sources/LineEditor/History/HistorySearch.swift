/// An incremental search through the history.
struct HistorySearch {
  /// The effect of a key on the search.
  enum Step {
    case searching
    case ended
    /// The search has ended, and the key has its usual effect.
    case passed
  }

  /// The text that the input had before the search.
  private let origin: String
  private(set) var query = ""
  /// The last match: the index of the entry, and the range of the matching characters.
  private(set) var found: (index: Int, range: Range<Int>)?
  /// Whether the last step of the search found no match.
  private(set) var hasFailed = false

  init(from origin: String) { self.origin = origin }

  /// Handles a key and shows the match.
  mutating func handle(_ key: Key, in entries: [String], _ edited: inout EditedText) -> Step {
    switch key {
    case .text(let text), .paste(let text):
      change(query + EditBuffer.cleaned(text), in: entries)
    case .chord(let chord):
      switch KeyTable.command(for: chord) {
      case .searchOlder: go(older: true, in: entries)
      case .searchNewer: go(older: false, in: entries)
      case .deleteBackward: change(String(query.dropLast()), in: entries)
      case .cancel where chord.base != .escape, .interrupt:
        if edited.text != origin { edited.replace(with: origin) }
        return .ended
      case .cancel: return .ended
      default: return .passed
      }
    }
    guard let found else { return .searching }
    let entry = entries[found.index]
    if entry != edited.text { edited.replace(with: entry, as: .recalling) }
    edited.move(to: found.range.lowerBound)
    return .searching
  }

  /// Changes the query. If the new query extends the previous one, the search continues at the
  /// current match. Otherwise, the search begins again at the newest entry.
  mutating func change(_ query: String, in entries: [String]) {
    let isLonger = query.hasPrefix(self.query)
    self.query = query
    if !isLonger { found = nil }
    find(in: entries, from: found?.index ?? entries.count - 1, step: -1)
  }

  /// Moves to the nearest older or newer entry that contains the query.
  mutating func go(older: Bool, in entries: [String]) {
    let step = older ? -1 : 1
    find(in: entries, from: found.map { $0.index + step } ?? entries.count - 1, step: step)
  }

  private mutating func find(in entries: [String], from start: Int, step: Int) {
    hasFailed = false
    guard !query.isEmpty else { return }
    // A query without uppercase letters ignores case.
    let ignoresCase = !query.contains(where: \.isUppercase)
    let wanted = Array(ignoresCase ? query.lowercased() : query)
    let bytes = Array(String(wanted).utf8)
    var index = start
    while entries.indices.contains(index) {
      let entry = ignoresCase ? entries[index].lowercased() : entries[index]
      if Self.contains(entry, bytes), let place = Self.place(of: wanted, in: Array(entry)) {
        found = (index, place..<place + wanted.count)
        return
      }
      index += step
    }
    hasFailed = true
  }

  /// Returns whether an entry contains the bytes of the query. This fast check is made before
  /// characters are compared.
  private static func contains(_ entry: String, _ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return true }
    let all = Array(entry.utf8)
    guard all.count >= bytes.count else { return false }
    for start in 0...(all.count - bytes.count) where all[start] == first {
      if all[start..<start + bytes.count].elementsEqual(bytes) { return true }
    }
    return false
  }

  private static func place(of wanted: [Character], in entry: [Character]) -> Int? {
    guard entry.count >= wanted.count else { return nil }
    return (0...(entry.count - wanted.count)).first {
      entry[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }
}
