#if TestFrameworks && canImport(Testing)
  internal import Testing
#endif
#if TestFrameworks && canImport(XCTest)
  internal import XCTest
#endif

/// Reports failures to the framework that runs the test, which is Swift Testing or XCTest.
///
/// Swift Testing identifies the current test in the test's task and its child tasks. A detached
/// task of such a test cannot be distinguished from an XCTest test, unless the arguments of the
/// process name the framework. If the framework is not known, failures are reported to both
/// frameworks, and the framework that is not running a test ignores them.
package struct TestReport: Sendable {
  /// Whether failures are reported to Swift Testing. The value is determined when the fixture is
  /// created in the test's own code, because the work of a coordinator may run outside the test's
  /// task.
  private let usesTesting: Bool
  private let usesXCTest: Bool

  /// Creates a report to the framework that runs the calling test. In a program without tests, such
  /// as a benchmark, a failure ends the program.
  package init() {
    #if TestFrameworks && canImport(Testing) && canImport(XCTest)
      let isTesting = Test.current != nil || Self.isRunOfTesting
      (usesTesting, usesXCTest) = (true, !isTesting)
    #elseif TestFrameworks && canImport(Testing)
      (usesTesting, usesXCTest) = (true, false)
    #elseif TestFrameworks && canImport(XCTest)
      (usesTesting, usesXCTest) = (false, true)
    #else
      (usesTesting, usesXCTest) = (false, false)
    #endif
  }

  #if TestFrameworks && canImport(Testing) && canImport(XCTest)
    /// Whether the package manager is running the tests that use Swift Testing. The package manager
    /// uses a separate process for each framework.
    private static var isRunOfTesting: Bool {
      let arguments = CommandLine.arguments
      let option = arguments.firstIndex(of: "--testing-library")
      return option.map { arguments.dropFirst($0 + 1).first == "swift-testing" } ?? false
    }
  #endif

  /// Reports a failure.
  package func fail(_ message: String, at place: TestLocation) {
    guard usesTesting || usesXCTest else {
      preconditionFailure("\(place.path):\(place.number): \(message)")
    }
    #if TestFrameworks && canImport(Testing)
      if usesTesting {
        Issue.record(Comment(rawValue: message), sourceLocation: place.sourceLocation)
      }
    #endif
    #if TestFrameworks && canImport(XCTest)
      if usesXCTest { XCTFail(message, file: place.testPath, line: place.testLine) }
    #endif
  }

  /// Reports a warning. Does nothing in XCTest, which does not support warnings.
  package func warn(_ message: String, at place: TestLocation) {
    #if TestFrameworks && canImport(Testing)
      guard usesTesting else { return }
      #if compiler(>=6.3)
        Issue.record(
          Comment(rawValue: message), severity: .warning, sourceLocation: place.sourceLocation)
      #else
        // Swift Testing in Swift 6.2 does not support warnings.
        print("\(place.path):\(place.number): warning: \(message)")
      #endif
    #endif
  }

  /// Reports expected failures. On Linux, XCTest does not support expected failures, so the
  /// failures are ignored.
  package func failAsKnown(_ reason: String, _ failures: [(message: String, place: TestLocation)]) {
    for (message, place) in failures {
      #if TestFrameworks && canImport(XCTest)
        if usesXCTest {
          #if canImport(ObjectiveC)
            XCTExpectFailure(reason) {
              XCTFail(message, file: place.testPath, line: place.testLine)
            }
          #endif
          continue
        }
      #endif
      #if TestFrameworks && canImport(Testing)
        withKnownIssue(Comment(rawValue: reason), sourceLocation: place.sourceLocation) {
          fail(message, at: place)
        }
      #endif
    }
  }

  /// Ends the test as skipped.
  ///
  /// - Throws: The framework's error for skipped tests.
  package func skip(_ reason: String, at place: TestLocation) throws {
    #if TestFrameworks && canImport(XCTest)
      if usesXCTest { throw XCTSkip(reason, file: place.testPath, line: place.testLine) }
    #endif
    #if TestFrameworks && canImport(Testing)
      #if compiler(>=6.3)
        try Test.cancel(Comment(rawValue: reason), sourceLocation: place.sourceLocation)
      #else
        // Swift Testing in Swift 6.2 cannot end a test as skipped, so the test passes.
        print("\(place.path):\(place.number): skipped: \(reason)")
      #endif
    #endif
  }
}
