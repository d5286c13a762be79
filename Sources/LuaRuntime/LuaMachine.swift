import CLua
import CLuaShim

/// A Lua universe: one thread at a time may use it.
package final class LuaMachine {
  /// Where the lines of `print` go, without their ends; standard output to begin with.
  package var output: LuaOutput = .standard

  /// Stops the scripts of this machine from any thread.
  package let interrupter: LuaInterrupter

  let lifeline = LuaLifeline()
  /// What the values that Swift holds belong to; changes when the image is put back.
  var generation: UInt32 = 0
  /// What belongs to the image of the universe, where there is one.
  var image: Image?
  /// Host functions that live as long as the machine.
  var natives: [LuaNative] = []
  var chunks = ChunkNames()
  /// The chunk that a location was asked for last.
  var lastChunk: (name: [CChar], source: String)?
  /// The last error that a host function raised, to find its code again where it arrives as text.
  var lastRaised: (text: String, error: LuaError)?
  var typeCount: UInt64 = 0
  /// The numbers of tables that are passed by reference.
  package private(set) lazy var identities = LuaIdentities(machine: self)
  /// Nanoseconds that runs have waited at prompts, by which their deadlines moved.
  package internal(set) var pausedTime: Int64 = 0
  /// References into the registry.
  private(set) var base: Int32 = 0
  private(set) var environmentMetatable: Int32 = 0
  private(set) var nativeOwner = sbx_type()

  /// Dangling once the machine is closed: `host` checks that.
  let openHost: UnsafeMutablePointer<sbx_host>
  private(set) var isClosed = false

  /// Opens a universe with the closed-down standard library.
  ///
  /// - Throws: `memory` if the limit is too small for the library.
  package init(_ configuration: LuaConfiguration = LuaConfiguration()) throws(LuaError) {
    var plan = sbx_plan(
      limit: configuration.memoryLimit, largest: configuration.largestAllocation,
      budget_mode: configuration.interruption == .budget, keeps_image: configuration.keepsImage,
      counts_heap: configuration.countsHeap, entry: enterNative, release: releaseObject,
      retain: retainObject)
    guard let host = sbx_open(&plan) else {
      throw LuaError(.memory, "not enough memory for a Lua machine")
    }
    openHost = host
    interrupter = LuaInterrupter(host)
    host.pointee.machine = Unmanaged.passUnretained(self).toOpaque()
    host.pointee.sbx_print = printLine
    host.pointee.relieve = relieveMachine
    host.pointee.reentry_limit = Int32(clamping: configuration.reentryLimit)
    lifeline.attach(self)
    try openBase()
  }

  deinit {
    close()
  }

  /// Closes the universe: objects are released, and every value that is still held is dead.
  ///
  /// Does nothing the second time. Must not be called from a host function of this machine.
  package func close() {
    guard !isClosed else { return }
    precondition(openHost.pointee.reentry == 0, "a machine cannot close while it runs")
    isClosed = true
    lifeline.detach()
    interrupter.detach()
    sbx_close(openHost)
    natives = []
  }

  /// Bytes that Lua holds now.
  package var memoryInUse: Int { host.pointee.used }
  /// Bytes that count against the limit: those of Lua and, where the heap is counted, those that the
  /// host keeps.
  package var memoryHeld: Int { sbx_held(host) }
  /// Called where the limit is passed and collecting garbage was not enough: lets go of what the host
  /// keeps and can miss. Gets whether a host function is about to be entered, so that none has begun
  /// to read its arguments.
  package var onPressure: (_ isBefore: Bool) -> Void = { _ in }
  /// How often scripts have called into the host.
  package var crossings: Int { Int(truncatingIfNeeded: host.pointee.entries) }

  /// Collects what nobody holds any more. Cost: O(memory in use).
  package func collectGarbage() {
    clearDropped()
    sbx_collect(state)
  }

  var host: UnsafeMutablePointer<sbx_host> {
    precondition(!isClosed, "the Lua machine is closed")
    return openHost
  }

  /// The thread of Lua that runs now, or the main one.
  var state: OpaquePointer { host.pointee.current }

  /// Gives `body` an empty frame on the current stack and leaves the stack as it was.
  ///
  /// The frame starts above what others have pushed: 1 is the first value that `body` pushes.
  package func withFrame<R, E: Error>(_ body: (LuaFrame) throws(E) -> R) throws(E) -> R {
    clearDropped()
    let state = state
    let top = lua_gettop(state)
    let hasRoom = lua_checkstack(state, 8) != 0
    precondition(hasRoom, "many values need makeRoom(for:)")
    defer { lua_settop(state, top) }
    return try body(LuaFrame(state, base: top))
  }

  /// Takes the value on top of a stack into a slot. Lua stack: -1.
  func keep(_ state: OpaquePointer) -> LuaSlot {
    LuaSlot(lifeline, index: sbx_keep(state), generation: generation)
  }

  /// Lets go of what was dropped since the last entry.
  @inline(__always)
  func clearDropped() {
    guard lifeline.hasDropped else { return }
    let host = host
    lifeline.drain { sbx_let_go(host, $0) }
  }

  /// Refuses a value of another or a closed machine.
  func check(_ slot: LuaSlot) throws(LuaError) {
    guard slot.belongs(to: self), !isClosed else { throw .machineClosed }
  }

  /// Refuses a reference of another or a closed machine.
  package func check(_ value: LuaValue) throws(LuaError) {
    if let slot = value.slot { try check(slot) }
  }

  private func openBase() throws(LuaError) {
    let state = state
    let status = sbx_open_base(state)
    if status != LUA_OK { throw takeError(status, from: state) }
    base = luaL_ref(state, sbx_registry())
    lua_createtable(state, 0, 2)
    lua_rawgeti(state, sbx_registry(), lua_Integer(base))
    LuaFrame(state).setField("__index")
    lua_pushboolean(state, 0)
    LuaFrame(state).setField("__metatable")
    environmentMetatable = luaL_ref(state, sbx_registry())
    nativeOwner = openNativeOwner()
  }
}
