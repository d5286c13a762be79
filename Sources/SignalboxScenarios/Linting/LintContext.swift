internal import SignalboxScripting

/// The declarations of a scenario file and of the modules that it requires.
struct LintContext {
  struct Text {
    let path: String
    let sourceIndex: LuaIndex
    private let source: [UInt8]

    init(_ path: String, _ source: [UInt8]) {
      self.path = path
      self.source = source
      sourceIndex = LuaIndex(source)
    }

    /// Returns the column of the byte at an index, counted in Unicode scalars from 1.
    func column(at start: Int) -> Int {
      let end = min(start, source.count)
      let newlines: [UInt8] = [0x0A, 0x0D]
      let line = source[..<end].lastIndex(where: newlines.contains).map { $0 + 1 } ?? 0
      return String(decoding: source[line..<end], as: UTF8.self).unicodeScalars.count + 1
    }
  }

  let scenarios: [ScenarioDescription]
  /// The file, followed by its modules.
  let texts: [Text]
  /// The types of the expressions in each file.
  let receivers: [ReceiverTypes]
  /// The globals that every script can use.
  let base: Set<String>
  let types: [DeclaredType]
  /// The names that the files define.
  let defined: DefinedNames
  /// The type of the application's main coordinator, or `nil` if it is unknown.
  let main: String?
  /// The closed sets of names that plugins have declared.
  let names: [NameSet]
  /// The methods that scenarios and plugins add to handles, keyed by the kind of handle.
  let addedMethods: [String: Set<String>]
  /// The names of the matchers that plugins have added.
  let matchers: Set<String>
  /// The names of the registered presentation styles.
  let styles: Set<String>
  /// The link patterns of the application itself.
  let applicationLinks: [String]
  /// Whether a plugin is loaded. Any plugin may add methods to coordinators.
  let hasPlugins: Bool
  /// The findings for the plugins that were rejected.
  let rejections: [LintFinding]

  /// The functions that define coordinators.
  static let definitions: Set<String> = ["coordinator", "tabs"]

  /// The names of the loaded types, and of types that are defined only while a scenario runs.
  var typeNames: Set<String> {
    let later = texts.flatMap(\.sourceIndex.namings).filter { Self.definitions.contains($0.word) }
    return Set(types.map(\.name)).union(later.map(\.name))
  }

  /// Returns the first line, at or after the beginning of a type's definition, on which the given
  /// string literal occurs. If there is no such line, returns the first line of the definition, or
  /// `nil` if it is unknown.
  func line(of text: String, in type: DeclaredType) -> Int? {
    guard let place = type.place,
      let lines = texts.first(where: { $0.path == place.file })?.sourceIndex.literals[text]
    else { return type.place?.line }
    return lines.first { $0 >= place.line } ?? place.line
  }
}

/// The names that scripts define.
struct DefinedNames {
  /// The globals that scripts assign.
  private(set) var globals: Set<String> = []
  /// The fields that scripts assign.
  private(set) var fields: Set<String> = []
  /// The names of functions and fields that may be methods of coordinators, including the keys of
  /// table literals and all string literals.
  private(set) var methods: Set<String>

  init(_ texts: [LintContext.Text], _ types: [DeclaredType]) {
    methods = Set(types.flatMap(\.methods.keys))
    for index in texts.map(\.sourceIndex) {
      globals.formUnion(index.globals.filter(\.isWritten).map(\.name))
      fields.formUnion(index.fields)
      methods.formUnion(index.methods)
      for keys in index.keys.values { methods.formUnion(keys) }
      methods.formUnion(index.literals.keys)
    }
    methods.formUnion(fields)
  }
}
