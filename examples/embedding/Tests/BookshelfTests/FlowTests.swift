import Foundation
import SignalboxTesting
import Testing

struct FlowTests {
  @Test(arguments: try FlowFiles(in: "Flows") { try $0.installBookshelf() })
  func `every flow holds`(flow: Flow) async throws {
    try await flow.run()
  }

  /// A flow that fails on purpose; `scripts/examples` compares what is told of it with a file.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["BOOKSHELF_FAIL"] != nil),
    arguments: try FlowFiles(in: "Failing") { try $0.installBookshelf() })
  func `what fails is told`(flow: Flow) async throws {
    try await flow.run()
  }
}
