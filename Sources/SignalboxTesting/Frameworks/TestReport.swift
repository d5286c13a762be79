#if canImport(Testing)
  internal import Testing
#endif
#if canImport(XCTest)
  internal import XCTest
#endif

/// Tells the framework that runs a test what went wrong: Swift Testing or XCTest.
struct TestReport: Sendable {
  private enum Framework: Sendable {
    case testing
    case xctest
  }

  /// Found out where the test's own code runs: work of a coordinator may have no test around it.
  private let framework: Framework

  /// Tells the framework that runs the test around the caller.
  init() {
    #if canImport(Testing) && canImport(XCTest)
      framework = Test.current == nil ? .xctest : .testing
    #elseif canImport(Testing)
      framework = .testing
    #else
      framework = .xctest
    #endif
  }

  /// One thing that went wrong.
  func fail(_ message: String, at place: TestPlace) {
    switch framework {
    case .testing:
      #if canImport(Testing)
        Issue.record(Comment(rawValue: message), sourceLocation: place.sourceLocation)
      #endif
    case .xctest:
      #if canImport(XCTest)
        XCTFail(message, file: place.testPath, line: place.testLine)
      #endif
    }
  }

  /// Something to know that fails nothing; XCTest has no place for it.
  func warn(_ message: String, at place: TestPlace) {
    #if canImport(Testing)
      guard framework == .testing else { return }
      Issue.record(
        Comment(rawValue: message), severity: .warning, sourceLocation: place.sourceLocation)
    #endif
  }

  /// What goes wrong as it was said to.
  func failAsKnown(_ reason: String, _ failures: [(message: String, place: TestPlace)]) {
    #if canImport(Testing)
      guard framework == .testing else { return }
      for (message, place) in failures {
        withKnownIssue(Comment(rawValue: reason), sourceLocation: place.sourceLocation) {
          fail(message, at: place)
        }
      }
    #endif
  }

  /// Ends the test as one that is not run.
  ///
  /// - Throws: what the framework takes as such.
  func skip(_ reason: String, at place: TestPlace) throws {
    switch framework {
    case .testing:
      #if canImport(Testing)
        try Test.cancel(Comment(rawValue: reason), sourceLocation: place.sourceLocation)
      #endif
    case .xctest:
      #if canImport(XCTest)
        throw XCTSkip(reason, file: place.testPath, line: place.testLine)
      #endif
    }
  }
}
