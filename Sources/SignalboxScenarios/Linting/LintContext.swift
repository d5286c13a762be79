internal import SignalboxScripting

/// What a file of scenarios and all that it requires declare.
struct LintContext {
  struct Text {
    let path: String
    let survey: LuaSurvey
  }

  let scenarios: [ScenarioDescription]
  /// The file, then its modules.
  let texts: [Text]
  /// The globals that every script finds.
  let base: Set<String>
  let types: [DeclaredType]
  /// The type that the application begins with.
  let main: String?
  /// The closed sets of names that plugins know.
  let names: [NameSet]
  /// The plugins that were rejected.
  let rejections: [LintFinding]

  /// The words that define coordinators.
  static let definitions: Set<String> = ["coordinator", "tabs"]

  /// The types that are loaded, and those that are only defined while a scenario runs.
  var typeNames: Set<String> {
    let later = texts.flatMap(\.survey.namings).filter { Self.definitions.contains($0.word) }
    return Set(types.map(\.name)).union(later.map(\.name))
  }

  /// The line of a string in the file that defines a type, at or behind its beginning.
  func line(of text: String, in type: DeclaredType) -> Int? {
    guard let place = type.place,
      let lines = texts.first(where: { $0.path == place.file })?.survey.literals[text]
    else { return type.place?.line }
    return lines.first { $0 >= place.line } ?? place.line
  }
}
