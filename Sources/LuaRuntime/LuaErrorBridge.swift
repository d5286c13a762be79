import CLua
import CLuaShim

/// Converts the values that scripts raise into errors, and the errors of host functions into values
/// that C raises. The locations of errors are determined from the names of the loaded chunks.
final class LuaErrorBridge {
  /// The chunks that the Lua state has loaded.
  private(set) var chunks = ChunkNames()
  /// The chunk of the most recently determined location.
  private var lastChunk: (name: [CChar], source: String)?
  /// The last error that a host function raised. If Lua returns the error as a string, the code,
  /// the hint and the traceback are taken from this property.
  private var lastRaised: (text: String, error: LuaError)?

  /// Records the name of a chunk that has been loaded.
  func add(chunk name: String) { chunks.add(name) }

  /// Restores the chunks of a checkpoint.
  func restore(_ chunks: ChunkNames) {
    self.chunks = chunks
    (lastChunk, lastRaised) = (nil, nil)
  }

  // MARK: - Raised values

  /// Creates an error from the value on top of a failed coroutine's stack, and closes the
  /// coroutine.
  func take(
    _ status: Int32, fromCoroutine thread: OpaquePointer, of luaState: LuaState
  ) -> LuaError {
    sbx_trace(thread)
    let traceback = takeTraceback(of: luaState)
    sbx_reset(thread)
    return take(status, from: thread, of: luaState, traceback)
  }

  /// Creates an error from the value on top of the stack and the traceback that the message handler
  /// recorded.
  func take(_ status: Int32, from state: OpaquePointer, of luaState: LuaState) -> LuaError {
    take(status, from: state, of: luaState, takeTraceback(of: luaState))
  }

  private func take(
    _ status: Int32, from state: OpaquePointer, of luaState: LuaState, _ traceback: [LuaTraceFrame]
  ) -> LuaError {
    defer { sbx_pop(state, 1) }
    lua_checkstack(state, 4)
    if sbx_is_abort(state, -1) != 0 { return luaState.stopError(traceback) }
    let frame = LuaFrame(state)
    let place = traceback.first.flatMap(\.location)
    switch status {
    case LUA_ERRMEM where luaState.isStopped: return luaState.stopError(traceback)
    case LUA_ERRMEM:
      return LuaError(
        .memory, code: "memoryLimit", "not enough memory", location: place, traceback: traceback)
    case LUA_ERRSYNTAX:
      return messageError(.syntax, frame.value(-1).text ?? "", traceback)
    default:
      let value = frame.value(-1)
      if let text = value.text { return messageError(.runtime, text, traceback) }
      return LuaError(
        .runtime, code: nil, message: describe(value, frame, of: luaState), hint: nil,
        location: place,
        traceback: traceback, isIncomplete: false, value: LuaErrorValue(value))
    }
  }

  private func messageError(
    _ kind: LuaError.Kind, _ text: String, _ traceback: [LuaTraceFrame]
  ) -> LuaError {
    let (location, message) = splitLocation(text, traceback)
    if let error = raisedError(text, traceback) {
      return LuaError(
        error.kind, code: error.code, error.message, hint: error.hint,
        location: error.location ?? location,
        traceback: error.traceback.isEmpty ? traceback : error.traceback)
    }
    return LuaError(
      kind, code: nil, message: message, hint: nil, location: location, traceback: traceback,
      isIncomplete: kind == .syntax && message.hasSuffix("<eof>"), value: nil)
  }

  /// Returns the host function's error that has the given text, ignoring the locations that
  /// `coroutine.wrap` adds.
  private func raisedError(_ text: String, _ traceback: [LuaTraceFrame]) -> LuaError? {
    guard let raised = lastRaised, text.hasSuffix(raised.text) else { return nil }
    var rest = text
    while rest != raised.text {
      let (location, message) = splitLocation(rest, traceback)
      if location == nil { return nil }
      rest = message
    }
    return raised.error
  }

  /// Removes "chunk:line: " from a message if there is a chunk with that name.
  private func splitLocation(
    _ text: String, _ traceback: [LuaTraceFrame]
  ) -> (location: LuaLocation?, message: String) {
    var rest = text[...]
    while let colon = rest.firstIndex(of: ":") {
      let digits = rest[rest.index(after: colon)...].prefix { $0.isASCII && $0.isNumber }
      let chunk = String(text[..<colon])
      let after = text[digits.endIndex...]
      if after.hasPrefix(": "), let line = Int(digits), isChunk(chunk, traceback) {
        return (
          LuaLocation(chunk: chunks[chunk] ?? chunk, line: line), String(after.dropFirst(2))
        )
      }
      rest = text[text.index(after: colon)...]
    }
    return (nil, text)
  }

  private func isChunk(_ name: String, _ traceback: [LuaTraceFrame]) -> Bool {
    if chunks[name] != nil { return true }
    let isShortened = name.hasPrefix("...")
    return traceback.contains {
      $0.source == name || isShortened && $0.source.hasSuffix(name.dropFirst(3))
    }
  }

  private func takeTraceback(of luaState: LuaState) -> [LuaTraceFrame] {
    let host = luaState.host
    let count = Int(host.pointee.trace_depth)
    host.pointee.trace_depth = 0
    return (0..<count).map { LuaTraceFrame(host.pointee.trace[$0]) }
  }

  /// Returns a description of a raised value that is not a string. `__tostring` is called with a
  /// time limit.
  private func describe(
    _ value: LuaValue, _ frame: LuaFrame, of luaState: LuaState
  ) -> String {
    // The format is that of the standalone interpreter.
    switch value {
    case .integer(let number): return "\(number)"
    case .number(let number): return "\(number)"
    default: break
    }
    let fallback = LuaError.nameless(frame.typeName(-1))
    return (try? luaState.ownText(of: value)) ?? fallback
  }

  // MARK: - Errors of host functions

  /// Stores an error for C to raise, either now or when a coroutine is resumed. Returns the
  /// bridge's code for the kind of the stored error.
  func prepareRaise(
    _ error: LuaError, on state: OpaquePointer, of luaState: LuaState
  ) -> Int32 {
    switch error.kind {
    case .interrupted, .deadline, .budget:
      park(error.description, luaState.host)
      return Int32(SBX_RAISE_STOP)
    case .syntax, .runtime, .memory, .closed, .host:
      if let kept = error.keptValue, kept.value.slot?.belongs(to: luaState) ?? true {
        LuaFrame(state).push(kept.value)
        return Int32(SBX_RAISE_VALUE)
      }
      let location = error.location ?? location(level: 0, on: state)
      let text = location.map { "\($0): \(error.message)" } ?? error.message
      lastRaised = (text, error)
      park(text, luaState.host)
      return Int32(SBX_RAISE_PARKED)
    }
  }

  private func park(_ text: String, _ host: UnsafeMutablePointer<sbx_host>) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { sbx_park(host, $0.baseAddress, $0.count) }
    }
  }

  // MARK: - Locations

  /// Returns the number of an argument in messages. If the running host function was called with a
  /// colon, the object before the colon is not counted.
  func number(ofArgument index: Int, on state: OpaquePointer) -> Int {
    var record = lua_Debug()
    guard index > 1, lua_getstack(state, 0, &record) != 0,
      lua_getinfo(state, "n", &record) != 0,
      record.namewhat.map({ String(cString: $0) }) == "method"
    else { return index }
    return index - 1
  }

  /// Returns the location of the nearest Lua function at a level of the stack or at a higher level,
  /// or `nil` if there is none. Host functions are skipped.
  func location(level: Int, on state: OpaquePointer) -> LuaLocation? {
    var name: UnsafePointer<CChar>?
    let line = sbx_line(state, Int32(clamping: level), lastChunk?.name, &name)
    guard line > 0 else { return nil }
    if let name { rememberLast(name) }
    return lastChunk.map { LuaLocation(chunk: $0.source, line: Int(line)) }
  }

  /// Returns the name that messages use for a chunk, given its name in Lua.
  func source(ofChunk name: UnsafePointer<CChar>) -> String {
    if let lastChunk, lastChunk.name.withUnsafeBufferPointer({ isSame($0, name) }) {
      return lastChunk.source
    }
    return rememberLast(name)
  }

  /// Returns the name of a chunk and stores it, because consecutive calls mostly come from the same
  /// chunk.
  @discardableResult
  private func rememberLast(_ name: UnsafePointer<CChar>) -> String {
    let text = String(cString: name)
    let source = LuaTraceFrame.source(of: text)
    lastChunk = (Array(text.utf8CString), source)
    return source
  }
}

/// Returns whether two C strings are equal. The first string includes its terminator.
private func isSame(_ text: UnsafeBufferPointer<CChar>, _ other: UnsafePointer<CChar>) -> Bool {
  text.indices.allSatisfy { index in
    // No byte after the terminator of the other string is read.
    text[index] == other[index]
  }
}
