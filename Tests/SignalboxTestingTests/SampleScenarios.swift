import Foundation
import Signalbox
import SignalboxScriptTesting
import Testing

/// Failing tests for `FrameworkTests`, which run only when it requests them.
@Suite(.enabled(if: Samples.areWanted)) struct SampleScenarios {
  @Test(arguments: try ScenarioFiles(in: "Samples/Failing", setUp: Samples.setUp))
  func failing(_ scenario: Scenario) async throws { try await scenario.run() }

  @Test(arguments: try ScenarioFiles(in: "Samples/Unloadable", setUp: Samples.setUp))
  func unloadable(_ scenario: Scenario) async throws { try await scenario.run() }

  @Test(arguments: try ScenarioFiles(in: "Samples/Empty"))
  func empty(_ scenario: Scenario) async throws { try await scenario.run() }

  @Test func fixture() throws {
    let app = try Shop.fixture()
    app.launch()
    app.expectStack("product")
  }

  @Test func detached() async throws {
    try await Task.detached {
      let app = try Shop.fixture()
      app.launch()
      app.expectStack("payment")
    }.value
  }
}

/// The request of `FrameworkTests`, which it passes in an environment variable.
enum Samples {
  static let variable = "SIGNALBOX_SAMPLES"
  static let areWanted = ProcessInfo.processInfo.environment[variable] != nil

  #if os(Linux)
    static let canRun = true
  #else
    static let canRun = false
  #endif

  static let setUp: @Sendable (ScriptFixture) throws -> Void = { app in
    try Shop.definePayment(in: app)
    try app.load("Scripts/shop.lua")
  }
}
