internal import LineEditor

/// A candidate for the text at the cursor.
struct Candidate: Hashable {
  enum Form: Hashable {
    /// Text that is inserted unchanged.
    case plain
    /// A string, quoted unless the cursor is inside a string.
    case string
    /// The beginning of a string, which the user completes after the insertion.
    case beginning
    /// A field name, followed by `=`.
    case field
  }

  var name: String
  var detail = ""
  var form = Form.plain

  /// Returns the matching candidates, best match first: case-sensitive prefix matches, followed by
  /// case-insensitive prefix matches. If there are no prefix matches, the result contains the
  /// candidates that contain the word, followed by the candidates that contain the word's letters
  /// in the same order (decision 0135).
  static func ranked(_ candidates: [Candidate], for word: String) -> [Candidate] {
    var tiers: [[Candidate]] = [[], [], [], []]
    let lowered = word.lowercased()
    var known: Set<String> = []
    for candidate in candidates {
      guard let tier = tier(of: candidate.name, word, lowered),
        known.insert(candidate.name).inserted
      else { continue }
      tiers[tier].append(candidate)
    }
    let near = tiers[0] + tiers[1]
    return near.isEmpty ? tiers[2] + tiers[3] : near
  }

  private static func tier(of name: String, _ word: String, _ lowered: String) -> Int? {
    if name.utf8.starts(with: word.utf8) { return 0 }
    let low = name.lowercased()
    if low.utf8.starts(with: lowered.utf8) { return 1 }
    if low.contains(lowered) { return 2 }
    var rest = lowered[...]
    for character in low where character == rest.first { rest.removeFirst() }
    return rest.isEmpty ? 3 : nil
  }

  /// Returns the text that replaces the word, or `nil` if the candidate cannot be inserted into the
  /// string.
  ///
  /// - Parameters:
  ///   - string: The string that contains the cursor, or `nil` if there is none.
  ///   - isNamed: Whether `=` follows the word.
  func text(in string: StringLiteral?, isNamed: Bool) -> String? {
    if let string {
      guard form != .field, let escaped = StringLiteral.escaped(name, in: string.quote) else {
        return nil
      }
      let isClosed = string.isOpen && form != .beginning
      return isClosed ? escaped + StringLiteral.closing(string.quote) : escaped
    }
    switch form {
    case .plain: return name
    case .field: return isNamed ? name : "\(name) = "
    case .string, .beginning:
      let escaped = StringLiteral.escaped(name, in: .short(0x22)) ?? name
      return form == .string ? "\"\(escaped)\"" : "\"\(escaped)"
    }
  }
}
