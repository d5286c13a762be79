import CLua
import CLuaShim

/// A coroutine that Swift drives, and in which host functions may wait.
package final class LuaCoroutine {
  /// Why a coroutine gave back control.
  package enum Outcome: Equatable {
    /// The script yielded.
    case yielded([LuaValue])
    /// A host function waits (`LuaFrame.suspend`).
    case waiting([LuaValue])
    /// The function has returned.
    case finished([LuaValue])
  }

  /// What the next `resume` finds.
  package enum State: Sendable {
    case fresh
    case yielded
    case waiting
    /// Finished, failed or closed.
    case dead
  }

  package private(set) var state = State.fresh

  private let slot: LuaSlot

  /// Makes a coroutine that will call `function`.
  package init(_ luaState: LuaState, _ function: LuaFunction) throws(LuaError) {
    try luaState.check(function.slot)
    slot = luaState.withFrame { frame in
      frame.reserve(2)
      let thread = lua_newthread(frame.state)
      if let thread { LuaFrame(thread).push(function) }
      return luaState.keep(frame.state)
    }
  }

  /// Goes on: the values are the arguments of the function, or the results of what paused it.
  ///
  /// - Throws: the error of the script, after which the coroutine is dead; `runtime` if it was.
  package func resume(_ values: [LuaValue] = []) throws(LuaError) -> Outcome {
    let luaState = try slot.luaState()
    for value in values { try luaState.check(value) }
    return try go(luaState) { thread throws(LuaError) in
      let frame = LuaFrame(thread)
      try frame.makeRoom(for: values.count)
      for value in values { frame.push(value) }
      return values.count
    }
  }

  /// Goes on with an error, which is raised where the host function waits; the script may catch it.
  ///
  /// - Throws: as `resume` does; `runtime` if no host function waits.
  package func resume(throwing error: LuaError) throws(LuaError) -> Outcome {
    let luaState = try slot.luaState()
    guard state == .waiting else {
      throw LuaError(.runtime, "cannot raise an error in a coroutine that does not wait")
    }
    return try go(luaState) { thread in
      let top = lua_gettop(thread)
      lua_checkstack(thread, 2)
      luaState.host.pointee.resume_raises = luaState.prepareRaise(error, on: thread)
      return Int(lua_gettop(thread) - top)
    }
  }

  /// Ends the coroutine: its pending `<close>` variables run.
  ///
  /// Does nothing to a dead one.
  /// - Throws: the error of a `__close` metamethod.
  package func close() throws(LuaError) {
    guard state != .dead else { return }
    let luaState = try slot.luaState()
    state = .dead
    try luaState.withFrame { frame throws(LuaError) in
      guard let thread = thread(frame) else { return }
      let status = sbx_reset(thread)
      defer { luaState.settleStop() }
      if status == LUA_OK { return }
      if sbx_is_stopped(luaState.host) { throw luaState.stopError([]) }
      // Too deep to be closed at all: then there is no error value.
      if lua_gettop(thread) == 0 { throw LuaError(.runtime, "C stack overflow") }
      throw luaState.takeError(status, from: thread)
    }
  }

  private func go(
    _ luaState: LuaState, _ push: (OpaquePointer) throws(LuaError) -> Int
  ) throws(LuaError) -> Outcome {
    guard state != .dead else { throw LuaError(.runtime, "cannot resume dead coroutine") }
    return try luaState.withFrame { frame throws(LuaError) in
      guard let thread = thread(frame) else { throw .luaStateClosed }
      defer { luaState.settleStop() }
      let arguments = try push(thread)
      state = .dead
      let outcome = luaState.resume(
        thread, from: frame.state, arguments: arguments, drivable: true)
      luaState.host.pointee.resume_raises = 0
      switch outcome {
      case .finished(let count):
        return .finished(take(count, from: thread))
      case .yielded(let count):
        let isWaiting = luaState.host.pointee.suspended != 0
        luaState.host.pointee.suspended = 0
        state = isWaiting ? .waiting : .yielded
        let values = take(count, from: thread)
        return isWaiting ? .waiting(values) : .yielded(values)
      case .failed(let status):
        throw luaState.takeError(status, fromCoroutine: thread)
      }
    }
  }

  private func thread(_ frame: LuaFrame) -> OpaquePointer? {
    frame.push(slot: slot)
    return lua_tothread(frame.state, -1)
  }

  /// Takes the values on top of the coroutine.
  private func take(_ count: Int, from thread: OpaquePointer) -> [LuaValue] {
    let frame = LuaFrame(thread)
    defer { frame.pop(count) }
    return (0..<count).map { frame.value($0 - count) }
  }
}
