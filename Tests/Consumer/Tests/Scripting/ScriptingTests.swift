import SignalboxScripting
import Testing

struct ScriptingTests {
  @Test func `a session runs a script and reports the script's error`() throws {
    let session = try ScriptSession()
    try session.run(Array("assert(1 + 1 == 2)".utf8), name: "sum.lua")
    let error = #expect(throws: ScriptError.self) {
      try session.run(Array("error 'none'".utf8), name: "fails.lua")
    }
    #expect(error?.message.contains("none") == true)
  }
}
