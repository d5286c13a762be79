internal import Signalbox
internal import SignalboxScripting

/// Formats an innermost value that differs. A long string is shortened to the part around the first
/// difference, and a note explains the difference between two values that look equal.
struct LeafText {
  let session: ScriptSession
  private let limits: PrintLimits

  /// The maximum number of bytes of a string that are shown.
  private static let widest = 120
  /// The maximum number of shown bytes that precede the first difference.
  private static let before = 24

  init(_ session: ScriptSession) {
    self.session = session
    var limits = PrintLimits()
    limits.width = .max
    limits.depth = 3
    limits.breadth = 20
    limits.count = 100
    limits.length = 2000
    limits.isForPeople = true
    self.limits = limits
  }

  /// - Parameter name: The name of the matcher whose value is compared.
  func leaf(_ mismatch: Comparison.Mismatch, in name: String) -> ScenarioDifference.Leaf {
    let path = mismatch.path.reduce(name) { path, part in path + text(of: part) }
    if case .string(let expected)? = mismatch.expected,
      case .string(let actual)? = mismatch.actual
    {
      return leaf(path, expected, actual)
    }
    let expected = text(of: mismatch.expected)
    let actual = text(of: mismatch.actual)
    var leaf = ScenarioDifference.Leaf(path: path, expected: expected, actual: actual)
    if expected == actual { leaf.note = note(mismatch) }
    return leaf
  }

  private func text(of part: Comparison.Part) -> String {
    switch part {
    case .element(let index): "[\(index)]"
    case .key(let key):
      if let name = key.text, NavigationArguments.isBareName(name) {
        ".\(name)"
      } else {
        "[\(session.printed(key, limits).text)]"
      }
    }
  }

  private func text(of value: ScriptValue?) -> String {
    guard let value else { return "nil" }
    if let pattern = TextPattern(value) { return "match \(text(of: .string(pattern.pattern)))" }
    let text = session.printed(value, limits).text
    return value.function == nil ? text : "true from \(text)"
  }

  private func note(_ mismatch: Comparison.Mismatch) -> String {
    if let number = mismatch.expected?.number, number.isNaN {
      return "nan is not equal to any value, not even itself; test for it with a function"
    }
    return "they look the same but are different \(mismatch.expected?.kindName ?? "value")s"
  }

  // MARK: - Texts

  private func leaf(
    _ path: String, _ expected: [UInt8], _ actual: [UInt8]
  ) -> ScenarioDifference.Leaf {
    let common = zip(expected, actual).prefix { $0 == $1 }.count
    let isLong = max(expected.count, actual.count) > Self.widest
    let start = isLong ? boundary(in: expected, upTo: max(0, common - Self.before)) : 0
    var leaf = ScenarioDifference.Leaf(
      path: path, expected: literal(expected, from: start), actual: literal(actual, from: start))
    if isLong { leaf.note = "from byte \(common + 1) on" }
    if visible(leaf.expected) == visible(leaf.actual) {
      leaf.note =
        "they look the same and differ from byte \(common + 1) on: "
        + "\(hexadecimal(expected, common)) and \(hexadecimal(actual, common))"
    }
    return leaf
  }

  private func literal(_ bytes: [UInt8], from start: Int) -> String {
    guard start > 0 || bytes.count > Self.widest else { return text(of: .string(bytes)) }
    let start = min(start, bytes.count)
    let end = boundary(in: bytes, upTo: min(bytes.count, start + Self.widest))
    return (start > 0 ? "…" : "") + text(of: .string(Array(bytes[start..<max(start, end)])))
      + (end < bytes.count ? "…" : "")
  }

  /// Returns the last character boundary at or before an index.
  private func boundary(in bytes: [UInt8], upTo index: Int) -> Int {
    var index = index
    while index > 0, index < bytes.count, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }

  /// Returns a string without invisible characters, and with every kind of space replaced by an
  /// ASCII space.
  private func visible(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .format: break
      case .spaceSeparator: result.append(" ")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private func hexadecimal(_ bytes: [UInt8], _ start: Int) -> String {
    guard start < bytes.count else { return "the end" }
    return bytes[start...].prefix(4).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined(separator: " ")
  }
}
