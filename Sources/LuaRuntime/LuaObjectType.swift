import CLuaShim

/// A type of userdata that owns a Swift object.
///
/// The same object is always represented by the same Lua value. It is released when Lua collects
/// the value, when the host releases it (`LuaFrame.releaseObject`) or when the Lua state is closed.
/// Belongs to the Lua state that created it.
package struct LuaObjectType<Object: AnyObject>: Sendable {
  /// Distinguishes userdata of this type from all others.
  let magic: UInt64
  let type: sbx_type
  package let name: String

  init(_ type: sbx_type, name: String) {
    magic = type.magic
    self.type = type
    self.name = name
  }
}
