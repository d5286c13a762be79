internal import LuaRuntime

/// What takes the lines of `print`, without their ends.
package struct ScriptPrinter {
  let output: LuaOutput

  /// Takes text; bytes that are no UTF-8 become U+FFFD.
  package init(text take: @escaping (String) -> Void) { output = .text(take) }

  /// Takes the bytes as the script has printed them.
  package init(bytes take: @escaping ([UInt8]) -> Void) { output = .bytes(take) }
}
