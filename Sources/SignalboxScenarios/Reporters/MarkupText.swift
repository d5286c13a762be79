/// Text inside of XML and HTML.
enum MarkupText {
  /// An attribute's value with its quotation marks.
  static func quoted(_ text: String) -> String { "\"\(written(text, isAttribute: true))\"" }

  /// Text between tags. XML 1.0 has no control characters but tab and line end, escaped or not
  /// (section 2.2).
  static func escaped(_ text: String) -> String { written(text, isAttribute: false) }

  /// Most texts need nothing and are given back as they are. Guarded by bench: runs.
  private static func written(_ text: String, isAttribute: Bool) -> String {
    guard text.utf8.contains(where: { isSpecial($0) }) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where isAttribute: result += "&quot;"
      case "\n" where isAttribute: result += "&#10;"
      case "\t" where isAttribute: result += "&#9;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a byte of UTF-8 may begin something that is written otherwise.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): true
    // What U+FFFE and U+FFFF begin with.
    case 0xEF: true
    default: byte < 0x20
    }
  }
}
