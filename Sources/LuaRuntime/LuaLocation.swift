/// A place in a chunk.
package struct LuaLocation: Hashable, Sendable, CustomStringConvertible {
  /// The chunk as messages show it: a path, "stdin" or `[string "..."]`.
  package let chunk: String
  /// Counts from 1.
  package let line: Int

  package init(chunk: String, line: Int) {
    self.chunk = chunk
    self.line = line
  }

  package var description: String { "\(chunk):\(line)" }
}
