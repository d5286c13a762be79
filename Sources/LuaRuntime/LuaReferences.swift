import CLua
import CLuaShim

/// The values that Swift holds: slots on the stacks of auxiliary threads that never run.
final class LuaReferences {
  private static let slotsPerThread = 1 << 16

  let lifeline = LuaLifeline()
  private var threads: [OpaquePointer] = []
  private var free: [Int] = []
  private var next = 0

  /// Takes the value on top of the stack. Lua stack: -1.
  func keep(_ state: OpaquePointer) -> LuaSlot {
    clearDropped()
    if let index = free.popLast() {
      let (thread, position) = place(index)
      lua_xmove(state, thread, 1)
      lua_copy(thread, -1, position)
      sbx_pop(thread, 1)
      return LuaSlot(lifeline, index: index)
    }
    if next == threads.count * Self.slotsPerThread { addThread(state) }
    let thread = threads[threads.count - 1]
    // While Swift is on top the allocator does not refuse, and the slots are fewer than Lua's bound.
    lua_checkstack(thread, 2)
    lua_xmove(state, thread, 1)
    next += 1
    return LuaSlot(lifeline, index: next - 1)
  }

  /// Pushes the value of a slot. Lua stack: +1.
  func push(_ slot: LuaSlot, onto state: OpaquePointer) {
    let (thread, position) = place(slot.index)
    lua_pushvalue(thread, position)
    lua_xmove(thread, state, 1)
  }

  /// Lets go of what was dropped since the last entry.
  func clearDropped() {
    for index in lifeline.takeDropped() {
      let (thread, position) = place(index)
      lua_pushnil(thread)
      lua_copy(thread, -1, position)
      sbx_pop(thread, 1)
      free.append(index)
    }
  }

  private func place(_ index: Int) -> (thread: OpaquePointer, position: Int32) {
    (threads[index / Self.slotsPerThread], Int32(index % Self.slotsPerThread) + 1)
  }

  /// Anchors one more thread in the registry; its stack grows to hold all its slots.
  private func addThread(_ state: OpaquePointer) {
    guard let thread = lua_newthread(state) else { return }
    _ = luaL_ref(state, sbx_registry())
    threads.append(thread)
  }
}
