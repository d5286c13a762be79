import CLua
import CLuaShim

/// Words that declare something under a name: `word "name" { … }`, or with both as arguments.
///
/// The host is entered once, when the name has its value. Guarded by bench: runs.
extension LuaMachine {
  /// Makes such a word, which lives as long as somebody holds it.
  ///
  /// - Parameters:
  ///   - isMethod: Whether it is called on a table: `table:word "name" { … }`.
  ///   - body: Finds the name at 1, the value at 2 and where the word stands in
  ///     ``LuaFrame/declarationPlace``. A wrong name comes alone; both are nil where a method was not
  ///     called on a table.
  package func makeDeclarator(
    _ name: String, isMethod: Bool = false, _ body: @escaping LuaNativeBody
  ) -> LuaFunction {
    withFrame { frame in
      frame.pushNative(name, body)
      sbx_push_waiting(frame.state)
      frame.push(isMethod)
      lua_pushcclosure(frame.state, sbx_declarator, 4)
      return LuaFunction(keep(frame.state))
    }
  }

  package typealias UnfinishedDeclaration = (word: String, name: String, place: LuaLocation?)

  /// The first word in a text whose name still waits for its value.
  package var unfinishedDeclaration: UnfinishedDeclaration? {
    withFrame { frame -> UnfinishedDeclaration? in
      frame.reserve(8)
      var context: UnsafeMutableRawPointer?
      guard sbx_push_unfinished(frame.state, &context), let context else { return nil }
      let native = Unmanaged<LuaNative>.fromOpaque(context).takeUnretainedValue()
      return (native.name, (try? frame.string(1)) ?? "", frame.place(chunk: 3, line: 2))
    }
  }
}

extension LuaFrame {
  /// Where the word stands whose name and value these are; `nil` where no script called it.
  package var declarationPlace: LuaLocation? { place(chunk: 4, line: 3) }

  fileprivate func place(chunk: Int, line: Int) -> LuaLocation? {
    let number = lua_tointegerx(state, position(line), nil)
    guard number > 0, let name = lua_tolstring(state, position(chunk), nil) else { return nil }
    return LuaLocation(chunk: machine.source(ofChunk: name), line: Int(number))
  }
}
