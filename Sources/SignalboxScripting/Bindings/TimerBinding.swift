internal import LuaRuntime
internal import Signalbox

/// Creates the timers that scripts set.
struct TimerBinding {
  let session: ScriptSession
  private var engine: NavigationEngine { session.engine }
  private var handles: HandleTypes { session.handles }

  /// Implements `after("2s", fn, owner?)`, which runs a function after a virtual delay. The timer
  /// is cancelled when `owner` finishes or, if `owner` is omitted, when the coordinator whose
  /// method made the call finishes.
  func after(_ frame: LuaFrame) throws(LuaError) -> Int {
    try engine.checkState("after", "the application has its own clock")
    let delay = try TimeReader.milliseconds(at: 1, in: frame, path: "after: the delay")
    let function = try frame.function(2)
    let owner = try timerOwner(frame)
    let content = TimerFunction(function)
    let timer = engine.schedule(after: .milliseconds(delay), owner: owner, content: content) {
      [weak session] in
      guard let session, !session.isClosed else { return }
      if let owner { session.methods.begin(owner) }
      defer { if owner != nil { session.methods.end() } }
      try session.luaState.perform(function)
    }
    frame.pushFunction("cancel") { [unowned engine = engine] frame in
      frame.push(engine.cancel(timer))
      return 1
    }
    return 1
  }

  /// Returns the coordinator that owns a timer, or `nil` if the application owns it.
  private func timerOwner(_ frame: LuaFrame) throws(LuaError) -> CoordinatorID? {
    let owner: CoordinatorID?
    if frame.isNil(3) {
      owner = try session.methods.owner(of: 2, in: frame, for: "after")
    } else if let coordinator = frame.coordinator(3, handles) {
      owner = coordinator
    } else if frame.handle(3, handles.app) != nil {
      owner = nil
    } else {
      throw LuaError.badArgument(
        "after: the owner is \(session.shortText(frame, 3)), expected a coordinator, or app for "
          + "a timer that does not depend on a coordinator")
    }
    if let owner, !engine.isAlive(owner) {
      throw LuaError(
        code: ReasonCode.stale.name,
        "stale: after: coordinator \(owner) has finished, so its timer would never fire; pass app as "
          + "the owner of a timer that does not depend on a coordinator")
    }
    return owner
  }
}
