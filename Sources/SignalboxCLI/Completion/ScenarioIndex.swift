internal import Signalbox
internal import SignalboxFiles
internal import SignalboxScripting

/// The scenarios, tags and names in files. The index reads the source without running it.
///
/// Names that are computed at run time are not included. Cost: O(n), where n is the total size of
/// the files. About ``maxBytes`` bytes and at most ``maxEntries`` folder entries are read.
struct ScenarioIndex {
  /// A scenario with a literal title.
  struct Scenario: Equatable {
    let title: String
    /// The title, preceded by the titles of its suites, as in `PATH::TITLE`.
    let name: String
  }

  private static let maxBytes = 8 << 20
  private static let maxFiles = 2_000
  /// The maximum number of folder entries that are visited to find scripts.
  private static let maxEntries = 20_000
  private static let maxEntriesPerFolder = 1_000

  private(set) var scenarios: [Scenario] = []
  private(set) var tags: Set<String> = []
  /// The names of routes, coordinators, links and styles.
  private(set) var names = Set(PresentationStyle.builtIn.map(\.name))

  init() {}

  /// Reads a file.
  init(of path: String) {
    if let source = try? ScriptFile.read(FilePath.expanded(path)) { add(source) }
  }

  /// Reads the scripts in files and folders.
  init(of roots: [String]) {
    var search = FolderSearch(
      maxEntries: Self.maxEntries, maxEntriesPerFolder: Self.maxEntriesPerFolder
    ) {
      $0.hasSuffix(".lua") && $0 != FolderSearch.projectFile
    }
    for root in roots { try? search.add(root) }
    var rest = Self.maxBytes
    for path in search.files.sorted().prefix(Self.maxFiles) where rest > 0 {
      guard let source = try? ScriptFile.read(path) else { continue }
      rest -= source.count
      add(source)
    }
  }

  private mutating func add(_ source: [UInt8]) {
    readScenarios(source)
    let text = LuaIndex(source)
    tags.formUnion(text.entries["tags"] ?? [])
    names.formUnion(text.keys["routes"] ?? [])
    names.formUnion(text.keys["links"] ?? [])
    let words: Set = ["coordinator", "presentationStyle"]
    names.formUnion(text.namings.filter { words.contains($0.word) }.map(\.name))
  }

  /// Reads each `scenario "title"`, including those within `suite "title" { … }`.
  private mutating func readScenarios(_ source: [UInt8]) {
    let tokens = Array(LuaTokens(source))
    var depth = 0
    var suites: [(title: String, depth: Int)] = []
    for (index, token) in tokens.enumerated() {
      switch token.word {
      case "{": depth += 1
      case "}":
        depth -= 1
        while let last = suites.last, last.depth >= depth { suites.removeLast() }
      case "scenario", "suite":
        guard token.kind == .name, let title = Self.title(after: index, tokens, source) else {
          continue
        }
        if token.word == "suite" {
          suites.append((title, depth))
        } else {
          let name = (suites.map(\.title) + [title]).joined(separator: " › ")
          scenarios.append(Scenario(title: title, name: name))
        }
      default: break
      }
    }
  }

  /// Returns the value of the string literal that follows a name, with or without parentheses, or
  /// `nil` if there is no literal or it contains escapes.
  private static func title(
    after index: Int, _ tokens: [LuaToken], _ source: [UInt8]
  ) -> String? {
    var next = index + 1
    if next < tokens.count, tokens[next].word == "(" { next += 1 }
    guard next < tokens.count, tokens[next].kind == .string, !tokens[next].isUnfinished else {
      return nil
    }
    let bytes = source[tokens[next].start..<tokens[next].end]
    guard let quote = bytes.first, quote != UInt8(ascii: "["), !bytes.contains(UInt8(ascii: "\\"))
    else { return nil }
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
