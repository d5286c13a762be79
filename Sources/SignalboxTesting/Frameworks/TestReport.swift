#if TestFrameworks && canImport(Testing)
  internal import Testing
#endif
#if TestFrameworks && canImport(XCTest)
  internal import XCTest
#endif

/// Tells the framework that runs a test what went wrong: Swift Testing or XCTest.
struct TestReport: Sendable {
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

  /// Found out where the test's own code runs: work of a coordinator may have no test around it.
  private let framework: Framework

  /// Tells the framework that runs the test around the caller.
  init() {
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

  /// One thing that went wrong.
  func fail(_ message: String, at place: TestLocation) {
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

  /// Something to know that fails nothing; XCTest has no place for it.
  func warn(_ message: String, at place: TestLocation) {
    #if TestFrameworks && canImport(Testing)
      guard case .testing = framework else { return }
      Issue.record(
        Comment(rawValue: message), severity: .warning, sourceLocation: place.sourceLocation)
    #endif
  }

  /// What goes wrong as it was said to; XCTest on Linux knows no such thing, so that it is nothing there.
  func failAsKnown(_ reason: String, _ failures: [(message: String, place: TestLocation)]) {
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

  /// Ends the test as one that is not run.
  ///
  /// - Throws: what the framework takes as such.
  func skip(_ reason: String, at place: TestLocation) throws {
    switch framework {
    #if TestFrameworks && canImport(Testing)
      case .testing:
        try Test.cancel(Comment(rawValue: reason), sourceLocation: place.sourceLocation)
    #endif
    #if TestFrameworks && canImport(XCTest)
      case .xctest: throw XCTSkip(reason, file: place.testPath, line: place.testLine)
    #endif
    case .none: break
    }
  }
}
