internal import SignalboxScripting

/// The results of inputs as later ones name them: `_` the last one, `_1`, `_2` … those that were shown,
/// `_err` the last error.
struct ResultShelf {
  /// Older ones are let go of.
  static let capacity = 1000

  private(set) var count = 0

  /// Notes what an input gave, without showing it.
  func noteLast(_ values: [ScriptValue], in session: ScriptSession) {
    if let first = values.first { session.keep(first, as: "_") }
  }

  /// Gives a value that is shown its number.
  ///
  /// - Returns: Its name; `nil` for nil, which needs none.
  mutating func add(_ value: ScriptValue, to session: ScriptSession) -> String? {
    guard value != .nil else { return nil }
    count += 1
    session.keep(value, as: "_\(count)")
    if count > Self.capacity { session.keep(.nil, as: "_\(count - Self.capacity)") }
    return "_\(count)"
  }

  /// Does something while no result holds a handle: what a result names is no leak.
  func withoutHandles<Result>(in session: ScriptSession, _ body: () -> Result) -> Result {
    let numbers = max(1, count - Self.capacity + 1)..<(count + 1)
    let handles = (["_"] + numbers.map { "_\($0)" }).compactMap { name in
      session.promptValue([name]).flatMap { $0.handle == nil ? nil : (name, $0) }
    }
    for (name, _) in handles { session.keep(.nil, as: name) }
    defer { for (name, value) in handles { session.keep(value, as: name) } }
    return body()
  }

  func note(_ error: ScriptError, in session: ScriptSession) { session.keep(error, as: "_err") }
}
