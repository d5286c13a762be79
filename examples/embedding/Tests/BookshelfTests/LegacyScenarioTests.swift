import SignalboxScriptTesting
import XCTest

/// The same scenarios for a team that uses XCTest.
final class LegacyScenarioTests: XCTestCase {
  func testScenarios() throws {
    try ScenarioFiles(in: "Scenarios", tags: "shelf or settings") { try $0.installBookshelf() }
      .run(in: self)
  }
}
