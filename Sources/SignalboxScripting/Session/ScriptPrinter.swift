internal import LuaRuntime

/// Receives the lines that `print` writes, without line endings.
package struct ScriptPrinter {
  let output: LuaOutput

  /// Receives strings; bytes that are not UTF-8 become U+FFFD.
  package init(text take: @escaping (String) -> Void) { output = .text(take) }

  /// Receives the bytes as the script printed them.
  package init(bytes take: @escaping ([UInt8]) -> Void) { output = .bytes(take) }
}
