internal import ArgumentParser
internal import Signalbox
internal import SignalboxFiles
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SignalboxTransports

/// Completes values with names from the project that the command line specifies.
///
/// Files are only read as text, and manifests are evaluated without access to functions, so that no
/// code of the project runs before the user runs it.
enum CompletionSource {
  static let ending = FolderSearch.ending
  /// A placeholder for files with scenarios, which cannot be a valid path.
  static let scenarioFiles = "\u{0}scenario files"

  /// The values of `-k`, which are titles of scenarios. A title follows the last operator.
  static let titles = kind { line in
    expression(line.current, line.index.scenarios.map(\.title).map(quotedTitle))
  }

  /// The values of `--tag`, which are tags. A tag follows the last operator.
  static let tags = kind { line in expression(line.current, line.index.tags.sorted()) }

  /// The values of scenario arguments, which are files with scenarios and, after a path,
  /// `PATH::TITLE`.
  static let scenarios = kind { line in
    guard let end = line.current.firstRange(of: "::") else { return [scenarioFiles] }
    let path = String(line.current[..<end.lowerBound])
    return ScenarioIndex(of: path).scenarios.map { "\(path)::\($0.name)" }
  }

  /// The values of `--plugin` and `plugin info`, which are names of plugins.
  static let plugins = kind { line in line.pluginNames }

  /// The values of `--allow`, which are permissions that can be granted, either to all plugins or
  /// to one plugin.
  static let permissions = kind { line in
    let all = ["fs:read:", "fs:write:", "env:", "run"]
    guard let end = line.current.firstIndex(of: "=") else {
      return all + line.pluginNames.map { $0 + "=" }
    }
    return all.map { line.current[...end] + $0 }
  }

  /// The values of `--reporter`, which are names of built-in reporters.
  static let reporters = kind { _ in ReporterCatalog.all.map { $0.name } }

  /// The values of `--fail-under`, which are kinds of coverage. A kind follows the last comma.
  static let thresholds = kind { line in
    let head = line.current.lastIndex(of: ",").map { line.current[...$0] } ?? ""
    return ScenarioCoverage.Kind.allCases.map { "\(head)\($0.rawValue)=" }
  }

  /// The values of `-e`. After the opening quote of a string in the code, these are the names of
  /// routes, coordinators, links and styles.
  static let code = kind { line in
    guard line.current.count(where: { $0 == "\"" }) % 2 == 1,
      let quote = line.current.lastIndex(of: "\"")
    else { return [] }
    return line.index.names.sorted().map { line.current[...quote] + $0 + "\"" }
  }

  /// The values of `--attach`, which are names of sessions that are listening.
  static let sessions = kind { _ in
    FilePath.names(in: FilePath.folder(of: SocketAddress(named: "").path))
      .filter { $0.hasSuffix(".sock") }.map { String($0.dropLast(".sock".count)) }
  }

  private static func kind(_ candidates: @escaping @Sendable (Line) -> [String]) -> CompletionKind {
    .custom { words, _, current in
      candidates(Line(words: words, current: current)).filter { !$0.contains("\n") }
    }
  }

  // MARK: - Expressions

  /// Returns terms, each preceded by the part of the expression up to the last operator or
  /// parenthesis.
  private static func expression(_ current: String, _ terms: [String]) -> [String] {
    var head = current.startIndex
    var rest = current[...]
    while let first = rest.first {
      let word = rest.prefix(while: isInWord)
      rest = word.isEmpty ? rest.dropFirst() : rest[word.endIndex...]
      let blanks = rest.prefix { $0.isWhitespace }
      if first == "(" || operators.contains(word) && !blanks.isEmpty {
        rest = first == "(" ? rest : rest[blanks.endIndex...]
        head = rest.startIndex
      }
    }
    return terms.map { current[..<head] + $0 }
  }

  /// Returns a title as a term. The title is quoted if it contains a parenthesis or if one of its
  /// words is an operator.
  private static func quotedTitle(_ title: String) -> String {
    let isTerm =
      !title.contains { "()".contains($0) }
      && !title.split { !isInWord($0) }.contains(where: operators.contains)
    return isTerm || title.contains("\"") ? title : "\"\(title)\""
  }

  private static let operators: Set<Substring> = ["and", "or", "not"]

  private static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  // MARK: - The command line

  /// The words of the command line.
  private struct Line {
    let words: [String]
    let current: String

    private func value(of option: String) -> String? {
      for (word, next) in zip(words, words.dropFirst()) where word == option { return next }
      return words.first { $0.hasPrefix(option + "=") }.map {
        String($0.dropFirst(option.count + 1))
      }
    }

    private var project: Project? {
      try? Project(config: value(of: "--config").map(FilePath.expanded))
    }

    /// The names of the plugins in the project and in the program, as given in their manifests.
    var pluginNames: [String] {
      project?.plugins(SourceCache()).outlines.map(\.name) ?? []
    }

    /// The scenarios and names in the project's files.
    var index: ScenarioIndex {
      guard let project else { return ScenarioIndex() }
      return ScenarioIndex(of: (try? project.testRoots()) ?? ["."])
    }
  }
}
