import CLuaShim

/// A userdata type whose values consist of 64 bits and contain no Swift object.
///
/// Equal bits of the same type are represented by the same Lua value for as long as Lua references
/// the value. A type belongs to the Lua state that created it.
package struct LuaHandleType: Sendable {
  /// A number that distinguishes userdata of this type from other userdata.
  let magic: UInt64
  let type: sbx_type
  package let name: String

  init(_ type: sbx_type, name: String) {
    magic = type.magic
    self.type = type
    self.name = name
  }

  /// The tag that identifies userdata of this type, for frequent checks.
  package var tag: LuaHandleTag { LuaHandleTag(magic: magic) }
}

/// Identifies the userdata of a handle type. The tag is a number, so that no ``LuaHandleType``
/// needs to be retained.
package struct LuaHandleTag: Sendable, BitwiseCopyable {
  let magic: UInt64

  init(magic: UInt64) { self.magic = magic }

  /// Creates a tag that matches no userdata.
  package init() { magic = 0 }
}
