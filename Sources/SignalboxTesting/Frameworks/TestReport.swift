#if TestFrameworks && canImport(Testing)
  internal import Testing
#endif
#if TestFrameworks && canImport(XCTest)
  internal import XCTest
#endif

/// Reports failures to the framework that runs a test: Swift Testing or XCTest.
package struct TestReport: Sendable {
  private enum Framework: Sendable {
    #if TestFrameworks && canImport(Testing)
      case testing
    #endif
    #if TestFrameworks && canImport(XCTest)
      case xctest
    #endif
    /// A program without tests, such as a benchmark: a failure ends it.
    case none
  }

  /// Determined when the fixture is created in the test's own code: work of a coordinator may run
  /// outside a test.
  private let framework: Framework

  /// Creates a report to the framework that runs the calling test.
  package init() {
    #if TestFrameworks && canImport(Testing) && canImport(XCTest)
      framework = Test.current == nil ? .xctest : .testing
    #elseif TestFrameworks && canImport(Testing)
      framework = .testing
    #elseif TestFrameworks && canImport(XCTest)
      framework = .xctest
    #else
      framework = .none
    #endif
  }

  /// Reports a failure.
  package func fail(_ message: String, at place: TestLocation) {
    switch framework {
    #if TestFrameworks && canImport(Testing)
      case .testing:
        Issue.record(Comment(rawValue: message), sourceLocation: place.sourceLocation)
    #endif
    #if TestFrameworks && canImport(XCTest)
      case .xctest: XCTFail(message, file: place.testPath, line: place.testLine)
    #endif
    case .none: preconditionFailure("\(place.path):\(place.number): \(message)")
    }
  }

  /// Reports a warning; XCTest has none.
  package func warn(_ message: String, at place: TestLocation) {
    #if TestFrameworks && canImport(Testing)
      guard case .testing = framework else { return }
      #if compiler(>=6.3)
        Issue.record(
          Comment(rawValue: message), severity: .warning, sourceLocation: place.sourceLocation)
      #else
        // The Testing of Swift 6.2 has no warnings.
        print("\(place.path):\(place.number): warning: \(message)")
      #endif
    #endif
  }

  /// Reports an expected failure; not available in XCTest on Linux, where it is ignored.
  package func failAsKnown(_ reason: String, _ failures: [(message: String, place: TestLocation)]) {
    for (message, place) in failures {
      switch framework {
      #if TestFrameworks && canImport(Testing)
        case .testing:
          withKnownIssue(Comment(rawValue: reason), sourceLocation: place.sourceLocation) {
            fail(message, at: place)
          }
      #endif
      #if TestFrameworks && canImport(XCTest)
        case .xctest:
          #if canImport(ObjectiveC)
            XCTExpectFailure(reason) { fail(message, at: place) }
          #endif
      #endif
      case .none: break
      }
    }
  }

  /// Ends the test as skipped.
  ///
  /// - Throws: The framework's error for skipped tests.
  package func skip(_ reason: String, at place: TestLocation) throws {
    switch framework {
    #if TestFrameworks && canImport(Testing)
      case .testing:
        #if compiler(>=6.3)
          try Test.cancel(Comment(rawValue: reason), sourceLocation: place.sourceLocation)
        #else
          // The Testing of Swift 6.2 cannot end a test as skipped: it passes.
          print("\(place.path):\(place.number): skipped: \(reason)")
        #endif
    #endif
    #if TestFrameworks && canImport(XCTest)
      case .xctest: throw XCTSkip(reason, file: place.testPath, line: place.testLine)
    #endif
    case .none: break
    }
  }
}
