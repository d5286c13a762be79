internal import LuaRuntime
internal import Signalbox

/// The description of a table that scripts write: its keys with their types and descriptions.
public struct TableDescription: Sendable {
  /// The name of the class in editors, without the prefix `signalbox.`.
  package let name: String
  let summary: String
  package let fields: [ScriptReference.Entry]
  /// The name of a table whose keys are also valid in this table, or `nil` if there is none.
  var parent: String?

  /// Creates a description of a table that a higher-level module reads without a schema.
  package init(_ name: String, _ summary: String, _ fields: [ScriptReference.Entry]) {
    self.name = name
    self.summary = summary
    self.fields = fields
  }
}

/// The schema of a table that scripts write. For each key, the schema contains the type, a summary,
/// and a closure that reads and stores the value.
///
/// The parser, errors, completion, editor stubs and the reference are derived from the schema, so
/// that a new key requires only a single declaration. Benchmark: `W7iso`.
package struct TableSchema<Target, Field: TableField>: Sendable {
  /// A closure that reads a value and stores it. The closure throws an error if the value is
  /// invalid.
  package typealias Store = @Sendable (Field, inout Target) throws(Field.Failure) -> Void

  /// A key of the table.
  package struct Key: Sendable {
    package let entry: ScriptReference.Entry
    /// A description of a required value, such as `a function`, or `nil` if the schema does not
    /// require the value.
    let need: String?
    let store: Store

    /// - Parameter type: The type in LuaCATS notation. A trailing `?` indicates that the value is
    ///   optional.
    package init(
      _ name: String, _ type: String, _ summary: String, need: String? = nil,
      store: @escaping Store
    ) {
      entry = .value(name, type, summary)
      self.need = need
      self.store = store
    }
  }

  let name: String
  let summary: String
  package let keys: [Key]
  private let parent: String?
  /// The closure that reads elements without keys, or `nil` if the table must not contain such
  /// elements.
  private let element: Store?

  /// - Parameters:
  ///   - name: The name of the class in editors, without the prefix `signalbox.`.
  ///   - summary: A description that consists of one or more sentences.
  ///   - parent: The name of a table whose keys are also valid and are omitted from the
  ///     description, or `nil` if there is none.
  package init(
    _ name: String, _ summary: String, extending parent: String? = nil, _ keys: [Key],
    element: Store? = nil
  ) {
    self.name = name
    self.summary = summary
    self.keys = keys
    self.parent = parent
    self.element = element
  }

  /// The description for the reference, editors and completion.
  package var description: TableDescription {
    var description = TableDescription(name, summary, keys.map(\.entry))
    description.parent = parent
    return description
  }

  /// The names of the keys.
  package var names: [String] { keys.map(\.entry.name) }
}

/// The value of a key while it is being read: a value on the Lua stack for a definition, or a value
/// that a host reads.
package protocol TableField: SendableMetatype {
  associatedtype Failure: Error
  var boolean: Bool? { get }
  func wrong(expected: String) -> Failure
  /// Returns the value as a string, or `nil` if it has another type.
  func string() throws(Failure) -> String?
}

extension TableField {
  package func flag() throws(Failure) -> Bool {
    guard let boolean else { throw wrong(expected: "true or false") }
    return boolean
  }

  package func text() throws(Failure) -> String {
    guard let text = try string() else { throw wrong(expected: "a string") }
    return text
  }
}

extension TableSchema.Key {
  package typealias Assign<Value> = @Sendable (inout Target, Value) -> Void

  package static func boolean(
    _ name: String, _ assign: @escaping Assign<Bool>, _ summary: String
  ) -> Self {
    Self(name, "boolean?", summary) { field, target throws(Field.Failure) in
      assign(&target, try field.flag())
    }
  }

  package static func text(
    _ name: String, _ assign: @escaping Assign<String>, type: String = "string?", _ summary: String
  ) -> Self {
    Self(name, type, summary) { field, target throws(Field.Failure) in
      assign(&target, try field.text())
    }
  }
}

// MARK: - Tables on the Lua stack

/// The schema of a table in a definition.
typealias DefinitionSchema<Target> = TableSchema<Target, DefinitionField>

extension TableSchema where Field == DefinitionField {
  /// Reads the table at `index`.
  ///
  /// - Parameter prefix: The path from the table of `spec` to the nested table, such as `style.`,
  ///   for errors.
  /// - Throws: `badArgument` if a key is unknown or a value has the wrong type. For an unknown key,
  ///   the error suggests a similar key, if there is one.
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

  /// Reads the value on top of the stack.
  ///
  /// - Returns: Whether the schema contains the key.
  func read(
    _ key: String, _ pair: LuaFrame, _ spec: SpecReader, prefix: String = "",
    into target: inout Target
  ) throws(LuaError) -> Bool {
    // Using `first(where:)` would copy the key.
    for index in keys.indices where keys[index].entry.name == key {
      let label = prefix.isEmpty ? key : prefix + key
      try keys[index].store(DefinitionField(spec: spec, key: label, frame: pair), &target)
      return true
    }
    return false
  }

  func unknownKey(_ key: String, _ spec: SpecReader, prefix: String = "") -> LuaError {
    spec.unknownKey(prefix + key, known: names.map { prefix + $0 })
  }
}

/// The value of a key in a definition, which is on top of the Lua stack while it is being read.
struct DefinitionField: TableField {
  typealias Failure = LuaError

  let spec: SpecReader
  /// The key, for error messages.
  let key: String
  let frame: LuaFrame

  var session: ScriptSession { spec.session }
  var kind: LuaKind { frame.kind(-1) }
  /// The path to a nested table, for error messages.
  var path: String { "\(spec.path): \(key)" }

  var boolean: Bool? { kind == .boolean ? frame.boolean(-1) : nil }

  func string() throws(LuaError) -> String? { kind == .string ? try frame.string(-1) : nil }

  func wrong(expected: String) -> LuaError { spec.wrong(key, frame, expected: expected) }

  func function(expected: String = "a function") throws(LuaError) -> LuaFunction {
    guard kind == .function else { throw wrong(expected: expected) }
    return try frame.function(-1)
  }

  func handler() throws(LuaError) -> ScriptedHandler { try spec.handler(key, frame) }

  /// Returns the name of a coordinator type. The definition of the type is accepted as well.
  func coordinator() throws(LuaError) -> String {
    if let definition = frame.object(-1, session.handles.definition) { return definition.name }
    return try spec.text(key, frame)
  }

  func arguments(path: String? = nil) throws(LuaError) -> NavigationArguments {
    try ValueBridge.arguments(at: -1, in: frame, path: path ?? self.path)
  }
}

extension TableSchema.Key where Field == DefinitionField {
  /// Creates a key that sets a screen trait if the key's value equals `isSet`.
  static func trait(
    _ name: String, _ trait: ScreenTraits, isSet: Bool = true,
    _ store: @escaping Assign<ScreenTraits>, _ summary: String
  ) -> Self {
    Self(name, "boolean?", summary) { field, target throws(LuaError) in
      if try field.flag() == isSet {
        store(&target, trait)
      }
    }
  }

  static func title(_ store: @escaping Assign<ScriptedRoute.Title>) -> Self {
    Self("title", "(string|fun(args: table): string)?", "the screen's title") {
      field, target throws(LuaError) in
      store(&target, try field.spec.title(field.key, field.frame))
    }
  }

  static func actions(_ store: @escaping Assign<[ScriptedAction]>, _ summary: String) -> Self {
    Self("actions", "table?", summary) { field, target throws(LuaError) in
      store(&target, try field.spec.actions(field.key, field.frame))
    }
  }

  static func arguments(_ store: @escaping Assign<NavigationArguments>, _ summary: String) -> Self {
    Self("args", "table?", summary) { field, target throws(LuaError) in
      store(&target, try field.arguments())
    }
  }

  static func parameters(_ store: @escaping Assign<[RouteParameter]>, _ summary: String) -> Self {
    Self("args", "table<string, string>?", summary) { field, target throws(LuaError) in
      store(&target, try field.spec.parameters(field.key, field.frame))
    }
  }

  /// Creates a key for a presentation style. A table can also set layer traits.
  static func style(
    _ store: @escaping Assign<LayerReader.LayerStyle>, _ summary: String
  ) -> Self {
    Self("style", "signalbox.Style|signalbox.StyleTable?", summary) {
      field, target throws(LuaError) in
      store(&target, try LayerReader(spec: field.spec).style(field.frame))
    }
  }

  static func handler(
    _ name: String, _ store: @escaping Assign<ScriptedHandler>, _ summary: String
  ) -> Self {
    Self(name, "string|function?", summary) { field, target throws(LuaError) in
      store(&target, try field.handler())
    }
  }

  static func coordinator(
    _ name: String, _ store: @escaping Assign<String>, type: String = "string?",
    _ summary: String
  ) -> Self {
    Self(name, type, summary) { field, target throws(LuaError) in
      store(&target, try field.coordinator())
    }
  }
}

// MARK: - Tables of hosts

/// The schema of a table whose fields a host reads as ``ScriptValue``s.
package typealias ValueSchema<Target> = TableSchema<Target, ValueField>

/// A mistake in a table that a host reads, such as an invalid value or an unknown key.
package struct TableMistake: Error {
  /// The keys that lead to the value, outermost first.
  package let keys: [String]
  /// A one-sentence description of the mistake, in lower case and without a period.
  package let message: String
  package let hint: String?

  package init(_ keys: [String], _ message: String, hint: String? = nil) {
    self.keys = keys
    self.message = message
    self.hint = hint
  }
}

/// The location of a table, for error messages.
package struct TableLocation {
  /// The name of the table in errors, such as `operation "swap"`.
  package let path: String
  /// The keys that lead to the table, outermost first.
  package let keys: [String]
  /// The session that formats values, or `nil` for data without a session.
  let session: ScriptSession?

  package init(_ path: String, keys: [String] = [], in session: ScriptSession? = nil) {
    self.path = path
    self.keys = keys
    self.session = session
  }

  package func mistake(_ message: String, hint: String? = nil) -> TableMistake {
    TableMistake(keys, message, hint: hint)
  }

  /// Returns a value as it is shown in errors.
  package func shown(_ value: ScriptValue) -> String {
    if let session { return session.text(of: value) }
    switch value {
    case .string: return quotation(value.text ?? "")
    case .integer(let value): return "\(value)"
    case .number(let value): return "\(value)"
    case .boolean(let value): return "\(value)"
    default: return value.isNil ? "nil" : "a \(value.kindName)"
    }
  }
}

extension TableSchema where Field == ValueField {
  /// Reads a table.
  ///
  /// - Parameter example: An example of the expected table, for error messages.
  package func read(
    _ value: ScriptValue, _ location: TableLocation, like example: String = "",
    into target: inout Target
  ) throws(TableMistake) {
    guard let table = value.table else {
      let tail = example.isEmpty ? "" : ": \(example)"
      throw location.mistake(
        "\(location.path) is \(location.shown(value)), expected a table\(tail)")
    }
    for pair in table.pairs {
      if let element, case .integer(let number) = pair.key {
        try element(
          ValueField(key: "element \(number)", value: pair.value, table: location), &target)
      } else if let key = keys.first(where: { $0.entry.name == pair.key.text }) {
        try key.store(
          ValueField(key: key.entry.name, value: pair.value, table: location), &target)
      } else {
        let key = pair.key.text ?? location.shown(pair.key)
        throw TableMistake(
          location.keys + [key], "\(location.path) has no key \(location.shown(pair.key))",
          hint: nameHint(for: key, in: names))
      }
    }
    for key in keys where table[key.entry.name].isNil {
      guard let need = key.need else { continue }
      throw location.mistake("\(location.path) needs \(key.entry.name), \(need)")
    }
  }

  /// Reads a table that was passed to a host function.
  ///
  /// - Throws: `badArgument` if the table is invalid.
  package func read(
    _ value: ScriptValue, of path: String, like example: String = "", in session: ScriptSession,
    into target: inout Target
  ) throws(ScriptError) {
    do throws(TableMistake) {
      try read(value, TableLocation(path, in: session), like: example, into: &target)
    } catch {
      throw .badArgument(error.message, hint: error.hint)
    }
  }
}

/// The value of a key that a host reads.
package struct ValueField: TableField {
  package typealias Failure = TableMistake

  package let key: String
  package let value: ScriptValue
  package let table: TableLocation

  package init(key: String, value: ScriptValue, table: TableLocation) {
    self.key = key
    self.value = value
    self.table = table
  }

  package var boolean: Bool? { value.boolean }

  /// The location of the value, which must be a table.
  var location: TableLocation {
    let keys = table.keys + [key]
    return TableLocation(
      keys.map { shortened($0, to: 200) }.joined(separator: "."), keys: keys, in: table.session)
  }

  package func string() -> String? { value.text }

  package func wrong(expected: String) -> TableMistake {
    malformed("is \(table.shown(value)), expected \(expected)")
  }

  /// Returns an error whose message begins with the name of the table and the key.
  package func malformed(_ rest: String, hint: String? = nil) -> TableMistake {
    TableMistake(table.keys + [key], "\(table.path): \(key) \(rest)", hint: hint)
  }

  package func function() throws(TableMistake) -> ScriptFunction {
    guard let function = value.function else { throw wrong(expected: "a function") }
    return function
  }

  /// Returns the values in a list.
  ///
  /// - Parameter expected: A description of a valid element, for error messages.
  package func list<Value>(
    _ expected: String, _ read: (ScriptValue) -> Value?
  ) throws(TableMistake) -> [Value] {
    guard let table = value.table, case let list = table.list, list.count == table.pairs.count
    else { throw wrong(expected: "a list, each element \(expected)") }
    var values: [Value] = []
    for (index, element) in list.enumerated() {
      guard let value = read(element) else {
        throw ValueField(key: "\(key)[\(index + 1)]", value: element, table: self.table)
          .wrong(expected: expected)
      }
      values.append(value)
    }
    return values
  }
}

extension TableSchema.Key where Field == ValueField {
  /// Creates a key whose value is converted.
  ///
  /// - Parameters:
  ///   - expected: A description of a valid value, for error messages.
  ///   - make: A closure that converts the value, or returns `nil` if the value is invalid.
  package static func value<Value>(
    _ name: String, _ type: String, _ expected: String, _ summary: String,
    _ assign: @escaping Assign<Value>, _ make: @escaping @Sendable (ScriptValue) -> Value?
  ) -> Self {
    Self(name, type, summary) { field, target throws(TableMistake) in
      guard let value = make(field.value) else { throw field.wrong(expected: expected) }
      assign(&target, value)
    }
  }

  /// - Parameter isNeeded: Whether the function is required.
  package static func function(
    _ name: String, _ type: String, _ summary: String, isNeeded: Bool = false,
    _ assign: @escaping Assign<ScriptFunction>
  ) -> Self {
    Self(name, type, summary, need: isNeeded ? "a function" : nil) {
      field, target throws(TableMistake) in
      assign(&target, try field.function())
    }
  }

  /// Creates a key for a nested table.
  package static func table<Inner>(
    _ name: String, _ schema: ValueSchema<Inner>, _ summary: String,
    _ property: any WritableKeyPath<Target, Inner> & Sendable
  ) -> Self {
    Self(name, "signalbox.\(schema.name)?", summary) { field, target throws(TableMistake) in
      try schema.read(field.value, field.location, into: &target[keyPath: property])
    }
  }

  /// Creates a key for nested tables, keyed by name.
  package static func tables<Inner: Sendable>(
    _ name: String, _ schema: ValueSchema<Inner>, _ summary: String,
    _ property: any WritableKeyPath<Target, [String: Inner]> & Sendable, _ empty: Inner
  ) -> Self {
    Self(name, "table<string, signalbox.\(schema.name)>?", summary) {
      field, target throws(TableMistake) in
      guard let pairs = field.value.table?.pairs, pairs.allSatisfy({ $0.key.text != nil }) else {
        throw field.wrong(expected: "a table of tables, keyed by name")
      }
      for pair in pairs {
        let inner = ValueField(key: pair.key.text ?? "", value: pair.value, table: field.location)
        try schema.read(
          pair.value, inner.location, into: &target[keyPath: property][inner.key, default: empty])
      }
    }
  }

  /// Creates a key for a list of strings.
  package static func texts(
    _ name: String, type: String = "string[]?", _ expected: String, _ summary: String,
    _ assign: @escaping Assign<[String]>
  ) -> Self {
    Self(name, type, summary) { field, target throws(TableMistake) in
      assign(&target, try field.list(expected) { $0.text.flatMap { $0.isEmpty ? nil : $0 } })
    }
  }
}
