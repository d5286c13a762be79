/// The chunks that a machine has loaded: what messages call them, to the names as they were given.
///
/// Most machines load one, which costs no table. Guarded by bench: runs.
struct ChunkNames {
  private var last: (name: String, short: String, source: String)?
  private var others: [String: String] = [:]

  /// Notes a chunk by the name that Lua is given for it.
  mutating func add(_ name: String) {
    if let last {
      if last.name == name { return }
      others[last.short] = last.source
    }
    let source = LuaTraceFrame.source(of: name)
    last = (name, LuaTraceFrame.shortSource(of: name, source), source)
  }

  /// The name of a chunk as it was given; `nil` where none was loaded that messages call so.
  subscript(short: String) -> String? {
    if let last, last.short == short { return last.source }
    return others[short]
  }
}
