import SeededRandom
import Testing

@testable import Signalbox

struct NameTests {
  /// Names whose lengths are around the length up to which names are stored by their bytes.
  private static let names: [String] = {
    let texts = ["", "a", "b", "ab", "ba", "ä", "éclair", "e\u{301}clair", "\u{0}", "\u{0}a", "👩‍👩‍👧"]
    let long = (6...18).flatMap { length in
      ["x", "y"].map { String(repeating: $0, count: length) }
    }
    return texts + long + (0..<80).map { "route\($0)" }
  }()

  @Test(arguments: UInt64(1)...20)
  func `a name that is passed again has the symbol of an equal name`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let symbols = SymbolTable()
    for _ in 0..<600 {
      guard let name = Self.names.randomElement(using: &random) else { return }
      let symbol = symbols.internRepeated(name)
      #expect(symbols.find(name) == symbol)
      #expect(symbols[symbol] == name)
    }
  }

  @Test func `a name that a checkpoint does not have gets a symbol again`() {
    let symbols = SymbolTable()
    let contents = symbols.contents
    let first = symbols.internRepeated("first")
    symbols.restore(contents)
    let second = symbols.internRepeated("second")
    #expect(second == first)
    #expect(symbols[symbols.internRepeated("first")] == "first")
    #expect(symbols[second] == "second")
  }

  @Test func `a temporary name becomes permanent if a call passes it`() {
    let symbols = SymbolTable()
    let symbol = symbols.internPassing("made")
    #expect(symbols.internRepeated("made") == symbol)
    symbols.release(ContiguousArray(repeating: false, count: symbols.count))
    #expect(symbols[symbol] == "made")
    #expect(symbols.internRepeated("made") == symbol)
  }
}
