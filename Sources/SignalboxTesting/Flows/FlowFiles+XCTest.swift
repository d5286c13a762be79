#if TestFrameworks && canImport(XCTest)
  public import XCTest

  extension FlowFiles {
    /// Runs all of them one after the other, with failures at their own lines also in XCTest.
    ///
    /// ```swift
    /// final class FlowTests: XCTestCase {
    ///   func testFlows() throws { try FlowFiles(in: "Flows").run(in: self) }
    /// }
    /// ```
    ///
    /// Flows that are not run end nothing.
    public func run(
      in testCase: XCTestCase, fileID: StaticString = #fileID,
      filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
      for flow in self {
        // A skip would end the test with the flows behind it.
        try? flow.run(in: testCase, fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }
  }
#endif
