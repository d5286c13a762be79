import SignalboxREPL
import SignalboxScripting
import SignalboxTransports
import Testing

struct REPLTests {
  @Test func `a host rejects a path that is not valid for a socket`() throws {
    let session = try ScriptSession()
    #expect(throws: TransportError.self) {
      try SessionServer(session, at: [.unix("/dev/null/session.sock")])
    }
  }
}
