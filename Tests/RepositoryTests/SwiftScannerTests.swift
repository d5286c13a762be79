import Testing

@Suite struct SwiftScannerTests {
  /// Source text, and the same text with comments and literals replaced with spaces.
  private static let samples: [(text: String, code: String)] = [
    ("a // b", "a     "),
    ("a /* b /* c */ d */ e", "a                   e"),
    (#"a "b // c" d"#, "a          d"),
    (#"a "\"b" c"#, "a       c"),
    (#"a "b\(c("d") + e)f" g"#, "a     c(   ) + e)   g"),
    (##"a #"b"\(c)\#(d)"# e"##, "a            d)   e"),
    ("a \"\"\"\n\"b\"\n\"\"\" c", "a    \n   \n    c"),
    (#"a "" b"#, "a    b"),
    ("a `b // c` d", "a `      ` d"),
    ("f(/b\\/\"c/) d", "f(       ) d"),
    ("a / b / c", "a / b / c"),
    ("#if a #/b\"/c/# d", "#if a          d"),
    ("a \"b\nc", "a   \nc"),
  ]

  @Test(arguments: samples)
  func `the scanner distinguishes code from comments and literals`(text: String, code: String) {
    #expect(SourceFile(path: "Sample.swift", text: text).code == code)
  }

  @Test func `statements that the scanner returns contain literals but no comments`() {
    let file = SourceFile(path: "Sample.swift", text: #"a "b" // c"#)
    #expect(file.statements == #"a "b"     "#)
    #expect(file.comments == "      // c")
  }
}
