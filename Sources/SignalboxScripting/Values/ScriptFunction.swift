internal import LuaRuntime

/// A function from a script or from a host.
///
/// The value may outlive its session. After the session has ended, calling the function throws
/// `closed`.
public struct ScriptFunction {
  let function: LuaFunction
  private let link: SessionLink

  init(_ function: LuaFunction, _ session: ScriptSession) {
    self.function = function
    link = session.link
  }

  init(_ function: LuaFunction, _ link: SessionLink) {
    (self.function, self.link) = (function, link)
  }

  /// Calls the function. A host can also call a function while a script is calling the host.
  ///
  /// - Parameters:
  ///   - values: The arguments. If a value belongs to another session, the method throws `closed`.
  ///   - timeout: The wall-clock limit, which applies in addition to an outer limit, or `nil` for
  ///     no limit.
  /// - Returns: All results of the function, in the order in which the function returns them.
  /// - Throws: The error that the function raises, with its location and traceback.
  @discardableResult
  public func call(
    _ values: [ScriptValue] = [], timeout: Duration? = nil
  ) throws(ScriptError) -> [ScriptValue] {
    guard let session = link.session, !session.isClosed else {
      throw ScriptError(.closed, "the session of this function is closed")
    }
    let isOutermost = !session.inputs.isRunning
    return try session.inputs.perform(timeout: timeout) { () throws(LuaError) in
      // The function runs on a separate stack, which preserves the traceback of an error.
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
  /// Returns whether both values are the same script function.
  public static func == (left: Self, right: Self) -> Bool { left.function == right.function }
}

extension ScriptFunction {
  /// Calls a function that returns either a string or nothing.
  ///
  /// - Parameters:
  ///   - values: The arguments.
  ///   - path: The name of the function in errors.
  ///   - session: The session to which the function belongs.
  ///   - timeout: The wall-clock limit, which applies in addition to an outer limit, or `nil` for
  ///     no limit.
  /// - Returns: The string, or `nil` if the function returns nothing.
  /// - Throws: The error that the function raises, or `badArgument` if the function returns any
  ///   other value.
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
