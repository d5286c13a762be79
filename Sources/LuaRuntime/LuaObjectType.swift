import CLuaShim

/// A userdata type whose values own a Swift object.
///
/// An object is always represented by the same Lua value. The object is released when Lua collects
/// that value, when the host releases the object (`LuaFrame.releaseObject`), or when the Lua state
/// is closed. A type belongs to the Lua state that created it.
package struct LuaObjectType<Object: AnyObject>: Sendable {
  /// A number that distinguishes userdata of this type from other userdata.
  let magic: UInt64
  let type: sbx_type
  package let name: String

  init(_ type: sbx_type, name: String) {
    magic = type.magic
    self.type = type
    self.name = name
  }
}
