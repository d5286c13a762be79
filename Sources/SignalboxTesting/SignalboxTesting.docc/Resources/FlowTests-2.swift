import Shop
import SignalboxTesting
import Testing

struct FlowTests {
  @Test(
    arguments: try FlowFiles(in: "Flows") { try $0.engine.register(Gift.self, routes: Gift.routes) }
  )
  func flow(_ flow: Flow) async throws {
    try await flow.run()
  }
}
