internal import LuaRuntime
internal import Signalbox

/// Records and replays inputs that are not operations: gestures that plugins add, and assignments
/// to coordinator properties.
struct ScriptInputs {
  let session: ScriptSession
  private var engine: NavigationEngine { session.engine }
  private var luaState: LuaState { session.luaState }

  /// Performs a plugin's gesture as a single step of a recording.
  func perform(
    gesture name: String, _ call: ScriptCall, _ body: ScriptBody
  ) throws(ScriptError) -> [ScriptValue] {
    guard let values = recordable(call.arguments) else { return try body(call) }
    return try engine.perform(HostInput(.gesture, name, values: values)) {
      () throws(ScriptError) in try body(call)
    }
  }

  /// Assigns a value to a property as a single step of a recording.
  func perform(
    property name: String, of coordinator: CoordinatorID, _ value: LuaValue,
    _ body: () throws(LuaError) -> Void
  ) throws(LuaError) {
    guard let values = recordable([session.value(of: value)]) else { return try body() }
    try engine.perform(HostInput(.property, name, of: coordinator, values: values), body)
  }

  /// Returns the values for a recording, or `nil` if there is no recording. Also returns `nil` if a
  /// value is a function, a handle or an object without a factory, in which case the operations are
  /// recorded instead.
  private func recordable(_ values: [ScriptValue]) -> [NavigationValue?]? {
    guard engine.isRecordingInputs else { return nil }
    var result: [NavigationValue?] = []
    for value in values {
      let converted = luaState.withFrame { frame -> Result<NavigationValue?, LuaError> in
        Result { () throws(LuaError) in
          try session.push(value, frame)
          return try ValueBridge.value(at: -1, in: frame, path: "")
        }
      }
      guard case .success(let plain) = converted else { return nil }
      result.append(plain)
    }
    return HostInput(.gesture, "", values: result).isRecordable ? result : nil
  }

  /// Enables replays to perform inputs.
  static func enableReplay(in session: ScriptSession) {
    session.engine.onReplayedInput = { [weak session] input throws(NavigationError) in
      try ScriptInputs(session: session.living("input \"\(input.name)\"")).replay(input)
    }
  }

  private func replay(_ input: HostInput) throws(NavigationError) {
    do throws(LuaError) {
      switch (input.kind, input.coordinator) {
      case (.property, let coordinator?): try assign(input, coordinator)
      case (.property, nil), (.gesture, _): try call(input)
      }
    } catch {
      // A replay compares whether an input raises an error, because the line records the failure.
      guard error.code == Self.missingInput else { return }
      throw NavigationError(.malformed, error.message)
    }
  }

  private static let missingInput = "missingInput"

  private func call(_ input: HostInput) throws(LuaError) {
    guard case .function(let function)? = session.host.method(input.name, on: "app")
    else {
      throw LuaError(
        code: Self.missingInput,
        "app has no gesture \"\(input.name)\"; load the plugin that adds it")
    }
    try luaState.perform(function) { frame throws(LuaError) in
      frame.push(handle: 0, session.handles.app)
      for value in input.values { try ValueBridge.push(value, onto: frame) }
    }
  }

  private func assign(_ input: HostInput, _ coordinator: CoordinatorID) throws(LuaError) {
    guard let set = session.methods.setter(of: input.name, coordinator) else {
      let type = engine.typeName(of: coordinator) ?? "\(coordinator)"
      throw LuaError(
        code: Self.missingInput,
        "\(type) has no property \"\(input.name)\" with a setter; load the script that defines it")
    }
    let value = try luaState.withFrame { frame throws(LuaError) in
      try ValueBridge.push(input.values.first ?? nil, onto: frame)
      return frame.value(-1)
    }
    try perform(property: input.name, of: coordinator, value) { () throws(LuaError) in
      try session.methods.assign(value, with: set, coordinator)
    }
  }
}
