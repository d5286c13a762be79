import CLuaShim

/// A type of userdata that carries 64 bits and no Swift object.
///
/// The same bits of the same type are the same Lua value while Lua holds it. Belongs to the machine
/// that made it.
package struct LuaHandleType: Sendable {
  /// Tells userdata of this type from all others.
  let magic: UInt64
  let type: sbx_type
  package let name: String

  init(_ type: sbx_type, name: String) {
    magic = type.magic
    self.type = type
    self.name = name
  }
}
