internal import Signalbox
internal import SignalboxScripting

/// What `signalbox.toml` says.
///
/// ```toml
/// [plugins.todo]
/// allow = ["env:CI"]
///
/// [plugins.todo.options]
/// file = "todo.txt"
///
/// [repl]
/// shell = true
///
/// [test]
/// roots = ["flows"]
/// timeout = "2s"
/// ```
struct ProjectFile: Equatable, Sendable {
  /// What it says of one plugin.
  struct PluginSettings: Equatable, Sendable {
    var allow: [Capability] = []
    var options: TOMLTable?
    var loads = true
  }

  static let name = "signalbox.toml"

  /// By the names of the plugins.
  var plugins: [String: PluginSettings] = [:]
  /// Whether `!` at the prompt runs commands of the shell.
  var allowsShell = false
  /// What holds for `signalbox test` where its options say nothing.
  var test = TestDefaults()

  /// What lets `!` at the prompt run commands of the shell.
  static let shell = PluginGrant(.run, to: "repl")

  /// All that the file grants, sorted by the names of the plugins.
  var grants: [PluginGrant] {
    plugins.sorted { $0.key < $1.key }.flatMap { name, settings in
      settings.allow.map { PluginGrant($0, to: name) }
    } + (allowsShell ? [Self.shell] : [])
  }

  /// Reads the text of a file.
  ///
  /// - Parameter path: How errors call it.
  /// - Throws: `syntax` with the line, and the nearest name of what was mistyped.
  init(_ text: String, path: String) throws(ScriptError) {
    do throws(TOMLReader.Failure) {
      let table = try TOMLReader.table(of: text)
      try Self.check(table, known: ["plugins", "repl", "test"], in: "")
      if let value = table["repl"] { allowsShell = try Self.allowsShell(value) }
      if let value = table["test"] { test = try TestDefaults(value) }
      guard let plugins = table["plugins"] else { return }
      guard let list = plugins.table else {
        throw Self.wrong(plugins, "plugins", expected: "tables: [plugins.NAME]")
      }
      for name in list.keys {
        if let value = list[name] { self.plugins[name] = try Self.settings(value, of: name) }
      }
    } catch {
      throw ScriptError(
        .syntax, code: "configuration", error.message,
        location: ScriptLocation(file: path, line: error.line))
    }
  }

  /// What there is without a file.
  init() {}

  private static func settings(
    _ value: TOMLValue, of name: String
  ) throws(TOMLReader.Failure) -> PluginSettings {
    let path = "plugins.\(shortened(name, to: 200))"
    guard let table = value.table else {
      throw wrong(value, path, expected: "a table: [\(path)]")
    }
    try check(table, known: ["allow", "options", "load"], in: path)
    var settings = PluginSettings()
    if let value = table["allow"] { settings.allow = try capabilities(value, "\(path).allow") }
    if let value = table["load"] {
      guard let loads = value.boolean else {
        throw wrong(value, "\(path).load", expected: "true or false")
      }
      settings.loads = loads
    }
    if let value = table["options"] {
      guard let options = value.table else {
        throw wrong(value, "\(path).options", expected: "a table: [\(path).options]")
      }
      settings.options = options
    }
    return settings
  }

  private static func allowsShell(_ value: TOMLValue) throws(TOMLReader.Failure) -> Bool {
    guard let table = value.table else { throw wrong(value, "repl", expected: "a table: [repl]") }
    try check(table, known: ["shell"], in: "repl")
    guard let shell = table["shell"] else { return false }
    guard let allows = shell.boolean else {
      throw wrong(shell, "repl.shell", expected: "true or false")
    }
    return allows
  }

  private static func capabilities(
    _ value: TOMLValue, _ path: String
  ) throws(TOMLReader.Failure) -> [Capability] {
    guard let list = value.array else {
      throw wrong(value, path, expected: "a list of \(Capability.spellings)")
    }
    var capabilities: [Capability] = []
    for element in list {
      guard let text = element.string, let capability = Capability(text) else {
        let came = element.string.map(quotation) ?? element.kindName
        throw TOMLReader.Failure(
          line: element.line, message: "\(path) has \(came), expected \(Capability.spellings)")
      }
      capabilities.append(capability)
    }
    return capabilities
  }

  static func check(
    _ table: TOMLTable, known: [String], in path: String
  ) throws(TOMLReader.Failure) {
    for key in table.keys where !known.contains(key) {
      let hint = nameHint(for: key, in: known).map { "; \($0)" } ?? ""
      let place = path.isEmpty ? "there is no key" : "[\(path)] has no key"
      throw TOMLReader.Failure(
        line: table[key]?.line ?? table.line, message: "\(place) \(quotation(key))\(hint)")
    }
  }

  static func wrong(
    _ value: TOMLValue, _ path: String, expected: String
  ) -> TOMLReader.Failure {
    TOMLReader.Failure(
      line: value.line, message: "\(path) is \(value.kindName), expected \(expected)")
  }
}

extension ScriptValue {
  /// A value of a configuration file as plugins get it.
  init(_ value: TOMLValue) {
    switch value.content {
    case .string(let text): self = .string(text)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .boolean(let value): self = .boolean(value)
    case .array(let values): self = .table(ScriptTable(list: values.map { ScriptValue($0) }))
    case .table(let table): self.init(table)
    }
  }

  /// A table of a configuration file.
  init(_ table: TOMLTable) {
    self = .table(
      ScriptTable(
        fields: table.keys.compactMap { key in table[key].map { (key, ScriptValue($0)) } }))
  }
}
