/// Where the lines of `print` are written, without line endings.
package enum LuaOutput {
  /// Lines as strings, in which bytes that are not UTF-8 become U+FFFD.
  case text((String) -> Void)
  /// Lines as the bytes that the script printed.
  case bytes(([UInt8]) -> Void)

  /// Writes lines to standard output.
  package static var standard: LuaOutput { .text { print($0) } }
}
