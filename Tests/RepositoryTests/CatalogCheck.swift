/// Checks one catalog: its list must contain every member of its folder.
struct CatalogCheck: Sendable, CustomStringConvertible {
  /// The criterion that distinguishes members of the catalog from other files in the folder.
  enum Membership: Sendable {
    /// Every type that declares conformance to the protocol with this name.
    case conformance(String)
    /// Every file whose name ends with this text. The file's main type is the member.
    case fileName(String)
    /// Every constant that is created with the initializer of the type with this name.
    case constant(String)
  }

  /// The file with the list, relative to the root.
  let catalog: String
  /// The folder of the members, searched recursively.
  let folder: String
  let membership: Membership

  var description: String { catalog }

  static let all = [
    CatalogCheck(
      catalog: "Sources/Signalbox/Operations/OperationCatalog.swift",
      folder: "Sources/Signalbox/Operations",
      membership: .constant("NavigationOperation")),
    CatalogCheck(
      catalog: "Sources/Signalbox/Gestures/GestureCatalog.swift",
      folder: "Sources/Signalbox/Gestures",
      membership: .constant("NavigationOperation")),
    CatalogCheck(
      catalog: "Sources/SignalboxProtocol/Methods/MethodCatalog.swift",
      folder: "Sources/SignalboxProtocol/Methods",
      membership: .fileName("Method.swift")),
    CatalogCheck(
      catalog: "Sources/SignalboxREPL/Attach/Methods/ScriptMethodCatalog.swift",
      folder: "Sources/SignalboxREPL/Attach/Methods",
      membership: .fileName("Method.swift")),
    CatalogCheck(
      catalog: "Sources/SignalboxREPL/Serving/Methods/ScenarioMethodCatalog.swift",
      folder: "Sources/SignalboxREPL/Serving/Methods",
      membership: .fileName("Method.swift")),
    CatalogCheck(
      catalog: "Sources/SignalboxWeb/Methods/WebMethodCatalog.swift",
      folder: "Sources/SignalboxWeb/Methods",
      membership: .fileName("Method.swift")),
    CatalogCheck(
      catalog: "Sources/SignalboxCLI/Agent/AgentToolCatalog.swift",
      folder: "Sources/SignalboxCLI/Agent",
      membership: .conformance("AgentTool")),
    CatalogCheck(
      catalog: "Sources/SignalboxREPL/Commands/CommandCatalog.swift",
      folder: "Sources/SignalboxREPL/Commands",
      membership: .fileName("Command.swift")),
    CatalogCheck(
      catalog: "Sources/SignalboxInspector/Renderers/RendererCatalog.swift",
      folder: "Sources/SignalboxInspector/Renderers",
      membership: .fileName("Renderer.swift")),
    CatalogCheck(
      catalog: "Sources/SignalboxScenarios/Matchers/MatcherCatalog.swift",
      folder: "Sources/SignalboxScenarios/Matchers",
      membership: .fileName("Matcher.swift")),
    CatalogCheck(
      catalog: "Sources/SignalboxScenarios/Reporters/ReporterCatalog.swift",
      folder: "Sources/SignalboxScenarios/Reporters",
      membership: .fileName("Reporter.swift")),
    CatalogCheck(
      catalog: "Sources/SignalboxScenarios/Linting/LintCatalog.swift",
      folder: "Sources/SignalboxScenarios/Linting",
      membership: .conformance("LintRule")),
  ]

  /// Returns the members of the folder that the list does not contain.
  ///
  /// A folder without files has no members, so a row can be added here before its layer exists.
  func findings(in files: [SourceFile]) -> [Finding] {
    let files = files.filter { $0.path.hasPrefix(folder + "/") }
    guard !files.isEmpty else { return [] }
    guard let list = files.first(where: { $0.path == catalog }) else {
      return [Finding(catalog, 0, "is missing, the catalog of \(folder)")]
    }
    let listed = Set(list.code.matches(of: /[A-Za-z]\w*/).map { String($0.output) })
    return files.filter { $0.path != catalog }.flatMap { file in
      members(of: file).filter { !listed.contains($0.type) }.map {
        Finding(file.path, $0.line, "\($0.type) is missing in \(catalog)")
      }
    }
  }

  /// Returns the catalogs that `checks` does not contain.
  static func unheld(in files: [SourceFile], by checks: [CatalogCheck]) -> [Finding] {
    files.filter { file in
      file.name.hasSuffix("Catalog.swift") && !checks.contains { $0.catalog == file.path }
    }.map { Finding($0.path, 0, "has no row in CatalogCheck.all") }
  }

  private func members(of file: SourceFile) -> [(type: String, line: Int)] {
    switch membership {
    case .fileName(let ending): file.name.hasSuffix(ending) ? [(file.typeName, 0)] : []
    case .conformance(let name): conformances(to: name, in: file.code)
    case .constant(let name): constants(of: name, in: file.code)
    }
  }

  private func constants(of name: String, in code: String) -> [(type: String, line: Int)] {
    code.matches(of: /\bstatic let (\w+) = (\w+)\(/).filter { $0.output.2 == name }.map {
      (String($0.output.1), code.line(at: $0.range.lowerBound))
    }
  }

  private func conformances(to name: String, in code: String) -> [(type: String, line: Int)] {
    let pattern = /\b(?:enum|struct|class|actor|extension)\s+(\w+)(?:<[^>]*>)?\s*:([^{]*)\{/
    return code.matches(of: pattern).compactMap { match in
      let inherited = match.output.2.split(separator: /\bwhere\b/).first ?? ""
      let names = inherited.matches(of: /\w+/).map { String($0.output) }
      guard names.contains(name) else { return nil }
      return (String(match.output.1), code.line(at: match.range.lowerBound))
    }
  }
}
