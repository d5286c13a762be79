/// The chunks that a Lua state has loaded, with their full names and the names that messages use.
///
/// Most Lua states load a single chunk, for which no dictionary is needed. Benchmark: `runs`.
struct ChunkNames {
  /// The maximum number of stored names. The number is limited because a prompt loads a chunk for
  /// each input. After the name of a chunk has been dropped, the location of an error is still
  /// found as long as a function of the chunk is active.
  static let maxCount = 4_096

  private var last: (name: String, short: String, source: String)?
  private var others: [String: String] = [:]
  /// The keys of `others`, oldest first, starting at `next`. When the array is full, it is used as
  /// a ring buffer.
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

  /// Returns the full name of the chunk that messages call `short`, or `nil` if the chunk is
  /// unknown.
  subscript(short: String) -> String? {
    if let last, last.short == short { return last.source }
    return others[short]
  }
}
