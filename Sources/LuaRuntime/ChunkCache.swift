import CLua
import CLuaShim
import PortableMutex

/// A cache of compiled chunks, for hosts that run the same files in several sessions.
///
/// The cache contains only chunks that Lua has compiled in this process from the same bytes under
/// the same name. Scripts cannot access the cache, and they can load source code but not compiled
/// chunks (decision 0087). A chunk is stored when it is loaded for the second time, so that chunks
/// that are loaded once cost almost nothing. Benchmark: `W7iso`.
final class ChunkCache: Sendable {
  static let shared = ChunkCache()

  private struct Key: Hashable {
    let name: String
    let source: [UInt8]

    /// Hashes the bytes as one block. The standard library's hash of an array hashes each element
    /// separately.
    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      source.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private struct Contents {
    /// The compiled chunks. The bytes are empty for a chunk that has been loaded only once.
    var chunks: [Key: [UInt8]] = [:]
    var size = 0
  }

  /// The maximum total size of sources and compiled chunks, in bytes. The cache is emptied before
  /// adding an entry that would exceed this size.
  private let capacity: Int
  // The contents, which are locked while a caller looks up or adds a chunk.
  private let contents = Mutex(Contents())

  init(capacity: Int = 4 << 20) { self.capacity = capacity }

  enum Found {
    case unknown
    /// The chunk has been loaded before. Pass the compiled chunk to ``keep(_:of:name:)``.
    case seen
    case compiled([UInt8])
  }

  /// Returns the cached chunk, and records that the source was loaded.
  func find(_ source: [UInt8], name: String) -> Found {
    let key = Key(name: name, source: source)
    return contents.withLock { contents in
      if let chunk = contents.chunks[key] { return chunk.isEmpty ? .seen : .compiled(chunk) }
      add([], key, to: &contents)
      return .unknown
    }
  }

  /// Stores a compiled chunk.
  func keep(_ chunk: [UInt8], of source: [UInt8], name: String) {
    contents.withLock { add(chunk, Key(name: name, source: source), to: &$0) }
  }

  private func add(_ chunk: [UInt8], _ key: Key, to contents: inout Contents) {
    let size = key.source.count + chunk.count
    if size > capacity / 4 { return }
    if let old = contents.chunks[key] { contents.size -= key.source.count + old.count }
    if contents.size + size > capacity { contents = Contents() }
    contents.chunks[key] = chunk
    contents.size += size
  }
}

/// Returns the compiled form of the function on top of a stack.
func dumpChunk(_ state: OpaquePointer) -> [UInt8] {
  var chunk: [UInt8] = []
  withUnsafeMutablePointer(to: &chunk) { chunk in
    _ = lua_dump(
      state,
      { _, bytes, count, chunk in
        chunk?.assumingMemoryBound(to: [UInt8].self).pointee.append(
          contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        return 0
      }, chunk, 0)
  }
  return chunk
}
