import Foundation

/// A word that the project does not use, with its replacement.
struct Vocabulary: Sendable, CustomStringConvertible {
  /// The kinds of text that are checked.
  enum Area: String, CaseIterable, Sendable {
    /// The names that Swift code declares: of types, functions, properties and parameters.
    case names
    /// The names of all types, including those of tests, benchmarks and examples.
    case types
    /// Literals in Swift code: messages, help, Lua text.
    case messages
    /// Documentation comments and `//` comments.
    case comments
    /// Markdown pages, except decisions, which quote the replaced words.
    case pages
    /// The printed help of the commands.
    case help
    /// The names that code in tests, benchmarks and examples declares.
    case testNames
    /// The sentences that name tests.
    case testTitles
    /// The comments of Swift and Lua code in tests, benchmarks and examples.
    case testComments
    /// Lua code of plugins, examples, editors and tests, with its names, strings and comments.
    case scripts
    /// Documentation catalogs, and Markdown files outside `docs`.
    case articles
    /// Shell scripts, and code in JavaScript and Python, with its names, strings and comments.
    case tools
  }

  /// The word as a case-insensitive pattern. A space also matches a line break with the prefix of
  /// a comment.
  let word: String
  /// The suggested replacement.
  let replacement: String
  /// The areas in which the word is not used.
  let areas: Set<Area>
  /// The number of remaining occurrences by area. These numbers may only decrease.
  let remaining: [Area: Int]

  var description: String { word }

  init(
    _ word: String, _ replacement: String, in areas: Set<Area> = Set(Area.allCases),
    remaining: [Area: Int] = [:]
  ) {
    self.word = word
    self.replacement = replacement
    self.areas = areas
    self.remaining = remaining
  }

  /// Returns the texts of an area, with the paths for findings.
  static func texts(of area: Area) throws -> [(path: String, text: String)] {
    let sources = try Repository.sources()
    switch area {
    case .names: return try sources.map { ($0.path, try Self.names(in: $0)) }
    case .types:
      return try (sources + Self.testSources()).map { ($0.path, try Self.typeNames(in: $0)) }
    case .messages:
      return sources.map { ($0.path, Self.compact(Self.difference($0.statements, $0.code))) }
    case .comments: return sources.map { ($0.path, Self.compact($0.comments)) }
    case .pages:
      let pages = try Repository.files(under: "docs", extensions: ["md"])
        .filter { !$0.path.hasPrefix("docs/decisions/") }
      return try (pages + [Repository.file("README.md"), Repository.file("CONTRIBUTING.md")])
        .map { ($0.path, $0.text) }
    case .help:
      return try Repository.files(
        under: "Tests/SignalboxCLITests/Golden/Help", extensions: ["txt"]
      ).map { ($0.path, $0.text) }
    case .testNames: return try Self.testSources().map { ($0.path, try Self.names(in: $0)) }
    case .testTitles:
      let title = try Self.pattern("\\bfunc\\s+`([^`]+)`")
      return try Self.testSources().map {
        ($0.path, Self.matches(of: title, in: $0.code, separator: "\n\n"))
      }
    case .testComments:
      let comment = try Self.pattern("^\\s*(--.*)$")
      let scripts = try Self.testFolders.flatMap {
        try Repository.files(under: $0, extensions: ["lua"])
      }
      return try Self.testSources().map { ($0.path, Self.compact($0.comments)) }
        + scripts.map { ($0.path, Self.matches(of: comment, in: $0.text, separator: "\n")) }
    case .scripts:
      return try Self.files(under: ["plugins"] + Self.testFolders + ["editors"], ["lua"])
        .map { ($0.path, try Self.separatingWords($0.text)) }
    case .articles:
      let folders = ["Sources", "plugins", "examples", "editors", "packaging"]
      return try Self.files(under: folders, ["md"]).map { ($0.path, $0.text) }
        + ["CHANGELOG.md", "SECURITY.md"].map { ($0, try Repository.file($0).text) }
    case .tools:
      let scripts = try Self.files(under: ["scripts", "packaging", "ci", ".ci"], [""])
      let folders = ["inspector", "editors", "Tests", "scripts", "packaging"]
      return try (scripts + Self.files(under: folders, ["js", "py"]))
        .map { ($0.path, try Self.separatingWords($0.text)) }
    }
  }

  /// Returns the files in several folders, except installed packages.
  private static func files(
    under folders: [String], _ extensions: Set<String>
  ) throws -> [SourceFile] {
    try folders.flatMap { try Repository.files(under: $0, extensions: extensions) }
      .filter { !$0.path.contains("node_modules/") }
  }

  private static let testFolders = ["Tests", "Benchmarks", "examples"]

  /// Returns the Swift files of tests, benchmarks and examples.
  private static func testSources() throws -> [SourceFile] {
    try testFolders.flatMap { try Repository.files(under: $0, extensions: ["swift"]) }
  }

  /// Returns the declared names of a file as words, separated by empty lines. They include the names
  /// and labels of parameters.
  static func names(in file: SourceFile) throws -> String {
    let declaration = try pattern("\\b(?:func|var|let|case|\(types))\\s+`?(\\w+)")
    let parameter = try pattern("(?<=[(,\\s])(\\w+)(?=(?:\\s+\\w+)?\\s*:)")
    let found = [declaration, parameter].map { matches(of: $0, in: file.code, separator: "\n\n") }
    return try separatingWords(found.joined(separator: "\n\n"))
  }

  /// Returns the names of the types that a file declares as words, separated by empty lines.
  static func typeNames(in file: SourceFile) throws -> String {
    let declaration = try pattern("\\b(?:\(types))\\s+`?(\\w+)")
    return try separatingWords(matches(of: declaration, in: file.code, separator: "\n\n"))
  }

  private static let types = "struct|class|enum|protocol|actor|typealias"

  /// Returns a string in which the words of names are separated: `maxSteps` becomes `max Steps`.
  private static func separatingWords(_ text: String) throws -> String {
    try pattern("([a-z0-9])([A-Z])").stringByReplacingMatches(
      in: text, range: NSRange(location: 0, length: text.utf16.count), withTemplate: "$1 $2")
  }

  /// Returns a pattern whose `^` and `$` match at lines.
  ///
  /// A `Regex` takes twenty times as long in a debug build.
  private static func pattern(
    _ text: String, _ options: NSRegularExpression.Options = []
  ) throws -> NSRegularExpression {
    try NSRegularExpression(pattern: text, options: options.union(.anchorsMatchLines))
  }

  /// Returns the first groups of all matches, with a separator between them.
  private static func matches(
    of pattern: NSRegularExpression, in text: String, separator: String
  ) -> String {
    let whole = NSRange(location: 0, length: text.utf16.count)
    return pattern.matches(in: text, range: whole).compactMap {
      Range($0.range(at: 1), in: text).map { String(text[$0]) }
    }.joined(separator: separator)
  }

  /// Returns the occurrences of the word in texts: `path (count)`.
  func places(in texts: [(path: String, text: String)]) throws -> [(path: String, count: Int)] {
    let space = "(?:[ \\t]+|[ \\t]*\\n[ \\t]*(?:///?[ \\t]+|#[ \\t]+|--+[ \\t]*)?)"
    let text = word.replacingOccurrences(of: " ", with: space)
    // A pattern that begins with punctuation has no word boundary there.
    let start = word.hasPrefix("/") || word.hasPrefix(";") ? "" : "\\b"
    let pattern = try Self.pattern("\(start)(?:\(text))\\b", .caseInsensitive)
    return texts.compactMap { path, text in
      let whole = NSRange(location: 0, length: text.utf16.count)
      let count = pattern.numberOfMatches(in: text, range: whole)
      return count > 0 ? (path, count) : nil
    }
  }

  /// Returns the part of `all` that is not in `some`.
  private static func difference(_ all: String, _ some: String) -> String {
    let other = Array(some.utf8)
    var bytes = Array(all.utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index] == other[index], bytes[index] != UInt8(ascii: "\n") {
        bytes[index] = UInt8(ascii: " ")
      }
      index += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a copy of a string without indentation, with at most one blank or empty line in a row.
  ///
  /// Most of the text of comments consists of the blanks that replace code.
  private static func compact(_ text: String) -> String {
    let (blank, newline) = (UInt8(ascii: " "), UInt8(ascii: "\n"))
    var bytes: [UInt8] = []
    var (lines, hasBlank) = (0, false)
    for byte in text.utf8 {
      switch byte {
      case blank: hasBlank = true
      case newline: lines += 1
      default:
        if lines > 0 {
          bytes.append(newline)
          if lines > 1 { bytes.append(newline) }
        } else if hasBlank {
          bytes.append(blank)
        }
        (lines, hasBlank) = (0, false)
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The areas with declared names.
  private static let declared: Set<Area> = [.names, .testNames]
  /// The areas with sentences, without names and code.
  private static let sentences: Set<Area> = [
    .messages, .comments, .pages, .help, .testTitles, .testComments, .articles,
  ]

  static let all: [Vocabulary] = [
    Vocabulary("flow file|flow files|files? of flows", "file of scenarios"),
    Vocabulary("tells?|told", "reports, prints, notifies"),
    Vocabulary("hears?|heard", "observes"),
    Vocabulary("gives|gave", "returns"),
    Vocabulary("nobody|whoever", "the caller, no observer", remaining: [.testComments: 1]),
    Vocabulary("mend|mends|mended", "fix"),
    Vocabulary("anew", "again"),
    Vocabulary("refuse[sd]?|refusals?", "rejected, rejection"),
    // A stand-in stands in for a framework.
    Vocabulary("stands?(?!-in|-alone| in\\b)|stood", "is"),
    Vocabulary("beside", "next to", remaining: [.comments: 1, .tools: 2]),
    // An example is a bookshelf.
    Vocabulary(
      "shel(?:f|ves)|desks?|attics?|tapes?", "cache, context, recording",
      remaining: [
        .pages: 2, .types: 1, .testNames: 6, .testComments: 4, .scripts: 15, .articles: 4,
      ]),
    Vocabulary("verdicts?|deeds?", "result, command"),
    Vocabulary("spoiled", "malformed"),
    Vocabulary("patience|attention", "timeout, poll interval"),
    // An example is a marketplace.
    Vocabulary(
      "offers?|offered|offering", "listens, listening, passes",
      remaining: [.pages: 11, .scripts: 28, .articles: 3]),
    Vocabulary("surveys?|surveyors?", "source index, indexer"),
    // The greatest value is a maximum, also in a name, in which words begin with capital letters.
    Vocabulary("(?<!at\\W)most|deepest", "maxX, maxDepth", in: declared),
    Vocabulary("travels?", "history, undo"),
    Vocabulary("worlds?", "system under test, environment", in: declared),
    // A scene is a window of SwiftUI and UIKit.
    Vocabulary("scenes?", "context, environment", in: [.names]),
    Vocabulary("universes?", "Lua state", in: declared),
    Vocabulary("pictures?", "image, view, renderer", in: declared),
    Vocabulary("grants?|granted", "permission, permitted", in: declared),
    Vocabulary("(?:state|call|universe) images?", "document, heap snapshot", in: declared),
    Vocabulary("places?", "source location, position, endpoint, checkpoint", in: [.types]),
    Vocabulary("marks?", "checkpoint, position, reference", in: [.types]),
    // Lua code has round brackets.
    Vocabulary("rounds?", "iteration, run", in: declared, remaining: [.names: 1]),
    Vocabulary(
      "(?:looks?|looking)(?! (?:like|up)\\b)|glances?", "inspect, inspection", in: declared),
    // An example is a bookshelf.
    Vocabulary("books?", "collector", in: declared, remaining: [.testNames: 10]),
    Vocabulary("arrives?|arrived", "finish, receive", in: declared),
    // A run with the option --quiet shows less output.
    Vocabulary("quiet", "unobserved, idle", in: declared, remaining: [.names: 7, .testNames: 2]),
    Vocabulary("pieces?", "chunk, segment, part", in: declared),
    Vocabulary("house rules?", "conventions"),
    // Phrases that are not idiomatic. Pages quote the names of tests.
    Vocabulary("(?!there\\b)\\w+ is no (?!longer\\b)\\w+", "is not a"),
    Vocabulary("(?!there\\b)\\w+ (?:is|are|was|were) nothing", "is empty, is not defined"),
    Vocabulary("exclude each other", "cannot be combined"),
    Vocabulary("none of (?:that|this) name", "no command with this name"),
    Vocabulary("(?:has|had) to be", "must be"),
    Vocabulary("cannot be had", "is not available"),
    Vocabulary("outside of", "outside"),
    Vocabulary("any more", "no longer"),
    Vocabulary("(?:goes|go|went|going) on", "continues", remaining: [.names: 5, .scripts: 4]),
    Vocabulary("(?:comes|come|came) back", "returns, is restored"),
    Vocabulary("lets? go of", "releases"),
    Vocabulary("spans? of time", "duration"),
    Vocabulary("by turns", "round-robin, alternating"),
    Vocabulary("links? out of|leads? out of", "outside"),
    Vocabulary(
      "(?:was|were) not \\w+ yet", "has not been ... yet"),
    Vocabulary("only the first \\w+ must", "the first, and no other, must"),
    Vocabulary("more than [^.\\n]{1,30} (?:are|were) passed", "expected at most"),
    Vocabulary("answers? to (?:a|the) request", "response"),
    Vocabulary(
      "open ends?", "unchecked changes, unfinished work"),
    // The noun before another noun is idiomatic, as in: a text field, a text file.
    Vocabulary(
      "a text(?! (?:field|file|format|report|search|view))", "a string",
      remaining: [.comments: 1, .pages: 2]),
    // An absent value performs no action.
    Vocabulary(
      "; `nil` (?!if\\b|for\\b|unless\\b|until\\b|when\\b|means\\b|without\\b)\\w+s",
      "or nil if ..., If nil, ...", remaining: [.comments: 1]),
    // A clause in place of a noun.
    Vocabulary(
      "/// (?:What [a-z]+|\\w+s what)", "The results of ..., Prints the ...",
      remaining: [.comments: 15, .testComments: 1]),
    Vocabulary("// MARK: - (?:What|Whether|How|Who|Where|Why|When)", "a noun"),
    Vocabulary("contenders?|judged", "implementation, value, ratio"),
    Vocabulary("multiples? of the bound|the C bound", "baseline"),
    Vocabulary("says", "reports, states", in: sentences),
    Vocabulary("app:check|signalbox check|scripts/check", "app:softExpect, signalbox lint"),
    Vocabulary("quiet operations?", "unobserved operation"),
    Vocabulary("borders? crossings?|cross(?:es|ing)? the border", "bridge, call"),
    Vocabulary("words? of (?:a|the) script|host words?", "global, function"),
    Vocabulary("coverage bars?|bars? (?:in percent|of coverage)", "threshold"),
    // British spelling.
    Vocabulary(
      "colours?|coloured|fulfils?", "color, meets", remaining: [.comments: 4]),
    // The rename of a property once changed sentences by mistake.
    Vocabulary("[a-z]+ transaction\\.[a-z]+", "finished"),
  ]
}
