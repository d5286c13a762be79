/// Escapes text for XML and HTML.
package enum MarkupText {
  /// Returns text as the value of an attribute: escaped, and in quotation marks.
  package static func quoted(_ text: String) -> String { "\"\(written(text, isAttribute: true))\"" }

  /// Returns text for use between tags. The characters U+FFFE and U+FFFF, and control characters
  /// below U+0020 other than tabs and line feeds, are replaced with U+FFFD, because XML 1.0 does
  /// not allow most of them, even if they are escaped (section 2.2).
  package static func escaped(_ text: String) -> String { written(text, isAttribute: false) }

  /// Returns escaped text. Most text needs no escaping and is returned unchanged.
  /// Benchmarks: `runs`, `runops`.
  private static func written(_ text: String, isAttribute: Bool) -> String {
    var text = text
    let changed: String? = text.withUTF8 { bytes in
      guard bytes.contains(where: { replacement(for: $0, isAttribute) != nil || $0 == 0xEF }) else {
        return nil
      }
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count + bytes.count / 8 + 16)
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte == 0xEF, isForbidden(bytes[index...].prefix(3)) {
          result += missing
          index += 3
          continue
        }
        if let replacement = replacement(for: byte, isAttribute) {
          result += replacement
        } else {
          result.append(byte)
        }
        index += 1
      }
      return String(decoding: result, as: UTF8.self)
    }
    return changed ?? text
  }

  /// The replacement for characters that XML does not allow.
  private static let missing = Array("\u{FFFD}".utf8)
  private static let names: [UInt8: [UInt8]] = [
    UInt8(ascii: "&"): Array("&amp;".utf8), UInt8(ascii: "<"): Array("&lt;".utf8),
    UInt8(ascii: ">"): Array("&gt;".utf8), UInt8(ascii: "\""): Array("&quot;".utf8),
    UInt8(ascii: "\n"): Array("&#10;".utf8), UInt8(ascii: "\t"): Array("&#9;".utf8),
  ]

  /// Returns the replacement for a UTF-8 byte, or `nil` if the byte needs no replacement.
  private static func replacement(for byte: UInt8, _ isAttribute: Bool) -> [UInt8]? {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"): names[byte]
    case UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\t"):
      isAttribute ? names[byte] : nil
    default: byte < 0x20 ? missing : nil
    }
  }

  /// Returns whether bytes are the UTF-8 encoding of U+FFFE or U+FFFF.
  private static func isForbidden(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.elementsEqual([0xEF, 0xBF, 0xBE]) || bytes.elementsEqual([0xEF, 0xBF, 0xBF])
  }
}
