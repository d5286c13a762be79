/// The destination of the lines of `print`, without line endings.
package enum LuaOutput {
  /// Text; bytes that are not UTF-8 become U+FFFD.
  case text((String) -> Void)
  /// The bytes as the script printed them.
  case bytes(([UInt8]) -> Void)

  /// Standard output.
  package static var standard: LuaOutput { .text { print($0) } }
}
