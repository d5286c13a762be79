internal import LuaRuntime
internal import Signalbox

extension SpecReader {
  /// Returns the actions of a screen or the buttons of an alert, in the order in which the script
  /// lists them, as in `{ "Buy", { "Reviews (12)", "showReviews" } }`. An element can be a table
  /// with further traits, such as `{ "Delete", role = "destructive" }`. One label can be a key, as
  /// in `["Cancel"] = "close"`.
  ///
  /// The keys of a Lua table are not ordered, so only one label can be a key. This label comes
  /// last.
  ///
  /// - Throws: `badArgument` if a label occurs twice, several labels are keys, several buttons have
  ///   the role `cancel`, or an element is invalid.
  func actions(_ key: String, _ frame: LuaFrame) throws(LuaError) -> [ScriptedAction] {
    try table(key, frame)
    var actions: [ScriptedAction] = []
    let count = frame.rawLength(-1)
    guard count <= SpecReader.maxEntries else { throw tooMany(key) }
    for place in 0..<count {
      try frame.withElement(-1, at: place + 1) { element throws(LuaError) in
        actions.append(try action("\(key)[\(place + 1)]", element))
      }
    }
    var keyed: [ScriptedAction] = []
    try forEachPair(of: key, frame) { pair throws(LuaError) in
      if pair.kind(-2) == .integer, (1...max(1, count)).contains(try pair.integer(-2)) { return }
      let label = try self.key(pair)
      let handler = try handler("\(key)[\"\(label)\"]", pair)
      keyed.append(ScriptedAction(label: label, handler: handler))
    }
    keyed.sort { $0.label < $1.label }
    if keyed.count > 1 {
      throw invalid(
        "\(key) has the labels \"\(keyed[0].label)\" and \"\(keyed[1].label)\" as keys, whose order Lua "
          + "does not keep; write { \"\(keyed[0].label)\", handler }, { \"\(keyed[1].label)\", handler }"
      )
    }
    actions += keyed
    try checkLabels(of: actions, key)
    return actions
  }

  private func checkLabels(of actions: [ScriptedAction], _ key: String) throws(LuaError) {
    var labels: Set<String> = []
    for action in actions where !labels.insert(action.label).inserted {
      throw invalid(
        "\(key) has the label \"\(action.label)\" twice, so a tap is ambiguous; use a different "
          + "label for each action"
      )
    }
    let cancelling = actions.filter { $0.role == .cancel }
    if cancelling.count > 1 {
      throw invalid(
        "\(key) has the role \"cancel\" for \"\(cancelling[0].label)\" and for "
          + "\"\(cancelling[1].label)\", expected at most one")
    }
  }

  /// Reads an element, which is a label, optionally with a handler and a role.
  private func action(_ key: String, _ frame: LuaFrame) throws(LuaError) -> ScriptedAction {
    guard frame.kind(-1) == .table else {
      guard frame.kind(-1) == .string else {
        throw wrong(key, frame, expected: "a label, or { label, handler }")
      }
      return try action(named: try frame.string(-1))
    }
    let role = try role(key, frame)
    let count = frame.rawLength(-1)
    guard count == 2 || count == 1 && role != nil else {
      throw wrong(
        key, frame,
        expected: "{ label, handler }, with a handler that is a function or a method's name")
    }
    let label = try frame.withElement(-1, at: 1) { element throws(LuaError) in
      try text("\(key)[1]", element)
    }
    if count == 1 {
      var action = try action(named: label)
      action.role = role
      return action
    }
    return try frame.withElement(-1, at: 2) { element throws(LuaError) in
      ScriptedAction(label: label, handler: try handler("\(key)[2]", element), role: role)
    }
  }

  /// Reads the key `role` of an element. Returns `nil` if the element has no role.
  private func role(_ key: String, _ frame: LuaFrame) throws(LuaError) -> AlertButton.Role? {
    var role: AlertButton.Role?
    try forEachPair(of: key, frame) { pair throws(LuaError) in
      if pair.kind(-2) == .integer { return }
      guard try self.key(pair) == "role" else {
        throw unknownKey("\(key).\(try self.key(pair))", known: ["\(key).role"])
      }
      role = pair.kind(-1) == .string ? AlertButton.Role(rawValue: try pair.string(-1)) : nil
      if role == nil {
        throw wrong("\(key).role", pair, expected: "\"cancel\" or \"destructive\"")
      }
    }
    return role
  }

  /// Returns an action that calls the method named after its label, such as `onBuy` for "Buy".
  private func action(named label: String) throws(LuaError) -> ScriptedAction {
    let method = ScriptedAction.methodName(of: label)
    guard method != "onBack" else {
      throw invalid(
        "action \"\(label)\" would call onBack, which is called whenever the user goes back; name "
          + "another method: { \"\(label)\", \"goBack\" }")
    }
    return ScriptedAction(label: label, handler: .method(method))
  }

  private func invalid(_ message: String) -> LuaError {
    LuaError.badArgument("\(path): \(message)")
  }
}
