import Signalbox
import SignalboxScriptTesting
import Testing

/// Tests the number of scenarios in the tutorial. `Tutorial/TutorialSteps.swift` runs them.
struct TutorialTests {
  private static let folder = "Sources/SignalboxScriptTesting/SignalboxScriptTesting.docc/Resources"

  private static func scenarios() throws -> ScenarioFiles {
    try ScenarioFiles(in: folder) {
      try $0.engine.register(Gift.self) { Gift($0) }
    }
  }

  @Test func `the tutorial has ten scenarios`() throws { #expect(try Self.scenarios().count == 10) }
}
