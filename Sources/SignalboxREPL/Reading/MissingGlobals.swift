internal import SignalboxScripting

/// Finds globals that an input reads and that have no value, which are usually misspelt names. Lua
/// itself reads such a name as `nil` and reports nothing.
struct MissingGlobals {
  private static let checkMarks: LuaToken.WordSet = ["==", "~=", "and", "or", "not"]

  let session: ScriptSession

  /// Returns the names, in the order of their first use.
  ///
  /// Names in functions are not included, because a function runs later. Names that the input
  /// compares or combines with `and`, `or` or `not` are not included either, because this is how
  /// scripts test whether a global exists. Names that begin with `_` are not included, because they
  /// are results of the prompt or belong to Lua.
  ///
  /// - Parameter source: Code that has run without an error.
  func names(in source: [UInt8]) -> [String] {
    let globals = LuaIndex(source, isFile: false).globals
    let written = Set(globals.filter(\.isWritten).map(\.name))
    let read = globals.filter { global in
      global.function == nil && global.name.first != "_" && !written.contains(global.name)
        && session.prompt.value(at: [global.name]) == nil
    }
    guard !read.isEmpty else { return [] }
    let checked = Self.checkedNames(source)
    let known = Set(session.prompt.names)
    var names: [String] = []
    for global in read
    where !checked.contains(global.start) && !known.contains(global.name)
      && !names.contains(global.name)
    {
      names.append(global.name)
    }
    return names
  }

  /// Returns the positions of the names next to a comparison or a logical operator.
  private static func checkedNames(_ source: [UInt8]) -> Set<Int> {
    let tokens = Array(LuaTokens(source, isFile: false))
    let places = tokens.indices.filter { index in
      index > 0 && checkMarks.contains(tokens[index - 1].word)
        || index + 1 < tokens.count && checkMarks.contains(tokens[index + 1].word)
    }
    return Set(places.map { tokens[$0].start })
  }
}
