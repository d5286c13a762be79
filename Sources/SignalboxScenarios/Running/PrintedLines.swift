internal import Signalbox

/// Stores a scenario's output up to a limited size.
final class PrintedLines {
  private var kept: [String] = []
  private var bytes = 0
  /// The number of dropped lines and bytes.
  private var lost = (lines: 0, bytes: 0)

  /// The maximum number of lines, the maximum size of the output in bytes, and the maximum length
  /// of a line in bytes.
  private static let maxLines = 10_000, maxBytes = 1 << 20, longestLine = 1 << 16

  /// The output. If lines were dropped, the last line reports this.
  var list: [String] { rest.map { kept + [$0] } ?? kept }

  /// A line that reports the amount of dropped output, or `nil` if nothing was dropped.
  var rest: String? {
    guard lost.lines > 0 else { return nil }
    return "… \(counted(lost.lines, "more line")) (\(counted(lost.bytes, "byte"))) omitted"
  }

  /// Replaces the stored lines with lines that were printed earlier.
  func begin(with lines: [String]) {
    kept = lines
    bytes = lines.reduce(0) { $0 + $1.utf8.count }
    lost = (0, 0)
  }

  /// - Returns: The line as it is stored, truncated if it is too long, or `nil` if it is dropped.
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
      line = "\(start)… \(counted(size - Self.longestLine, "more byte"))"
    }
    kept.append(line)
    return line
  }
}
