import CBound

/// Stock Lua, with the C bound or with a screen manager in plain Lua.
final class LuaContender: Contender {
  private let host: OpaquePointer
  private let reader: NoteReader

  /// Runs a script that defines the global function `bench`.
  init(_ script: String, isPlain: Bool, isFine: Bool = false) throws {
    guard let host = bound_open(!isPlain) else { throw BenchmarkError("out of memory") }
    self.host = host
    reader = NoteReader(isFine: isFine)
    bound_set_fine(host, isFine)
    if isPlain { try run(PlainLua.source) }
    try run(script)
  }

  deinit { bound_close(host) }

  func run(_ script: String) throws {
    guard bound_run(host, script) else {
      throw BenchmarkError(String(cString: bound_message(host)))
    }
  }

  func measure(_ count: Int) throws -> Sample {
    var length = 0
    _ = bound_take_notes(host, &length)
    try run(reader.driver(count))
    let notes = UnsafeBufferPointer(start: bound_take_notes(host, &length), count: length)
    return try reader.sample(notes.map(Note.init), count: count)
  }
}
