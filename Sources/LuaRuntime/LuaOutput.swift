/// The destination of the lines that scripts print. The lines have no line endings.
package enum LuaOutput {
  /// A function that receives lines as strings, in which bytes that are not valid UTF-8 are
  /// replaced with U+FFFD.
  case text((String) -> Void)
  /// A function that receives lines as the bytes that the script printed.
  case bytes(([UInt8]) -> Void)

  /// An output that writes lines to standard output.
  package static var standard: LuaOutput { .text { print($0) } }
}
