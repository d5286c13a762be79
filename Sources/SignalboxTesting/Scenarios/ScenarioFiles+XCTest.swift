#if TestFrameworks && canImport(XCTest)
  public import XCTest

  extension ScenarioFiles {
    /// Runs all of them one after the other, with failures at their own lines also in XCTest.
    ///
    /// ```swift
    /// final class ScenarioTests: XCTestCase {
    ///   func testScenarios() throws { try ScenarioFiles(in: "Scenarios").run(in: self) }
    /// }
    /// ```
    ///
    /// Scenarios that are not run end nothing.
    public func run(
      in testCase: XCTestCase, fileID: StaticString = #fileID,
      filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
      for scenario in self {
        // A skip would end the test with the scenarios behind it.
        try? scenario.run(
          in: testCase, fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }
  }
#endif
