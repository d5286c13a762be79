import Signalbox
import SignalboxProtocol
import Testing

@testable import SignalboxWeb

@MainActor
struct WebMethodTests {
  @Test(arguments: WebMethodCatalog.methods.filter { $0.name.hasPrefix("interface/") })
  func `the example of each method matches its fields and receives a response`(
    method: MethodDescription
  ) throws {
    guard method.kind == .request else {
      #expect(method.kind == .serverNotification)
      return
    }
    let engine = NavigationEngine()
    let link = WebScreenLink(name: "Sample") {}
    let loop = TestLoop()
    let interface = WebInterface(engine, link) { loop.schedule(after: $0, $1) }
    let page = try SimulatedPage(link)
    try page.showAll()
    #expect(interface.hasPage)
    let answer = try page.ask(method.name, method.example)
    #expect(answer["error"] == nil, "\(answer)")
    #expect(answer["result"] != nil)
  }

  @Test func `a page cannot use the methods of other clients`() throws {
    let link = WebScreenLink(name: "Sample") {}
    let page = try SimulatedPage(link)
    let answer = try page.ask("state/get")
    #expect(answer["error"]?.table?["data"]?.table?["code"] == "unknownMethod")
  }
}
