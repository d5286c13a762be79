/// The most recently cut texts, oldest first.
struct KillRing {
  private var texts: [String] = []
  /// The index of the most recently pasted text.
  private var position = 0
  private static let maxTexts = 60

  enum Growth {
    /// The text becomes a new entry.
    case new
    /// The text is appended to the latest entry.
    case after
    /// The text is prepended to the latest entry.
    case before
  }

  mutating func add(_ text: String, _ growth: Growth) {
    guard !text.isEmpty else { return }
    switch growth {
    case .after where !texts.isEmpty: texts[texts.count - 1] += text
    case .before where !texts.isEmpty: texts[texts.count - 1] = text + texts[texts.count - 1]
    case .new, .after, .before: texts.append(text)
    }
    if texts.count > Self.maxTexts { texts.removeFirst() }
  }

  /// Returns the latest text.
  mutating func latest() -> String? {
    position = texts.count - 1
    return texts.last
  }

  /// Returns the text that was cut before the most recently pasted text or, if there is none, the
  /// latest text.
  mutating func older() -> String? {
    guard !texts.isEmpty else { return nil }
    position = position > 0 ? position - 1 : texts.count - 1
    return texts[position]
  }
}
