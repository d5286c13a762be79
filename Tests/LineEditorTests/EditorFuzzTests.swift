import SeededRandom
import Testing

@testable import LineEditor

@Suite struct EditorFuzzTests {
  /// Returns the violated invariants of a draft and its cursor.
  private static func fault(of draft: LineDraft) -> String? {
    let buffer = draft.buffer
    if !(0...buffer.count).contains(buffer.cursor) { return "the cursor is at \(buffer.cursor)" }
    if Array(buffer.text) != buffer.characters { return "not characters: \(buffer.characters)" }
    if draft.text != buffer.text { return "the text is stale: \(draft.text.debugDescription)" }
    if EditBuffer.cleaned(draft.text) != draft.text { return "controls in \(draft.text)" }
    return nil
  }

  @Test func `after random keys, text and cursor are valid, and undo leads to an empty line`() {
    EditorFuzz(target: "keys", smoke: 60).check { seed in
      var dice = SeededGenerator(seed: seed)
      let draft = LineDraft(history: EditorFuzz.history(), assistant: WordAssistant())
      for _ in 0..<30 {
        for key in EditorFuzz.keys(&dice) {
          _ = draft.handle(key, isLast: Bool.random(using: &dice))
          if let fault = Self.fault(of: draft) { return "after \(key): \(fault)" }
        }
        _ = draft.hint
      }
      draft.closeMenus()
      let text = draft.text
      var steps = 0
      while draft.undo() { steps += 1 }
      if !draft.text.isEmpty { return "undo leaves \(draft.text.debugDescription)" }
      for _ in 0..<steps { if !draft.redo() { return "not everything comes back" } }
      return draft.text == text ? nil : "redo gives \(draft.text.debugDescription), not \(text)"
    }
  }

  @Test func `the editor handles random bytes in random chunks`() {
    EditorFuzz(target: "bytes", smoke: 60).check { seed in
      var dice = SeededGenerator(seed: seed)
      let draft = LineDraft(history: EditorFuzz.history(), assistant: WordAssistant())
      var (decoder, chunks) = (KeyDecoder(), KeyDecoder())
      var composer = FrameComposer(palette: .plain)
      var (whole, cut): ([Key], [Key]) = ([], [])
      for _ in 0..<20 {
        let bytes = EditorFuzz.bytes(&dice)
        let keys = decoder.decode(bytes)
        whole += keys
        for byte in bytes { cut += chunks.decode([byte]) }
        if Bool.random(using: &dice) {
          whole += decoder.decide()
          cut += chunks.decide()
        }
        for key in keys { _ = draft.handle(key) }
        if let fault = Self.fault(of: draft) { return "after \(bytes): \(fault)" }
        composer.columns = Int.random(in: 1...40, using: &dice)
        composer.height = Int.random(in: 1...9, using: &dice)
        let frame = composer.frame(of: draft, styles: [], isFinal: false)
        if !frame.rows.allSatisfy({ $0.width <= composer.columns }) { return "too wide: \(frame)" }
        var top = Int.random(in: 0...9, using: &dice)
        let window = frame.window(height: composer.height, top: &top)
        if !window.rows.indices.contains(window.cursor.row) { return "no cursor in \(window)" }
      }
      let same = Self.joined(whole) == Self.joined(cut)
      return same ? nil : "cut otherwise: \(Self.joined(whole)), \(Self.joined(cut))"
    }
  }

  /// Returns keys with consecutive texts joined.
  private static func joined(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { result, key in
      if case .text(let next) = key, case .text(let text)? = result.last {
        result[result.count - 1] = .text(text + next)
      } else {
        result.append(key)
      }
    }
  }

  @Test
  func `complete entries of a random history file are read, and written entries are read back`() {
    EditorFuzz(target: "history", smoke: 60).check { seed in
      var dice = SeededGenerator(seed: seed)
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...20, using: &dice) {
        bytes += EditorFuzz.bytes(&dice)
        if Bool.random(using: &dice) { bytes.append(10) }
      }
      let found = HistoryCoding.entries(of: bytes).entries
      if Set(found).count != found.count { return "twice in \(found)" }
      let written = found.flatMap(HistoryCoding.line(for:))
      let (again, strange) = HistoryCoding.entries(of: written)
      return again == found && strange == 0 ? nil : "\(found) became \(again)"
    }
  }
}
