/// A location in a chunk.
package struct LuaLocation: Hashable, Sendable, CustomStringConvertible {
  /// The name of the chunk as shown in messages: a path, "stdin" or `[string "..."]`.
  package let chunk: String
  /// The line, counted from 1.
  package let line: Int

  package init(chunk: String, line: Int) {
    self.chunk = chunk
    self.line = line
  }

  package var description: String { "\(chunk):\(line)" }
}
