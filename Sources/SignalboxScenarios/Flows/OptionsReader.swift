internal import Signalbox
internal import SignalboxScripting

/// Reads the table behind `flow "name"` or `suite "name"`; errors name the key and the nearest one.
struct OptionsReader {
  /// How errors call the table: `flow "guest buys"`.
  let path: String
  private(set) var options = FlowOptions()
  /// The values without names, in order.
  private(set) var members: [ScriptValue] = []
  /// What stands under `fixture`.
  private(set) var fixture: ScriptFunction?
  private let session: ScriptSession

  private static let keys = [
    "tags", "timeout", "retries", "only", "skip", "todo", "fails", "properties", "bugs",
  ]
  private static let suiteKeys = keys + ["fixture"]

  /// How errors call a flow or a suite: `flow "guest buys"`.
  static func path(of word: String, _ name: String) -> String { "\(word) \"\(name)\"" }

  /// - Parameter word: `flow`, or `suite`, whose tables may have a fixture.
  init(
    _ value: ScriptValue, of word: String, _ name: String, _ session: ScriptSession
  ) throws(ScriptError) {
    path = Self.path(of: word, name)
    self.session = session
    try read(value, word == "suite" ? Self.suiteKeys : Self.keys)
  }

  /// Reads the options of one row of `each`, which has nothing to run.
  init(
    ofRow number: Int, of name: String, _ value: ScriptValue, _ session: ScriptSession
  ) throws(ScriptError) {
    path = "row \(number) of \(Self.path(of: "flow", name)): marks"
    self.session = session
    guard value.table != nil else {
      throw .badArgument(
        "\(path) is \(session.text(of: value)), expected a table: marks = { skip = \"why\" }")
    }
    try read(value, Self.keys)
    guard members.isEmpty else {
      throw .badArgument(
        "\(path) has \(members.map(session.text(of:)).joined(separator: ", ")), expected options by "
          + "name: marks = { skip = \"why\" }")
    }
  }

  private mutating func read(_ value: ScriptValue, _ known: [String]) throws(ScriptError) {
    guard let table = value.table else {
      throw .badArgument(
        "\(path) is followed by \(session.text(of: value)), expected a table: \(path) { … }")
    }
    for pair in table.pairs {
      if case .integer = pair.key {
        members.append(pair.value)
      } else if let key = pair.key.text, known.contains(key) {
        try read(key, pair.value)
      } else {
        let key = session.text(of: pair.key)
        throw .badArgument(
          "\(path) has no option \(key)", hint: nameHint(for: pair.key.text ?? key, in: known))
      }
    }
  }

  private mutating func read(_ key: String, _ value: ScriptValue) throws(ScriptError) {
    switch key {
    case "tags": options.tags = try tags(value)
    case "bugs": options.bugs = try texts(key, value)
    case "timeout":
      guard let span = value.milliseconds, span > 0 else {
        throw wrong(key, value, "a span like \"500ms\" or \"2s\"")
      }
      options.timeout = .milliseconds(span)
    case "retries":
      guard let count = value.integer, (0...100).contains(count) else {
        throw wrong(key, value, "a number from 0 to 100")
      }
      options.retries = count
    case "only": options.isOnly = value.isTrue
    case "skip": options.skip = try reason(key, value)
    case "todo": options.todo = try reason(key, value)
    case "fails": try readFails(value)
    case "properties":
      for pair in value.table?.pairs ?? [] {
        guard let name = pair.key.text else {
          throw wrong(key, value, "a table of names and texts")
        }
        options.properties[name] = pair.value.text ?? session.text(of: pair.value)
      }
      if value.table == nil { throw wrong(key, value, "a table of names and texts") }
    default:
      guard let function = value.function else { throw wrong(key, value, "a function") }
      fixture = function
    }
  }

  /// `fails = "why"`, or `fails = { "why", message = "what the failure says" }`.
  private mutating func readFails(_ value: ScriptValue) throws(ScriptError) {
    guard let table = value.table else {
      options.fails = try reason("fails", value)
      return
    }
    for pair in table.pairs {
      switch (pair.key.text, pair.key, pair.value.text) {
      case (nil, .integer(1), let text?): options.fails = text
      case ("message", _, let text?) where !text.isEmpty: options.failureMessage = text
      default:
        throw wrong(
          "fails", value, "a text that says why, or { \"why\", message = \"part of the failure\" }")
      }
    }
    options.fails = options.fails ?? ""
  }

  private func tags(_ value: ScriptValue) throws(ScriptError) -> [String] {
    let tags = try texts("tags", value)
    for tag in tags where !SelectionExpression.isTag(tag) {
      throw .badArgument(
        "\(path): tag \"\(tag)\" has other characters than letters, digits, - _ . : /")
    }
    return tags
  }

  private func texts(_ key: String, _ value: ScriptValue) throws(ScriptError) -> [String] {
    if let text = value.text { return [text] }
    guard let table = value.table else { throw wrong(key, value, "a list of texts") }
    var list: [String] = []
    for pair in table.pairs {
      guard case .integer = pair.key, let text = pair.value.text else {
        throw wrong(key, value, "a list of texts")
      }
      list.append(text)
    }
    return list
  }

  /// A text that says why, or just `true`; `false` is as if nothing was said.
  private func reason(_ key: String, _ value: ScriptValue) throws(ScriptError) -> String? {
    if let isSet = value.boolean { return isSet ? "" : nil }
    guard let text = value.text else { throw wrong(key, value, "a text that says why") }
    return text
  }

  private func wrong(_ key: String, _ value: ScriptValue, _ expected: String) -> ScriptError {
    .badArgument("\(path): \(key) is \(session.text(of: value)), expected \(expected)")
  }
}
