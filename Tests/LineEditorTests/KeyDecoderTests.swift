import Testing

@testable import LineEditor

@Suite struct KeyDecoderTests {
  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.decode(Array(text.utf8)) + decoder.decide()
  }

  @Test(arguments: ["[H", "OH", "[1~", "[7~"])
  func `the Home key is recognized in every encoding`(spelling: String) {
    #expect(keys("\u{1B}" + spelling) == [.chord(KeyChord(.home))])
  }

  @Test(arguments: ["[F", "OF", "[4~", "[8~"])
  func `the End key is recognized in every encoding`(spelling: String) {
    #expect(keys("\u{1B}" + spelling) == [.chord(KeyChord(.end))])
  }

  @Test func `modifiers are reported with the key`() {
    #expect(
      keys("\u{1B}[1;5C\u{1B}[1;3D\u{1B}[5C\u{1B}Oc\u{1B}[Z\u{1B}[3;5~\u{1B}[7^\u{1B}[7$") == [
        .chord(KeyChord(.right, .control)), .chord(KeyChord(.left, .alt)),
        .chord(KeyChord(.right, .control)), .chord(KeyChord(.right, .control)),
        .chord(KeyChord(.tab, .shift)), .chord(KeyChord(.delete, .control)),
        .chord(KeyChord(.home, .control)), .chord(KeyChord(.home, .shift)),
      ])
    #expect(
      keys("\u{1B}\r\u{1B}\u{7F}\u{1B}d\u{1B}\u{1B}[C\u{1B}[13;2u\u{1B}[27;5;9~") == [
        .chord(KeyChord(.enter, .alt)), .chord(KeyChord(.backspace, .alt)), .chord(.alt("d")),
        .chord(KeyChord(.right, .alt)), .chord(KeyChord(.enter, .shift)),
        .chord(KeyChord(.tab, .control)),
      ])
  }

  @Test func `Enter is distinguished from Ctrl-J, and other control keys are reported as letters`()
  {
    #expect(
      keys("\r\n\u{12}\u{1F}\u{8}\u{7F}\u{0}") == [
        .chord(KeyChord(.enter)), .chord(.control("j")), .chord(.control("r")),
        .chord(.control("_")), .chord(KeyChord(.backspace)), .chord(KeyChord(.backspace)),
        .chord(.control(" ")),
      ])
  }

  @Test func `an escape byte without a sequence is the Esc key`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isUndecided)
    #expect(decoder.decide() == [.chord(KeyChord(.escape))])
    #expect(!decoder.isUndecided)
    #expect(keys("\u{1B}\u{3}") == [.chord(KeyChord(.escape)), .chord(.control("c"))])
  }

  @Test func `text that arrives in several chunks is reported as one chunk`() {
    let text = "a中👨‍👩‍👧é"
    var decoder = KeyDecoder()
    var whole = ""
    for byte in text.utf8 {
      for case .text(let chunk) in decoder.decode([byte]) { whole += chunk }
    }
    #expect(whole == text)
    #expect(keys(text) == [.text(text)])
    #expect(
      keys("\u{E9}").count == 1
        && keys("x\u{1B}[A") == [.text("x"), .chord(KeyChord(.up))])
  }

  @Test func `invalid bytes become replacement characters`() {
    var decoder = KeyDecoder()
    #expect(
      decoder.decode([0xFF, 0x61, 0xE4, 0x0D]) == [
        .text("\u{FFFD}a\u{FFFD}"), .chord(KeyChord(.enter)),
      ])
  }

  @Test func `pasted text is reported as one chunk, including escape sequences`() {
    #expect(
      keys("x\u{1B}[200~a\r\tb\u{1B}[Ac\u{1B}[201~y") == [
        .text("x"), .paste("a\r\tb\u{1B}[Ac"), .text("y"),
      ])
  }

  @Test func `unknown escape sequences are dropped completely`() {
    #expect(
      keys("a\u{1B}[?1;2cb\u{1B}]11;rgb:0/0/0\u{1B}\\c\u{1B}[<0;1;1Md\u{1B}[[Ae") == [
        .text("a"), .text("b"), .text("c"), .text("d"), .text("e"),
      ])
  }

  @Test func `Ctrl-C is recognized inside an unterminated escape sequence`() {
    #expect(keys("\u{1B}]never\u{3}") == [.chord(.control("c"))])
    #expect(keys("\u{1B}[1;2\u{3}") == [.chord(.control("c"))])
  }

  @Test func `no key has two commands, and every command has a key`() {
    let bindings = KeyTable.sections.flatMap(\.bindings)
    let chords = bindings.flatMap(\.keys)
    #expect(Set(chords).count == chords.count)
    #expect(Set(bindings.map(\.command)) == Set(EditCommand.allCases))
    #expect(KeyChord(.backspace, [.control, .alt]).description == "Ctrl-Alt-Backspace")
  }

  @Test func `a report of the cursor is separated from the keys around it`() {
    let bytes = Array("ab\u{1B}[A\u{1B}[12;40Rc".utf8)
    #expect(CursorReport(in: bytes)?.row == 11)
    #expect(CursorReport(in: bytes)?.typed == Array("ab\u{1B}[Ac".utf8))
    // Keys that end with the same letter have no row or no column.
    for text in [
      "", "\u{1B}[R", "\u{1B}[5R", "\u{1B}[0;1R", "\u{1B}[1;2;3R", "\u{1B}[12;40", "[1;1R",
    ] {
      #expect(CursorReport(in: Array(text.utf8)) == nil, "\(text.debugDescription)")
    }
  }
}
