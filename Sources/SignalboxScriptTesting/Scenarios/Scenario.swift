internal import SignalboxScenarios
internal import SignalboxScripting

#if TestFrameworks && canImport(Testing)
  public import Testing
#endif
#if TestFrameworks && canImport(XCTest)
  public import XCTest
#endif

/// A scenario in a file, as an argument of a test. A file that fails to load is represented by a
/// single value, which fails with the error.
///
/// ```swift
/// @Test(arguments: try ScenarioFiles(in: "Scenarios"))
/// func scenario(_ scenario: Scenario) async throws { try await scenario.run() }
/// ```
public struct Scenario: Sendable, Identifiable {
  enum Contents: Sendable {
    case scenario(ScenarioDescription, ScenarioFile)
    /// A file that failed to load. Its single test case reports the error.
    case unloaded(String, ScriptError)
  }

  let contents: Contents
  let suite: ScenarioSuite

  /// The identifier of the scenario, such as
  /// `Tests/ShopTests/Scenarios/checkout.scenario.lua::Checkout › guest pays`. The identifier is
  /// unique and does not change between runs.
  public var id: String {
    switch contents {
    case .scenario(let description, _): description.id
    case .unloaded(let file, _): file
    }
  }

  /// The path of the file, relative to the root of the package or bundle.
  public var file: String {
    switch contents {
    case .scenario(let description, _): description.file
    case .unloaded(let file, _): file
    }
  }

  /// The line at which the scenario begins, counted from 1.
  public var line: Int {
    switch contents {
    case .scenario(let description, _): description.line
    case .unloaded(_, let error): error.location?.line ?? 1
    }
  }

  /// The names of the enclosing suites and of the scenario, such as `Checkout › guest pays`.
  public var title: String {
    switch contents {
    case .scenario(let description, _): description.title
    case .unloaded(let file, _): "\(file) does not load"
    }
  }

  /// The tags of the scenario and of the enclosing suites.
  public var tags: [String] {
    switch contents {
    case .scenario(let description, _): description.options.tags
    case .unloaded: []
    }
  }

  // MARK: - Running

  /// Runs the scenario in a new session.
  ///
  /// Each failure is reported at its line in the script file, and failed soft expectations are
  /// reported separately. A scenario with `fails` reports known issues instead, and a scenario that
  /// passes only after a retry reports a warning. The scenario runs in the caller's isolation.
  ///
  /// - Throws: The framework's error for skipped tests, if the scenario is skipped or marked with
  ///   `todo`.
  public nonisolated(nonsending) func run(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let test = TestLocation(fileID, filePath, line, column)
    try report(perform(), test) { $0.fail($1.message, at: $1.place) }
  }

  /// Runs the scenario as one of several scenarios in a test. A skipped scenario does not end the
  /// test.
  func runAmongOthers(in test: TestLocation) {
    let outcome = perform()
    guard !outcome.isLeftOut else { return }
    // The method throws an error only if the scenario is skipped.
    try? report(outcome, test) { $0.fail($1.message, at: $1.place) }
  }

  #if TestFrameworks && canImport(XCTest)
    /// Runs the scenario in a new session, and reports each failure to XCTest at its line in the
    /// script file.
    ///
    /// - Parameter testCase: The running test.
    /// - Throws: `XCTSkip` if the scenario is skipped or marked with `todo`.
    public func run(
      in testCase: XCTestCase, fileID: StaticString = #fileID,
      filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) throws {
      let test = TestLocation(fileID, filePath, line, column)
      try report(perform(), test) { _, failure in
        testCase.record(failure.message, at: failure.place)
      }
    }
  #endif

  /// Runs the scenario and returns the outcome.
  private func perform() -> ScenarioOutcome {
    switch contents {
    case .scenario(let description, let file):
      do throws(ScriptError) {
        return ScenarioOutcome(try suite.run(description, of: file), suite)
      } catch {
        return ScenarioOutcome(unloaded: file.path, error, suite)
      }
    case .unloaded(let path, let error): return ScenarioOutcome(unloaded: path, error, suite)
    }
  }

  private func report(
    _ outcome: ScenarioOutcome, _ test: TestLocation,
    _ fail: (TestReport, ScenarioOutcome.Failure) -> Void
  ) throws {
    let report = TestReport()
    let place = outcome.place(for: test)
    let failures = outcome.failures(for: test)
    switch outcome.status {
    case .skipped, .todo: try report.skip(outcome.reason, at: place)
    case .failedAsExpected:
      report.failAsKnown(outcome.reason, failures.map { ($0.message, $0.place) })
    case .flaky: report.warn(outcome.reason, at: place)
    case .failed, .notRun: for failure in failures { fail(report, failure) }
    case .passed: break
    }
  }
}

extension Scenario: CustomStringConvertible {
  /// The title, the file and the line of the scenario, as shown by test frameworks.
  public var description: String { "\(title) (\(file):\(line))" }
}

#if TestFrameworks && canImport(Testing)
  extension Scenario: CustomTestStringConvertible {
    /// A description of the scenario, such as `Checkout › guest pays #smoke
    /// (checkout.scenario.lua:13)`.
    public var testDescription: String {
      let name = file.split(separator: "/").last ?? ""
      return ([title] + tags.map { "#\($0)" }).joined(separator: " ") + " (\(name):\(line))"
    }
  }
#endif

#if TestFrameworks && canImport(XCTest)
  extension XCTestCase {
    /// Reports a failure at a line of any file.
    func record(_ message: String, at place: TestLocation) {
      #if canImport(ObjectiveC)
        let location = XCTSourceCodeLocation(filePath: place.path, lineNumber: place.number)
        record(
          XCTIssue(
            type: .assertionFailure, compactDescription: message,
            sourceCodeContext: XCTSourceCodeContext(location: location)))
      #else
        recordFailure(
          withDescription: message, inFile: place.path, atLine: place.number, expected: true)
      #endif
    }
  }
#endif
