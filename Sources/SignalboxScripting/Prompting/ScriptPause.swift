internal import LuaRuntime
internal import Signalbox

/// A script that is waiting at `app:pause()` while the prompt is open (decision 0127).
///
/// The object is valid until the function that received it returns.
public final class ScriptPause {
  /// The reason that the script passed, or `nil` if it passed no reason.
  public let reason: String?
  /// The location at which the script is waiting, or `nil` if it is unknown.
  public let location: ScriptLocation?
  /// Whether a callback is waiting, in which case operations are queued until the callback has
  /// returned.
  public let isInCallback: Bool
  /// The waiting functions, innermost first.
  public let backtrace: [ScriptFrame]

  /// The names of the variables in the waiting functions.
  package var variableNames: [String] { variables.keys.sorted() }

  let scope: PromptScope
  /// The environment in which inputs run.
  private(set) var environment: LuaTable
  private let activations: [LuaActivation]
  private let variables: [String: Variable]
  private var isOver = false

  /// A variable of a waiting function.
  private enum Variable {
    case local(LuaActivation, LuaActivation.Local)
    case upvalue(LuaFunction, Int)
  }

  convenience init(
    _ session: ScriptSession, _ frame: LuaFrame, reason: String?
  ) throws(LuaError) {
    try self.init(
      session, LuaActivation.all(below: frame), reason: reason, location: frame.place)
  }

  /// - Parameter activations: The functions whose variables inputs can use, innermost first.
  init(
    _ session: ScriptSession, _ activations: [LuaActivation], reason: String?,
    location: ScriptLocation? = nil
  ) throws(LuaError) {
    self.reason = reason
    self.location = location
    self.activations = activations
    isInCallback = session.engine.isInCallback
    backtrace = Self.backtrace(of: activations)
    variables = Self.variables(of: activations)
    scope = PromptScope(
      parent: session.prompt.scope, hiding: Set(variables.keys))
    environment = session.prompt.globals
    environment = try makeEnvironment(session)
  }

  /// Returns the backtrace of the functions. An input at the prompt is described as a chunk, as the
  /// user typed it.
  private static func backtrace(of activations: [LuaActivation]) -> [ScriptFrame] {
    var frames = activations.map { ScriptFrame($0.frame) }
    if let bottom = activations.last, bottom.frame.name == nil, bottom.frame.definitionLine == 1,
      let definition = (try? bottom.function.definition) ?? nil, definition.parameters.isEmpty,
      definition.takesMore
    {
      frames[frames.count - 1].description = "in main chunk"
    }
    return frames
  }

  /// Returns the innermost variable for each name.
  private static func variables(of activations: [LuaActivation]) -> [String: Variable] {
    var variables: [String: Variable] = [:]
    for activation in activations {
      for local in activation.locals where variables[local.name] == nil {
        variables[local.name] = .local(activation, local)
      }
      for (index, name) in activation.upvalues.enumerated() where variables[name] == nil {
        variables[name] = .upvalue(activation.function, index + 1)
      }
    }
    return variables.filter { $0.key != "_ENV" && !PromptChunk.isHook($0.key) }
  }

  /// Returns the value of a variable in the waiting functions, or `nil` if there is none.
  func value(_ name: String) -> LuaValue? {
    guard !isOver, let variable = variables[name] else { return nil }
    switch variable {
    case .local(let activation, let local): return activation.value(of: local)
    case .upvalue(let function, let index): return try? function.upvalue(index)
    }
  }

  /// The variable arguments of the innermost function, which are `...` for inputs.
  var variableArguments: [LuaValue] {
    guard !isOver, let activation = activations.first else { return [] }
    return activation.variableArguments.map { activation.value(of: $0) }
  }

  /// - Returns: Whether a variable with that name exists.
  private func assign(_ value: LuaValue, to name: String) throws(LuaError) -> Bool {
    guard !isOver, let variable = variables[name] else { return false }
    switch variable {
    case .local(let activation, let local): try activation.set(local, value)
    case .upvalue(let function, let index): try function.setUpvalue(index, value)
    }
    return true
  }

  /// Ends the pause. Afterwards, functions that inputs have created can no longer access the
  /// variables in the waiting functions, but only globals.
  func end() { isOver = true }

  // MARK: - The environment

  /// Creates an empty table whose lookups fall back to the variables in the waiting functions, then
  /// to the globals of the innermost function, and finally to the globals of the prompt.
  private func makeEnvironment(_ session: ScriptSession) throws(LuaError) -> LuaTable {
    let luaState = session.luaState
    let globals = globals ?? session.prompt.globals
    let get = try luaState.load(
      "local name = ... return _ENV[name]", chunkName: "=prompt", environment: globals)
    let set = try luaState.load(
      "local name, value = ... _ENV[name] = value", chunkName: "=prompt", environment: globals)
    let index = luaState.makeFunction("globals") {
      [weak self, unowned session] frame throws(LuaError) in
      if frame.kind(2) == .string, let value = self?.value(frame.text(2)) {
        frame.push(value)
        return 1
      }
      let key = frame.value(2)
      let found = try session.luaState.result(of: get, key)
      frame.push(found)
      if found == .nil, let name = key.text {
        frame.push(try session.prompt.globals.get(name))
      }
      return 1
    }
    let newIndex = luaState.makeFunction("globals") {
      [weak self, unowned session] frame throws(LuaError) in
      let (key, value) = (frame.value(2), frame.value(3))
      if let name = key.text, let self, try assign(value, to: name) { return 0 }
      _ = try session.luaState.result(of: set, key, value)
      return 0
    }
    let table = luaState.makeTable()
    try table.setMetatable(
      luaState.makeTable(fields: [
        ("__index", .function(index)), ("__newindex", .function(newIndex)),
        ("__metatable", false),
      ]))
    return table
  }

  /// The globals of the innermost function that uses globals, or `nil` if there is none.
  private var globals: LuaTable? {
    for activation in activations {
      if let index = activation.upvalues.firstIndex(of: "_ENV"),
        let table = (try? activation.function.upvalue(index + 1))?.table
      {
        return table
      }
    }
    return nil
  }
}
