internal import LuaRuntime
package import Signalbox

/// Converts values between Lua and hosts.
extension ScriptSession {
  /// Returns a value in a frame, converted for a host. A missing value is `nil`.
  func value(_ index: Int, _ frame: LuaFrame) -> ScriptValue {
    switch frame.kind(index) {
    case .none, .nil: return .nil
    case .boolean: return .boolean(frame.boolean(index))
    case .userdata: return handle(index, frame)
    case .integer, .float, .string, .table, .function, .thread:
      return value(of: frame.value(index))
    }
  }

  /// Returns the values in a frame, from an index to the top, converted for a host.
  func values(from first: Int, _ frame: LuaFrame) -> [ScriptValue] {
    let count = frame.count
    return first > count ? [] : (first...count).map { value($0, frame) }
  }

  /// Returns a Lua value, converted for a host.
  func value(of value: LuaValue) -> ScriptValue {
    switch value {
    case .nil: return .nil
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .number(let value): return .number(value)
    case .string(let string): return .string(string.bytes)
    case .table(let table): return .table(ScriptTable(table, self))
    case .function(let function): return .function(ScriptFunction(function, self))
    case .thread: return .object(ScriptObject(kindName: "coroutine", value: value))
    case .userdata:
      return luaState.withFrame { frame in
        frame.push(value)
        return handle(1, frame)
      }
    }
  }

  private func handle(_ index: Int, _ frame: LuaFrame) -> ScriptValue {
    if let bits = frame.handle(index, handles.routerTag) {
      return .handle(.router(CoordinatorID(bits: bits)))
    }
    if let bits = frame.handle(index, handles.coordinatorTag) {
      return .handle(.coordinator(CoordinatorID(bits: bits)))
    }
    if frame.handle(index, handles.app) != nil { return .handle(.app) }
    if let bits = frame.handle(index, handles.screen) {
      return .handle(.screen(ScreenID(bits: bits)))
    }
    if let bits = frame.handle(index, handles.layer) { return .handle(.layer(LayerID(bits: bits))) }
    if let bits = frame.handle(index, handles.event) {
      return .handle(.event(Int(truncatingIfNeeded: bits)))
    }
    return .object(
      ScriptObject(kindName: frame.typeName(index), value: frame.value(index)))
  }

  /// Returns a host's values, converted to Lua values.
  ///
  /// - Throws: `closed` if a value belongs to another session.
  func held(_ values: [ScriptValue]) throws(LuaError) -> [LuaValue] {
    try luaState.withFrame { frame throws(LuaError) in
      try push(values, frame)
      return values.indices.map { frame.value($0 + 1) }
    }
  }

  /// Pushes values onto the Lua stack, in the order of the array.
  ///
  /// - Throws: `closed` if a value belongs to another session.
  func push(_ values: [ScriptValue], _ frame: LuaFrame) throws(LuaError) {
    try frame.makeRoom(for: values.count + 4)
    for value in values { try push(value, frame) }
  }

  /// Pushes a value onto the Lua stack. A table that the host created becomes a new Lua table.
  ///
  /// - Throws: `closed` if the value belongs to another session.
  func push(_ value: ScriptValue, _ frame: LuaFrame) throws(LuaError) {
    switch value {
    case .nil: frame.push()
    case .boolean(let value): frame.push(value)
    case .integer(let value): frame.push(value)
    case .number(let value): frame.push(value)
    case .string(let bytes):
      try frame.take(bytes.count)
      frame.push(bytes)
    case .function(let function): try pushHeld(.function(function.function), frame)
    case .object(let object): try pushHeld(object.value, frame)
    case .handle(let handle): push(handle, frame)
    case .table(let table):
      if let held = table.held { return try pushHeld(.table(held), frame) }
      let pairs = table.pairs
      try frame.makeRoom(for: 6)
      frame.pushTable(fields: pairs.count)
      for pair in pairs {
        try push(pair.key, frame)
        try push(pair.value, frame)
        try frame.setPair()
      }
    }
  }

  private func pushHeld(_ value: LuaValue, _ frame: LuaFrame) throws(LuaError) {
    try luaState.check(value)
    frame.push(value)
  }

  private func push(_ handle: ScriptHandle, _ frame: LuaFrame) {
    switch handle {
    case .app: frame.push(handle: 0, handles.app)
    case .coordinator(let id): frame.push(handle: id.bits, handles.coordinator)
    case .router(let id): frame.push(handle: id.bits, handles.router)
    case .screen(let id): frame.push(handle: id.bits, handles.screen)
    case .layer(let id): frame.push(handle: id.bits, handles.layer)
    case .event(let number): frame.push(handle: UInt64(number), handles.event)
    }
  }

  /// Converts a value from the engine to a script value. An object of a script is converted to its
  /// table, and an object of a host to `nil`.
  package func value(of value: NavigationValue) -> ScriptValue {
    switch value {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .string(let text): .string(text)
    case .list(let values): .table(ScriptTable(list: values.map(self.value)))
    case .table(let table):
      .table(ScriptTable(fields: table.fields.map { ($0.name, self.value(of: $0.value)) }))
    case .object(let object):
      (object.content as? LuaAnchor).map { .table(ScriptTable($0.table, self)) } ?? .nil
    }
  }

  /// Returns a value as text: a Lua literal or, for a handle, the name of its object.
  ///
  /// - Parameter value: A value from this session, or plain data.
  public func text(of value: ScriptValue) -> String {
    guard !isClosed else { return value.kindName }
    return luaState.withFrame { frame in
      guard (try? push(value, frame)) != nil else { return value.kindName }
      return ValuePrinter(session: self).text(of: -1, in: frame)
    }
  }
}
