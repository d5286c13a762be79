/// The inputs that have been entered, without duplicates, latest last.
package final class LineHistory {
  /// The maximum number of entries. When the maximum is exceeded, the oldest entries are dropped.
  package static let maxEntries = 10_000

  private var known: [String] = []
  private var file: HistoryFile?
  private var isLoaded: Bool
  /// The prefix of the last hint, and the index of its entry. The search for a longer prefix
  /// continues at this index.
  private var lastHint: (prefix: String, index: Int)?

  /// - Parameter file: The file that contains the entries, or `nil` for no file. The file is read
  ///   on demand.
  package init(file: HistoryFile? = nil) {
    self.file = file
    isLoaded = file == nil
  }

  /// The entries, oldest first.
  package var entries: [String] {
    load()
    return known
  }

  /// Reads the file, unless it has already been read.
  func load() {
    guard !isLoaded else { return }
    isLoaded = true
    let fresh = known
    known = file?.read() ?? []
    for entry in fresh { note(entry) }
  }

  /// Adds an entry, unless it is blank, begins with a space, or equals the latest entry.
  package func add(_ entry: String) {
    guard entry.first != " ", entry.contains(where: { !$0.isWhitespace }) else { return }
    if known.last == entry { return }
    load()
    note(entry)
    file?.append(entry)
  }

  private func note(_ entry: String) {
    lastHint = nil
    if let index = known.lastIndex(of: entry) { known.remove(at: index) }
    known.append(entry)
    if known.count > Self.maxEntries { known.removeFirst(known.count - Self.maxEntries) }
  }

  // MARK: - Searching

  /// Returns the index of the nearest entry that precedes the given index, begins with the prefix
  /// and differs from the text, or `nil` if there is none.
  func older(than index: Int, prefix: String, not text: String) -> Int? {
    load()
    return known[..<min(index, known.count)].lastIndex { Self.starts($0, prefix) && $0 != text }
  }

  /// Returns the index of the nearest entry that follows the given index, begins with the prefix
  /// and differs from the text, or `nil` if there is none.
  func newer(than index: Int, prefix: String, not text: String) -> Int? {
    load()
    guard index + 1 < known.count else { return nil }
    return known[(index + 1)...].firstIndex { Self.starts($0, prefix) && $0 != text }
  }

  /// Returns the rest of the latest entry that begins with the given text, or `nil` if there is
  /// none.
  func hint(for text: String) -> String? {
    load()
    guard !text.isEmpty else { return nil }
    var end = known.count
    // The latest entry with a longer prefix never follows the latest entry with a shorter prefix.
    if let lastHint, lastHint.index < known.count, Self.starts(text, lastHint.prefix) {
      end = lastHint.index + 1
    }
    guard let index = known[..<end].lastIndex(where: { Self.goesOn($0, text) }) else {
      // If no entry has the prefix, no entry has a longer prefix.
      lastHint = (text, -1)
      return nil
    }
    lastHint = (text, index)
    return String(decoding: known[index].utf8.dropFirst(text.utf8.count), as: UTF8.self)
  }

  /// Returns whether an entry begins with a string and is longer than the string.
  private static func goesOn(_ entry: String, _ text: String) -> Bool {
    entry.utf8.count > text.utf8.count && starts(entry, text)
  }

  /// Returns whether an entry begins with a prefix. Comparing bytes is exact, and fast enough to
  /// check every entry at every key press.
  private static func starts(_ entry: String, _ prefix: String) -> Bool {
    entry.utf8.count >= prefix.utf8.count && entry.utf8.starts(with: prefix.utf8)
  }
}
