internal import Signalbox
internal import SignalboxScripting

/// The contents of a table that is passed to `scenario "name"` or `suite "name"`.
struct ScenarioTable {
  /// The name of the table in errors, such as `scenario "guest buys"`.
  let path: String
  private(set) var options = ScenarioOptions()
  /// The elements without keys, in the order in which the table lists them.
  private(set) var members: [ScriptValue] = []
  /// The `setup` function, or `nil` if there is none.
  private(set) var setup: ScriptFunction?

  /// The keys for the options of a scenario or suite, which can also be used under `marks`.
  private static let keys: [ValueSchema<Self>.Key] = [
    .init("tags", "string[]|string?", "the tags with which the scenario can be selected") {
      field, scenario throws(TableMistake) in
      scenario.options.tags = try texts(field)
      for tag in scenario.options.tags where !SelectionExpression.isTag(tag) {
        throw field.malformed(
          "contains \(quotation(tag)), which has characters other than letters, digits, - _ . : /")
      }
    },
    .value(
      "timeout", "string|integer?", "a duration such as \"500ms\" or \"2s\"",
      "the wall-clock time limit", { $0.options.timeout = $1 },
      { $0.duration.flatMap { $0 > .zero ? $0 : nil } }),
    .value(
      "retries", "integer?", "a number from 0 to 100",
      "the maximum number of times that the scenario is retried after a failure",
      { $0.options.retries = $1 },
      { $0.integer.flatMap { (0...100).contains($0) ? $0 : nil } }),
    .value(
      "exhaustive", "boolean?", "true or false",
      "whether the scenario fails if, at its end, no expectation has compared a change, or if "
        + "asynchronous work, timers or unfinished operations remain",
      { $0.options.isExhaustive = $1 }, { $0.boolean }),
    .value(
      "only", "boolean?", "true or false", "whether only scenarios with this option run",
      { $0.options.isOnly = $1 }, { $0.isTrue }),
    .init("skip", "string|boolean?", "the reason why the scenario is skipped") {
      field, scenario throws(TableMistake) in
      scenario.options.skip = try reason(field)
    },
    .init("todo", "string|boolean?", "the work that remains before the scenario can run") {
      field, scenario throws(TableMistake) in scenario.options.todo = try reason(field)
    },
    .init(
      "fails", "string|boolean|table?",
      "why the scenario is expected to fail: `\"NAV-12\"`, or `{ \"NAV-12\", message = "
        + "\"text that the failure message contains\" }`",
      store: readFails),
    .init("properties", "table<string, string>?", "named strings that reports contain") {
      field, scenario throws(TableMistake) in
      guard let pairs = field.value.table?.pairs, pairs.allSatisfy({ $0.key.text != nil }) else {
        throw field.wrong(expected: "a table of names and strings")
      }
      for pair in pairs {
        scenario.options.properties[pair.key.text ?? ""] =
          pair.value.text ?? field.table.shown(pair.value)
      }
    },
    .init("bugs", "string[]|string?", "URLs of related bug reports") {
      field, scenario throws(TableMistake) in scenario.options.bugs = try texts(field)
    },
  ]

  private static let schema = ValueSchema<Self>("", "", keys) { $1.members.append($0.value) }
  private static let marks = ValueSchema<Self>("", "", keys)

  /// The keys in the table of `suite`. The table of `scenario` has the same keys except `setup`.
  static let suites = ValueSchema<Self>(
    "ScenarioTable",
    "The options of `scenario`, in the same table as the scenario's function, and of `suite`, in "
      + "the same table as the suite's scenarios.",
    keys + [
      .function(
        "setup", "fun(app: signalbox.App): function?",
        "for suites: a function that is called before each scenario and can return a "
          + "teardown function"
      ) { $0.setup = $1 }
    ]
  ) { $1.members.append($0.value) }

  /// Returns the name of a scenario or suite in errors, such as `scenario "guest buys"`.
  static func path(of word: String, _ name: String) -> String { "\(word) \"\(name)\"" }

  /// - Parameter word: Either `scenario` or `suite`. Only a suite may have a setup.
  init(
    _ value: ScriptValue, of word: String, _ name: String, _ session: ScriptSession
  ) throws(ScriptError) {
    path = Self.path(of: word, name)
    try (word == "suite" ? Self.suites : Self.schema).read(
      value, of: path, like: "\(path) { … }", in: session, into: &self)
  }

  /// Reads the options in a row of an `each`, which must not contain a function.
  init(
    ofRow number: Int, of name: String, _ value: ScriptValue, _ session: ScriptSession
  ) throws(ScriptError) {
    path = "row \(number) of \(Self.path(of: "scenario", name)): marks"
    try Self.marks.read(
      value, of: path, like: "marks = { skip = \"why\" }", in: session, into: &self)
  }

  /// Reads `fails = "why"`, or `fails = { "why", message = "part of the message" }`.
  @Sendable private static func readFails(
    _ field: ValueField, _ scenario: inout Self
  ) throws(TableMistake) {
    guard let table = field.value.table else {
      scenario.options.fails = try reason(field)
      return
    }
    for pair in table.pairs {
      switch (pair.key.text, pair.key, pair.value.text) {
      case (nil, .integer(1), let text?): scenario.options.fails = text
      case ("message", _, let text?) where !text.isEmpty: scenario.options.failureMessage = text
      default:
        throw field.wrong(
          expected: "a string with the reason, or { \"reason\", message = \"part of the failure\" }"
        )
      }
    }
    scenario.options.fails = scenario.options.fails ?? ""
  }

  private static func texts(_ field: ValueField) throws(TableMistake) -> [String] {
    if let text = field.value.text { return [text] }
    return try field.list("a string") { $0.text }
  }

  /// Reads a reason. The value `true` means that no reason is given, and the value `false` has no
  /// effect.
  private static func reason(_ field: ValueField) throws(TableMistake) -> String? {
    if let isSet = field.value.boolean { return isSet ? "" : nil }
    guard let text = field.value.text else {
      throw field.wrong(expected: "a string with the reason")
    }
    return text
  }
}
