import PortableMutex
import Signalbox
import SignalboxScriptTesting
import Testing

struct ScenarioTests {
  private static let setUp: @Sendable (ScriptFixture) throws -> Void = { app in
    try Shop.definePayment(in: app)
    try app.load("Scripts/shop.lua")
  }

  @Test(arguments: try ScenarioFiles(in: "Scenarios", setUp: setUp))
  func `the scenarios in a folder are the cases of a test`(_ scenario: Scenario) async throws {
    try await scenario.run()
  }

  @Test func `cases are identified by file and title, in the order of the files`() throws {
    let scenarios = try ScenarioFiles(in: "Scenarios")
    let head = "Tests/SignalboxTestingTests/Scenarios"

    #expect(
      scenarios.map(\.id) == [
        "\(head)/kinds.scenario.lua::is skipped",
        "\(head)/kinds.scenario.lua::waits for something",
        "\(head)/kinds.scenario.lua::is known to fail",
        "\(head)/shop.scenario.lua::Shop › a link shows a product",
        "\(head)/shop.scenario.lua::Shop › a payment returns to the shop",
        "\(head)/shop.scenario.lua::Shop › a payment takes its time",
        "\(head)/shop.scenario.lua::Shop › a payment that is cancelled leaves nothing open",
      ])
    #expect(scenarios.map(\.tags).last == ["shop"])
    #expect(
      String(describingForTest: scenarios[3])
        == "Shop › a link shows a product #shop #smoke (shop.scenario.lua:5)")
    #expect(
      scenarios[3].description == "Shop › a link shows a product (\(head)/shop.scenario.lua:5)")
  }

  @Test func `the exhaustivity of a scenario is determined by its own option`() async throws {
    let scenarios = try ScenarioFiles(in: "Scenarios") { app in
      try Self.setUp(app)
      app.exhaustivity = .on
    }
    let found = Mutex<[String]>([])
    try await withKnownIssue {
      for scenario in scenarios { try await scenario.run() }
    } matching: { issue in
      found.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    let message =
      "✗ badArgument: setUp: the exhaustivity of the fixture is set, but scenarios do not use "
      + "it; write exhaustive = true in the scenario or its suite"
    // There is one message for each file.
    #expect(found.withLock(\.self) == [message, message])
  }

  @Test func `tags select the scenarios that a test runs`() throws {
    let scenarios = try ScenarioFiles(in: "Scenarios", tags: "shop and not smoke")

    #expect(
      scenarios.map(\.title) == [
        "Shop › a payment returns to the shop", "Shop › a payment takes its time",
        "Shop › a payment that is cancelled leaves nothing open",
      ])
  }

  @Test func `an unknown tag is reported with a suggestion`() {
    #expect(
      message { try ScenarioFiles(in: "Scenarios", tags: "smok") } == [
        "badArgument: no scenario has the tag \"smok\"; did you mean \"smoke\"?"
      ])
  }

  @Test func `running a folder without scenarios is an error`() {
    #expect(
      message { try ScenarioFiles(in: "Samples/Empty") } == [
        "there are no scenarios in Tests/SignalboxTestingTests/Samples/Empty; scenario files end in .scenario.lua"
      ])
  }

  @Test func `the error for a missing folder contains the searched path`() throws {
    let found = message { try ScenarioFiles(in: "Scenario") }
    #expect(
      try #require(found.first).hasPrefix(
        "cannot read Scenario: no such file or directory; paths are relative to the test's own "
          + "file or to the root of its package; tried /"))
  }

  private func message(_ body: () throws -> ScenarioFiles) -> [String] {
    do {
      return try body().map(\.id)
    } catch {
      return ["\(error)"]
    }
  }
}
