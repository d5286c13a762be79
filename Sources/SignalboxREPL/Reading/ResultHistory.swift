internal import SignalboxScripting

/// The results of inputs under their names: `_` is the last one, `_1`, `_2` … those that were
/// printed, `_err` the last error.
struct ResultHistory {
  /// Older results are dropped.
  static let capacity = 1000

  private(set) var count = 0

  /// Stores the results of an input, without printing them.
  func noteLast(_ values: [ScriptValue], in session: ScriptSession) {
    if let first = values.first { session.prompt.keep(first, as: "_") }
  }

  /// Assigns a number to a value that is printed.
  ///
  /// - Returns: Its name; `nil` for Lua's nil.
  mutating func add(_ value: ScriptValue, to session: ScriptSession) -> String? {
    guard value != .nil else { return nil }
    count += 1
    session.prompt.keep(value, as: "_\(count)")
    if count > Self.capacity { session.prompt.keep(.nil, as: "_\(count - Self.capacity)") }
    return "_\(count)"
  }

  /// The globals of results and of the last error.
  var names: [String] {
    ["_", "_err"] + (max(1, count - Self.capacity + 1)..<(count + 1)).map { "_\($0)" }
  }

  func note(_ error: ScriptError, in session: ScriptSession) {
    session.prompt.keep(error, as: "_err")
  }
}
