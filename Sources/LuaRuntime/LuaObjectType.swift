import CLuaShim

/// A userdata type whose values own a Swift object.
///
/// An object is represented by the same Lua value for as long as that value exists. The object is
/// released when Lua collects that value, when a to-be-closed variable with that value goes out of
/// scope, when the host releases the object (`LuaFrame.releaseObject`), or when the Lua state is
/// closed. A type belongs to the Lua state that created it.
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

  /// Pushes the table in which an object's callbacks are stored. The table lives as long as the
  /// object's userdata. Lua stack: +1.
  ///
  /// A callback that is stored elsewhere would permanently retain the object that it captures.
  /// - Throws: `badArgument` if the value is not an object of this type.
  package func pushUserTable(of index: Int, in frame: LuaFrame) throws(LuaError) {
    guard sbx_box_at(frame.state, frame.position(index), magic) != nil else {
      throw frame.typeError(index, expected: name)
    }
    frame.reserve(3)
    sbx_push_user_table(frame.state, frame.position(index))
  }
}
