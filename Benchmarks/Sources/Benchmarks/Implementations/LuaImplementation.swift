import CBaseline

/// Stock Lua, with the C baseline or with a screen manager in plain Lua.
final class LuaImplementation: Implementation {
  private let host: OpaquePointer
  private let reader: NoteReader

  /// Runs a script that defines the global function `bench`.
  init(_ script: String, isPlain: Bool, isFine: Bool = false) throws {
    guard let host = baseline_open(!isPlain) else { throw BenchmarkError("out of memory") }
    self.host = host
    reader = NoteReader(isFine: isFine)
    baseline_set_fine(host, isFine)
    if isPlain { try run(PlainLua.source) }
    try run(script)
  }

  deinit { baseline_close(host) }

  func run(_ script: String) throws {
    guard baseline_run(host, script) else {
      throw BenchmarkError(String(cString: baseline_message(host)))
    }
  }

  func measure(_ count: Int) throws -> Sample {
    var length = 0
    _ = baseline_take_notes(host, &length)
    try run(reader.driver(count))
    let notes = UnsafeBufferPointer(start: baseline_take_notes(host, &length), count: length)
    return try reader.sample(notes.map(Note.init), count: count)
  }
}
