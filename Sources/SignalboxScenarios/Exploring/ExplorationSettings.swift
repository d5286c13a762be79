internal import Signalbox
internal import SignalboxScripting

/// The actions that an exploration tries, and its limits.
struct ExplorationSettings {
  /// The links that the user can open in every state.
  var links: [String] = []
  /// The results with which coordinators can finish without user actions, keyed by coordinator
  /// type. The value `nil` represents a flow that finishes without a result.
  var outcomes: [String: [ScriptValue]] = [:]
  /// The texts that the user enters in fields of alerts, keyed by the name of the field.
  var texts: [String: [String]] = [:]
  /// Whether actions are tried while a transition is in flight.
  var triesInterrupts = false
  /// The function that returns further actions in a state as a list of Lua statements, or `nil` if
  /// the file declares none.
  var actions: ScriptFunction?
  /// The Lua statement that starts the application. If the value is `nil`, the application is
  /// launched unless loading the file has started it.
  var start: String?
  /// The function that returns the value that identifies a state, or `nil` if the complete state
  /// identifies it.
  var view: ScriptFunction?
  /// The names of the rules that are not checked, such as `traps`.
  var ignored: Set<String> = []
  /// Whether cancelled swipes are tried.
  var triesCancelledSwipes = true
  /// The maximum number of actions on a path, or `nil` if the file sets no limit.
  var maximumDepth: Int?
  /// The maximum number of states, or `nil` if the file sets no limit.
  var maximumStates: Int?

  /// Creates the default settings.
  init() {}

  /// The keys of the table `explore { … }`.
  static let schema = ValueSchema<Self>(
    "ExploreTable", "The keys of `explore { … }`.",
    [
      .texts("links", "a link", "links that the user can open in every state") { $0.links = $1 },
      .value(
        "outcomes", "table<string, any[]>?",
        "a table of lists, keyed by coordinator type; a list can also contain `cancel = true`",
        "the results with which coordinators finish without user actions, by type; `cancel = true` in a list finishes without a result",
        { $0.outcomes = $1 }, Self.outcomes),
      .value(
        "texts", "table<string, string[]>?", "a table of lists of strings, keyed by field name",
        "the texts that the user enters in fields of alerts, by the name of the field",
        { $0.texts = $1 }, Self.samples),
      .boolean(
        "interrupts", { $0.triesInterrupts = $1 },
        "whether links, timers and outcomes are tried while a transition is in flight (default false)"
      ),
      .function(
        "actions", "(fun(app: signalbox.App): string[])?",
        "returns further actions in a state, as Lua statements"
      ) { $0.actions = $1 },
      .text(
        "start", { $0.start = $1 },
        "the Lua statement that starts the application (default `\"app:launch()\"`)"),
      .function(
        "view", "(fun(app: signalbox.App): any)?",
        "returns the value that identifies a state (default: the complete state)"
      ) { $0.view = $1 },
      Self.ignoredRules,
      .boolean(
        "cancelledSwipes", { $0.triesCancelledSwipes = $1 },
        "whether swipes that the user cancels are tried (default true)"),
      .value(
        "maxDepth", "integer?", "a number from 1", "the maximum number of actions on a path",
        { $0.maximumDepth = $1 }, Self.positive),
      .value(
        "maxStates", "integer?", "a number from 1", "the maximum number of states",
        { $0.maximumStates = $1 }, Self.positive),
    ])

  private static let ignoredRules = ValueSchema<Self>.Key(
    "ignore", "string[]?",
    "rules that are not checked: \(ExplorationRule.allCases.map(\.rawValue).joined(separator: ", "))"
  ) { field, settings throws(TableMistake) in
    let known = ExplorationRule.allCases.map(\.rawValue)
    for name in try field.list("the name of a rule", { $0.text }) {
      guard known.contains(name) else {
        throw field.malformed(
          "contains \(quotation(name)), which is not a rule",
          hint: nameHint(for: name, in: known))
      }
      settings.ignored.insert(name)
    }
  }

  @Sendable private static func positive(_ value: ScriptValue) -> Int? {
    value.integer.flatMap { $0 > 0 ? $0 : nil }
  }

  @Sendable private static func samples(_ value: ScriptValue) -> [String: [String]]? {
    guard let pairs = value.table?.pairs else { return nil }
    var samples: [String: [String]] = [:]
    for pair in pairs {
      guard let field = pair.key.text, let table = pair.value.table, !table.list.isEmpty,
        table.list.count == table.pairs.count
      else { return nil }
      let texts = table.list.compactMap(\.text)
      guard texts.count == table.list.count else { return nil }
      samples[field] = texts
    }
    return samples
  }

  @Sendable private static func outcomes(_ value: ScriptValue) -> [String: [ScriptValue]]? {
    guard let pairs = value.table?.pairs else { return nil }
    var outcomes: [String: [ScriptValue]] = [:]
    for pair in pairs {
      guard let type = pair.key.text, let table = pair.value.table, !table.pairs.isEmpty else {
        return nil
      }
      let cancel = table.pairs.first { $0.key.text == "cancel" }
      guard cancel.map({ $0.value.boolean == true }) ?? true,
        table.list.count + (cancel == nil ? 0 : 1) == table.pairs.count
      else { return nil }
      outcomes[type] = table.list + (cancel == nil ? [] : [.nil])
    }
    return outcomes
  }
}
