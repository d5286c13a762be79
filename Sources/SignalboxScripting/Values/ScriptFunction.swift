internal import LuaRuntime

/// A function of a script, or one that a host created.
///
/// It may outlive its session; calling it then is a `closed` error.
public struct ScriptFunction {
  let function: LuaFunction
  private let link: SessionLink

  init(_ function: LuaFunction, _ session: ScriptSession) {
    self.function = function
    link = session.link
  }

  /// Calls the function, also during a call by the script.
  ///
  /// - Parameters:
  ///   - values: The arguments; a value from another session is rejected as `closed`.
  ///   - timeout: The wall-clock time limit, in addition to an outer limit.
  /// - Returns: All results of the function, in order.
  /// - Throws: The error of the function, with its location and traceback.
  @discardableResult
  public func call(
    _ values: [ScriptValue] = [], timeout: Duration? = nil
  ) throws(ScriptError) -> [ScriptValue] {
    guard let session = link.session, !session.isClosed else {
      throw ScriptError(.closed, "the session of this function is closed")
    }
    let isOutermost = !session.isPerforming
    return try session.perform(timeout: timeout) { () throws(LuaError) in
      // On a separate stack, which preserves the traceback of any error.
      if isOutermost {
        return try session.luaState.run(function, try session.held(values)).map(session.value(of:))
      }
      return try session.luaState.call(
        function, { frame throws(LuaError) in try session.push(values, frame) }, results: -1
      ) { frame in session.values(from: 1, frame) }
    }
  }
}

extension ScriptFunction: Equatable {
  /// Whether both are the same function of a script.
  public static func == (left: Self, right: Self) -> Bool { left.function == right.function }
}

extension ScriptFunction {
  /// Calls a function that returns a string or nothing.
  ///
  /// - Parameters:
  ///   - values: The arguments.
  ///   - path: The name of the function in errors.
  ///   - session: The session of the function.
  ///   - timeout: The wall-clock time limit, in addition to an outer limit; `nil` means none.
  /// - Returns: The text; `nil` if the function returns nothing.
  /// - Throws: The error of the function, and `badArgument` if it returns any other value.
  public func text(
    _ values: [ScriptValue], _ path: String, in session: ScriptSession, timeout: Duration? = nil
  ) throws(ScriptError) -> String? {
    let value = try call(values, timeout: timeout).first ?? .nil
    if value == .nil { return nil }
    guard let text = value.text else {
      throw .badArgument(
        "\(path) returned \(session.text(of: value)), expected a string or nothing")
    }
    return text
  }
}
