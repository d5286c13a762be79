/// Encodes entries as lines of a file, and decodes these lines. A line ending becomes `\n`, and a
/// backslash becomes `\\`.
enum HistoryCoding {
  static func line(for entry: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entry.utf8.count + 1)
    for byte in entry.utf8 {
      switch byte {
      case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// Decodes a line. Returns `nil` if the line is invalid, for example because another program has
  /// written it.
  static func entry(of line: some Collection<UInt8>) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count)
    var isEscaped = false
    for byte in line {
      if isEscaped {
        guard byte == UInt8(ascii: "n") || byte == UInt8(ascii: "\\") else { return nil }
        bytes.append(byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F {
        return nil
      } else {
        bytes.append(byte)
      }
    }
    guard !isEscaped, !bytes.isEmpty else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns the latest entries in a file without duplicates, up to the maximum number, and the
  /// number of invalid lines. The last line may lack a line ending, because some programs omit it.
  static func entries(of bytes: [UInt8]) -> (entries: [String], strangeLines: Int) {
    var entries: [String] = []
    var strange = 0
    var start = 0
    while start < bytes.count {
      let stop = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      if let entry = entry(of: bytes[start..<stop]) { entries.append(entry) } else { strange += 1 }
      start = stop + 1
    }
    return (latest(of: entries), strange)
  }

  /// Returns the latest entries without duplicates, up to the maximum number.
  private static func latest(of entries: [String]) -> [String] {
    var seen: Set<String> = []
    var kept: [String] = []
    for entry in entries.reversed() where kept.count < LineHistory.maxEntries {
      if seen.insert(entry).inserted { kept.append(entry) }
    }
    return kept.reversed()
  }
}
