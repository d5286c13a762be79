import Foundation
import SignalboxScriptTesting
import Testing

struct ScenarioTests {
  @Test(arguments: try ScenarioFiles(in: "Scenarios") { try $0.installBookshelf() })
  func `every scenario passes`(scenario: Scenario) async throws {
    try await scenario.run()
  }

  /// A scenario that fails intentionally. `scripts/examples` compares its report with a file.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["BOOKSHELF_FAIL"] != nil),
    arguments: try ScenarioFiles(in: "Failing") { try $0.installBookshelf() })
  func `a failure is reported`(scenario: Scenario) async throws {
    try await scenario.run()
  }
}
