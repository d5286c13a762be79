internal import SignalboxScripting

/// Stores the results of inputs under names: `_` for the last result, `_1`, `_2` and so on for the
/// printed results, and `_err` for the last error.
struct ResultHistory {
  /// The maximum number of printed results. Older results are dropped.
  static let capacity = 1000

  private(set) var count = 0

  /// Stores the first value as the last result.
  func noteLast(_ values: [ScriptValue], in session: ScriptSession) {
    if let first = values.first { session.prompt.keep(first, as: "_") }
  }

  /// Assigns a number to a printed value.
  ///
  /// - Returns: The value's name, or `nil` for Lua's nil.
  mutating func add(_ value: ScriptValue, to session: ScriptSession) -> String? {
    guard value != .nil else { return nil }
    count += 1
    session.prompt.keep(value, as: "_\(count)")
    if count > Self.capacity { session.prompt.keep(.nil, as: "_\(count - Self.capacity)") }
    return "_\(count)"
  }

  /// The names of the globals for results and for the last error.
  var names: [String] {
    ["_", "_err"] + (max(1, count - Self.capacity + 1)..<(count + 1)).map { "_\($0)" }
  }

  func note(_ error: ScriptError, in session: ScriptSession) {
    session.prompt.keep(error, as: "_err")
  }
}
