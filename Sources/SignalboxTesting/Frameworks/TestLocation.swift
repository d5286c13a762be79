#if TestFrameworks && canImport(Testing)
  internal import Testing
#endif

/// A line that failures are reported at: of a test, or of a script.
package struct TestLocation: Sendable {
  /// The line of the test, for frameworks that accept no other.
  package let testPath: StaticString
  package private(set) var testLine: UInt
  private let fileID: String
  private let filePath: String
  private var line: Int
  private var column: Int

  /// A line of a test.
  package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    testPath = filePath
    testLine = line
    self.fileID = "\(fileID)"
    self.filePath = "\(filePath)"
    self.line = Int(line)
    self.column = Int(column)
  }

  /// A line of a file that a test runs.
  ///
  /// - Parameter path: Where the file is on disk.
  package init(_ path: String, line: Int, for test: TestLocation) {
    testPath = test.testPath
    testLine = test.testLine
    // Frameworks expect "module/file".
    let module = test.fileID.prefix { $0 != "/" }
    let name = path.split(separator: "/").last ?? "script"
    fileID = "\(module.isEmpty ? "Tests" : module)/\(name)"
    filePath = path
    self.line = max(1, line)
    column = 1
  }

  /// Returns another line of a test's file.
  package func moved(to line: Int) -> TestLocation {
    var place = self
    place.line = max(1, line)
    place.testLine = UInt(place.line)
    place.column = 1
    return place
  }

  /// The file on disk.
  package var path: String { filePath }
  /// Counts from 1.
  package var number: Int { line }

  #if TestFrameworks && canImport(Testing)
    /// The location for Swift Testing.
    var sourceLocation: SourceLocation {
      SourceLocation(
        fileID: fileID.contains("/") ? fileID : "Tests/\(fileID)", filePath: filePath, line: line,
        column: max(1, column))
    }
  #endif
}
