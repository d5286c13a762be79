import SignalboxTesting
import XCTest

/// The same flows for a team that has not left XCTest.
final class LegacyFlowTests: XCTestCase {
  func testFlows() throws {
    try FlowFiles(in: "Flows", tags: "shelf or settings") { try $0.installBookshelf() }
      .run(in: self)
  }
}
