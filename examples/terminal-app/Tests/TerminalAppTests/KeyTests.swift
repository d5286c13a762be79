import Testing

@testable import terminal_app

/// Tests the bytes that a terminal sends for keys.
struct KeyTests {
  @Test(arguments: [
    ("1", ["tap(1)"]), ("b\u{7F}\u{1B}[D", ["back", "back", "back"]), ("\t\u{1B}[Z", tabs),
    ("d\u{1B}[B\u{1B}OB", ["swipeDown", "swipeDown", "swipeDown"]), ("\u{1B}", ["back"]),
    ("q\u{4}", ["quit", "quit"]), ("\u{1B}[1;5Cx\u{0}", []), ("0", []),
    ("/shop://ü\r", ["link(\"shop://ü\")"]), ("/ab\u{7F}c\r", ["link(\"ac\")"]),
    ("/ab\u{15}c\r", ["link(\"c\")"]), ("/\r", []), ("/1b\u{1B}", []), ("/\u{7F}\u{7F}x\r", linkX),
  ])
  func `the bytes of keys are converted to user inputs`(bytes: String, inputs: [String]) {
    var reader = KeyReader()
    let keys = reader.read(Array(bytes.utf8))
    #expect(keys.map(Self.text) == inputs)
  }

  private static let tabs = ["nextTab", "previousTab"]
  private static let linkX = ["link(\"x\")"]

  @Test func `a character that arrives in two parts is read as one character`() {
    var reader = KeyReader()
    let bytes = Array("/ü\r".utf8)
    #expect(reader.read(Array(bytes[..<2])) == [])
    #expect(reader.link == "")
    #expect(reader.read(Array(bytes[2...])).map(Self.text) == ["link(\"ü\")"])
  }

  @Test func `Ctrl-Z is reported as a separate key`() {
    var reader = KeyReader()
    #expect(reader.read([0x1A]) == [.suspend])
  }

  private static func text(_ key: KeyReader.Key) -> String {
    switch key {
    case .input(let input): "\(input)"
    case .suspend: "suspend"
    }
  }
}
