internal import LuaRuntime
internal import Signalbox

/// Passes script objects, which are tables with a metatable, by reference.
extension ValueBridge {
  /// Returns the object for a table that has a metatable.
  static func object(at index: Int, in frame: LuaFrame) throws(LuaError) -> NavigationObject {
    let identity = try frame.luaState.identities.identity(ofTable: index, in: frame)
    let content = try frame.anchor(index)
    guard case .table(let note) = identity.note, case .string(let name) = try note.get(1) else {
      return NavigationObject(
        type: frame.metatableName(index) ?? "object", factory: nil, number: identity.number,
        content: content)
    }
    let seed = try frame.luaState.withFrame { frame throws(LuaError) in
      frame.push(try note.get(2))
      return try value(at: -1, in: frame, path: "the seed of \(name.text)")
    }
    return NavigationObject(
      type: name.text, factory: NavigationObject.Factory(name: name.text, seed: seed),
      number: identity.number, content: content)
  }

  /// Pushes the table to which an object refers.
  ///
  /// - Throws: `badArgument` if the object was not created by a script.
  static func push(_ object: NavigationObject, onto frame: LuaFrame) throws(LuaError) {
    guard let anchor = object.content as? LuaAnchor else {
      throw .badArgument("the object \(object) belongs to the host, so scripts cannot use it")
    }
    try frame.luaState.check(.table(anchor.table))
    frame.push(.table(anchor.table))
  }
}

extension ScriptSession {
  /// Implements `object "Cart" (function(seed) return … end)`, which declares how objects of a type
  /// are created and returns a function that creates them.
  func defineObject(_ frame: LuaFrame) throws(LuaError) -> Int {
    try named("object", frame) { [unowned self] name, index, frame throws(LuaError) in
      try finishObject(name, at: index, frame)
    }
  }

  private func finishObject(
    _ name: String, at index: Int, _ frame: LuaFrame
  ) throws(LuaError) -> Int {
    guard frame.kind(index) == .function else {
      throw .badArgument(
        "object \"\(name)\" is followed by \(shortText(frame, index)), expected a function "
          + "that makes one: object \"\(name)\" (function(seed) return … end)")
    }
    let make = try frame.function(index)
    engine.register(objectFactory: name) { [weak self] factory throws(NavigationError) in
      try self.living("object \"\(name)\"").object(with: factory, by: make)
    }
    frame.pushFunction(name) { [unowned self] frame throws(LuaError) in
      let seed = try ValueBridge.value(at: 1, in: frame, path: "\(name): the seed")
      let object = try makeObject(NavigationObject.Factory(name: name, seed: seed), by: make)
      try ValueBridge.push(object, onto: frame)
      return 1
    }
    return 1
  }

  private func makeObject(
    _ factory: NavigationObject.Factory, by make: LuaFunction
  ) throws(LuaError) -> NavigationObject {
    let note = luaState.makeTable()
    try note.set(1, .string(LuaString(factory.name)))
    try luaState.withFrame { frame throws(LuaError) in
      try ValueBridge.push(factory.seed, onto: frame)
      try note.set(2, frame.value(-1))
    }
    return try luaState.call(
      make, { frame throws(LuaError) in try ValueBridge.push(factory.seed, onto: frame) },
      results: 1
    ) { frame throws(LuaError) in
      guard frame.kind(1) == .table else {
        throw .badArgument(
          "the factory of object \"\(factory.name)\" returned \(shortText(frame, 1)), expected "
            + "a table")
      }
      guard frame.hasMetatable(1) else {
        throw .badArgument(
          "the factory of object \"\(factory.name)\" returned a table without a metatable, "
            + "which would be copied; return setmetatable(table, Methods)")
      }
      _ = try frame.luaState.identities.identity(ofTable: 1, in: frame, noting: .table(note))
      return try ValueBridge.object(at: 1, in: frame)
    }
  }

  /// Creates an object from its description in a document.
  private func object(
    with factory: NavigationObject.Factory, by make: LuaFunction
  ) throws(NavigationError) -> NavigationObject {
    do throws(LuaError) {
      return try makeObject(factory, by: make)
    } catch {
      remember(error)
      throw NavigationError(
        .factoryFailed, "object \"\(factory.name)\" cannot be recreated: \(error.description)")
    }
  }
}
