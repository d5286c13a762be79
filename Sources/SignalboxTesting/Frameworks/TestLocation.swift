#if TestFrameworks && canImport(Testing)
  internal import Testing
#endif

/// A line at which failures are reported, in a test or in a script.
package struct TestLocation: Sendable {
  /// The path of the test's source file, for test frameworks that accept no other path.
  package let testPath: StaticString
  package private(set) var testLine: UInt
  private let fileID: String
  private let filePath: String
  private var line: Int
  private var column: Int

  /// Creates the location of a line in a test.
  package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    testPath = filePath
    testLine = line
    self.fileID = "\(fileID)"
    self.filePath = "\(filePath)"
    self.line = Int(line)
    self.column = Int(column)
  }

  /// Creates the location of a line in a file that a test runs.
  ///
  /// - Parameter path: The path of the file on disk.
  package init(_ path: String, line: Int, for test: TestLocation) {
    testPath = test.testPath
    testLine = test.testLine
    // Test frameworks expect the format "module/file".
    let module = test.fileID.prefix { $0 != "/" }
    let name = path.split(separator: "/").last ?? "script"
    fileID = "\(module.isEmpty ? "Tests" : module)/\(name)"
    filePath = path
    self.line = max(1, line)
    column = 1
  }

  /// Returns the location of another line in the test's file.
  package func moved(to line: Int) -> TestLocation {
    var place = self
    place.line = max(1, line)
    place.testLine = UInt(place.line)
    place.column = 1
    return place
  }

  /// The path of the file on disk.
  package var path: String { filePath }
  /// The line number, counted from 1.
  package var number: Int { line }

  #if TestFrameworks && canImport(Testing)
    /// The location in the form that Swift Testing requires.
    var sourceLocation: SourceLocation {
      SourceLocation(
        fileID: fileID.contains("/") ? fileID : "Tests/\(fileID)", filePath: filePath, line: line,
        column: max(1, column))
    }
  #endif
}
