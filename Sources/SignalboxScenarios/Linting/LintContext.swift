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

    /// Returns the column of the byte at an index, counted from 1 in Unicode scalars.
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
  /// The types of the expressions of each text.
  let receivers: [ReceiverTypes]
  /// The globals of every script.
  let base: Set<String>
  let types: [DeclaredType]
  /// The names that the texts define.
  let defined: DefinedNames
  /// The main coordinator type of the application.
  let main: String?
  /// The closed sets of names of plugins.
  let names: [NameSet]
  /// The methods that scenarios and plugins add to handles, by the kind of handle.
  let addedMethods: [String: Set<String>]
  /// The matchers of plugins.
  let matchers: Set<String>
  /// The presentation styles.
  let styles: Set<String>
  /// Whether a plugin is loaded: it may add methods to coordinators.
  let hasPlugins: Bool
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

/// The names that texts define.
struct DefinedNames {
  /// The globals that a script assigns.
  private(set) var globals: Set<String> = []
  /// The fields that a script assigns.
  private(set) var fields: Set<String> = []
  /// The functions and fields that may be methods of coordinators: those that a script defines,
  /// also with a key or string that it writes out.
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
