import Foundation

/// The limits of the compared values, above which a run fails. Each line of the file contains a name
/// and a number.
struct Thresholds {
  private var limits: [String: Double] = [:]

  init() {}

  /// - Throws: An error if the file is missing or a line is malformed.
  init(path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.prefix { $0 != "#" }.split(separator: " ")
      if words.isEmpty { continue }
      guard words.count == 2, let limit = Double(words[1]) else {
        throw BenchmarkError("\(path):\(number + 1): expected a name and a number")
      }
      limits[String(words[0])] = limit
    }
  }

  subscript(name: String) -> Double? { limits[name] }

  /// Sets the limits in a file to a tenth above the compared values of a report. The method keeps
  /// comments, and rows that are not in the report.
  static func rewrite(_ path: String, for report: Report) throws {
    let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    let new = lines.map { line in
      let name = String(line.prefix { $0 != " " })
      guard let value = report.row(name)?.value else { return line }
      return "\(name) \(Table.figure(value * 1.1))"
    }
    try new.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// Returns descriptions of the rows that exceed their thresholds.
  func violations(in report: Report) -> [String] {
    report.rows.compactMap { row in
      guard let value = row.value, let limit = self[row.name], value > limit else { return nil }
      return "\(row.name) is \(Table.figure(value)), the threshold is \(Table.figure(limit))"
    }
  }
}
