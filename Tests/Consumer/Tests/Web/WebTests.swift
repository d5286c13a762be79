import Signalbox
import SignalboxUI
import SignalboxWeb
import Testing

/// An application that is shown as a web page, without Lua.
struct WebTests {
  @Test func `an application is shown as a page with two calls`() throws {
    let engine = NavigationEngine()
    let interface = try WebInterface(engine, name: "Shop")
    print(interface.makeAddress())
    #expect(interface.makeAddress().hasPrefix("http://127.0.0.1:\(interface.port)/?token="))
    #expect(!interface.hasPage)
    #expect(interface.reconciler?.isSettled == true)
    interface.close()
  }
}
