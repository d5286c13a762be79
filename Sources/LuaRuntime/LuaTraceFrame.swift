import CLuaShim

/// An active Lua function, for example at the time of an error.
package struct LuaTraceFrame: Hashable, Sendable {
  package enum Role: String, Sendable {
    case chunk
    case function
  }

  /// The name of the chunk: a path, a name such as "stdin", or `[string "..."]`.
  package let source: String
  /// The line that was being executed, or `nil` if the chunk contains no line information.
  package let line: Int?
  package let role: Role
  /// The name by which the function was called, or `nil` for a chunk or if Lua does not know the
  /// name.
  package let name: String?
  /// The line at which the function is defined, or 0 for a chunk.
  package let definitionLine: Int

  package var location: LuaLocation? {
    line.map { LuaLocation(chunk: source, line: $0) }
  }
}

extension LuaTraceFrame: CustomStringConvertible {
  package var description: String {
    let place = location?.description ?? source
    return switch (role, name) {
    case (.chunk, _): "\(place): in main chunk"
    case (.function, let name?): "\(place): in function '\(name)'"
    case (.function, nil): "\(place): in function <\(source):\(definitionLine)>"
    }
  }
}

extension LuaTraceFrame {
  init(_ frame: sbx_trace_frame) {
    let given = text(of: frame.source)
    let isNamed = given.first == "@" || given.first == "="
    source = isNamed ? String(given.dropFirst()) : text(of: frame.short_source)
    line = frame.line > 0 ? Int(frame.line) : nil
    role = text(of: frame.what) == "main" ? .chunk : .function
    let name = text(of: frame.name)
    self.name = name.isEmpty ? nil : name
    definitionLine = max(0, Int(frame.defined))
  }

  /// Returns a chunk's name as shown in messages.
  package static func source(of name: String) -> String {
    isGiven(name)
      ? String(decoding: name.utf8.dropFirst(), as: UTF8.self) : shortSource(of: name, name)
  }

  private static func isGiven(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "@") || name.utf8.first == UInt8(ascii: "=")
  }

  /// Returns a chunk's name as shown in messages, shortened to at most 59 bytes (manual,
  /// `lua_Debug.short_src`).
  ///
  /// - Parameter source: The result of ``source(of:)``, if it is a name and not source code.
  static func shortSource(of name: String, _ source: String) -> String {
    let limit = 59
    let bytes = name.utf8
    if isGiven(name), source.utf8.count <= limit { return source }
    switch name.first {
    case "=":
      return String(decoding: bytes.dropFirst().prefix(limit), as: UTF8.self)
    case "@":
      return "..." + String(decoding: bytes.dropFirst().suffix(limit - 3), as: UTF8.self)
    default:
      let available = 45
      let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
      if line.count == bytes.count, bytes.count < available { return "[string \"\(name)\"]" }
      return "[string \"\(String(decoding: line.prefix(available), as: UTF8.self))...\"]"
    }
  }
}

/// Returns a fixed-size array of C characters as a string.
private func text<Characters>(of characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
