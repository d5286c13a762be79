import CLua
import CLuaShim
import PortableMutex

/// Observes the lines and errors of running scripts, and calls ``onStop`` at the requested lines
/// and errors (decision 0365).
///
/// The hook for lines is set only while ``watchesLines`` is `true`, because the hook slows scripts
/// down.
package final class LuaDebugger {
  /// The reasons why ``onStop`` is called.
  package struct Reasons: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// A line has begun at which a stop was requested with ``LuaDebugger/setLines(_:)``.
    package static let line = Reasons(rawValue: Int32(SBX_DEBUG_LINE))
    /// A step has ended.
    package static let step = Reasons(rawValue: Int32(SBX_DEBUG_STEP))
    /// The number of lines that have begun equals the number that was passed to
    /// ``LuaDebugger/setTarget(_:)``.
    package static let target = Reasons(rawValue: Int32(SBX_DEBUG_TARGET))
    /// ``LuaNotice/send()`` was called.
    package static let notice = Reasons(rawValue: Int32(SBX_DEBUG_NOTICE))
    /// A call from the host to a script ends with an error.
    package static let error = Reasons(rawValue: Int32(SBX_DEBUG_ERROR))
  }

  package enum Step: Int32, Sendable {
    case none = 0
    /// Continues to the next line in any function.
    case into = 1
    /// Continues to the next line of the same function or of one of its callers.
    case over = 2
    /// Continues to the next line of one of the callers.
    case out = 3
  }

  /// A position in an execution, which can be found again if the execution is repeated exactly.
  package struct Position: Hashable, Sendable {
    /// The number of lines that have begun, including the current line.
    package var count: UInt64
    /// The hash of the line numbers of all lines that have begun.
    package let hash: UInt64
    fileprivate let coroutine: Int64
    fileprivate let nesting, depth: Int32
  }

  /// A closure that is called when script code stops. When the closure returns, the script
  /// continues, or ends if it has been interrupted.
  package var onStop: (LuaStop) -> Void = { _ in }
  /// A closure that is called when a script has loaded a string under a name. It receives the full
  /// name of the chunk and the string. If the name of a chunk is its text, the closure is not
  /// called.
  package var onLoad: (_ chunkName: String, _ text: [UInt8]) -> Void = { _, _ in }
  /// The object with which any thread can notify the debugger.
  package let notice: LuaNotice

  private unowned let luaState: LuaState
  private var host: UnsafeMutablePointer<sbx_host> { luaState.host }

  /// - Returns: `nil` if the Lua state already has a debugger, or if there is not enough memory.
  package init?(_ luaState: LuaState) {
    guard sbx_debug_open(luaState.host, enterDebugger, noteLoad) else { return nil }
    self.luaState = luaState
    notice = LuaNotice(luaState.host)
    luaState.debugger = self
  }

  /// Disconnects the debugger. The Lua state calls this method when it closes.
  func detach() { notice.detach() }

  /// Ends debugging, so that another debugger can begin. This method has no effect while code is
  /// running.
  package func close() {
    guard !luaState.isClosed, luaState.debugger === self, host.pointee.reentry == 0 else { return }
    watchesLines = false
    notice.detach()
    luaState.debugger = nil
    sbx_debug_close(host)
  }

  // MARK: - Waiting for lines

  /// Whether lines are observed. Breakpoints, stepping, line counts and the detection of handled
  /// errors require line observation, which slows scripts down.
  package var watchesLines = false {
    didSet { if !luaState.isClosed { sbx_debug_watch_lines(host, watchesLines) } }
  }

  /// Whether ``onStop`` is called for errors.
  package var watchesErrors = false {
    didSet { if !luaState.isClosed { sbx_debug_watch_errors(host, watchesErrors) } }
  }

  /// Sets the lines at which ``onStop`` is called, regardless of the file. The closure is also
  /// called at lines whose numbers differ from these lines by a multiple of 8,192.
  package func setLines(_ lines: some Sequence<Int>) {
    guard !luaState.isClosed else { return }
    sbx_debug_clear_lines(host)
    for line in lines { sbx_debug_set_line(host, Int32(clamping: line), true) }
  }

  /// Begins a step. The current step, if any, ends.
  ///
  /// - Parameter stop: The stop at which the step begins, or `nil` if no code is running.
  package func begin(_ step: Step, at stop: LuaStop?) {
    sbx_debug_set_step(host, step.rawValue, stop?.level ?? 0)
  }

  /// Returns whether the debugger has been notified since the last call to this method.
  package func takeNotice() -> Bool { sbx_debug_take_notice(host) }

  /// Runs `body` without observing the script code that it runs.
  package func whileDisabled<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    sbx_debug_set_enabled(host, false)
    // The Lua state may have been closed by `body`.
    defer { if !luaState.isClosed { sbx_debug_set_enabled(host, true) } }
    return try body()
  }

  /// The message of the error that is raised when an expression calls a function while functions
  /// are forbidden.
  package static let forbiddenCall = SBX_DEBUG_FORBIDDEN

  /// Runs `body`, during which script functions, such as metamethods, raise an error instead of
  /// running.
  package func whileFunctionsAreForbidden<R>(_ body: () -> R) -> R {
    sbx_debug_forbid_functions(host, true)
    defer { if !luaState.isClosed { sbx_debug_forbid_functions(host, false) } }
    return body()
  }

  // MARK: - Positions

  /// Restarts the line count at 0, and ends the current step.
  package func restartCount() {
    if !luaState.isClosed { sbx_debug_restart_count(host) }
  }

  /// Returns the current position.
  package func position(at stop: LuaStop) -> Position {
    var position = sbx_debug_place()
    sbx_debug_position(host, stop.level, &position)
    return Position(
      count: position.count, hash: position.hash, coroutine: position.coroutine,
      nesting: position.nesting,
      depth: position.depth)
  }

  /// Sets the line count at which ``onStop`` is called (see ``Position/count``).
  package func setTarget(_ count: UInt64) { sbx_debug_set_target(host, count) }

  /// Causes ``onStop`` to be called at the line of a position, and records a preceding line in
  /// ``found``.
  package func search(before position: Position) {
    var target = sbx_debug_place(
      count: position.count, hash: position.hash, coroutine: position.coroutine,
      nesting: position.nesting,
      depth: position.depth)
    sbx_debug_search(host, &target)
  }

  /// The count of the last line before the searched position that began in the same function or in one
  /// of its callers, or 0 if there is no such line.
  package var found: UInt64 { sbx_debug_found(host) }

  // MARK: - Threads

  /// The stack of the code that the host runs.
  package var baseStack: LuaStack { LuaStack(sbx_debug_base(host)) }

  /// The coroutines that scripts have resumed, up to 1,000, sorted by their numbers.
  package var coroutines: [(number: Int, stack: LuaStack)] {
    luaState.withFrame { frame in
      frame.reserve(8)
      guard sbx_debug_push_coroutines(frame.state) else { return [] }
      var found: [(number: Int, stack: LuaStack)] = []
      _ = try? frame.forEachPair(-1, maxCount: 1000) { pair in
        guard let thread = lua_tothread(pair.state, -2) else { return }
        found.append((Int(lua_tointegerx(pair.state, -1, nil)), LuaStack(thread)))
      }
      return found.sorted { $0.number < $1.number }
    }
  }

  fileprivate func stop(_ state: OpaquePointer, _ reasons: Int32, _ level: Int32) {
    var reasons = Reasons(rawValue: reasons)
    if reasons.contains(.notice), !takeNotice() { reasons.remove(.notice) }
    // NOTE: without the type, the literal would be Lua's nil.
    let error: LuaValue? = reasons.contains(.error) ? .some(LuaFrame(state).value(-1)) : .none
    whileDisabled {
      onStop(LuaStop(LuaStack(state), level: level, reasons: reasons, error: error))
    }
  }

  /// Reports the error with which a coroutine has ended. The stack of the coroutine remains
  /// available.
  func reportError(of thread: OpaquePointer, _ status: Int32) {
    guard watchesErrors, status == LUA_ERRRUN, sbx_is_abort(thread, -1) == 0 else { return }
    let error = LuaFrame(thread).value(-1)
    whileDisabled {
      onStop(LuaStop(LuaStack(thread), level: 0, reasons: .error, error: error))
    }
  }
}

// The debugger belongs to the Lua state's owner.
@available(*, unavailable)
extension LuaDebugger: Sendable {}

/// Script code that waits for the debugger. The value is valid until ``LuaDebugger/onStop``
/// returns.
package struct LuaStop {
  package let stack: LuaStack
  package let reasons: LuaDebugger.Reasons
  /// The raised value, or `nil` if the reason is not an error.
  package let error: LuaValue?
  /// The level of the innermost script function.
  let level: Int32

  init(_ stack: LuaStack, level: Int32, reasons: LuaDebugger.Reasons, error: LuaValue?) {
    (self.stack, self.level, self.reasons, self.error) = (stack, level, reasons, error)
  }

  /// Creates a stop in a host function that a script has called.
  package init(below frame: LuaFrame) {
    self.init(LuaStack(frame.state), level: 1, reasons: [], error: nil)
  }
}

/// The stack of a Lua thread. The value is valid while the thread exists and is not running.
package struct LuaStack: Equatable {
  let state: OpaquePointer

  init(_ state: OpaquePointer) { self.state = state }

  /// The maximum number of levels that are read.
  package static let maxLevels: Int32 = 2_000

  /// Returns the script functions with their levels, innermost first.
  ///
  /// - Parameter maxCount: The maximum number of functions.
  package func frames(maxCount: Int) -> [(level: Int, frame: LuaTraceFrame)] {
    var found: [(level: Int, frame: LuaTraceFrame)] = []
    var record = sbx_trace_frame()
    var level: Int32 = 0
    lua_checkstack(state, 4)
    while found.count < maxCount, level < Self.maxLevels {
      let kind = sbx_frame_at(state, level, &record)
      if kind == SBX_NO_FRAME { break }
      if kind == SBX_LUA_FRAME { found.append((Int(level), LuaTraceFrame(record))) }
      level += 1
    }
    return found
  }

  /// The innermost script function.
  package var innermost: LuaTraceFrame? { frames(maxCount: 1).first?.frame }

  /// Returns an address that identifies the name of a function's chunk while the function exists.
  package func chunkAddress(at level: Int) -> UInt {
    UInt(bitPattern: sbx_debug_chunk(state, Int32(clamping: level)))
  }

  /// Returns the full name of a function's chunk. The name of a string that was loaded without a
  /// name is the string itself.
  package func chunkName(at level: Int) -> String {
    sbx_debug_chunk(state, Int32(clamping: level)).map { String(cString: $0) } ?? ""
  }

  /// Returns the function at a level with its variables, or `nil` if there is no script function at
  /// the level.
  package func activation(at level: Int) -> LuaActivation? {
    LuaActivation(state, Int32(clamping: level))
  }
}

/// Notifies a debugger from any thread.
package final class LuaNotice: Sendable {
  /// The address of the host, or 0 after the host has been closed. The address is locked in the
  /// same way as in ``LuaInterrupter``.
  private let host: Mutex<UInt>

  init(_ host: UnsafeMutablePointer<sbx_host>) { self.host = Mutex(UInt(bitPattern: host)) }

  /// Requests a call to ``LuaDebugger/onStop`` as soon as script code runs.
  package func send() {
    host.withLock { address in
      guard let host = UnsafeMutablePointer<sbx_host>(bitPattern: address) else { return }
      sbx_debug_send_notice(host)
    }
  }

  func detach() { host.withLock { $0 = 0 } }
}

/// The function that `load` calls.
private func noteLoad(
  _ state: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>?,
  _ length: Int
) {
  let bytes = UnsafeRawBufferPointer(start: text, count: length)
  LuaFrame(state.unsafelyUnwrapped).luaState.debugger?
    .onLoad(name.map { String(cString: $0) } ?? "", Array(bytes))
}

/// The function that the hook calls.
private func enterDebugger(_ state: OpaquePointer?, _ reasons: Int32, _ level: Int32) {
  let state = state.unsafelyUnwrapped
  LuaFrame(state).luaState.debugger?.stop(state, reasons, level)
}
