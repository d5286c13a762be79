import Foundation
import SeededRandom
import Testing

@testable import LineEditor

/// A check for a few seeds in every test run, and for as many seeds as time permits under
/// `scripts/fuzz --target editor`.
struct EditorFuzz {
  let target: String
  /// The number of seeds in a test run.
  let smoke: UInt64

  /// Runs the check. A fault is recorded with its seed.
  func check(_ fault: (UInt64) -> String?) {
    let variables = ProcessInfo.processInfo.environment
    let isLong = variables["SIGNALBOX_FUZZ_TARGET"] == "editor"
    let first = variables["SIGNALBOX_SEED"].flatMap { UInt64($0) } ?? 0
    let minutes = variables["SIGNALBOX_FUZZ_MINUTES"].flatMap { Double($0) } ?? 0
    let note = variables["SIGNALBOX_FUZZ_NOTE"]
    let end = ContinuousClock.now + .seconds(60 * minutes)
    var seed = first
    repeat {
      if isLong, let note { try? Data("\(seed)\n".utf8).write(to: URL(filePath: note)) }
      if let fault = fault(seed) {
        Issue.record(
          "\(target), seed \(seed): \(fault)\nreplay: scripts/fuzz --target editor --seed \(seed)")
        break
      }
      seed += 1
    } while isLong ? ContinuousClock.now < end : seed < first + smoke
    if isLong { print("fuzz: editor, \(target): \(seed - first) seeds, from \(first)") }
  }

  // MARK: - Input

  private static let texts = [
    "a", "word", " ", "  do", "end", "(", "\"", "é", "e\u{301}", "\u{301}", "中", "文字", "👨‍👩‍👧",
    "\u{200D}",
    "🇩🇪", "\u{1F1E9}", "❤\u{FE0F}", "\u{FE0F}", "\u{202E}", "pr", "print", "\t", "\u{AC00}\u{11A8}",
    "\u{1100}", "ß", "İ", "x = 1", "\u{2028}", "\u{FEFF}",
  ]

  static func history() -> LineHistory {
    let history = LineHistory()
    for entry in ["print(1)", "do\n  中\nend", "word word", "e\u{301}é", "x = 1\n", "👨‍👩‍👧 İ"] {
      history.add(entry)
    }
    return history
  }

  /// Returns random keys: text, key combinations of the key table, and pasted text.
  static func keys(_ dice: inout SeededGenerator) -> [Key] {
    let chords = KeyTable.sections.flatMap(\.bindings).flatMap(\.keys)
    return (0..<Int.random(in: 1...4, using: &dice)).map { _ in
      let text = (0..<Int.random(in: 1...3, using: &dice)).map { _ in
        texts.randomElement(using: &dice) ?? ""
      }.joined()
      switch Int.random(in: 0..<8, using: &dice) {
      case 0..<4: return .text(text)
      case 4: return .paste(text + "\n" + text)
      default: return .chord(chords.randomElement(using: &dice) ?? KeyChord(.tab))
      }
    }
  }

  /// Returns valid and invalid terminal input.
  static func bytes(_ dice: inout SeededGenerator) -> [UInt8] {
    let chunks: [[UInt8]] = [
      Array("\u{1B}[".utf8), Array("\u{1B}O".utf8), [0x1B], Array("200~".utf8),
      Array("\u{1B}[201~".utf8), Array("1;5C".utf8), [0xE4, 0xB8], [0xAD], [0xFF], [0xF0, 0x9F],
      Array("\r".utf8), [3], [18], [21], [25], [31], [9], Array("27;5;9~".utf8), [0x1B, 0x5D],
      Array("99999999999999999999;99999999999999999999A".utf8),
    ]
    return (0..<Int.random(in: 1...12, using: &dice)).flatMap { _ -> [UInt8] in
      switch Int.random(in: 0..<3, using: &dice) {
      case 0: chunks.randomElement(using: &dice) ?? []
      case 1: Array((texts.randomElement(using: &dice) ?? "").utf8)
      default: [UInt8.random(in: 0...255, using: &dice)]
      }
    }
  }
}
