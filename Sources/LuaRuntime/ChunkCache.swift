import CLuaShim
import Synchronization

/// What chunks compile to, for hosts that run the same files in one session after another.
///
/// It holds only what Lua compiled in this process from the same bytes under the same name: scripts
/// neither see it nor put anything in, and whatever they load is text (decision 0087). A chunk is
/// kept from the second time on, so that what runs once costs next to nothing.
/// Guarded by bench: W7iso.
final class ChunkCache: Sendable {
  static let shared = ChunkCache()

  private struct Key: Hashable {
    let name: String
    let source: [UInt8]

    /// All bytes at once, which an array does not do.
    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      source.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private struct Contents {
    /// Empty where a chunk has been seen once.
    var chunks: [Key: [UInt8]] = [:]
    var size = 0
  }

  /// Bytes of sources and chunks that are kept; beyond that all are let go of.
  private let capacity: Int
  // Locked by each caller that loads a chunk, for as long as finding or adding one takes.
  private let contents = Mutex(Contents())

  init(capacity: Int = 4 << 20) { self.capacity = capacity }

  enum Found {
    case unknown
    /// It was loaded before; ``keep(_:of:name:)`` takes what it compiles to.
    case seen
    case compiled([UInt8])
  }

  /// What is known of a chunk, which counts as seen from then on.
  func find(_ source: [UInt8], name: String) -> Found {
    let key = Key(name: name, source: source)
    return contents.withLock { contents in
      if let chunk = contents.chunks[key] { return chunk.isEmpty ? .seen : .compiled(chunk) }
      add([], key, to: &contents)
      return .unknown
    }
  }

  /// Keeps what a chunk compiles to.
  func keep(_ chunk: [UInt8], of source: [UInt8], name: String) {
    contents.withLock { add(chunk, Key(name: name, source: source), to: &$0) }
  }

  private func add(_ chunk: [UInt8], _ key: Key, to contents: inout Contents) {
    let size = key.source.count + chunk.count
    if size > capacity / 4 { return }
    if contents.size + size > capacity { contents = Contents() }
    contents.chunks[key] = chunk
    contents.size += size
  }
}
