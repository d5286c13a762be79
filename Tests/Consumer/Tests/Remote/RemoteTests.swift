import Signalbox
import SignalboxRemote
import Testing

/// An application without Lua whose engine is on the main actor, as in projects that Xcode creates.
struct RemoteTests {
  @Test func `an application needs one call to listen for clients`() throws {
    let engine = NavigationEngine()
    let remote = try RemoteHost(engine, name: "consumer", at: [.tcp(writesToken: false)])
    #expect(remote.isListening)
    #expect(remote.port != nil)
    #expect(!remote.token.isEmpty)
    remote.close()
    #expect(!remote.isListening)
  }
}
