import Testing

@testable import SignalboxCLI

struct TOMLReaderTests {
  /// A value in one line, the tables with their keys in order.
  private func text(_ value: TOMLValue.Content) -> String {
    switch value {
    case .string(let text): "\"\(text)\""
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .array(let values): "[" + values.map { text($0.content) }.joined(separator: ", ") + "]"
    case .table(let table): text(table)
    }
  }

  private func text(_ table: TOMLTable) -> String {
    "{"
      + table.keys.map { key in "\(key) = \(table[key].map { text($0.content) } ?? "")" }
      .joined(separator: ", ") + "}"
  }

  @Test(arguments: [
    ("", "{}"),
    ("# nothing\n\n  # else", "{}"),
    ("a = 1\r\nb = -2 # two\r\n", "{a = 1, b = -2}"),
    ("a = 1_000\nb = 0xFF\nc = 0o17\nd = 0b101", "{a = 1000, b = 255, c = 15, d = 5}"),
    ("a = 1.5\nb = 1e3\nc = -0.5E-1\nd = inf", "{a = 1.5, b = 1000.0, c = -0.05, d = inf}"),
    ("a = true\nb = false", "{a = true, b = false}"),
    ("a = \"x\\ty \\u00e4 \\\"q\\\"\"", "{a = \"x\ty ä \"q\"\"}"),
    ("a = 'C:\\x'", "{a = \"C:\\x\"}"),
    ("a = \"\"\"\none\ntwo\\\n   three\"\"\"", "{a = \"one\ntwothree\"}"),
    ("a = '''\none 'q' ''two'''''", "{a = \"one 'q' ''two''\"}"),
    ("a = [1, [2, \"b\"],\n # more\n 3,\n]", "{a = [1, [2, \"b\"], 3]}"),
    ("a = { b = 1, c.d = 2 }", "{a = {b = 1, c = {d = 2}}}"),
    ("a.b.c = 1\na.d = 2\n\"x y\".'z' = 3", "{a = {b = {c = 1}, d = 2}, x y = {z = 3}}"),
    ("[a.b]\nc = 1\n[a]\nd = 2", "{a = {b = {c = 1}, d = 2}}"),
    ("a-b_1 = 1", "{a-b_1 = 1}"),
  ])
  func `what configuration files are written in is read`(source: String, expected: String) throws {
    #expect(text(try TOMLReader.table(of: source)) == expected)
  }

  @Test(arguments: [
    ("\n\na", 3, "expected \"=\" after the key a, the line ends"),
    ("= 1", 1, "expected a key, got \"=\""),
    ("[[a]]", 1, "arrays of tables are not read; use [a.b]"),
    ("a = 012", 1, "012 is no value; texts stand in quotes: \"012\""),
    ("a = 1__0", 1, "1__0 is no value; texts stand in quotes: \"1__0\""),
    ("a = 1.", 1, "1. is no value; texts stand in quotes: \"1.\""),
    ("a = [1 2]", 1, "expected \",\" or \"]\" in an array, got \"2\""),
    ("a = { b = 1", 1, "expected \"}\" after the values of an inline table, the line ends"),
    ("a = \"\\q\"", 1, "\\q is no escape; a backslash is written \\\\"),
    ("a = \"\\uD800\"", 1, "\\uD800 is no character"),
    ("a = \"x\ny\"", 1, "the text that begins here has no end"),
    ("a = 1\n[a]\n", 2, "a: a is no table"),
    ("a.b = 1\n[c]\n[c]", 3, "[c] is there twice"),
  ])
  func `what is no TOML is told with its line`(source: String, line: Int, message: String) {
    #expect(throws: TOMLReader.Failure(line: line, message: message)) {
      try TOMLReader.table(of: source)
    }
  }
}
