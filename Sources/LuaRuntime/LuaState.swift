import CLua
import CLuaShim
import PortableMutex

/// A Lua state, which must be used by only one thread at a time. Benchmark: `W1`.
package final class LuaState {
  /// The destination of the lines that scripts print. The default is standard output.
  package var output: LuaOutput = .standard

  /// The object that stops scripts in this Lua state from any thread.
  package let interrupter: LuaInterrupter

  let lifeline = LuaLifeline()
  /// The generations of the values that Swift references. See ``checkpoint(collectsGarbage:)``.
  @exclusivity(unchecked) var generations = LuaGenerations()
  let checkpoints = LuaCheckpointList()
  /// The host functions that live as long as the Lua state.
  private var natives: [LuaNative] = []
  let errors = LuaErrorBridge()
  /// The number of userdata types.
  private var typeCount: UInt64 = 0
  /// The numbers of script tables that are passed by reference.
  package private(set) lazy var identities = LuaIdentities(luaState: self)
  /// The time that runs have spent in ``pause(_:)``, in nanoseconds. Time limits are extended by
  /// this time.
  package internal(set) var pausedTime: Int64 = 0
  /// The registry references of the base and of the metatable that all environments share.
  private(set) var base: Int32 = 0
  private(set) var environmentMetatable: Int32 = 0
  private(set) var nativeOwner = sbx_type()

  /// The debugger that observes running scripts, if any.
  var debugger: LuaDebugger?

  /// The host. The pointer is dangling after the Lua state has been closed; `host` checks for this case.
  let openHost: UnsafeMutablePointer<sbx_host>
  private(set) var isClosed = false

  /// Opens a Lua state with a sandboxed standard library.
  ///
  /// - Throws: `memory` if the limit is too low for the library.
  package init(_ configuration: LuaConfiguration = LuaConfiguration()) throws(LuaError) {
    var plan = sbx_plan(
      limit: configuration.memoryLimit, largest: configuration.largestAllocation,
      budget_mode: configuration.interruption == .budget,
      takes_checkpoints: configuration.takesCheckpoints,
      counts_heap: configuration.countsHeap, entry: enterNative, release: releaseObject,
      retain: retainObject)
    guard let host = sbx_open(&plan) else {
      throw LuaError(.memory, "not enough memory for a Lua state")
    }
    openHost = host
    interrupter = LuaInterrupter(host)
    host.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
    host.pointee.sbx_print = printLine
    host.pointee.relieve = relieveLuaState
    host.pointee.reentry_limit = Int32(clamping: configuration.reentryLimit)
    lifeline.attach(self)
    try openBase()
  }

  deinit {
    close()
  }

  /// Closes the Lua state. Its objects are released, and referenced values become invalid.
  ///
  /// Further calls have no effect. A host function of this Lua state must not call this method.
  package func close() {
    guard !isClosed else { return }
    precondition(openHost.pointee.reentry == 0, "a Lua state cannot be closed while it is running")
    isClosed = true
    lifeline.detach()
    interrupter.detach()
    debugger?.detach()
    debugger = nil
    sbx_close(openHost)
    natives = []
  }

  /// The memory that Lua uses, in bytes.
  package var memoryInUse: Int { host.pointee.used }
  /// The memory that counts toward the limit, in bytes: the memory that Lua uses and, if the heap
  /// is counted, the memory that the host has allocated for scripts.
  package var memoryHeld: Int { sbx_held(host) }
  /// A closure that releases caches in the host. It is called if memory use is still close to the
  /// limit after a garbage collection. The argument indicates whether a host function is about to
  /// be called and has not read its arguments yet.
  package var onPressure: (_ isBefore: Bool) -> Void = { _ in }
  /// The number of calls from scripts to the host.
  package var bridgeCalls: Int { Int(truncatingIfNeeded: host.pointee.entries) }
  /// The nesting depth of the host's calls to scripts.
  package var callDepth: Int { Int(openHost.pointee.reentry) }

  /// Collects unreferenced values. Cost: O(memory in use).
  package func collectGarbage() {
    clearDropped()
    sbx_collect(state)
  }

  var host: UnsafeMutablePointer<sbx_host> {
    precondition(!isClosed, "the Lua state is closed")
    return openHost
  }

  /// The running Lua thread, or the main thread if none is running.
  var state: OpaquePointer { host.pointee.current }

  /// Calls `body` with an empty frame on the current stack, and restores the stack afterwards.
  ///
  /// The frame starts above existing values: the index 1 is the first value that `body` pushes.
  package func withFrame<R, E: Error>(_ body: (LuaFrame) throws(E) -> R) throws(E) -> R {
    clearDropped()
    let state = state
    let top = lua_gettop(state)
    let hasRoom = lua_checkstack(state, 8) != 0
    precondition(hasRoom, "many values need makeRoom(for:)")
    defer { lua_settop(state, top) }
    return try body(LuaFrame(state, base: top))
  }

  /// Moves the value on top of a stack into a slot. Lua stack: -1.
  func keep(_ state: OpaquePointer) -> LuaSlot {
    LuaSlot(lifeline, index: sbx_keep(state), generation: generations.current)
  }

  /// Clears the slots that have been dropped since the Lua state was last entered.
  @inline(__always)
  func clearDropped() {
    guard lifeline.hasDropped else { return }
    let host = host
    lifeline.drain { sbx_let_go(host, $0) }
  }

  /// Throws an error if the value belongs to another Lua state or to a closed Lua state.
  func check(_ slot: LuaSlot) throws(LuaError) {
    guard slot.belongs(to: self), !isClosed else { throw .luaStateClosed }
  }

  /// Throws an error if a reference belongs to another Lua state or to a closed Lua state.
  package func check(_ value: LuaValue) throws(LuaError) {
    if let slot = value.slot { try check(slot) }
  }

  private func openBase() throws(LuaError) {
    let state = state
    let status = sbx_open_base(state)
    if status != LUA_OK { throw errors.take(status, from: state, of: self) }
    base = luaL_ref(state, sbx_registry())
    lua_createtable(state, 0, 2)
    lua_rawgeti(state, sbx_registry(), lua_Integer(base))
    LuaFrame(state).setField("__index")
    lua_pushboolean(state, 0)
    LuaFrame(state).setField("__metatable")
    environmentMetatable = luaL_ref(state, sbx_registry())
    nativeOwner = LuaTypeBuilder(luaState: self).nativeOwner()
  }

  // MARK: - Declarators

  /// Creates a declarator, which lives as long as it is referenced.
  ///
  /// - Parameters:
  ///   - isMethod: Whether the declarator is a method of a table: `table:name "title" { … }`.
  ///   - body: A closure that receives the name at index 1 and the value at index 2.
  ///     ``LuaFrame/declarationLocation`` is the location of the call. If the name is invalid, the
  ///     value is nil. If a method was not called on a table, both are nil.
  package func makeDeclarator(
    _ name: String, isMethod: Bool = false, _ body: @escaping LuaNativeBody
  ) -> LuaFunction {
    withFrame { frame in
      frame.pushNative(name, body)
      sbx_push_waiting(frame.state)
      frame.push(isMethod)
      lua_pushcclosure(frame.state, sbx_declarator, 4)
      return LuaFunction(keep(frame.state))
    }
  }

  package typealias UnfinishedDeclaration = (declarator: String, name: String, place: LuaLocation?)

  /// The first declaration without a value in a script, or `nil` if there is none.
  package var unfinishedDeclaration: UnfinishedDeclaration? {
    withFrame { frame -> UnfinishedDeclaration? in
      frame.reserve(8)
      var context: UnsafeMutableRawPointer?
      guard sbx_push_unfinished(frame.state, &context), let context else { return nil }
      let native = Unmanaged<LuaNative>.fromOpaque(context).takeUnretainedValue()
      return (native.name, (try? frame.string(1)) ?? "", frame.place(chunk: 3, line: 2))
    }
  }

  // MARK: - Environment

  /// Adds a host function to the read-only base of all environments.
  package func define(_ name: String, _ body: @escaping LuaNativeBody) {
    withBase { frame in
      pushStatic(name, body, onto: frame)
      frame.setField(named: name)
    }
  }

  /// Adds a value to the read-only base of all environments, or removes the existing value if `value` is nil.
  package func define(_ name: String, value: LuaValue) {
    withBase { frame in
      frame.push(value)
      frame.setField(named: name)
    }
  }

  /// Returns whether the base of all environments contains a value with the given name.
  package func defines(_ name: String) -> Bool {
    withBase { frame in
      return frame.withField(-1, named: name) { !$0.isNil(-1) }
    }
  }

  /// Returns a value in the base of all environments. The base contains a library only after its
  /// first use.
  package func value(named name: String) -> LuaValue {
    withBase { frame in
      return frame.withField(-1, named: name) { $0.value(-1) }
    }
  }

  /// Returns a Lua library as seen by scripts, or `nil` if the name is unknown.
  package func library(named name: String) throws(LuaError) -> LuaValue? {
    guard sbx_has_library(name) != 0 else { return nil }
    // The base creates a library when a script first refers to it.
    let source = Array("return \(name)".utf8)
    let chunk = try load(source, chunkName: "=require", environment: makeEnvironment())
    return try call(chunk, results: 1) { $0.value(1) }
  }

  /// Adds a read-only table of host functions to the base.
  ///
  /// Functions are called as `name.function()`. Assigning to the table is an error.
  package func defineLibrary(_ name: String, _ functions: [(String, LuaNativeBody)]) {
    withBase { frame in
      frame.pushTable(fields: functions.count)
      for (function, body) in functions {
        pushStatic("\(name).\(function)", body, onto: frame)
        frame.setField(named: function)
      }
      sbx_protect_table(frame.state, name)
      frame.setField(named: name)
    }
  }

  /// Creates an environment on top of the base, in which `_G` refers to the environment itself.
  package func makeEnvironment() -> LuaTable {
    withFrame { frame in
      frame.pushTable(fields: 8)
      frame.push(argument: -1)
      frame.setField("_G")
      lua_rawgeti(frame.state, sbx_registry(), lua_Integer(environmentMetatable))
      lua_setmetatable(frame.state, -2)
      return LuaTable(keep(frame.state))
    }
  }

  /// Returns a read-only view of a table for other scripts. Reading, `pairs`, `#` and calls are
  /// forwarded to the table, writing is an error, and nested tables are represented by views as
  /// well.
  ///
  /// Each table has a single view. Values of other types are returned unchanged.
  /// - Parameter name: The name of the table in the error that a write causes.
  package func view(of value: LuaValue, named name: String) throws(LuaError) -> LuaValue {
    try check(value)
    return withFrame { frame in
      frame.push(value)
      frame.reserve(12)
      sbx_push_view(frame.state, name)
      return frame.value(-1)
    }
  }

  /// Creates a host function that lives as long as it is referenced.
  package func makeFunction(_ name: String, _ body: @escaping LuaNativeBody) -> LuaFunction {
    withFrame { frame in
      frame.pushFunction(name, body)
      return LuaFunction(keep(frame.state))
    }
  }

  package func makeTable(
    array: [LuaValue] = [], fields: [(String, LuaValue)] = []
  ) -> LuaTable {
    withFrame { frame in
      frame.pushTable(array: array.count, fields: fields.count)
      for (index, value) in array.enumerated() {
        frame.push(value)
        frame.append(at: index + 1)
      }
      for (key, value) in fields {
        frame.push(value)
        frame.setField(named: key)
      }
      return LuaTable(keep(frame.state))
    }
  }

  /// Assigns a small integer to a string, so that host functions can recognize the string with a
  /// single lookup.
  ///
  /// - Parameters:
  ///   - name: The string, of at most 40 bytes of UTF-8, because Lua does not intern longer strings.
  ///   - id: The integer, which must not be negative.
  package func defineAtom(_ name: String, _ id: Int32) {
    precondition(
      id >= 0 && name.utf8.count <= 40, "an atom requires a short name and an id of 0 or more")
    withFrame { frame in
      frame.push(name)
      // If there is not enough memory for the index of atoms, the process ends, as it does if there
      // is not enough memory for a string.
      precondition(sbx_atom_define(frame.state, id), "out of memory")
    }
  }

  /// Pushes a host function that the Lua state retains. Lua stack: +1.
  func pushStatic(_ name: String, _ body: @escaping LuaNativeBody, onto frame: LuaFrame) {
    frame.reserve(1)
    lua_pushlightuserdata(frame.state, retain(LuaNative(name, body)))
    lua_pushcclosure(frame.state, sbx_trampoline, 1)
  }

  /// The host functions and the number of types, which a checkpoint saves.
  var hostContents: (natives: [LuaNative], typeCount: UInt64) {
    get { (natives, typeCount) }
    set { (natives, typeCount) = newValue }
  }

  /// Retains a host function as long as the Lua state exists, and returns its address.
  func retain(_ native: LuaNative) -> UnsafeMutableRawPointer {
    natives.append(native)
    return Unmanaged.passUnretained(native).toOpaque()
  }

  /// Calls `body` with the read-only base of all environments on top of the stack.
  package func withBase<R, E: Error>(_ body: (LuaFrame) throws(E) -> R) throws(E) -> R {
    try withFrame { frame throws(E) in
      frame.reserve(1)
      lua_rawgeti(frame.state, sbx_registry(), lua_Integer(base))
      return try body(frame)
    }
  }

  // MARK: - Errors

  /// The time limit for calling the `__tostring` of a value.
  private static let describeTime = Duration.milliseconds(100)

  /// Whether the running code must stop, because it has timed out, its budget is exhausted or a
  /// stop was requested.
  ///
  /// Loops in the host must check this property, because Lua runs no hook during them. Cost: a
  /// single load.
  package var isStopped: Bool { sbx_is_stopped(host) }

  /// Throws an error if the running code must stop.
  ///
  /// - Throws: The error of the requested stop.
  package func checkStop() throws(LuaError) {
    if isStopped { throw stopError([]) }
  }

  /// Returns the error for the stop that is currently requested.
  package func stopError(_ traceback: [LuaTraceFrame]) -> LuaError {
    let (kind, message): (LuaError.Kind, String) =
      switch Int(sbx_stop_reason(host)) {
      case SBX_DEADLINE: (.deadline, "timed out")
      case SBX_BUDGET: (.budget, "the instruction budget is spent")
      default: (.interrupted, "interrupted")
      }
    return LuaError(
      kind, code: kind.rawValue, message, location: traceback.first.flatMap(\.location),
      traceback: traceback)
  }

  /// Returns the result of a value's `__tostring`, which is limited to 100 milliseconds, or `nil`
  /// if the value has no `__tostring`.
  ///
  /// - Throws: The error that `__tostring` raises, or a timeout.
  package func ownText(of value: LuaValue) throws(LuaError) -> String? {
    try check(value)
    return try withFrame { frame throws(LuaError) in
      frame.push(value)
      frame.reserve(4)
      guard luaL_getmetafield(frame.state, -1, "__tostring") != LUA_TNIL else { return nil }
      frame.pop()
      if sbx_is_stopped(host) { throw stopError([]) }
      let status = withDeadline(Self.describeTime) { sbx_describe(frame.state) }
      if status == LUA_OK { return frame.value(-1).text }
      // NOTE: `LuaErrorBridge` is not used here, because it would request the text of an error value
      // again.
      if sbx_is_abort(frame.state, -1) != 0 {
        throw LuaError(.deadline, code: "deadline", "it takes too long")
      }
      throw LuaError(.runtime, frame.value(-1).text ?? "it raised an error that is not a string")
    }
  }

  /// Returns the type name in a value's metatable without calling metamethods, or `nil` if there is
  /// none.
  package func typeName(of value: LuaValue) -> String? {
    guard (try? check(value)) != nil else { return nil }
    return withFrame { frame in
      frame.push(value)
      frame.reserve(4)
      guard luaL_getmetafield(frame.state, -1, "__name") == LUA_TSTRING else { return nil }
      return frame.value(-1).text
    }
  }

  // MARK: - Memory

  /// The number of bytes that the host may allocate for values that scripts pass to it.
  ///
  /// A sixteenth of the limit is reserved so that scripts can still release values.
  package var room: Int {
    let limit = host.pointee.limit
    guard limit > 0 else { return .max }
    return limit - limit / 16 - sbx_held(host)
  }

  /// Throws an error if the memory limit does not allow the given number of bytes.
  ///
  /// Cost: a few loads. At the limit, a garbage collection is performed and caches in the host are
  /// released.
  /// - Throws: `memory` if the limit would still be exceeded.
  @inline(__always)
  package func take(_ bytes: Int) throws(LuaError) {
    if bytes > room { try makeRoom(for: bytes) }
  }

  @inline(never)
  private func makeRoom(for bytes: Int) throws(LuaError) {
    // If even an empty heap is too small, a garbage collection would be useless.
    guard bytes < host.pointee.limit else { throw memoryError }
    collectGarbage()
    if bytes > room { onPressure(false) }
    guard bytes > room else { return }
    // The next call can free more memory than can be freed now.
    host.pointee.relief_at = 0
    throw memoryError
  }

  /// The error for exceeding the memory limit, which equals the error for Lua's own allocations.
  private var memoryError: LuaError {
    LuaError(.memory, code: "memoryLimit", "not enough memory")
  }

  // MARK: - Random

  /// Seeds `math.random`, as `math.randomseed(first, second)` does.
  package func seedRandom(_ first: UInt64, _ second: UInt64) {
    guard !isClosed else { return }
    sbx_seed_random(host, first, second)
  }

  /// The identity of the state of `math.random`, which changes with each call of this function.
  package var randomIdentity: UInt64 { isClosed ? 0 : host.pointee.random.1 }

  // MARK: - Running

  /// Compiles a chunk from a string.
  ///
  /// A byte order mark and a first line that starts with `#` are skipped. Line numbers do not
  /// change.
  /// - Parameter chunkName: "@shop.lua" for a file, "=stdin" for a literal name, or otherwise the
  ///   source itself.
  /// - Throws: `syntax`, with the location, or the error of a stop that was requested while the
  ///   source was being parsed. `isIncomplete` is set if the source is merely incomplete.
  package func load(
    _ source: String, chunkName: String, environment: LuaTable
  ) throws(LuaError) -> LuaFunction {
    try load(Array(source.utf8), chunkName: chunkName, environment: environment)
  }

  /// Compiles a chunk from bytes, as `load` does from a string.
  ///
  /// - Parameter isFile: Whether later sessions may load the same bytes under the same name. If so,
  ///   the second load caches the compiled chunk for all Lua states in the process.
  package func load(
    _ source: [UInt8], chunkName: String, environment: LuaTable, isFile: Bool = false
  ) throws(LuaError) -> LuaFunction {
    try check(environment.slot)
    return try withFrame { frame throws(LuaError) in
      frame.push(environment)
      frame.reserve(4)
      let known = isFile ? ChunkCache.shared.find(source, name: chunkName) : .unknown
      let status =
        if case .compiled(let chunk) = known {
          chunk.withUnsafeBytes { compile($0, chunkName, isText: false, frame) }
        } else {
          source[chunkStart(source)...].withUnsafeBytes {
            compile($0, chunkName, isText: true, frame)
          }
        }
      errors.add(chunk: chunkName)
      if isStopped, host.pointee.reentry == 0 {
        defer { settleStop() }
        throw stopError([])
      }
      if status != LUA_OK { throw errors.take(status, from: frame.state, of: self) }
      if case .seen = known {
        ChunkCache.shared.keep(dumpChunk(frame.state), of: source, name: chunkName)
      }
      return LuaFunction(keep(frame.state))
    }
  }

  /// Replaces the environment on top of the stack with a function that uses the environment, or
  /// with an error message.
  private func compile(
    _ bytes: UnsafeRawBufferPointer, _ name: String, isText: Bool, _ frame: LuaFrame
  ) -> Int32 {
    sbx_compile(
      frame.state, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, name,
      isText)
  }

  /// Runs a function in a new coroutine, whose stack remains available for the traceback of an
  /// error.
  ///
  /// - Throws: The error that the script raises, or the error of a stop. Yielding is an error.
  package func run(
    _ function: LuaFunction, _ arguments: [LuaValue] = []
  ) throws(LuaError) -> [LuaValue] {
    try check(function.slot)
    for argument in arguments { try check(argument) }
    clearDropped()
    let from = state
    let top = lua_gettop(from)
    defer { lua_settop(from, top) }
    lua_checkstack(from, 4)
    guard let thread = lua_newthread(from) else { throw .luaStateClosed }
    let frame = LuaFrame(thread)
    try frame.makeRoom(for: arguments.count + 1)
    frame.push(function)
    for argument in arguments { frame.push(argument) }
    defer { settleStop() }
    var count: Int32 = 0
    let status = sbx_resume(thread, from, Int32(clamping: arguments.count), &count)
    switch status {
    case LUA_OK:
      return (0..<Int(count)).map { frame.value(frame.count - Int(count) + 1 + $0) }
    case LUA_YIELD:
      sbx_reset(thread)
      throw LuaError(.runtime, "attempt to yield from outside a coroutine")
    default:
      debugger?.reportError(of: thread, status)
      throw errors.take(status, fromCoroutine: thread, of: self)
    }
  }

  /// Calls a function on the current stack, including from within a host function.
  ///
  /// - Parameters:
  ///   - push: A closure that pushes the arguments.
  ///   - results: The number of results that `read` receives. Missing results are nil.
  ///   - read: A closure that receives a frame with the results, starting at index 1.
  /// - Throws: The error that the function raises, and the errors that `push` and `read` throw.
  package func call<R>(
    _ function: LuaFunction,
    _ push: (LuaFrame) throws(LuaError) -> Void = { _ in },
    results: Int = 0,
    _ read: (LuaFrame) throws(LuaError) -> R
  ) throws(LuaError) -> R {
    try check(function.slot)
    clearDropped()
    guard let state = openHost.pointee.current else { throw .luaStateClosed }
    let top = sbx_begin_call(state, function.slot.index)
    return try finishCall(state, top, push, results: results, read)
  }

  /// Calls a function, as `call` does, and ignores its results.
  package func perform(
    _ function: LuaFunction, _ push: (LuaFrame) throws(LuaError) -> Void = { _ in }
  ) throws(LuaError) {
    try call(function, push, results: 0) { _ in }
  }

  /// Calls a function with values, as `call` does, and returns its first result.
  package func result(
    of function: LuaFunction, _ arguments: LuaValue...
  ) throws(LuaError) -> LuaValue {
    for argument in arguments { try check(argument) }
    return try call(
      function, { frame in for argument in arguments { frame.push(argument) } }, results: 1,
      { $0.value(1) })
  }

  /// Calls the function in a table's field, as `call` does. The field is read without metamethods.
  ///
  /// - Returns: Whether there is such a function.
  package func call(
    method name: StaticString, of table: LuaTable,
    _ push: (LuaFrame) throws(LuaError) -> Void
  ) throws(LuaError) -> Bool {
    try check(table.slot)
    clearDropped()
    guard let state = openHost.pointee.current else { throw .luaStateClosed }
    let top = name.withUTF8Buffer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        sbx_begin_method(state, table.slot.index, text.baseAddress, text.count)
      }
    }
    guard top >= 0 else { return false }
    try finishCall(state, top, push, results: 0) { _ in }
    return true
  }

  @inline(__always)
  private func finishCall<R>(
    _ state: OpaquePointer, _ top: Int32, _ push: (LuaFrame) throws(LuaError) -> Void,
    results: Int, _ read: (LuaFrame) throws(LuaError) -> R
  ) throws(LuaError) -> R {
    defer { lua_settop(state, top) }
    try push(LuaFrame(state, base: top + 2))
    let arguments = lua_gettop(state) - top - 2
    let status = sbx_call(state, arguments, Int32(clamping: results), top + 1)
    defer { settleStop() }
    if status != LUA_OK { throw errors.take(status, from: state, of: self) }
    return try read(LuaFrame(state, base: top + 1))
  }

  /// Withdraws a stop after the outermost run has ended. The stop has either taken effect or
  /// arrived too late.
  @inline(__always)
  func settleStop() {
    if sbx_is_stopped(openHost), openHost.pointee.reentry == 0 { sbx_clear_stop(openHost) }
  }

  /// Returns the position after a byte order mark and a first line that starts with `#`. The line
  /// ending is kept.
  private func chunkStart(_ source: [UInt8]) -> Int {
    let start = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard start < source.count, source[start] == UInt8(ascii: "#") else { return start }
    return source[start...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
  }

  // MARK: - Stopping

  /// Stops the running code or, if no code is running, the next run as soon as it begins.
  ///
  /// Call this method on the thread that runs the Lua state, or in a signal handler on that thread.
  /// In budget mode, it can be called on any thread. `interrupter` can be used on any thread in
  /// both modes.
  package func interrupt() {
    sbx_request_stop(host, Int32(SBX_INTERRUPTED))
  }

  /// Runs `body` with a deadline. Code that is still running at the deadline ends with a `deadline`
  /// error.
  ///
  /// Deadlines can be nested, in which case the earliest deadline applies. A stop that a deadline
  /// has caused is withdrawn when `body` has ended.
  /// - Parameter duration: The time until the deadline, or `nil` to add no deadline.
  package func withDeadline<R, E: Error>(
    _ duration: Duration?, _ body: () throws(E) -> R
  ) throws(E) -> R {
    guard let duration else { return try body() }
    let host = host
    let outer = host.pointee.deadline
    let paused = pausedTime
    let (seconds, attoseconds) = duration.components
    let (nanoseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let limit = Int64.max / 4
    let wait = isTooLong ? limit : min(nanoseconds + attoseconds / 1_000_000_000, limit)
    let deadline = sbx_now() + max(wait, 1)
    sbx_set_deadline(host, outer == 0 ? deadline : min(outer, deadline))
    // `body` may have closed the Lua state, and the host with it.
    defer {
      if !isClosed { sbx_set_deadline(host, outer == 0 ? 0 : outer + pausedTime - paused) }
    }
    return try body()
  }

  /// Runs `body` while the running script waits: the script's time limits are paused, and `body`
  /// can be stopped separately.
  package func pause<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    var kept = sbx_pause()
    sbx_pause_begin(host, &kept)
    defer { pausedTime += sbx_pause_end(host, &kept) }
    return try body()
  }

  /// The maximum number of instructions in one outermost run, or `nil` if there is no limit.
  ///
  /// A budget requires budget mode. Instructions are counted in hundreds. Long-running library
  /// functions count according to their work.
  package var instructionBudget: Int? {
    get { host.pointee.budget == .max ? nil : Int(host.pointee.budget) }
    set {
      host.pointee.budget = newValue.map { Int64($0) } ?? .max
      host.pointee.steps_left = host.pointee.budget
    }
  }

  /// Makes SIGINT stop this Lua state instead of the previous target, if the handler is installed.
  package func becomeInterruptTarget() {
    sbx_interrupts_target(host)
  }

  // MARK: - Types

  /// Creates a type of lightweight handles.
  ///
  /// The closure `build` adds the members. It receives the type, with which function bodies check
  /// and push handles.
  package func makeHandleType(
    name: String, _ build: (LuaHandleType, inout LuaTypeMembers) -> Void
  ) -> LuaHandleType {
    let types = LuaTypeBuilder(luaState: self)
    let type = LuaHandleType(types.declare(ownsObject: false), name: name)
    var members = LuaTypeMembers()
    build(type, &members)
    types.fill(type.type, name, members, ownsObject: false)
    return type
  }

  /// Creates a type of userdata that own Swift objects, as `makeHandleType` does for handles.
  package func makeObjectType<Object: AnyObject>(
    _ object: Object.Type, name: String,
    _ build: (LuaObjectType<Object>, inout LuaTypeMembers) -> Void
  ) -> LuaObjectType<Object> {
    let types = LuaTypeBuilder(luaState: self)
    let type = LuaObjectType<Object>(types.declare(ownsObject: true), name: name)
    var members = LuaTypeMembers()
    build(type, &members)
    types.fill(type.type, name, members, ownsObject: true)
    return type
  }

  /// Returns a number that no other type of this Lua state has.
  func nextTypeNumber() -> UInt64 {
    typeCount += 1
    return typeCount
  }
}

extension LuaFrame {
  /// The location of the code that passed the name and the value, or `nil` if no script called the
  /// function.
  package var declarationLocation: LuaLocation? { place(chunk: 4, line: 3) }

  fileprivate func place(chunk: Int, line: Int) -> LuaLocation? {
    let number = lua_tointegerx(state, position(line), nil)
    guard number > 0, let name = lua_tolstring(state, position(chunk), nil) else { return nil }
    return LuaLocation(chunk: luaState.errors.source(ofChunk: name), line: Int(number))
  }

  /// Pushes the environment of the script that called the host function. Lua stack: +1.
  package func pushCallersEnvironment() {
    reserve(4)
    sbx_push_environment(state)
  }

  /// Pushes a host function that lives as long as the script references it.
  package func pushFunction(_ name: String, _ body: @escaping LuaNativeBody) {
    pushNative(name, body)
    lua_pushcclosure(state, sbx_trampoline, 2)
  }

  /// Pushes the address of a host function and the object that retains it. Lua stack: +2.
  func pushNative(_ name: String, _ body: @escaping LuaNativeBody) {
    reserve(6)
    let native = Unmanaged.passRetained(LuaNative(name, body)).toOpaque()
    lua_pushlightuserdata(state, native)
    withUnsafePointer(to: luaState.nativeOwner) { owner in
      sbx_push_new(state, owner, UInt64(UInt(bitPattern: native)))
    }
  }
}

/// Benchmark: `W1`.
extension LuaFrame {
  /// Throws an error if the memory limit does not allow the given number of bytes. Numbers up to
  /// 4,096 are not checked.
  ///
  /// - Throws: `memory` if the limit would be exceeded.
  @inline(__always)
  package func take(_ bytes: Int) throws(LuaError) {
    if bytes > Self.longText { try luaState.take(bytes) }
  }
}

/// A function that C calls to make the owner of a Lua state release its caches.
let relieveLuaState: @convention(c) (UnsafeMutableRawPointer?) -> Void = { luaState in
  guard let luaState else { return }
  Unmanaged<LuaState>.fromOpaque(luaState).takeUnretainedValue().onPressure(true)
}
