import Foundation

/// A word that the project does not use, with its replacement.
struct Vocabulary: Sendable, CustomStringConvertible {
  /// The kinds of text that are checked.
  enum Area: String, CaseIterable, Sendable {
    /// The names that Swift code declares.
    case names
    /// Literals in Swift code: messages, help, Lua text.
    case messages
    /// Documentation comments and `//` comments.
    case comments
    /// Markdown pages, except decisions, which quote the replaced words.
    case pages
    /// The printed help of the commands.
    case help
  }

  /// The word as a case-insensitive pattern.
  let word: String
  /// The suggested replacement.
  let replacement: String
  /// The number of remaining occurrences by area. These numbers may only decrease.
  let remaining: [Area: Int]

  var description: String { word }

  init(_ word: String, _ replacement: String, remaining: [Area: Int] = [:]) {
    self.word = word
    self.replacement = replacement
    self.remaining = remaining
  }

  /// Returns the texts of an area, with the paths for findings.
  static func texts(of area: Area) throws -> [(path: String, text: String)] {
    let sources = try Repository.sources()
    switch area {
    case .names:
      let declaration =
        /\b(?:func|var|let|case|struct|class|enum|protocol|actor|typealias)\s+`?(\w+)/
      return sources.map { file in
        let names = file.code.matches(of: declaration).map { Self.words(in: $0.output.1) }
        return (file.path, names.joined(separator: "\n"))
      }
    case .messages: return sources.map { ($0.path, Self.difference($0.statements, $0.code)) }
    case .comments: return sources.map { ($0.path, $0.comments) }
    case .pages:
      let pages = try Repository.files(under: "docs", extensions: ["md"])
        .filter { !$0.path.hasPrefix("docs/decisions/") }
      return try (pages + [Repository.file("README.md"), Repository.file("CONTRIBUTING.md")])
        .map { ($0.path, $0.text) }
    case .help:
      return try Repository.files(
        under: "Tests/SignalboxCLITests/Golden/Help", extensions: ["txt"]
      ).map { ($0.path, $0.text) }
    }
  }

  /// Returns the occurrences of the word in texts: `path (count)`.
  func places(in texts: [(path: String, text: String)]) throws -> [(path: String, count: Int)] {
    // `Regex` takes twenty times as long in a debug build.
    let pattern = try NSRegularExpression(pattern: "\\b(?:\(word))\\b", options: .caseInsensitive)
    return texts.compactMap { path, text in
      let whole = NSRange(location: 0, length: text.utf16.count)
      let count = pattern.numberOfMatches(in: text, range: whole)
      return count > 0 ? (path, count) : nil
    }
  }

  /// `maxSteps` as `max Steps`.
  private static func words(in name: Substring) -> String {
    String(name).replacing(/([a-z0-9])([A-Z])/) { "\($0.output.1) \($0.output.2)" }
  }

  /// Returns the part of `all` that is not in `some`.
  private static func difference(_ all: String, _ some: String) -> String {
    let bytes = zip(all.utf8, some.utf8).map { left, right in
      left == right && left != UInt8(ascii: "\n") ? UInt8(ascii: " ") : left
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static let all: [Vocabulary] = [
    Vocabulary("flow file|flow files|files? of flows", "file of scenarios"),
    Vocabulary("tells?|told", "reports, prints, notifies", remaining: [.pages: 6]),
    Vocabulary("hears?|heard", "observes"),
    Vocabulary("gives|gave", "returns", remaining: [.pages: 4]),
    Vocabulary("nobody|whoever", "the caller, no observer", remaining: [.pages: 2]),
    Vocabulary("mend|mends|mended", "fix"),
    Vocabulary("anew", "again", remaining: [.pages: 1]),
    Vocabulary("refuse[sd]?|refusals?", "rejected, rejection", remaining: [.pages: 4]),
    Vocabulary("stands?|stood", "is", remaining: [.pages: 4]),
    Vocabulary("beside", "next to"),
    Vocabulary(
      "shel(?:f|ves)|desks?|attics?|tapes?", "cache, context, recording", remaining: [.pages: 2]),
    Vocabulary("verdicts?|deeds?", "result, command", remaining: [.pages: 1]),
    Vocabulary("spoiled", "malformed", remaining: [.pages: 2]),
    Vocabulary("patience|attention", "timeout, poll interval"),
    Vocabulary("offers?|offered|offering", "listens, listening", remaining: [.pages: 13]),
    Vocabulary("surveys?|surveyors?", "source index, indexer"),
    Vocabulary("house rules?", "conventions"),
    // Phrases that are not idiomatic. Pages quote the names of tests.
    Vocabulary("(?!there\\b)\\w+ is no (?!longer\\b)\\w+", "is not a", remaining: [.pages: 2]),
    Vocabulary("(?!there\\b)\\w+ (?:is|are|was|were) nothing", "is empty, is not defined"),
    Vocabulary("exclude each other", "cannot be combined"),
    Vocabulary("none of (?:that|this) name", "no command with this name"),
    Vocabulary("(?:has|had) to be", "must be", remaining: [.pages: 1]),
    Vocabulary("cannot be had", "is not available"),
    Vocabulary("outside of", "outside", remaining: [.pages: 2]),
    Vocabulary("any more", "no longer", remaining: [.pages: 1]),
    Vocabulary("(?:goes|go|went|going) on", "continues", remaining: [.names: 5, .pages: 6]),
    Vocabulary("(?:comes|come|came) back", "returns, is restored", remaining: [.pages: 2]),
    Vocabulary("lets? go of", "releases", remaining: [.pages: 2]),
    Vocabulary("spans? of time", "duration"),
    Vocabulary("by turns", "round-robin, alternating"),
    Vocabulary("colours?|coloured", "color"),
    // The rename of a property once changed sentences by mistake.
    Vocabulary("[a-z]+ transaction\\.[a-z]+", "finished"),
  ]
}
