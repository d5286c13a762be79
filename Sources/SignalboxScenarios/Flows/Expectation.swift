internal import Signalbox
internal import SignalboxScripting

/// What a flow expects of what is shown: `{ stack = { "catalog" }, modal = {} }`.
struct Expectation {
  private enum Source {
    case own(any Matcher.Type)
    case plugin(ScriptExtension)

    var name: String {
      switch self {
      case .own(let matcher): matcher.name
      case .plugin(let member): member.name
      }
    }
  }

  private var entries: [(source: Source, expected: ScriptValue)] = []
  private var comparison = Comparison(isExact: false)
  private let session: ScriptSession

  /// The names in the order that reports show.
  var names: [String] { entries.map(\.source.name) }

  /// - Parameter verb: What scripts called, for messages.
  /// - Throws: `badArgument` where a key is no matcher, with the nearest one.
  init(_ value: ScriptValue, of verb: String, in session: ScriptSession) throws(ScriptError) {
    self.session = session
    guard let table = value.table else {
      throw .badArgument(
        "\(verb) is given \(session.text(of: value)), expected a table: \(verb) { stack = { … } }")
    }
    for pair in table.pairs {
      let key = pair.key.text
      if key == "exactly" {
        comparison = Comparison(isExact: pair.value.isTrue)
      } else if let matcher = key.flatMap(MatcherCatalog.matcher(named:)) {
        entries.append((.own(matcher), pair.value))
      } else if let member = session.extensions(of: .matcher).first(where: { $0.name == key }) {
        entries.append((.plugin(member), pair.value))
      } else {
        throw unknown(pair.key, verb)
      }
    }
    // A layer that nobody mentions is one too many.
    if comparison.isExact, !names.contains(where: { ["modal", "layers"].contains($0) }) {
      entries.append((.own(ModalMatcher.self), []))
    }
    guard !entries.isEmpty else { throw .badArgument("\(verb) is given {}, which expects nothing") }
  }

  private func unknown(_ key: ScriptValue, _ verb: String) -> ScriptError {
    let known =
      MatcherCatalog.all.map { $0.name } + session.extensions(of: .matcher).map(\.name)
      + ["exactly"]
    let name = key.text ?? session.text(of: key)
    return ScriptError(
      .runtime, code: "unknownMatcher", "unknownMatcher: \(verb) knows no \"\(name)\"",
      hint: nameHint(for: name, in: known))
  }

  /// What is not as expected; empty where everything is.
  ///
  /// - Throws: what a function that was asked raised.
  func differences(_ subject: MatchSubject) throws(ScriptError) -> [FlowDifference] {
    var differences: [FlowDifference] = []
    for (source, expected) in entries {
      let (holds, actual) = try look(source, expected, subject)
      guard !holds else { continue }
      differences.append(
        FlowDifference(source.name, expected: text(expected), actual: text(actual)))
    }
    return differences
  }

  private func look(
    _ source: Source, _ expected: ScriptValue, _ subject: MatchSubject
  ) throws(ScriptError) -> (holds: Bool, actual: ScriptValue) {
    switch source {
    case .own(let matcher):
      let actual = try matcher.actual(subject, expecting: expected)
      return (try comparison.matches(expected, actual), actual)
    case .plugin(let member):
      let answer = try member.value.function?.call([.handle(.app), expected]) ?? []
      return (answer.first?.isTrue ?? false, answer.dropFirst().first ?? .nil)
    }
  }

  private func text(_ value: ScriptValue) -> String {
    guard let table = value.table else { return session.text(of: value) }
    if let pattern = TextPattern(value) {
      return "match \(session.text(of: .string(pattern.pattern)))"
    }
    let hasPattern = table.list.contains { TextPattern($0) != nil }
    guard hasPattern else { return session.text(of: value) }
    return "{ " + table.list.map(text).joined(separator: ", ") + " }"
  }
}
