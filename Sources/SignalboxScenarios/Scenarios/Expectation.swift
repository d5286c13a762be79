internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// An expectation in a scenario, such as `{ stack = { "catalog" }, modal = {} }`.
struct Expectation {
  private enum Source {
    case own(Matcher)
    case plugin(ScriptExtension)

    var name: String {
      switch self {
      case .own(let matcher): matcher.name
      case .plugin(let member): member.name
      }
    }
  }

  private var entries: [(source: Source, expected: ScriptValue)] = []
  private var comparison: Comparison
  private let session: ScriptSession

  /// The description for the reference and for editors.
  static let description = TableDescription(
    "Expectations",
    "The keys of `app:expect`. Lists are compared completely. In tables, only the expected keys "
      + "are compared. A function receives the actual value and returns whether it matches.",
    MatcherCatalog.all.map { .value($0.name, "\($0.type)?", $0.summary) } + [
      .value(
        "exactly", "boolean?",
        "whether arguments are compared in full and unexpected layers are differences")
    ])

  /// Returns the changes that the compared values show.
  ///
  /// - Throws: `badArgument` if an expected value can never match.
  func covers(_ subject: MatchSubject) throws(ScriptError) -> Set<ShownChange> {
    var covers: Set<ShownChange> = []
    for (source, expected) in entries {
      switch source {
      case .own(let matcher): covers.formUnion(try matcher.covers(subject, expected))
      case .plugin(let member): covers.formUnion(member.covers.map { .all($0) })
      }
    }
    return covers
  }

  /// The names of the matchers, in the order in which reports list them.
  var names: [String] { entries.map(\.source.name) }

  /// - Parameter verb: The name of the called function, for messages.
  /// - Throws: `badArgument` if the value is not a table or expects nothing, and `unknownMatcher`
  ///   with the nearest known name if a matcher is unknown.
  init(_ value: ScriptValue, of verb: String, in session: ScriptSession) throws(ScriptError) {
    self.session = session
    var isExact = false
    comparison = Comparison(in: session)
    guard let table = value.table else {
      throw .badArgument(
        "\(verb): got \(session.text(of: value)), expected a table: \(verb) { stack = { … } }")
    }
    for pair in table.pairs {
      let key = pair.key.text
      if key == "exactly" {
        isExact = pair.value.isTrue
      } else if let matcher = key.flatMap(MatcherCatalog.matcher(named:)) {
        entries.append((.own(matcher), pair.value))
      } else if let member = session.host.extensions(of: .matcher).first(where: { $0.name == key })
      {
        entries.append((.plugin(member), pair.value))
      } else {
        throw unknown(pair.key, verb)
      }
    }
    // With `exactly`, an unexpected layer is a difference even if the table does not contain
    // `modal` or `layers`.
    comparison = Comparison(in: session, isExact: isExact)
    if isExact, !names.contains(where: { ["modal", "layers"].contains($0) }) {
      entries.append((.own(MatcherCatalog.modal), []))
    }
    guard !entries.isEmpty else { throw .badArgument("\(verb): got {}, which expects nothing") }
  }

  private func unknown(_ key: ScriptValue, _ verb: String) -> ScriptError {
    let known =
      MatcherCatalog.all.map { $0.name } + session.host.extensions(of: .matcher).map(\.name)
      + ["exactly"]
    let name = key.text ?? session.text(of: key)
    return ScriptError(
      .runtime, code: "unknownMatcher", "unknownMatcher: \(verb) has no matcher \"\(name)\"",
      hint: nameHint(for: name, in: known))
  }

  /// A matcher whose value differs from the expected value.
  struct Unmet {
    fileprivate let name: String
    fileprivate let expected: ScriptValue
    fileprivate let actual: ScriptValue
    /// The differences between the values. There are none if a plugin's matcher compares the
    /// values.
    fileprivate let mismatches: Comparison.Mismatches
  }

  /// Returns the matchers whose values differ from the expected values. The array is empty if all
  /// values match.
  ///
  /// - Throws: The errors that predicates and the matchers of plugins raise, `badArgument` if an
  ///   expected value can never match, or the error that stopped the script.
  func unmet(_ subject: MatchSubject) throws(ScriptError) -> [Unmet] {
    var unmet: [Unmet] = []
    for (source, expected) in entries {
      var mismatches = Comparison.Mismatches()
      let actual: ScriptValue
      switch source {
      case .own(let matcher):
        actual = try matcher.actual(subject, expecting: expected)
        mismatches = try comparison.mismatches(expected, actual)
        if mismatches.count == 0 { continue }
      case .plugin(let member):
        let answer = try member.value.function?.call([.handle(.app), expected]) ?? []
        if answer.first?.isTrue ?? false { continue }
        actual = answer.dropFirst().first ?? .nil
      }
      unmet.append(
        Unmet(name: source.name, expected: expected, actual: actual, mismatches: mismatches))
    }
    return unmet
  }

  /// Returns the differences as text.
  func differences(_ unmet: [Unmet]) -> [ScenarioDifference] {
    let leaves = LeafText(session)
    return unmet.map { unmet in
      var difference = ScenarioDifference(
        unmet.name, expected: text(unmet.expected), actual: text(unmet.actual))
      difference.leaves = unmet.mismatches.first.map { leaves.leaf($0, in: unmet.name) }
      difference.leafCount = unmet.mismatches.count
      return difference
    }
  }

  /// Returns the differences as text. The array is empty if all values match.
  ///
  /// - Throws: The errors that ``unmet(_:)`` throws.
  func differences(_ subject: MatchSubject) throws(ScriptError) -> [ScenarioDifference] {
    differences(try unmet(subject))
  }

  /// - Parameter depth: The nesting depth. If it exceeds a limit, patterns are shown as tables.
  private func text(_ value: ScriptValue, depth: Int = 0) -> String {
    guard let table = value.table, depth < 4 else { return session.printed(value, .report).text }
    if let pattern = TextPattern(value) {
      return "match \(text(.string(pattern.pattern)))"
    }
    let hasPattern = table.list.contains { TextPattern($0) != nil }
    guard hasPattern else { return session.printed(value, .report).text }
    return "{ " + table.list.map { text($0, depth: depth + 1) }.joined(separator: ", ") + " }"
  }
}
