/// Where the lines of `print` go, without their ends.
package enum LuaOutput {
  /// As text; bytes that are no UTF-8 become U+FFFD.
  case text((String) -> Void)
  /// As the script has printed them.
  case bytes(([UInt8]) -> Void)

  /// Standard output.
  package static var standard: LuaOutput { .text { print($0) } }
}
