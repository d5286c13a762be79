internal import LuaRuntime
internal import Signalbox

/// Implements `app:guard(fn)`, which adds a function that is called before each operation or
/// gesture that navigates.
///
/// The function receives the request. To allow the request, the function returns nothing or `true`.
/// To reject it, the function returns `false` or a string. To redirect it, the function returns a
/// function whose operations run instead.
struct GuardBinding {
  let session: ScriptSession
  private var engine: NavigationEngine { session.engine }
  private var handles: HandleTypes { session.handles }

  @discardableResult
  func add(_ frame: LuaFrame) throws(LuaError) -> GuardID {
    guard frame.kind(2) == .function else {
      throw LuaError.badArgument(
        "guard: got \(session.shortText(frame, 2)), expected a function")
    }
    try engine.checkOwn("guard", "a script function does not run in the application")
    let function = try frame.function(2)
    let place = ScriptLocation(of: function)
    if let place { session.registrar.noteGuard(at: place) }
    let id = engine.addGuard { [weak session] request in
      guard let session, !session.isClosed else { return .allow }
      let binding = GuardBinding(session: session)
      let answer = try session.luaState.call(
        function, { frame throws(LuaError) in try binding.push(request, frame) }, results: 1
      ) { frame throws(LuaError) in try binding.answer(frame) }
      if let onUse = session.hooks.onUse, let place {
        if case .allow = answer {} else { onUse(.rejection(by: place)) }
      }
      return answer
    }
    frame.pushFunction("stop") { [unowned engine = engine] _ in
      engine.removeGuard(id)
      return 0
    }
    return id
  }

  private func answer(_ frame: LuaFrame) throws(LuaError) -> GuardAnswer {
    switch frame.kind(1) {
    case .none, .nil: return .allow
    case .boolean: return frame.boolean(1) ? .allow : .veto()
    case .string: return .veto(try frame.string(1))
    case .function:
      let function = try frame.function(1)
      return .redirect { try function.luaState?.perform(function) }
    default:
      throw LuaError.badArgument(
        "a guard returned \(session.shortText(frame, 1)), expected nothing, a boolean, a reason or "
          + "a function")
    }
  }

  private func push(_ request: NavigationRequest, _ frame: LuaFrame) throws(LuaError) {
    var fields = 3
    if !request.name.isEmpty { fields += 1 }
    if request.coordinator != nil { fields += 1 }
    if !request.steps.isEmpty { fields += 1 }
    frame.pushTable(fields: fields)
    frame.push(request.operation)
    frame.setField("operation")
    if !request.name.isEmpty {
      frame.push(request.name)
      frame.setField("name")
    }
    try ValueBridge.push(request.arguments, onto: frame)
    frame.setField("args")
    if let coordinator = request.coordinator {
      frame.push(coordinator, handles)
      frame.setField("coordinator")
    }
    frame.push(request.isGesture)
    frame.setField("isGesture")
    guard !request.steps.isEmpty else { return }
    frame.pushTable(array: request.steps.count)
    for (index, step) in request.steps.enumerated() {
      try push(step, frame)
      frame.append(at: index + 1)
    }
    frame.setField("steps")
  }
}

extension NavigationEngine {
  /// If a relay forwards calls to an application, throws an error for a function that would have no
  /// effect there.
  func checkOwn(_ what: String, _ why: String) throws(LuaError) {
    if relay != nil { throw LuaError(EngineMirror.unsupported(what, why)) }
  }

  /// If a relay forwards calls to an application, throws an error for a function that changes the
  /// clock mode.
  func checkClock(isAutomatic: Bool) throws(LuaError) {
    let name = isAutomatic ? "clock.automatic" : "clock.manual"
    try checkOwn(name, "the application has its own clock")
  }

  /// If the engine shows the state of a remote application, throws an error for a function that
  /// acts on the state.
  func checkState(_ what: String, _ why: String) throws(LuaError) {
    if mirror != nil { throw LuaError(EngineMirror.unsupported(what, why)) }
  }
}
