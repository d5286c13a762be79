internal import Signalbox
internal import SignalboxScripting

/// Which scenarios to record.
public enum TracePolicy: String, Hashable, Codable, Sendable, CaseIterable {
  /// No scenario.
  case off
  /// All scenarios that run.
  case on
  /// Failed scenarios, which are run again for the recording (decisions 0148, 0189).
  case retainOnFailure = "retain-on-failure"
}

/// Stores traces; the executable implements it with files.
public protocol TraceStore: AnyObject {
  /// Writes a scenario's trace and returns its name for reports; `nil` if it cannot be written.
  ///
  /// - Parameters:
  ///   - lines: The recording, without line endings.
  ///   - scenario: The recorded scenario; an earlier trace of it is replaced.
  func write(_ lines: [String], of scenario: ScenarioDescription) -> String?
  /// Called if there is no trace of a scenario, because a trace from an earlier run would be
  /// misleading.
  ///
  /// - Parameter scenario: The scenario that ran.
  func remove(of scenario: ScenarioDescription)
}

/// Records one run of a scenario in the format that ``SessionReplay`` reads.
///
/// The first line also contains the scenario and its result, and each line of a call contains the
/// line in the scenario.
package final class ScenarioRecording {
  /// A call in a scenario: its line, and the number of its step.
  struct Call {
    let place: ScriptLocation?
    let step: Int
  }

  /// The next call.
  var next: Call?
  private var lines: [String] = []
  private weak var engine: NavigationEngine?
  private let send: ((String) -> Void)?

  /// - Parameter send: Receives each line as soon as it is recorded; by default, lines are stored.
  init(sendingTo send: ((String) -> Void)? = nil) { self.send = send }

  /// Starts recording; has no effect if the current state cannot be saved.
  func begin(_ session: ScriptSession) {
    lines = []
    engine = session.engine
    try? session.engine.record(isKept: true, isSparing: true) { [unowned self] in add($0) }
  }

  /// Ends the recording.
  func end() { engine?.stopRecording(isKept: true) }

  private func add(_ line: String) {
    guard let next, RecordedCall(line: line)?.isNested == false else {
      keep(line)
      return
    }
    keep(
      Self.adding(
        [
          ("at", next.place.map { .string($0.description) }), ("step", .integer(next.step)),
        ], to: line))
    self.next = nil
  }

  private func keep(_ line: String) {
    if let send { send(line) } else { lines.append(line) }
  }

  /// Returns the complete recording; empty if no call was recorded.
  func lines(of result: ScenarioResult) -> [String] { Self.lines(lines, of: result) }

  /// Returns a recording that consists of recorded lines, a scenario and its result.
  package static func lines(_ lines: [String], of result: ScenarioResult) -> [String] {
    guard let first = lines.first else { return [] }
    let facts: [(String, NavigationValue?)] = [
      ("scenario", .string(result.scenario.title)), ("from", .string(result.scenario.place)),
      ("status", .string(result.status.rawValue)),
      ("failure", result.failures.first.map { .string($0.error.description) }),
      ("failed", failedSteps(of: result)),
    ]
    return [adding(facts, to: first)] + lines.dropFirst()
  }

  /// The failed steps with their numbers, calls and lines; `nil` if there are none.
  private static func failedSteps(of result: ScenarioResult) -> NavigationValue? {
    let failed = result.steps.filter(\.isFailed)
    guard !failed.isEmpty else { return nil }
    return .list(
      failed.map { step in
        .fields([
          ("step", .integer(step.number)), ("call", .string(step.text)),
          ("at", step.location.map { .string($0.description) }),
        ])
      })
  }

  /// Inserts fields before those of an object.
  private static func adding(_ fields: [(String, NavigationValue?)], to line: String) -> String {
    let head = NavigationValue.fields(fields).line
    return line == "{}" ? head : "\(head.dropLast()),\(line.dropFirst())"
  }
}
