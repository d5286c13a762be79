import SignalboxScriptTesting
import XCTest

/// The tests in `SampleScenarios`, written for XCTest.
final class SampleCases: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(Samples.areWanted, "FrameworkTests runs them")
  }

  func testFailing() throws {
    try ScenarioFiles(in: "Samples/Failing", setUp: Samples.setUp).run(in: self)
  }

  func testUnloadable() throws {
    try ScenarioFiles(in: "Samples/Unloadable", setUp: Samples.setUp).run(in: self)
  }

  func testEmpty() throws { try ScenarioFiles(in: "Samples/Empty").run(in: self) }

  func testSkipped() throws {
    try XCTUnwrap(ScenarioFiles(in: "Samples/Failing", setUp: Samples.setUp).last).run(in: self)
  }

  func testFixture() throws {
    let app = try Shop.fixture()
    app.launch()
    app.expectStack("product")
  }
}
