internal import ArgumentParser
internal import Signalbox
internal import SignalboxFiles
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SignalboxTransports

/// Completes values from the project to which the command line refers.
///
/// Files are only read as text, and manifests are evaluated without access to functions, so that no
/// project code runs before the user runs it.
enum CompletionSource {
  static let ending = FolderSearch.ending
  /// A value that requests files with scenarios. It cannot be a path.
  static let scenarioFiles = "\u{0}scenario files"

  /// For `-k`: the titles of scenarios, after the last operator.
  static let titles = kind { line in
    expression(line.current, line.index.scenarios.map(\.title).map(quotedTitle))
  }

  /// For `--tag`: tags, after the last operator.
  static let tags = kind { line in expression(line.current, line.index.tags.sorted()) }

  /// For scenario arguments: files with scenarios and, after a path, `PATH::TITLE`.
  static let scenarios = kind { line in
    guard let end = line.current.firstRange(of: "::") else { return [scenarioFiles] }
    let path = String(line.current[..<end.lowerBound])
    return ScenarioIndex(of: path).scenarios.map { "\(path)::\($0.name)" }
  }

  /// For `--plugin` and `plugin info`: the names of plugins.
  static let plugins = kind { line in line.pluginNames }

  /// For `--allow`: the permissions that can be granted, either for all plugins or for one.
  static let permissions = kind { line in
    let all = ["fs:read:", "fs:write:", "env:", "run"]
    guard let end = line.current.firstIndex(of: "=") else {
      return all + line.pluginNames.map { $0 + "=" }
    }
    return all.map { line.current[...end] + $0 }
  }

  /// For `--reporter`: the names of reporters.
  static let reporters = kind { _ in ReporterCatalog.all.map { $0.name } }

  /// For `--fail-under`: the kinds of coverage, after the last comma.
  static let thresholds = kind { line in
    let head = line.current.lastIndex(of: ",").map { line.current[...$0] } ?? ""
    return ScenarioCoverage.Kind.allCases.map { "\(head)\($0.rawValue)=" }
  }

  /// For `-e`: the names that are possible in a string in the code, after its opening quote:
  /// routes, coordinators, links and styles.
  static let code = kind { line in
    guard line.current.count(where: { $0 == "\"" }) % 2 == 1,
      let quote = line.current.lastIndex(of: "\"")
    else { return [] }
    return line.index.names.sorted().map { line.current[...quote] + $0 + "\"" }
  }

  /// For `--attach`: the names of sessions that listen.
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

  /// Returns terms, each preceded by the expression up to its last operator or parenthesis.
  private static func expression(_ current: String, _ terms: [String]) -> [String] {
    var head = current.startIndex
    for match in current.matches(of: /\(|\b(?:and|or|not)\s+/) { head = match.range.upperBound }
    return terms.map { current[..<head] + $0 }
  }

  /// Returns a title as a term, quoted if one of its words is an operator.
  private static func quotedTitle(_ title: String) -> String {
    title.contains(/\b(?:and|or|not)\b|[()]/) && !title.contains("\"") ? "\"\(title)\"" : title
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

    /// The names of the plugins in the project and in the program, from their manifests.
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
