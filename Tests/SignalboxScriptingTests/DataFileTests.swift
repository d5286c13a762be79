import SignalboxScripting
import Testing

@Suite struct DataFileTests {
  @Test(arguments: [
    ("return { a = os.getenv 'HOME' }", "attempt to index a nil value (global 'os')"),
    ("return { a = io.open 'x' }", "attempt to index a nil value (global 'io')"),
    ("return { a = require 'x' }", "attempt to call a nil value (global 'require')"),
    ("return { a = load 'return 1' }", "attempt to call a nil value (global 'load')"),
    ("return { a = string.rep('x', 9) }", "attempt to index a nil value (global 'string')"),
    ("while true do end", "timed out: the file ran longer than 2 s"),
    ("local t = {} for i = 1, 1e8 do t[i] = {} end return t", "not enough memory"),
  ])
  func `a data file runs with an empty environment, limited to 2 seconds and 32 MiB`(
    text: String, message: String
  ) throws {
    let error = try #require(throws: ScriptError.self) {
      try DataFile(Array(text.utf8), path: "signalbox.lua")
    }
    #expect(error.message == message)
    #expect(error.location == ScriptLocation(file: "signalbox.lua", line: 1))
    #expect(error.code == "configuration")
  }
}
