import Signalbox
import SignalboxRemote
import Testing

/// An application with its engine, as created by Xcode: on the main actor, without Lua.
struct RemoteTests {
  @Test func `an application listens for clients with one call`() throws {
    let engine = NavigationEngine()
    let remote = try RemoteHost(engine, name: "consumer", at: [.tcp(writesToken: false)])
    #expect(remote.isListening)
    #expect(remote.port != nil)
    #expect(!remote.token.isEmpty)
    remote.close()
    #expect(!remote.isListening)
  }
}
