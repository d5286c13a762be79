import SignalboxTesting
import Testing

struct FlowTests {
  @Test(arguments: try FlowFiles(in: "Flows")) func flow(_ flow: Flow) async throws {
    try await flow.run()
  }
}
