internal import LuaRuntime

/// The lines on which a debugger can stop a script.
package struct ScriptCodeLines: Hashable, Sendable {
  /// The lines with code, in order.
  package let lines: [Int]

  /// Finds the lines with code in a script without running the script.
  ///
  /// - Throws: `syntax` if the source cannot be parsed.
  package init(of source: [UInt8], name: String) throws(ScriptError) {
    lines = try returned { () throws(LuaError) in
      try LuaCodeLines(of: source, chunkName: "@\(name)").lines
    }
  }

  /// Returns the first line with code at or after a line, or `nil` if there is none.
  package func line(at line: Int) -> Int? { lines.first { $0 >= line } }
}
