import CLua

extension LuaState {
  /// The Lua release with which the package was built, such as `Lua 5.4.4`.
  package static var release: String {
    "Lua \(LUA_VERSION_MAJOR).\(LUA_VERSION_MINOR).\(LUA_VERSION_RELEASE)"
  }
}
