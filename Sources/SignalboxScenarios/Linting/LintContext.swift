internal import SignalboxScripting

/// The declarations of a file of scenarios and of the modules that it requires.
struct LintContext {
  struct Text {
    let path: String
    let sourceIndex: LuaIndex
  }

  let scenarios: [ScenarioDescription]
  /// The file, followed by its modules.
  let texts: [Text]
  /// The globals of every script.
  let base: Set<String>
  let types: [DeclaredType]
  /// The main coordinator type of the application.
  let main: String?
  /// The closed sets of names of plugins.
  let names: [NameSet]
  /// The plugins that were rejected.
  let rejections: [LintFinding]

  /// The functions that define coordinators.
  static let definitions: Set<String> = ["coordinator", "tabs"]

  /// The loaded types, and those that are defined only while a scenario runs.
  var typeNames: Set<String> {
    let later = texts.flatMap(\.sourceIndex.namings).filter { Self.definitions.contains($0.word) }
    return Set(types.map(\.name)).union(later.map(\.name))
  }

  /// Returns the line of a string in the file that defines a type, at or after its beginning.
  func line(of text: String, in type: DeclaredType) -> Int? {
    guard let place = type.place,
      let lines = texts.first(where: { $0.path == place.file })?.sourceIndex.literals[text]
    else { return type.place?.line }
    return lines.first { $0 >= place.line } ?? place.line
  }
}
