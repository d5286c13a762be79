import Testing

@testable import LineEditor

/// Tests the effect of keys on the text. `|` marks the cursor.
@Suite struct DraftTests {
  private let history = LineHistory()
  private let words = WordAssistant()

  /// Returns the text of a draft that has received the given key sequences of a terminal.
  private func after(_ keys: String) -> String { Self.shown(draft(after: keys)) }

  private func draft(after keys: String) -> LineDraft {
    let draft = LineDraft(history: history, assistant: words)
    press(keys, draft)
    return draft
  }

  private func press(_ keys: String, _ draft: LineDraft) {
    var decoder = KeyDecoder()
    for key in decoder.decode(Array(keys.utf8)) + decoder.decide() { _ = draft.handle(key) }
  }

  private static func shown(_ draft: LineDraft) -> String {
    var text = draft.buffer.characters
    text.insert("|", at: draft.buffer.cursor)
    return String(text)
  }

  @Test(arguments: [
    ("abc\u{2}\u{2}X", "aX|bc"), ("abc\u{1}X\u{5}Y", "XabcY|"), ("ab cd\u{1B}bX", "ab X|cd"),
    ("ab cd\u{1}\u{1B}f\u{1B}fX", "ab cdX|"), ("a\nb\u{1B}[AX", "aX|\nb"),
    ("abcd\nb\u{1B}[A\u{5}\u{1B}[BX", "abcd\nbX|"), ("e\u{301}中\u{2}\u{7F}", "|中"),
    ("👨‍👩‍👧x\u{2}\u{7F}", "|x"), ("🇩🇪🇫🇷\u{7F}", "🇩🇪|"), ("abc\u{2}\u{4}", "ab|"),
    ("abc\u{1}\u{1B}[3~", "|bc"),
  ])
  func `the cursor moves, and keys delete text, by whole characters`(keys: String, shown: String) {
    #expect(after(keys) == shown)
  }

  @Test(arguments: [
    ("ab cd\u{17}\u{19}\u{19}", "ab cdcd|"), ("ab cd\u{15}x\u{19}", "xab cd|"),
    ("ab cd\u{1}\u{B}\u{19}\u{19}", "ab cdab cd|"), ("one two\u{17}\u{17}\u{19}", "one two|"),
    ("a.b\u{17}", "|"), ("a.b\u{1B}\u{7F}", "a.|"), ("ab cd\u{1}\u{1B}d\u{1B}d\u{19}", "ab cd|"),
    ("one\u{17}two\u{17}\u{19}\u{1B}y", "one|"), ("one\u{17}two\u{17}\u{19}\u{1B}y\u{1B}y", "two|"),
    ("a\nb\u{1}\u{15}", "a|b"), ("a\nb\u{1B}[A\u{5}\u{B}", "a|b"), ("x\u{1B}y", "x|"),
  ])
  func `text that a key has cut can be pasted`(keys: String, shown: String) {
    #expect(after(keys) == shown)
  }

  @Test(arguments: [
    ("abc\u{14}", "acb|"), ("abc\u{2}\u{14}", "acb|"), ("a\u{14}", "a|"),
    ("ab cd\u{1B}t", "cd ab|"),
    ("ab\u{1B}t", "ab|"), ("ab cd\u{1}\u{1B}u\u{1B}c", "AB Cd|"), ("AB\u{1}\u{1B}l", "ab|"),
    ("straße\u{1}\u{1B}u", "STRASSE|"),
  ])
  func `keys can swap characters and change the case of words`(keys: String, shown: String) {
    #expect(after(keys) == shown)
  }

  @Test func `an accent that is typed separately is combined with its letter`() {
    let draft = draft(after: "ea\u{2}")
    press("\u{301}", draft)
    #expect(Self.shown(draft) == "e\u{301}|a")
    press("\u{7F}", draft)
    #expect(Self.shown(draft) == "|a")
  }

  @Test func `undo reverts words and cuts, and redo restores them`() {
    let draft = draft(after: "")
    for key in ["one", " two", "\u{17}"] { press(key, draft) }
    var seen: [String] = []
    for key in ["\u{1F}", "\u{1F}", "\u{1F}", "\u{1F}", "\u{1B}_", "\u{1B}_", "\u{1B}_"] {
      press(key, draft)
      seen.append(Self.shown(draft))
    }
    #expect(
      seen == ["one two|", "one |", "|", "|", "one |", "one two|", "one |"])
  }

  @Test func `control characters are removed from pasted text, and its line breaks are unified`() {
    #expect(after("\u{1B}[200~a\r\nb\rc\td\u{1B}[31me\u{0}\u{1B}[201~") == "a\nb\nc\td[31me|")
  }

  @Test
  func `the up key recalls inputs with the same beginning, and the down key returns to the draft`()
  {
    for entry in ["pop()", "push(1)", "tree", "push(2)"] { history.add(entry) }
    let draft = draft(after: "pu")
    var seen: [String] = []
    for key in ["\u{1B}[A", "\u{1B}[A", "\u{1B}[A", "\u{1B}[B", "\u{1B}[B", "\u{1F}", "\u{1F}"] {
      press(key, draft)
      seen.append(Self.shown(draft))
    }
    #expect(
      seen == ["push(2)|", "push(1)|", "push(1)|", "push(2)|", "pu|", "|", "|"])
  }

  @Test func `the up and down keys move between the lines of an input`() {
    history.add("first")
    history.add("do\nend")
    #expect(after("\u{1B}[A") == "do\nend|")
    #expect(after("\u{1B}[A\u{1B}[A") == "do|\nend")
    #expect(after("\u{1B}[A\u{1B}[A\u{1B}[A") == "first|")
    #expect(after("\u{1B}[A\u{1B}[A\u{1B}[A\u{1B}[B") == "do|\nend")
    #expect(after("\u{1B}[5~\u{1B}[5~\u{1B}[6~\u{1B}[6~") == "|")
    #expect(after("x\u{1B}<") == "first|")
    #expect(after("\u{1B}<\u{1B}>") == "|")
  }

  @Test func `the result of a history search can be accepted, kept for editing or cancelled`() {
    for entry in ["alpha one", "Beta two", "gamma one"] { history.add(entry) }
    #expect(after("\u{12}one") == "gamma |one")
    #expect(after("\u{12}one\u{12}") == "alpha |one")
    #expect(after("\u{12}one\u{12}\u{13}") == "gamma |one")
    #expect(after("\u{12}beta") == "|Beta two")
    #expect(after("\u{12}Beta") == "|Beta two")
    #expect(after("\u{12}BETA") == "|")
    #expect(after("x\u{12}one\u{7}") == "x|")
    #expect(after("x\u{12}two\u{3}") == "x|")
    #expect(after("\u{12}twoo\u{7F}\u{5}!") == "Beta two!|")
    #expect(after("\u{12}two\u{1B}") == "Beta |two")
    #expect(after("\u{12}\u{1B}[200~ma\u{1B}[201~") == "gam|ma one")
  }

  @Test
  func `the Tab key inserts the common prefix of all candidates and then shows the candidates`() {
    #expect(after("s\t") == "s|")
    #expect(after("pr\t") == "pri|")
    #expect(after("pr\t\t") == "print|")
    #expect(after("pr\t\t\t") == "private|")
    #expect(after("pr\t\t\t\t") == "print|")
    #expect(after("pr\t\u{1B}[Z") == "private|")
    #expect(after("pr\t\t\u{1B}") == "pri|")
    #expect(after("pr\t\t(") == "print(|")
    #expect(after("pr\tv\r") == "priv|")
    #expect(after("pr\tv\t") == "private|")
    #expect(after("pr\t\u{7F}\u{7F}") == "p|")
    #expect(after("pr\t\t\u{1F}") == "pri|")
    #expect(after("\t") == "  |")
    #expect(after("pr\t\u{1B}[200~x\u{1B}[201~") == "prix|")
  }

  @Test func `the Enter key begins a new line while the input is incomplete`() {
    #expect(after("  do\r") == "  do\n  |")
    let draft = draft(after: "do")
    #expect(draft.handle(.chord(KeyChord(.enter)), isLast: true) == .none)
    press("end", draft)
    #expect(draft.handle(.chord(KeyChord(.enter))) == .submit)
    #expect(draft.text == "do\nend")
  }

  @Test func `hints from the assistant take precedence over hints from the history`() {
    history.add("hello(1)")
    history.add("hello(\n2)")
    #expect(draft(after: "he").hint == "llo(\n2)")
    #expect(draft(after: "hello(1").hint == ")")
    #expect(draft(after: "hellx").hint == nil)
    #expect(draft(after: "he\u{2}").hint == nil)
    #expect(draft(after: "ask").hint == " me")
    #expect(after("ask\u{1B}[C") == "ask me|")
    #expect(after("hello(1\u{5}") == "hello(1)|")
    history.add("two words here")
    #expect(after("tw\u{1B}f") == "two|")
    #expect(after("tw\u{1B}f\u{1B}f") == "two words|")
  }

  @Test func `keys that only the terminal can handle are reported to the caller`() {
    let draft = draft(after: "")
    #expect(draft.handle(.chord(.control("d"))) == .end)
    #expect(draft.handle(.chord(.control("c"))) == .interrupt)
    #expect(draft.handle(.chord(.control("z"))) == .suspend)
    #expect(draft.handle(.chord(.control("l"))) == .clearScreen)
  }
}

/// Completes two words, and treats `do` as an incomplete input.
final class WordAssistant: LineAssistant {
  func isComplete(_ text: String) -> Bool { !text.contains("do") || text.contains("end") }
  func styles(of text: String) -> [StyledRange] { [] }
  func hint(for text: String) -> String? { text == "ask" ? " me" : nil }
  func textChanged(_ text: String) {}

  func completion(of text: String, at cursor: Int) -> LineCompletion {
    let word = String(text.prefix(cursor))
    let found = ["print", "private"].filter { !word.isEmpty && $0.hasPrefix(word) }
    return LineCompletion(start: 0, suggestions: found.map { LineSuggestion($0) })
  }
}
