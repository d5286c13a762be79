internal import SignalboxScripting

/// A pattern created with `match "^Prod"`, which matches strings according to Lua's rules.
struct TextPattern {
  let pattern: String
  private let find: ScriptFunction

  /// The Lua code of `match`. The code runs in the session, so that it supports the same patterns
  /// as scripts.
  private static let source = """
    local pattern, text = ...
    return type(text) == "string" and string.find(text, pattern) ~= nil
    """

  /// Defines `match` in a session.
  static func define(in session: ScriptSession, owner: ScriptOwner) throws(ScriptError) {
    try session.host.define("match", owner: owner) { call throws(ScriptError) in
      [try value(call)]
    }
  }

  /// Returns the script value that `match` creates.
  private static func value(_ call: ScriptCall) throws(ScriptError) -> ScriptValue {
    let find = try call.session.load(Array(source.utf8), name: "match")
    guard let pattern = call[1].text else {
      throw .badArgument("match: got \(call.session.text(of: call[1])), expected a pattern")
    }
    if let mistake = PatternCheck.mistake(in: pattern) {
      throw .badArgument("match: \"\(pattern)\" is not a valid pattern: \(mistake)")
    }
    return ["match": .string(pattern), "find": .function(find)]
  }

  /// Reads the pattern from a value. Returns `nil` if the value is not a pattern.
  init?(_ value: ScriptValue) {
    guard let table = value.table, let find = table["find"].function,
      let pattern = table["match"].text
    else { return nil }
    self.pattern = pattern
    self.find = find
  }

  func matches(_ value: ScriptValue) throws(ScriptError) -> Bool {
    try find.call([.string(pattern), value]).first?.isTrue ?? false
  }
}
