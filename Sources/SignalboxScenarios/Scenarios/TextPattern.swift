internal import SignalboxScripting

/// `match "^Prod"`: a string that matches a Lua pattern.
struct TextPattern {
  let pattern: String
  private let find: ScriptFunction

  /// Runs in the session, so that patterns are those of scripts.
  private static let source = """
    local pattern, text = ...
    return type(text) == "string" and string.find(text, pattern) ~= nil
    """

  /// Defines `match` in a session.
  static func define(in session: ScriptSession, owner: ScriptOwner) throws(ScriptError) {
    try session.define("match", owner: owner) { call throws(ScriptError) in
      [try value(call)]
    }
  }

  /// Returns the value of `match` for scripts.
  private static func value(_ call: ScriptCall) throws(ScriptError) -> ScriptValue {
    let find = try call.session.load(Array(source.utf8), name: "match")
    guard let pattern = call[1].text else {
      throw .badArgument("match: got \(call.session.text(of: call[1])), expected a pattern")
    }
    // A malformed pattern is an error here and not where it is used.
    do throws(ScriptError) {
      _ = try find.call([.string(pattern), ""])
    } catch {
      throw .badArgument("match: \"\(pattern)\" is not a valid pattern: \(error.message)")
    }
    return ["match": .string(pattern), "find": .function(find)]
  }

  /// Returns the pattern of a value; `nil` if the value is not a pattern.
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
