internal import SignalboxInspector
public import SignalboxScripting

/// A textual failure report that contains the error, its location, the surrounding lines, and the
/// traceback.
///
/// ```
/// ✗ unknownRoute: navigate: Shop has no route "prodct"; did you mean "product"?
///   tour.lua:31
///
///    30 │ app:launch()
///  ▸ 31 │ app.top.router:navigate("prodct")
///       │                          ^^^^^^
///    32 │ print(app:tree())
/// ```
public struct FailureReport {
  private let error: ScriptError
  private let sources: SourceCache
  private let palette: TextPalette
  /// The part of the line to mark, or `nil` to mark a quotation in the message.
  var mark: String?
  /// The notes to print to the right of lines in the excerpt, keyed by line number.
  var notes: [Int: String] = [:]

  /// The number of lines that are shown before and after the line of the error.
  private static let reach = 2
  /// The maximum number of frames shown in a traceback.
  private static let maxFrames = 12
  /// The maximum width of a source line, in cells.
  private static let widestLine = 100

  /// Creates a report for one failure.
  ///
  /// - Parameters:
  ///   - error: The failure. Long strings in the failure are truncated.
  ///   - sources: The sources from which excerpts are taken.
  ///   - palette: The colors of the report. By default, no colors are used.
  public init(_ error: ScriptError, sources: SourceCache, palette: TextPalette = .plain) {
    self.error = error.bounded
    self.sources = sources
    self.palette = palette
  }

  /// The complete report, without a line ending after the last line.
  public var text: String {
    var lines = headline
    if let location = error.location {
      lines.append("  " + palette.place(DisplayText.line(location.description)))
    }
    return ([lines.joined(separator: "\n"), body.joined(separator: "\n")])
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The lines around the location, and the traceback.
  var body: [String] {
    let parts = [excerpt, traceback].filter { !$0.isEmpty }
    return Array(parts.joined(separator: [""]))
  }

  /// The error and its hint as lines, for failures whose location is obvious.
  public var headline: [String] {
    let isBare = error.kind == .syntax && !error.message.hasPrefix("syntax error")
    let message = isBare ? "syntax error: \(error.message)" : error.message
    let lines = (message.lines + (error.hint?.lines ?? [])).map(DisplayText.line)
    let first = palette.failure("✗") + " " + palette.strong(lines.first ?? "")
    return [first] + lines.dropFirst().map { "  \($0)" }
  }

  // MARK: - Excerpt

  private var excerpt: [String] {
    guard let location = error.location else { return [] }
    let lines = sources.lines(of: location.file, around: location.line, reach: Self.reach)
    let width = String(lines.last?.number ?? 0).count
    let texts = lines.map { DisplayText.truncate(Self.expand($0.text), to: Self.widestLine) }
    let noted = zip(lines, texts).filter { notes[$0.0.number] != nil }
    let column = noted.map { DisplayText.width(of: $0.1) }.max() ?? 0
    return zip(lines, texts).flatMap { line, text in
      let number = line.number
      let isAtFault = number == location.line
      let shown =
        notes[number].map {
          DisplayText.pad(text, to: column) + "   " + palette.faint(DisplayText.line($0))
        } ?? text
      let margin = DisplayText.alignRight(String(number), to: width)
      let line =
        "\(isAtFault ? palette.failure(" ▸") : "  ") \(margin) \(palette.faint("│")) \(shown)"
      guard isAtFault, let carets = carets(under: text) else { return [line.trimmingEnd] }
      let blank = String(repeating: " ", count: width + 3)
      return [line.trimmingEnd, "\(blank) \(palette.faint("│")) \(palette.failure(carets))"]
    }
  }

  private static func expand(_ line: String) -> String {
    DisplayText.line(line.replacing("\t", with: "    "))
  }

  /// Returns a line of carets under ``mark`` or, if it is `nil`, under the first quotation in the
  /// message that the line contains exactly once. Returns `nil` if no part of the line can be
  /// marked.
  private func carets(under line: String) -> String? {
    if let mark { return Self.onlyRange(of: mark[...], in: line).map { Self.carets($0, line) } }
    for mark: Character in ["\"", "'"] {
      let parts = error.message.split(separator: mark, omittingEmptySubsequences: false)
      for index in stride(from: 1, to: parts.count - 1, by: 2) {
        guard let range = Self.onlyRange(of: parts[index], in: line) else { continue }
        return Self.carets(range, line)
      }
    }
    return nil
  }

  private static func carets(_ range: Range<String.Index>, _ line: String) -> String {
    let before = DisplayText.width(of: String(line[..<range.lowerBound]))
    let cells = DisplayText.width(of: String(line[range]))
    return String(repeating: " ", count: before) + String(repeating: "^", count: cells)
  }

  /// Returns the range of a word in a line, or `nil` if the word does not occur exactly once.
  private static func onlyRange(of word: Substring, in line: String) -> Range<String.Index>? {
    guard !word.isEmpty else { return nil }
    let ranges = line.ranges(of: word).filter { range in
      let before =
        range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : " "
      let after = range.upperBound < line.endIndex ? line[range.upperBound] : " "
      return !(isWordPart(before) && isWordPart(word.first))
        && !(isWordPart(after) && isWordPart(word.last))
    }
    return ranges.count == 1 ? ranges[0] : nil
  }

  private static func isWordPart(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
  }

  // MARK: - Traceback

  /// The traceback, in which consecutive equal frames are merged and counted. The array is empty if
  /// the traceback only repeats the location.
  private var traceback: [String] {
    let frames = error.traceback.filter { $0.location != nil }
    if frames.count <= 1 && frames.first?.location == error.location { return [] }
    var runs: [(frame: ScriptFrame, count: Int)] = []
    for frame in frames {
      if runs.last?.frame == frame {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((frame, 1))
      }
    }
    let shown = runs.prefix(Self.maxFrames)
    let places = shown.map { DisplayText.line($0.frame.location?.description ?? "") }
    let width = places.map(DisplayText.width(of:)).max() ?? 0
    var lines = zip(shown, places).map { run, place in
      let times = run.count > 1 ? " (\(run.count) times)" : ""
      return "  \(palette.place(DisplayText.pad(place, to: width)))  "
        + DisplayText.line(run.frame.description) + times
    }
    if runs.count > shown.count { lines.append("  … \(runs.count - shown.count) more") }
    return lines
  }
}

extension String {
  fileprivate var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  fileprivate var trimmingEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
