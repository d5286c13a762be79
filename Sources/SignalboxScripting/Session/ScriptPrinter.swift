internal import LuaRuntime

/// A destination for the lines that `print` writes. The lines have no line endings.
package struct ScriptPrinter {
  let output: LuaOutput

  /// Creates a printer that receives strings. Bytes that are not valid UTF-8 are replaced with
  /// U+FFFD.
  package init(text take: @escaping (String) -> Void) { output = .text(take) }

  /// Creates a printer that receives the bytes that the script printed.
  package init(bytes take: @escaping ([UInt8]) -> Void) { output = .bytes(take) }
}
