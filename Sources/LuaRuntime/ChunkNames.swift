/// The chunks that a Lua state has loaded: their names in messages, and their full names.
///
/// Most Lua states load only one chunk, for which no table is needed. Guarded by bench: runs.
struct ChunkNames {
  /// The maximum number of stored names. A prompt loads a chunk for each input, without a limit.
  /// The location of an error is still found after the name of its chunk was dropped, as long as
  /// one of the chunk's functions is active.
  static let maxCount = 4_096

  private var last: (name: String, short: String, source: String)?
  private var others: [String: String] = [:]
  /// The keys of `others`, oldest first beginning at `next`. A ring buffer once it is full.
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

  /// Returns the full name of the chunk that messages call `short`, or `nil` if it is unknown.
  subscript(short: String) -> String? {
    if let last, last.short == short { return last.source }
    return others[short]
  }
}
