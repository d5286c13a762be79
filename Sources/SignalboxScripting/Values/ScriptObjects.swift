internal import LuaRuntime
internal import Signalbox

/// Passes script objects, which are tables with a metatable, by reference.
extension ValueBridge {
  /// Returns the object that represents a table with a metatable.
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
