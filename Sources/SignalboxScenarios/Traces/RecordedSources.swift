internal import Signalbox
internal import SignalboxScripting

/// The parts of scripts that a recording contains, so that readers of the recording see the source
/// that ran.
struct RecordedSources {
  private let file: ScenarioFile?
  private let modules: SourceCache?

  /// - Parameters:
  ///   - file: The scenario's file, or `nil` if the other sources contain the file.
  ///   - modules: The other sources, or `nil` if they are not available.
  init(_ file: ScenarioFile?, _ modules: SourceCache?) {
    (self.file, self.modules) = (file, modules)
  }

  /// The maximum number of lines in a file that is included completely.
  private static let maxLines = 600
  /// For longer files, the number of lines that are included before and after each line that the
  /// recording mentions.
  private static let reach = 15
  /// The maximum length of a line, and the maximum total size of all parts, in bytes.
  private static let maxLineLength = 400, maxSize = 300_000

  /// Returns the parts of files around the given locations, keyed by path. Each part consists of
  /// its lines and the number of its first line, counted from 1. Returns `nil` if no source is
  /// available.
  func value(around places: [ScriptLocation]) -> NavigationValue? {
    var room = Self.maxSize
    let lines = Dictionary(grouping: places, by: \.file).sorted { $0.key < $1.key }
    let files: [(String, NavigationValue?)] = lines.map { path, places in
      (path, parts(of: path, around: Set(places.map(\.line)), &room))
    }
    let known = files.filter { $0.1 != nil }
    return known.isEmpty ? nil : .fields(known)
  }

  private func parts(of path: String, around lines: Set<Int>, _ room: inout Int)
    -> NavigationValue?
  {
    guard let source = path == file?.path ? file?.source : modules?[path] else { return nil }
    let newline = UInt8(ascii: "\n")
    var all = source.split(separator: newline, omittingEmptySubsequences: false)
    if all.last?.isEmpty == true { all.removeLast() }
    let wanted =
      all.count <= Self.maxLines
      ? Array(all.indices)
      : all.indices.filter { index in
        (index - Self.reach...index + Self.reach).contains { lines.contains($0 + 1) }
      }
    var parts: [(first: Int, lines: [String])] = []
    for index in wanted {
      let bytes = all[index].last == UInt8(ascii: "\r") ? all[index].dropLast() : all[index]
      room -= min(bytes.count, Self.maxLineLength)
      guard room >= 0 else { break }
      let text = shortened(String(decoding: bytes, as: UTF8.self), to: Self.maxLineLength)
      if let last = parts.last, last.first + last.lines.count == index + 1 {
        parts[parts.count - 1].lines.append(text)
      } else {
        parts.append((index + 1, [text]))
      }
    }
    guard !parts.isEmpty else { return nil }
    return .list(
      parts.map { .fields([("first", .integer($0.first)), ("lines", .texts($0.lines))]) })
  }
}
