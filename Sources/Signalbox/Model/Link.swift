/// A link taken apart (the generic syntax of RFC 3986, as far as navigation uses it).
struct Link {
  /// In lower case.
  let scheme: String
  /// The host, if any, and the segments of the path, percent-decoded; empty ones are left out.
  let segments: [String]
  let query: NavigationArguments
  let fragment: String?

  /// `nil` for text without a scheme.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      bytes[..<colon].allSatisfy(Self.isSchemeByte)
    else { return nil }
    scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    var rest = bytes[(colon + 1)...]
    fragment = Self.cut(&rest, at: "#").map(Self.decode)
    let query = Self.cut(&rest, at: "?")
    self.query = query.map(Self.parseQuery) ?? [:]
    segments = rest.split(separator: UInt8(ascii: "/")).map(Self.decode)
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func cut(
    _ bytes: inout ArraySlice<UInt8>, at mark: Unicode.Scalar
  ) -> ArraySlice<UInt8>? {
    guard let index = bytes.firstIndex(of: UInt8(ascii: mark)) else { return nil }
    defer { bytes = bytes[..<index] }
    return bytes[(index + 1)...]
  }

  private static func parseQuery(_ bytes: ArraySlice<UInt8>) -> NavigationArguments {
    var arguments = NavigationArguments()
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      var name = pair
      let raw = cut(&name, at: "=")
      let spaced = (raw ?? []).map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
      arguments[decode(name)] = raw == nil ? .boolean(true) : value(decode(spaced[...]))
    }
    return arguments
  }

  /// Percent-decodes; a `%` that begins no escape stays.
  private static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }

  /// A decimal integer in its shortest form as an integer, anything else as a string.
  static func value(_ text: String) -> NavigationValue {
    if let number = Int(text), String(number) == text { return .integer(number) }
    return .string(text)
  }
}
