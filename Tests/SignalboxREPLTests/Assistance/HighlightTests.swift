import LineEditor
import SignalboxREPL
import SignalboxScripting
import Testing

@Suite struct HighlightTests {
  /// Returns the styled parts of an input.
  private func pieces(_ text: String) throws -> [String] {
    let assistant = try AssistanceFixture(isLaunched: false).assistant
    let characters = Array(text)
    return assistant.styles(of: text).map { "\($0.style): \(String(characters[$0.range]))" }
  }

  @Test func `keywords, strings, numbers and comments are highlighted differently`() throws {
    #expect(
      try pieces(#"local n = app.top:go("x", 0x1F) -- so"#) == [
        "keyword: local", "name: app", "method: go", #"string: "x""#, "number: 0x1F",
        "comment: -- so",
      ])
    #expect(try pieces("x.string.app = nil") == ["keyword: nil"])
  }

  @Test func `an unterminated token is highlighted as an error`() throws {
    #expect(try pieces(#"print "ab"#) == ["name: print", #"error: "ab"#])
    #expect(try pieces("--[[ so\nit") == ["comment: --[[ so\nit"])
    #expect(try pieces("x = $") == ["error: $"])
  }

  @Test func `known and unknown commands are highlighted differently`() throws {
    #expect(try pieces(".tree") == ["command: .tree"])
    #expect(try pieces(".tr") == ["command: .tr"])
    #expect(try pieces(".tr x") == ["error: .tr"])
    #expect(try pieces(" .trex") == ["error: .trex"])
    #expect(try pieces("?app.open") == ["command: ?", "name: app"])
    #expect(try pieces("!ls -l") == ["command: !"])
  }

  @Test func `highlighted ranges are counted in characters`() throws {
    #expect(
      try pieces("'👩‍👩‍👧é', 1\r\n'x'") == ["string: '👩‍👩‍👧é'", "number: 1", "string: 'x'"])
  }
}
