#if TestFrameworks && canImport(XCTest)
  public import XCTest

  extension ScenarioFiles {
    /// Runs all scenarios in the order of the collection, and reports each failure to XCTest at its
    /// line in the script file.
    ///
    /// ```swift
    /// final class ScenarioCases: XCTestCase {
    ///   func testScenarios() throws { try ScenarioFiles(in: "Scenarios").run(in: self) }
    /// }
    /// ```
    ///
    /// Skipped scenarios do not end the test.
    ///
    /// - Parameter testCase: The running test, to which failures are reported.
    public func run(
      in testCase: XCTestCase, fileID: StaticString = #fileID,
      filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
      for scenario in self {
        // A skipped scenario would end the test before the scenarios that follow.
        try? scenario.run(
          in: testCase, fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }
  }
#endif
