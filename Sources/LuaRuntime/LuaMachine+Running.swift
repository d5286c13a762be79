import CLua
import CLuaShim

extension LuaMachine {
  /// Compiles a chunk of text.
  ///
  /// A byte order mark and a first line that starts with `#` are skipped; line numbers stay.
  /// - Parameter chunkName: "@shop.lua" for a file, "=stdin" for a name as it is, else the text.
  /// - Throws: `syntax` with its location; `isIncomplete` if the text only ended too early; the error of
  ///   a stop that was requested before it was read to its end.
  package func load(
    _ source: String, chunkName: String, environment: LuaTable
  ) throws(LuaError) -> LuaFunction {
    try load(Array(source.utf8), chunkName: chunkName, environment: environment)
  }

  /// Compiles a chunk of bytes, as `load` does for text.
  ///
  /// - Parameter isFile: Whether sessions to come may load the same bytes under the same name; what
  ///   they compile to is then kept for all machines of the process.
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
          chunk.withUnsafeBytes { frame.compile($0, chunkName, isText: false) }
        } else {
          source[chunkStart(source)...].withUnsafeBytes {
            frame.compile($0, chunkName, isText: true)
          }
        }
      chunks.add(chunkName)
      if isStopped, host.pointee.reentry == 0 {
        defer { settleStop() }
        throw stopError([])
      }
      if status != LUA_OK { throw takeError(status, from: frame.state) }
      if case .seen = known { ChunkCache.shared.keep(frame.dump(), of: source, name: chunkName) }
      return LuaFunction(keep(frame.state))
    }
  }

  /// Runs a function in a fresh coroutine, whose stack is there for the traceback of an error.
  ///
  /// - Throws: the error of the script, or why it was stopped. A yield is an error.
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
    guard let thread = lua_newthread(from) else { throw .machineClosed }
    let frame = LuaFrame(thread)
    try frame.makeRoom(for: arguments.count + 1)
    frame.push(function)
    for argument in arguments { frame.push(argument) }
    defer { settleStop() }
    switch resume(thread, from: from, arguments: arguments.count, drivable: false) {
    case .finished(let count):
      return (0..<count).map { frame.value(frame.count - count + 1 + $0) }
    case .yielded:
      sbx_reset(thread)
      throw LuaError(.runtime, "attempt to yield from outside a coroutine")
    case .failed(let status):
      throw takeError(status, fromCoroutine: thread)
    }
  }

  /// Calls a function on the current stack, also from inside a host function.
  ///
  /// - Parameters:
  ///   - push: Pushes the arguments and returns how many.
  ///   - results: How many results `read` finds; missing ones are nil.
  ///   - read: Gets a frame with the results from 1 on.
  /// - Throws: the error of the function, and what `push` and `read` throw.
  package func call<R>(
    _ function: LuaFunction,
    _ push: (LuaFrame) throws(LuaError) -> Int = { _ in 0 },
    results: Int = 0,
    _ read: (LuaFrame) throws(LuaError) -> R
  ) throws(LuaError) -> R {
    try check(function.slot)
    clearDropped()
    guard let state = openHost.pointee.current else { throw .machineClosed }
    let top = sbx_begin_call(state, function.slot.index)
    return try finishCall(state, top, push, results: results, read)
  }

  /// Calls the function that a table has under a name, without metamethods, as `call` does.
  ///
  /// - Returns: Whether there is such a function.
  package func call(
    method name: StaticString, of table: LuaTable,
    _ push: (LuaFrame) throws(LuaError) -> Int
  ) throws(LuaError) -> Bool {
    try check(table.slot)
    clearDropped()
    guard let state = openHost.pointee.current else { throw .machineClosed }
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
    _ state: OpaquePointer, _ top: Int32, _ push: (LuaFrame) throws(LuaError) -> Int,
    results: Int, _ read: (LuaFrame) throws(LuaError) -> R
  ) throws(LuaError) -> R {
    defer { lua_settop(state, top) }
    let arguments = try push(LuaFrame(state, base: top + 2))
    let status = sbx_call(state, Int32(clamping: arguments), Int32(clamping: results), top + 1)
    defer { settleStop() }
    if status != LUA_OK { throw takeError(status, from: state) }
    return try read(LuaFrame(state, base: top + 1))
  }

  enum Outcome {
    case finished(Int)
    case yielded(Int)
    case failed(Int32)
  }

  /// Resumes a coroutine; its values or its error are on top of its stack then.
  ///
  /// - Parameter drivable: Whether host functions may wait in it.
  func resume(
    _ thread: OpaquePointer, from: OpaquePointer, arguments: Int, drivable: Bool
  ) -> Outcome {
    let host = host
    let driven = host.pointee.driven
    host.pointee.driven = drivable ? thread : nil
    defer { host.pointee.driven = driven }
    var count: Int32 = 0
    let status = sbx_resume(thread, from, Int32(clamping: arguments), &count)
    return switch status {
    case LUA_OK: .finished(Int(count))
    case LUA_YIELD: .yielded(Int(count))
    default: .failed(status)
    }
  }

  /// Withdraws a stop when the outermost run has ended: it has done its work or came too late.
  @inline(__always)
  func settleStop() {
    if sbx_is_stopped(openHost), openHost.pointee.reentry == 0 { sbx_clear_stop(openHost) }
  }

  /// Where the text starts after a byte order mark and a first line of `#`; the line end stays.
  private func chunkStart(_ source: [UInt8]) -> Int {
    let start = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard start < source.count, source[start] == UInt8(ascii: "#") else { return start }
    return source[start...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
  }
}

extension LuaFrame {
  /// Replaces the environment on top by a function that has it, or by the message why there is none.
  fileprivate func compile(
    _ bytes: UnsafeRawBufferPointer, _ name: String, isText: Bool
  ) -> Int32 {
    sbx_compile(
      state, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, name, isText)
  }

  /// What the function on top was compiled to.
  fileprivate func dump() -> [UInt8] {
    var chunk: [UInt8] = []
    withUnsafeMutablePointer(to: &chunk) { chunk in
      _ = lua_dump(
        state,
        { _, bytes, count, chunk in
          chunk?.assumingMemoryBound(to: [UInt8].self).pointee.append(
            contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
          return 0
        }, chunk, 0)
    }
    return chunk
  }

  /// Calls the function below the arguments on top, which its results replace.
  ///
  /// - Throws: the error of the function; function and arguments are gone then as well.
  package func call(arguments: Int, results: Int) throws(LuaError) {
    reserve(2)
    let handler = lua_gettop(state) - Int32(clamping: arguments)
    lua_pushcclosure(state, sbx_handler, 0)
    lua_rotate(state, handler, 1)
    let status = sbx_call(state, Int32(clamping: arguments), Int32(clamping: results), handler)
    defer { machine.settleStop() }
    lua_rotate(state, handler, -1)
    sbx_pop(state, 1)
    if status != LUA_OK { throw machine.takeError(status, from: state) }
  }
}
