internal import LuaRuntime

extension ScriptSession {
  /// Opens the prompt as `app:pause()` does, but without a waiting script.
  ///
  /// - Throws: `noPrompt` if ``SessionHooks/onPause`` is not set, and `interrupted` if the user
  ///   quits at the prompt.
  package func pause(saying reason: String) throws(ScriptError) {
    try FailurePause(session: self).pause(saying: reason)
  }

  /// Calls a function. If the function raises an error, opens the prompt while the failing
  /// functions are still active.
  ///
  /// - Parameter isWanted: A closure that is called when an error is raised, and returns whether to
  ///   open the prompt.
  /// - Throws: The error, with its location and traceback.
  package func call(
    _ function: ScriptFunction, _ values: [ScriptValue], timeout: Duration? = nil,
    pausingIf isWanted: @escaping () -> Bool
  ) throws(ScriptError) {
    try FailurePause(session: self).call(function, values, timeout: timeout, isWanted)
  }
}

/// Opens the prompt at failures before the failing functions return, for hosts that run tests.
private struct FailurePause {
  let session: ScriptSession

  func pause(saying reason: String) throws(ScriptError) {
    let function = session.luaState.makeFunction("pause") {
      [unowned session] frame throws(LuaError) in
      try PauseBinding.pause(session, frame, reason: Self.sentence(reason, at: frame.place))
      return 0
    }
    try ScriptFunction(function, session).call()
  }

  func call(
    _ function: ScriptFunction, _ values: [ScriptValue], timeout: Duration?,
    _ isWanted: @escaping () -> Bool
  ) throws(ScriptError) {
    var seen: (location: ScriptLocation?, traceback: [ScriptFrame])?
    // Lua calls this function as a message handler, so the function that raised the error is below
    // it on the stack.
    let inspect = session.luaState.makeFunction("failure") {
      [unowned session] frame throws(LuaError) in
      guard isWanted() else {
        frame.push(argument: 1)
        return 1
      }
      let text = frame.kind(1) == .string ? frame.text(1) : session.shortText(frame, 1)
      let waiting = LuaActivation.all(below: frame).map { ScriptFrame($0.frame) }
      seen = (frame.place, waiting)
      try PauseBinding.pause(session, frame, reason: Self.sentence(text, at: frame.place))
      frame.push(argument: 1)
      return 1
    }
    let arguments = [.function(function.function), .function(inspect)] + (try held(for: values))
    let results = try session.inputs.perform(timeout: timeout) { () throws(LuaError) in
      guard let call = session.luaState.value(named: "xpcall").function else {
        throw LuaError("no xpcall")
      }
      return try session.luaState.run(call, arguments)
    }
    guard results.first != true else { return }
    throw raised(results.count > 1 ? results[1] : .nil, seen?.location, seen?.traceback)
  }

  private func held(for values: [ScriptValue]) throws(ScriptError) -> [LuaValue] {
    try returned { () throws(LuaError) in try session.held(values) }
  }

  /// Returns the message without the location, which is reported separately.
  private static func sentence(_ text: String, at place: ScriptLocation?) -> String {
    guard let place, text.hasPrefix("\(place): ") else { return text }
    return String(text.dropFirst("\(place): ".count))
  }

  /// Returns the error for a value that a protected call has caught.
  private func raised(
    _ value: LuaValue, _ location: ScriptLocation?, _ traceback: [ScriptFrame]?
  ) -> ScriptError {
    do throws(ScriptError) {
      _ = try session.inputs.perform(timeout: nil) { () throws(LuaError) in
        guard let raise = session.luaState.value(named: "error").function else {
          return [LuaValue]()
        }
        return try session.luaState.run(raise, [value, 0])
      }
      return ScriptError(.internal, "an error was caught, but its details are not available")
    } catch {
      var error = error
      error.location = error.location ?? location
      error.traceback = traceback ?? error.traceback
      return error
    }
  }
}
