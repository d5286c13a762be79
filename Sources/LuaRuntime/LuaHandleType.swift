import CLuaShim

/// A type of userdata that contains 64 bits and no Swift object.
///
/// Equal bits of the same type are the same Lua value while Lua references it. Belongs to the Lua
/// state that created it.
package struct LuaHandleType: Sendable {
  /// Distinguishes userdata of this type from all others.
  let magic: UInt64
  let type: sbx_type
  package let name: String

  init(_ type: sbx_type, name: String) {
    magic = type.magic
    self.type = type
    self.name = name
  }

  /// The tag of its userdata, for the most frequent checks.
  package var tag: LuaHandleTag { LuaHandleTag(magic: magic) }
}

/// Identifies the userdata of one type of handles: a number, so that no ``LuaHandleType`` needs to
/// be retained.
package struct LuaHandleTag: Sendable, BitwiseCopyable {
  let magic: UInt64

  init(magic: UInt64) { self.magic = magic }

  /// No userdata has this tag.
  package init() { magic = 0 }
}
