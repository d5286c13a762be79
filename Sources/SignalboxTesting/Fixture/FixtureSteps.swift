internal import Signalbox

/// Performs the steps of a fixture. Rejections, and errors of callbacks, are test failures at the
/// line of the step.
final class FixtureSteps {
  private let engine: NavigationEngine
  private unowned let host: any FixtureHost
  private let report: FixtureReport
  private let time: FixtureTime
  private let check: ExhaustivityCheck
  private let home: TestLocation
  private let rejections = ExpectedRejections()
  /// The rejections of router calls during each active step, innermost step last.
  private var ignored: [[NavigationError]] = []
  /// Whether the test has begun. Earlier rejections are not failures of the test.
  private(set) var hasBegun = false
  private var hook: EngineHookID?

  /// - Parameter home: The line that creates the fixture.
  init(
    _ engine: NavigationEngine, _ host: any FixtureHost, _ report: FixtureReport,
    _ time: FixtureTime, home: TestLocation
  ) {
    (self.engine, self.host, self.report) = (engine, host, report)
    (self.time, self.home) = (time, home)
    check = ExhaustivityCheck(engine, home: home)
  }

  /// Begins the test.
  func beginTest() {
    hasBegun = true
    guard hook == nil else { return }
    hook = engine.addHooks(EngineHooks(onRejection: { [unowned self] in take($0) }))
  }

  /// Ends the test and reports the last errors.
  func endTest() {
    for failure in host.finish() { fail(failure, at: home) }
    if let hook { engine.removeHooks(hook) }
    hook = nil
  }

  // MARK: - Steps

  /// Performs an operation as a step.
  func perform(
    _ verb: String, _ argument: String?, at place: TestLocation, _ body: () -> Outcome?
  ) -> Outcome? {
    begin(verb, argument, at: place)
    let outcome = body()
    // The outcome can be that of a call on a router, whose rejection is already known.
    if let error = outcome?.error, ignored.last?.contains(error) != true {
      ignored[ignored.endIndex - 1].append(error)
    }
    end(at: place)
    return outcome
  }

  /// Begins a step.
  func begin(
    _ verb: String, _ argument: String? = nil, at place: TestLocation, isListed: Bool = true
  ) {
    check.begin(verb, argument, at: place)
    if isListed { host.note(verb, argument) }
    ignored.append([])
  }

  /// Ends the step that began last. Continues asynchronous work and reports rejections and errors of
  /// callbacks.
  func end(at place: TestLocation) {
    for error in ignored.popLast() ?? [] where !rejections.take(error.code.name) {
      report.fail(error.description, at: place)
    }
    proceed(at: place)
  }

  /// Continues asynchronous work and reports errors of callbacks.
  func proceed(at place: TestLocation) {
    time.proceed()
    for failure in host.takeFailures() { fail(failure, at: place) }
  }

  private func fail(_ failure: FixtureFailure, at place: TestLocation) {
    if let code = failure.rejection, rejections.take(code) { return }
    report.fail(failure.message, at: failure.line.map(place.moved) ?? place)
  }

  // MARK: - Rejections

  /// Handles the rejection of a router call. Outside steps, the line of the call is not known.
  private func take(_ error: NavigationError) {
    guard ignored.isEmpty else { return ignored[ignored.endIndex - 1].append(error) }
    guard !rejections.take(error.code.name) else { return }
    report.fail(
      "\(error)\n\nThe operation was called on a router, outside the fixture's steps. To get the "
        + "line of the call, use perform(in:_:).", at: home)
  }

  /// Records a rejection.
  ///
  /// - Returns: Whether the test currently expects rejections.
  func takeExpectedRejection(_ code: String) -> Bool { rejections.take(code) }

  /// Returns the codes of the rejections that occur while a closure runs.
  func rejections(during body: () throws -> Void) rethrows -> [String] {
    try rejections.during(body)
  }

  // MARK: - Exhaustivity

  /// Reports changes without an expectation and unfinished work, as failures or as warnings.
  func reportFindings(_ exhaustivity: Exhaustivity) {
    for finding in check.findings(exhaustivity.checks, host.coverage, time) {
      if exhaustivity.isWarning {
        report.warn(finding.message, at: finding.place)
      } else {
        report.fail(finding.message, at: finding.place)
      }
    }
  }
}
