internal import SystemLibrary

/// Reads open files to their end.
package enum FileReader {
  /// The maximum size of a file in bytes. Scripts are much smaller. Reading from an endless device
  /// stops at this size.
  package static let maxBytes = 64 << 20

  /// Returns the contents of a file from its current position. Throws an error if there are more
  /// than `limit` bytes.
  package static func bytes(
    of descriptor: Int32, limit: Int = maxBytes
  ) throws(FileFailure) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: chunkSize(of: descriptor))
    var bytes: [UInt8] = []
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: chunk[..<count])
        guard bytes.count <= limit else {
          let size = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB"
          throw FileFailure(EFBIG, "larger than \(size)")
        }
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Returns a buffer size with which a single call reads a whole file of less than 64 KiB.
  /// Clearing a larger buffer would take longer than reading most files.
  private static func chunkSize(of descriptor: Int32) -> Int {
    let (least, largest) = (4096, 64 * 1024)
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return largest }
    return max(least, min(Int(facts.st_size), largest - 1) + 1)
  }
}
