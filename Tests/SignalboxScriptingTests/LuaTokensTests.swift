import SignalboxScripting
import Testing

struct LuaTokensTests {
  /// The tokens of a string: their kinds, bytes and lines. `…` marks an unterminated token.
  private func tokens(_ text: String, isFile: Bool = false) -> [String] {
    let source = Array(text.utf8)
    return LuaTokens(source, isFile: isFile, keepsComments: true).map { token in
      let bytes = String(decoding: source[token.start..<token.end], as: UTF8.self)
      return "\(token.line) \(token.kind) \(bytes)\(token.isUnfinished ? "…" : "")"
    }
  }

  @Test func `the lexer finds names, keywords and symbols`() {
    #expect(
      tokens("local _a1=b..c...d//2~=3::x::<<>>>=~#é") == [
        "1 keyword local", "1 name _a1", "1 mark =", "1 name b", "1 mark ..", "1 name c",
        "1 mark ...", "1 name d", "1 mark //", "1 number 2", "1 mark ~=", "1 number 3", "1 mark ::",
        "1 name x", "1 mark ::", "1 mark <<", "1 mark >>", "1 mark >=", "1 mark ~", "1 mark #",
        "1 unknown é",
      ])
  }

  @Test func `the lexer reads numbers as Lua does`() {
    #expect(
      tokens("0xA.8p-3 .5e+1 3..2 1e5-2 0x1p4 3x 1.") == [
        "1 number 0xA.8p-3", "1 number .5e+1", "1 number 3..2", "1 number 1e5", "1 mark -",
        "1 number 2", "1 number 0x1p4", "1 number 3x", "1 number 1.",
      ])
  }

  @Test func `the lexer ends strings at the same position as Lua`() {
    #expect(
      tokens(#"'a\'b' "\\" "\z  "# + "\n \" '\\\nx' [==[ ]=] \n]==] 'open\ny [[z") == [
        #"1 string 'a\'b'"#, #"1 string "\\""#, "1 string \"\\z  \n \"", "2 string '\\\nx'",
        "3 string [==[ ]=] \n]==]", "4 string 'open…", "5 name y", "5 string [[z…",
      ])
  }

  @Test func `the lexer finds comments and the first line of files`() {
    #expect(
      tokens("#!/x\na --[ b\n--[[ c\n]] d --[=[ e") == [
        "1 mark #", "1 unknown !", "1 mark /", "1 name x", "2 name a", "2 comment --[ b",
        "3 comment --[[ c\n]]", "4 name d", "4 comment --[=[ e…",
      ])
    #expect(tokens("#!/x\r\na", isFile: true) == ["2 name a"])
  }
}
