import CLua
import CLuaShim

extension LuaMachine {
  /// How long the `__tostring` of an error value may take.
  private static let describeTime = Duration.milliseconds(100)

  /// Makes an error of the value on top of a coroutine that failed, and closes the coroutine.
  func takeError(_ status: Int32, fromCoroutine thread: OpaquePointer) -> LuaError {
    sbx_trace(thread)
    let traceback = takeTraceback()
    sbx_reset(thread)
    return takeError(status, from: thread, traceback)
  }

  /// Makes an error of the value on top, with the traceback that the handler left. Lua stack: -1.
  func takeError(_ status: Int32, from state: OpaquePointer) -> LuaError {
    takeError(status, from: state, takeTraceback())
  }

  private func takeError(
    _ status: Int32, from state: OpaquePointer, _ traceback: [LuaTraceFrame]
  ) -> LuaError {
    defer { sbx_pop(state, 1) }
    lua_checkstack(state, 4)
    if sbx_is_abort(state, -1) != 0 { return stopError(traceback) }
    let frame = LuaFrame(state)
    let place = traceback.first.flatMap(\.location)
    switch status {
    case LUA_ERRMEM where isStopped: return stopError(traceback)
    case LUA_ERRMEM:
      return LuaError(
        .memory, code: "memoryLimit", "not enough memory", location: place, traceback: traceback)
    case LUA_ERRSYNTAX:
      return messageError(.syntax, frame.value(-1).text ?? "", traceback)
    default:
      let value = frame.value(-1)
      if let text = value.text { return messageError(.runtime, text, traceback) }
      return LuaError(
        .runtime, code: nil, message: describe(value, frame), hint: nil, location: place,
        traceback: traceback, isIncomplete: false, value: LuaErrorValue(value))
    }
  }

  /// Whether what runs must stop: a deadline has passed, a budget is spent or someone interrupted.
  ///
  /// Host loops check this, because Lua runs no hook during them. Cost: one load.
  package var isStopped: Bool { sbx_is_stopped(host) }

  /// Throws where what runs must stop.
  ///
  /// - Throws: the error of the stop that is requested.
  package func checkStop() throws(LuaError) {
    if isStopped { throw stopError([]) }
  }

  /// The error for the stop that is requested now.
  package func stopError(_ traceback: [LuaTraceFrame]) -> LuaError {
    let (kind, message): (LuaError.Kind, String) =
      switch Int(sbx_stop_reason(host)) {
      case SBX_DEADLINE: (.deadline, "the deadline has passed")
      case SBX_BUDGET: (.budget, "the instruction budget is spent")
      default: (.interrupted, "interrupted")
      }
    return LuaError(
      kind, code: kind.rawValue, message, location: traceback.first.flatMap(\.location),
      traceback: traceback)
  }

  private func messageError(
    _ kind: LuaError.Kind, _ text: String, _ traceback: [LuaTraceFrame]
  ) -> LuaError {
    let (location, message) = splitPlace(text, traceback)
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

  /// The host function's error of this text, whatever places `coroutine.wrap` put before it.
  private func raisedError(_ text: String, _ traceback: [LuaTraceFrame]) -> LuaError? {
    guard let raised = lastRaised, text.hasSuffix(raised.text) else { return nil }
    var rest = text
    while rest != raised.text {
      let (location, message) = splitPlace(rest, traceback)
      if location == nil { return nil }
      rest = message
    }
    return raised.error
  }

  /// Takes "chunk:line: " off a message, if the chunk is one that we know.
  private func splitPlace(
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

  private func takeTraceback() -> [LuaTraceFrame] {
    let count = Int(host.pointee.trace_depth)
    host.pointee.trace_depth = 0
    return (0..<count).map { LuaTraceFrame(host.pointee.trace[$0]) }
  }

  /// The text of an error value that is no string; `__tostring` is called under limits.
  private func describe(_ value: LuaValue, _ frame: LuaFrame) -> String {
    // As the stand-alone interpreter does it.
    switch value {
    case .integer(let number): return "\(number)"
    case .number(let number): return "\(number)"
    default: break
    }
    let fallback = LuaError.nameless(frame.typeName(-1))
    return (try? ownText(of: value)) ?? fallback
  }

  /// What the `__tostring` of a value says, called under limits; `nil` where it has none.
  ///
  /// - Throws: what went wrong in it, or that it took too long.
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
      // NOTE: not by takeError, which asks for the text of an error value again.
      if sbx_is_abort(frame.state, -1) != 0 {
        throw LuaError(.deadline, code: "deadline", "it takes too long")
      }
      throw LuaError(.runtime, frame.value(-1).text ?? "its error is no text")
    }
  }

  /// What the metatable of a value calls its type, read raw; `nil` where it says nothing.
  package func typeName(of value: LuaValue) -> String? {
    guard (try? check(value)) != nil else { return nil }
    return withFrame { frame in
      frame.push(value)
      frame.reserve(4)
      guard luaL_getmetafield(frame.state, -1, "__name") == LUA_TSTRING else { return nil }
      return frame.value(-1).text
    }
  }

  /// Leaves an error for C to raise, now or when a coroutine goes on; returns the code for it.
  func prepareRaise(_ error: LuaError, on state: OpaquePointer) -> Int32 {
    switch error.kind {
    case .interrupted, .deadline, .budget:
      park(error.description)
      return Int32(SBX_RAISE_STOP)
    case .syntax, .runtime, .memory, .closed, .host:
      if let kept = error.keptValue, kept.value.slot?.belongs(to: self) ?? true {
        LuaFrame(state).push(kept.value)
        return Int32(SBX_RAISE_VALUE)
      }
      let location = error.location ?? LuaFrame(state).location(level: 0)
      let text = location.map { "\($0): \(error.message)" } ?? error.message
      lastRaised = (text, error)
      park(text)
      return Int32(SBX_RAISE_PARKED)
    }
  }

  private func park(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { sbx_park(host, $0.baseAddress, $0.count) }
    }
  }
}
