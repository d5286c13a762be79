/// A Lua string, which consists of bytes that are usually valid UTF-8.
package struct LuaString: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The bytes as a string, in which bytes that are not valid UTF-8 are replaced with U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension LuaString: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self.init(value)
  }
}

extension LuaString: CustomStringConvertible {
  package var description: String { text }
}
