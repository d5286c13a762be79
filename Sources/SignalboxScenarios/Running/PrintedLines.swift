/// What a test prints, in bounds: a test in a loop prints more than anybody reads.
final class PrintedLines {
  private var kept: [String] = []
  private var bytes = 0
  /// How many lines and bytes are not kept.
  private var lost = (lines: 0, bytes: 0)

  /// So many lines are kept, and so many bytes of all of them and of each.
  private static let maxLines = 10_000, maxBytes = 1 << 20, longestLine = 1 << 16

  /// What was printed; a last line says what is left out.
  var list: [String] { rest.map { kept + [$0] } ?? kept }

  /// What is left out, as a line; `nil` for nothing.
  var rest: String? {
    guard lost.lines > 0 else { return nil }
    return "… \(lost.lines) more line\(lost.lines == 1 ? "" : "s") (\(lost.bytes) bytes) not kept"
  }

  /// Starts again with lines that were kept before.
  func begin(with lines: [String]) {
    kept = lines
    bytes = lines.reduce(0) { $0 + $1.utf8.count }
    lost = (0, 0)
  }

  /// - Returns: What is kept of the line; `nil` for nothing.
  @discardableResult
  func append(_ line: String) -> String? {
    let size = line.utf8.count
    guard kept.count < Self.maxLines, bytes + min(size, Self.longestLine) <= Self.maxBytes,
      lost.lines == 0
    else {
      lost.lines += 1
      lost.bytes += size
      return nil
    }
    bytes += min(size, Self.longestLine)
    var line = line
    if size > Self.longestLine {
      let start = String(decoding: line.utf8.prefix(Self.longestLine), as: UTF8.self)
      line = "\(start)… \(size - Self.longestLine) more bytes"
    }
    kept.append(line)
    return line
  }
}
