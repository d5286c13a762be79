import SignalboxREPL
import SignalboxScripting
import Testing

struct REPLTests {
  @Test func `a host refuses to listen where no socket can be`() throws {
    let session = try ScriptSession()
    #expect(throws: AttachError.self) {
      try SessionServer(session, at: "/dev/null/session.sock")
    }
  }
}
