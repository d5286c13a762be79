/// Texts that a recording must not contain, and their replacements.
struct SecretTexts: Sendable {
  /// A string to remove, and its replacement, as UTF-8.
  private struct Secret {
    let bytes: [UInt8]
    let replacement: [UInt8]
    /// Whether the text is replaced only as a complete word.
    var isWord = false
  }

  private var secrets: [Secret] = []
  private var known: Set<String> = []

  /// The minimum length, in bytes, of a string that is replaced anywhere. Shorter strings also
  /// occur in other words, so they are replaced only as complete words. A single ASCII character is
  /// replaced only in quotation marks, as a part of a link, or if the searched string contains
  /// nothing else.
  private static let leastLength = 4

  var isEmpty: Bool { secrets.isEmpty }

  /// Adds a string. Has no effect if the string is empty or consists of dots.
  mutating func add(_ text: String, as replacement: String) {
    guard text.contains(where: { $0 != "•" }) else { return }
    // Source code and calls contain the text as a literal.
    for form in [text, String(quoted(text).dropFirst().dropLast())]
    where known.insert(form).inserted {
      secrets.append(Secret(bytes: Array(form.utf8), replacement: Array(replacement.utf8)))
    }
  }

  /// Adds a value that printed tables contain with its name, such as `id = 7`. Has no effect for
  /// strings, lists, tables and objects. Strings are added without a name instead.
  mutating func add(_ value: NavigationValue, named name: String, as replacement: String) {
    switch value {
    case .boolean, .integer, .number: break
    case .string, .list, .table, .object: return
    }
    let text = "\(name) = \(value)"
    guard known.insert(text).inserted else { return }
    secrets.append(
      Secret(
        bytes: Array(text.utf8), replacement: Array("\(name) = \(quoted(replacement))".utf8),
        isWord: true))
  }

  /// Sorts the texts so that a string is replaced before the texts that it contains.
  mutating func sort() { secrets.sort { $0.bytes.count > $1.bytes.count } }

  /// Returns a string in which all secrets are replaced.
  func removed(from text: String) -> String {
    var bytes = Array(text.utf8)
    var isChanged = false
    for secret in secrets where secret.bytes.count <= bytes.count {
      if let other = Self.replacing(secret, in: bytes) { (bytes, isChanged) = (other, true) }
    }
    return isChanged ? String(decoding: bytes, as: UTF8.self) : text
  }

  private static func replacing(_ secret: Secret, in text: [UInt8]) -> [UInt8]? {
    let (wanted, count) = (secret.bytes, secret.bytes.count)
    var result: [UInt8] = []
    var (start, at, isFound) = (0, 0, false)
    while at + count <= text.count {
      if text[at] == wanted[0], text[at..<at + count].elementsEqual(wanted),
        isReplaceable(secret, at..<at + count, in: text)
      {
        result += text[start..<at]
        result += secret.replacement
        at += count
        (start, isFound) = (at, true)
      } else {
        at += 1
      }
    }
    guard isFound else { return nil }
    return result + text[start...]
  }

  private static func isReplaceable(
    _ secret: Secret, _ range: Range<Int>, in text: [UInt8]
  ) -> Bool {
    guard range.count < leastLength || secret.isWord else { return true }
    let before = range.lowerBound > 0 ? text[range.lowerBound - 1] : 0
    let after = range.upperBound < text.count ? text[range.upperBound] : 0
    if range.count == 1 {
      let isQuoted = before == after && [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(before)
      return isQuoted || isPartOfLink(before, after) || range.count == text.count
    }
    return !isWord(before) && !isWord(after)
  }

  /// Returns whether the bytes before and after a string are delimiters of a value in a link.
  private static func isPartOfLink(_ before: UInt8, _ after: UInt8) -> Bool {
    "/=".utf8.contains(before) && (after == 0 || "/?&#\"'".utf8.contains(after))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
