/// The chunks that a Lua state has loaded: their names in messages, and the names as they were
/// passed.
///
/// Most Lua states load only one chunk, which needs no table. Guarded by bench: runs.
struct ChunkNames {
  /// The maximum number of stored names. A prompt loads a chunk for each input, without a limit; an
  /// error in a chunk whose name was dropped is still located while one of its functions is active.
  static let maxCount = 4_096

  private var last: (name: String, short: String, source: String)?
  private var others: [String: String] = [:]
  /// The keys of `others`, oldest first from `next` on: a ring once it is full.
  private var order: [String] = []
  private var next = 0

  /// Records the name of a chunk.
  mutating func add(_ name: String) {
    if let last {
      if last.name == name { return }
      keep(last.short, last.source)
    }
    let source = LuaTraceFrame.source(of: name)
    last = (name, LuaTraceFrame.shortSource(of: name, source), source)
  }

  private mutating func keep(_ short: String, _ source: String) {
    guard others.updateValue(source, forKey: short) == nil else { return }
    if order.count < Self.maxCount {
      order.append(short)
    } else {
      others[order[next]] = nil
      order[next] = short
      next = (next + 1) % Self.maxCount
    }
  }

  /// Returns the full name of a chunk for its name in messages; `nil` if it is unknown.
  subscript(short: String) -> String? {
    if let last, last.short == short { return last.source }
    return others[short]
  }
}
