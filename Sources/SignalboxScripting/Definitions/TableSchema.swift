internal import LuaRuntime
internal import Signalbox

/// What the keys of a table that scripts write are called, are, and mean.
struct TableDescription: Sendable {
  /// The name of the class in editors, behind `signalbox.`.
  let name: String
  let summary: String
  let fields: [ScriptReference.Entry]
}

/// A table that scripts write: for each key its type, a summary, and where its value goes.
///
/// Reading, errors, completion, editor stubs and the reference follow from it, so a new key is one line.
/// Guarded by bench: definitions.
struct TableSchema<Target>: Sendable {
  /// One key of the table.
  struct Key: Sendable {
    let entry: ScriptReference.Entry
    let store: @Sendable (TableField, inout Target) throws(LuaError) -> Void

    /// A key whose value is read by a function.
    ///
    /// - Parameters:
    ///   - type: In LuaCATS notation, with `?` for one that may be missing.
    ///   - store: Reads the value and assigns it; throws what is wrong with it.
    init(
      _ name: String, _ type: String, _ summary: String,
      store: @escaping @Sendable (TableField, inout Target) throws(LuaError) -> Void
    ) {
      entry = .value(name, type, summary)
      self.store = store
    }
  }

  let name: String
  let summary: String
  let keys: [Key]

  /// - Parameters:
  ///   - name: The name of the class in editors, behind `signalbox.`.
  ///   - summary: One sentence, or more.
  init(_ name: String, _ summary: String, _ keys: [Key]) {
    self.name = name
    self.summary = summary
    self.keys = keys
  }

  /// For the reference, editors and completion.
  var description: TableDescription {
    TableDescription(name: name, summary: summary, fields: keys.map(\.entry))
  }

  /// Reads the table at `index`.
  ///
  /// - Parameter prefix: How errors call the table within that of `spec`, such as `style.`.
  /// - Throws: `badArgument` for a key that the table does not have, with the nearest one, and for a
  ///   value of another type.
  func read(
    at index: Int, in frame: LuaFrame, _ spec: SpecReader, prefix: String = "",
    into target: inout Target
  ) throws(LuaError) {
    try frame.forEachPair(index) { pair throws(LuaError) in
      let key = try spec.key(pair)
      guard try read(key, pair, spec, prefix: prefix, into: &target) else {
        throw unknownKey(key, spec, prefix: prefix)
      }
    }
  }

  /// Reads the value on top.
  ///
  /// - Returns: Whether the table has the key.
  func read(
    _ key: String, _ pair: LuaFrame, _ spec: SpecReader, prefix: String = "",
    into target: inout Target
  ) throws(LuaError) -> Bool {
    // Not first(where:), which copies the key that it finds.
    for index in keys.indices where keys[index].entry.name == key {
      let label = prefix.isEmpty ? key : prefix + key
      try keys[index].store(TableField(spec: spec, key: label, frame: pair), &target)
      return true
    }
    return false
  }

  func unknownKey(_ key: String, _ spec: SpecReader, prefix: String = "") -> LuaError {
    spec.unknownKey(prefix + key, known: keys.map { prefix + $0.entry.name })
  }
}

/// The value of one key, on top of the stack while it is read.
struct TableField {
  let spec: SpecReader
  /// How errors call it.
  let key: String
  let frame: LuaFrame

  var session: ScriptSession { spec.session }
  var kind: LuaKind { frame.kind(-1) }
  /// How errors call a table in it.
  var path: String { "\(spec.path): \(key)" }

  func wrong(expected: String) -> LuaError { spec.wrong(key, frame, expected: expected) }

  func function(expected: String = "a function") throws(LuaError) -> LuaFunction {
    guard kind == .function else { throw wrong(expected: expected) }
    return try frame.function(-1)
  }

  func handler() throws(LuaError) -> ScriptedHandler { try spec.handler(key, frame) }

  /// The name of a coordinator, or its definition.
  func coordinator() throws(LuaError) -> String {
    if let definition = frame.object(-1, session.handles.definition) { return definition.name }
    return try spec.text(key, frame)
  }

  func arguments(path: String? = nil) throws(LuaError) -> NavigationArguments {
    try ValueBridge.arguments(at: -1, in: frame, path: path ?? self.path)
  }
}

// MARK: - Keys of common types

extension TableSchema.Key {
  typealias Store<Value> = @Sendable (inout Target, Value) -> Void

  static func boolean(_ name: String, _ store: @escaping Store<Bool>, _ summary: String) -> Self {
    Self(name, "boolean?", summary) { field, target throws(LuaError) in
      store(&target, try field.spec.boolean(field.key, field.frame))
    }
  }

  /// A trait of screens that is set where the value is `isSet`.
  static func trait(
    _ name: String, _ trait: ScreenTraits, isSet: Bool = true,
    _ store: @escaping Store<ScreenTraits>, _ summary: String
  ) -> Self {
    Self(name, "boolean?", summary) { field, target throws(LuaError) in
      if try field.spec.boolean(field.key, field.frame) == isSet {
        store(&target, trait)
      }
    }
  }

  static func text(
    _ name: String, _ store: @escaping Store<String>, type: String = "string?", _ summary: String
  ) -> Self {
    Self(name, type, summary) { field, target throws(LuaError) in
      store(&target, try field.spec.text(field.key, field.frame))
    }
  }

  static func title(_ store: @escaping Store<ScriptedRoute.Title>) -> Self {
    Self("title", "string|fun(args: table): string", "the screen's title") {
      field, target throws(LuaError) in
      store(&target, try field.spec.title(field.key, field.frame))
    }
  }

  static func actions(_ store: @escaping Store<[ScriptedAction]>, _ summary: String) -> Self {
    Self("actions", "table?", summary) { field, target throws(LuaError) in
      store(&target, try field.spec.actions(field.key, field.frame))
    }
  }

  static func arguments(_ store: @escaping Store<NavigationArguments>, _ summary: String) -> Self {
    Self("args", "table?", summary) { field, target throws(LuaError) in
      store(&target, try field.arguments())
    }
  }

  static func parameters(_ store: @escaping Store<[RouteParameter]>, _ summary: String) -> Self {
    Self("args", "table<string, string>?", summary) { field, target throws(LuaError) in
      store(&target, try field.spec.parameters(field.key, field.frame))
    }
  }

  /// A presentation style, with changes where it is a table.
  static func style(
    _ store: @escaping Store<LayerReader.LayerStyle>, _ summary: String
  ) -> Self {
    Self("style", "signalbox.Style|signalbox.StyleTable?", summary) {
      field, target throws(LuaError) in
      store(&target, try LayerReader(spec: field.spec).style(field.frame))
    }
  }

  static func handler(
    _ name: String, _ store: @escaping Store<ScriptedHandler>, _ summary: String
  ) -> Self {
    Self(name, "string|function?", summary) { field, target throws(LuaError) in
      store(&target, try field.handler())
    }
  }

  static func coordinator(
    _ name: String, _ store: @escaping Store<String>, type: String = "string?",
    _ summary: String
  ) -> Self {
    Self(name, type, summary) { field, target throws(LuaError) in
      store(&target, try field.coordinator())
    }
  }
}
