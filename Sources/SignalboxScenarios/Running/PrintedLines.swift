/// The output of a scenario, limited in size.
final class PrintedLines {
  private var kept: [String] = []
  private var bytes = 0
  /// The number of lines and bytes that were dropped.
  private var lost = (lines: 0, bytes: 0)

  /// The maximum numbers of lines and bytes, and the maximum length of a line.
  private static let maxLines = 10_000, maxBytes = 1 << 20, longestLine = 1 << 16

  /// The output; a last line reports what was dropped.
  var list: [String] { rest.map { kept + [$0] } ?? kept }

  /// A line that reports what was dropped; `nil` if nothing was.
  var rest: String? {
    guard lost.lines > 0 else { return nil }
    return "… \(lost.lines) more line\(lost.lines == 1 ? "" : "s") (\(lost.bytes) bytes) omitted"
  }

  /// Starts again with earlier lines.
  func begin(with lines: [String]) {
    kept = lines
    bytes = lines.reduce(0) { $0 + $1.utf8.count }
    lost = (0, 0)
  }

  /// - Returns: The stored part of the line; `nil` for none.
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
