internal import LuaRuntime

/// A function that a host can call: one of a script, or one that a host made.
///
/// It may outlive its session; calling it then is a `closed` error.
public struct ScriptFunction {
  let function: LuaFunction
  private let link: SessionLink

  init(_ function: LuaFunction, _ session: ScriptSession) {
    self.function = function
    link = session.link
  }

  /// Calls the function, also from within a call by the script.
  ///
  /// - Parameter timeout: The wall-clock time that it may take; an outer limit holds as well.
  /// - Throws: the error of the function, with its place and traceback.
  @discardableResult
  public func call(
    _ values: [ScriptValue] = [], timeout: Duration? = nil
  ) throws(ScriptError) -> [ScriptValue] {
    guard let session = link.session, !session.isClosed else {
      throw ScriptError(.closed, "the session of this function is closed")
    }
    let isOutermost = !session.isPerforming
    return try session.perform(timeout: timeout) { () throws(LuaError) in
      // With a stack of its own, which is there for the traceback of any error.
      if isOutermost {
        return try session.luaState.run(function, try session.held(values)).map(session.value(of:))
      }
      return try session.luaState.call(
        function,
        { frame throws(LuaError) in
          try session.push(values, frame)
          return values.count
        }, results: -1
      ) { frame in session.values(from: 1, frame) }
    }
  }
}

extension ScriptFunction: Equatable {
  /// Whether both are the same function of a script.
  public static func == (left: Self, right: Self) -> Bool { left.function == right.function }
}

extension ScriptFunction {
  /// Calls a function that gives a text or nothing.
  ///
  /// - Parameter path: How errors call the function.
  public func text(
    _ values: [ScriptValue], _ path: String, in session: ScriptSession, timeout: Duration? = nil
  ) throws(ScriptError) -> String? {
    let value = try call(values, timeout: timeout).first ?? .nil
    if value == .nil { return nil }
    guard let text = value.text else {
      throw .badArgument("\(path) gave \(session.text(of: value)), expected a string or nothing")
    }
    return text
  }
}
