package import Signalbox
package import SignalboxInspector

/// The part of a fixture that depends on how coordinators are defined: an engine for Swift
/// coordinators, or a session with scripts.
package protocol FixtureHost: AnyObject {
  /// Records a step of the test.
  func note(_ verb: String, _ argument: String?)
  /// The recorded steps and their effects.
  var steps: [FixtureStep] { get }
  /// Returns the failures since the last call that the test did not cause directly, such as errors
  /// of callbacks.
  func takeFailures() -> [FixtureFailure]
  /// The changes that expectations have compared.
  var coverage: ChangeCoverage { get set }
  /// The coordinators and screens that exist although they are not in the tree.
  var leaks: [Leak] { get }
  /// Ends the application and returns the last failures.
  func finish() -> [FixtureFailure]
  /// Releases all resources.
  func close()
}

/// A textual description of a test step.
package struct FixtureStep {
  let number: Int
  let text: String
  let effect: String

  package init(number: Int, text: String, effect: String) {
    self.number = number
    self.text = text
    self.effect = effect
  }
}

/// A failure that was not caused directly by the test.
package struct FixtureFailure {
  let message: String
  /// The line in the test's file, or `nil` if the failure has no line.
  let line: Int?
  /// The code of a rejection, or `nil` for other failures.
  let rejection: String?

  package init(_ message: String, line: Int? = nil, rejection: String? = nil) {
    self.message = message
    self.line = line
    self.rejection = rejection
  }
}

/// The host for Swift coordinators.
final class EngineHost: FixtureHost {
  private struct StepRecord {
    let verb: String
    let argument: String?
    let firstEvent: Int
  }

  private let engine: NavigationEngine
  private var records: [StepRecord] = []
  private var failures: [FixtureFailure] = []
  var coverage = ChangeCoverage()
  private var hooks: EngineHookID?

  init(_ engine: NavigationEngine) {
    self.engine = engine
    hooks = engine.addHooks(
      EngineHooks(onHandlerFailure: { [unowned self] error in
        failures.append(
          FixtureFailure(
            "unhandled\n\n✗ \(error)", rejection: (error as? NavigationError)?.code.name))
      }))
  }

  func note(_ verb: String, _ argument: String?) {
    records.append(StepRecord(verb: verb, argument: argument, firstEvent: engine.eventCount + 1))
  }

  var steps: [FixtureStep] {
    records.indices.map { index in
      let record = records[index]
      let end = index + 1 < records.count ? records[index + 1].firstEvent : engine.eventCount + 1
      return FixtureStep(
        number: index + 1, text: StepText.call(record.verb, record.argument),
        effect: StepText.effect(in: engine, record.firstEvent..<end))
    }
  }

  func takeFailures() -> [FixtureFailure] {
    defer { failures = [] }
    return failures
  }

  var leaks: [Leak] { engine.leaks }

  func finish() -> [FixtureFailure] { takeFailures() }

  func close() {
    if let hooks { engine.removeHooks(hooks) }
    hooks = nil
  }
}
