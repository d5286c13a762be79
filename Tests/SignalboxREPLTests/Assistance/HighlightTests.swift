import LineEditor
import SignalboxREPL
import SignalboxScripting
import Testing

@Suite struct HighlightTests {
  /// Returns the styled parts of an input.
  private func spans(_ text: String) throws -> [String] {
    let assistant = try AssistanceFixture(isLaunched: false).assistant
    let characters = Array(text)
    return assistant.styles(of: text).map { "\($0.style): \(String(characters[$0.range]))" }
  }

  @Test func `keywords, strings, numbers and comments are highlighted differently`() throws {
    #expect(
      try spans(#"local n = app.top:go("x", 0x1F) -- so"#) == [
        "keyword: local", "name: app", "method: go", #"string: "x""#, "number: 0x1F",
        "comment: -- so",
      ])
    #expect(try spans("x.string.app = nil") == ["keyword: nil"])
  }

  @Test func `an unterminated token is highlighted as an error`() throws {
    #expect(try spans(#"print "ab"#) == ["name: print", #"error: "ab"#])
    #expect(try spans("--[[ so\nit") == ["comment: --[[ so\nit"])
    #expect(try spans("x = $") == ["error: $"])
  }

  @Test func `known and unknown commands are highlighted differently`() throws {
    #expect(try spans(".tree") == ["command: .tree"])
    #expect(try spans(".tr") == ["command: .tr"])
    #expect(try spans(".tr x") == ["error: .tr"])
    #expect(try spans(" .trex") == ["error: .trex"])
    #expect(try spans("?app.open") == ["command: ?", "name: app"])
    #expect(try spans("!ls -l") == ["command: !"])
  }

  @Test func `highlighted ranges are counted in characters`() throws {
    #expect(
      try spans("'👩‍👩‍👧é', 1\r\n'x'") == ["string: '👩‍👩‍👧é'", "number: 1", "string: 'x'"])
  }
}
