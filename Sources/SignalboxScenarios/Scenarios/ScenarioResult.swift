internal import Signalbox
public import SignalboxScripting

/// The result of a scenario.
public struct ScenarioResult: Codable, Sendable {
  /// The way in which a scenario ended.
  public enum Status: String, Hashable, Codable, Sendable, CaseIterable {
    /// The first attempt ended without failures.
    case passed
    /// The last attempt ended with at least one failure, so the run fails.
    case failed
    /// The scenario failed at first but passed when it was retried.
    case flaky
    /// The scenario did not run because it is marked with `skip`, or it called `app:skip` and had
    /// no failures.
    case skipped
    /// The scenario is marked with `todo`.
    case todo
    /// The scenario failed as expected.
    case failedAsExpected
    /// The run was stopped before the scenario or during it.
    case notRun
  }

  /// The description of the scenario.
  public var scenario: ScenarioDescription
  /// The way in which the scenario ended.
  public var status: Status
  /// The failures of the last failed attempt. Failed soft expectations follow the other failures.
  public var failures: [ScenarioFailure]
  /// The steps, in the order of execution. The array is empty if the scenario passed and its steps
  /// were not requested.
  public var steps: [ScenarioStep]
  /// The lines that the scenario printed.
  public var output: [String]
  /// The wall-clock time of all attempts.
  public var duration: Duration
  /// The number of times that the scenario was run.
  public var attempts: Int
  /// The failures of each failed attempt, in the order of the attempts. The array is empty if the
  /// scenario ran once.
  public var failedAttempts: [[ScenarioFailure]] = []
  /// The reason that the scenario passed to `app:skip`, or `nil` if the scenario did not call
  /// `app:skip`.
  public var skipReason: String?
  /// The snapshots that the scenario took, in the order of the calls.
  public var snapshots: [SnapshotFile] = []
  /// The path of the scenario's trace file, or `nil` if there is none.
  public var trace: String?
  /// The reason why a failed scenario has no trace, or `nil` if it has a trace or no trace was
  /// requested.
  public var traceAbsence: String?
  /// The number of earlier executions of the scenario in the same run.
  public var repetition = 0
  /// The scenario's position in the order of execution, counted from 0. In a shard, this is the
  /// position in the whole run.
  public var position = 0

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - scenario: The description of the scenario.
  ///   - status: The way in which the scenario ended.
  ///   - failures: The failures of the last failed attempt. Failed soft expectations follow the
  ///     other failures.
  ///   - steps: The steps, in the order of execution, or an empty array if the steps were not
  ///     requested.
  ///   - output: The lines that the scenario printed.
  ///   - duration: The wall-clock time of all attempts.
  ///   - attempts: The number of attempts, or 0 if the scenario was not run.
  public init(
    scenario: ScenarioDescription, status: Status, failures: [ScenarioFailure] = [],
    steps: [ScenarioStep] = [],
    output: [String] = [], duration: Duration = .zero, attempts: Int = 1
  ) {
    self.scenario = scenario
    self.status = status
    self.failures = failures
    self.steps = steps
    self.output = output
    self.duration = duration
    self.attempts = attempts
  }

  /// A copy of the result with truncated strings, for a result that was read from a file.
  var bounded: ScenarioResult {
    var result = self
    result.failures = failures.map(\.bounded)
    result.failedAttempts = failedAttempts.map { $0.map(\.bounded) }
    return result
  }

  /// Whether the result contains no failures, failed attempts, skip reason, snapshots or
  /// information about a trace.
  public var isPlain: Bool {
    failures.isEmpty && failedAttempts.isEmpty && skipReason == nil && snapshots.isEmpty
      && trace == nil && traceAbsence == nil
  }

  /// The reason why the scenario was skipped, cannot run yet or was expected to fail, or `nil` if
  /// there is none.
  public var reason: String? {
    switch status {
    case .skipped: skipReason ?? scenario.options.skip
    case .todo: scenario.options.todo
    case .failedAsExpected: scenario.options.fails
    case .passed, .failed, .flaky, .notRun: nil
    }
  }
}

/// A failure in a scenario.
public struct ScenarioFailure: Codable, Sendable {
  /// The kind of failure in a scenario.
  public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    /// A failed `app:expect` or `app:eventually`, or, in an exhaustive scenario, an unchecked
    /// change or unfinished work.
    case expectation
    /// A failed `app:softExpect`, after which the scenario continued.
    case softExpect
    /// A snapshot that differs from its file, or that has no file.
    case snapshot
    /// The scenario raised an error.
    case error
    /// A rejection, or an error in a callback, that no code observed.
    case unhandled
    /// A setup failed, so that the scenario itself was not run.
    case setup
    /// A teardown failed. A teardown is a function that a setup has returned, or the teardown of a
    /// resource or plugin.
    case teardown
    /// The scenario passed although it is marked with `fails`.
    case unexpectedPass
    /// The scenario failed, but no failure message contains the text in `fails`.
    case unexpectedFailure
  }

  /// The kind of failure.
  public var kind: Kind
  /// The error, including its location.
  public var error: ScriptError
  /// The differences that an expectation found.
  public var differences: [ScenarioDifference]
  /// The number of the step, counted from 1, or 0 if the failure occurred before the first step.
  public var step: Int
  /// The enclosing named steps, outermost first.
  public var groups: [String]
  /// The visible state as a tree. The string is empty if no application was launched or if the
  /// state at the time of the failure is unknown.
  public var tree: String
  /// The changes that the last step before the failure made.
  public var changes: [String]

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - kind: The kind of failure.
  ///   - error: The error, including its location.
  ///   - differences: The differences that an expectation found.
  ///   - step: The number of the step, counted from 1, or 0 if the failure occurred before the
  ///     first step.
  ///   - groups: The enclosing named steps, outermost first.
  ///   - tree: The visible state as a tree, or an empty string if no application was launched.
  ///   - changes: The changes that the last step before the failure made.
  public init(
    _ kind: Kind, _ error: ScriptError, differences: [ScenarioDifference] = [], step: Int = 0,
    groups: [String] = [], tree: String = "", changes: [String] = []
  ) {
    self.kind = kind
    self.error = error
    self.differences = differences
    self.step = step
    self.groups = groups
    self.tree = tree
    self.changes = changes
  }
}

extension ScenarioFailure {
  /// The maximum size of each value in bytes, and the maximum number of changes and of groups.
  private static let longestValue = 1 << 20, maxChanges = 1_000

  /// A copy of the failure with truncated strings. Strings are truncated because a script can
  /// create strings that are as long as its memory allows.
  var bounded: ScenarioFailure {
    var result = self
    result.error = error.bounded
    for index in differences.indices {
      result.differences[index].expected = shortened(
        differences[index].expected, to: Self.longestValue)
      result.differences[index].actual = shortened(
        differences[index].actual, to: Self.longestValue)
    }
    result.groups = groups.suffix(Self.maxChanges).map { shortened($0) }
    result.tree = shortened(tree, to: 10 * maxShownBytes)
    result.changes = changes.prefix(Self.maxChanges).map { shortened($0) }
    if changes.count > Self.maxChanges {
      result.changes.append("… \(changes.count - Self.maxChanges) more")
    }
    return result
  }
}

/// A step of a scenario.
public struct ScenarioStep: Hashable, Codable, Sendable {
  /// The part of a scenario to which a step belongs.
  public enum Phase: String, Hashable, Codable, Sendable, CaseIterable {
    /// The setup of a suite.
    case setup
    /// The scenario itself.
    case scenario
    /// A teardown.
    case teardown
  }

  /// The number of the step, counted from 1.
  public var number: Int
  /// The call, such as `tap "Buy"` or `expect { stack }`.
  public var text: String
  /// The effect of the step, such as `⤒ checkout`. The string is empty if the step had no effect.
  public var effect: String
  /// The line of the call, or `nil` if no script made the call.
  public var location: ScriptLocation?
  /// The enclosing named steps, outermost first.
  public var groups: [String]
  /// Whether the step failed, because an expectation was not met, a call was rejected or raised an
  /// error, or a callback failed.
  public var isFailed: Bool
  /// The part of the scenario to which the step belongs.
  public var phase = Phase.scenario
  /// The calls that callbacks made during the step, in the order in which they were made. If there
  /// are too many calls, only the first calls are included.
  public var calls: [ScenarioCall] = []
  /// The wall-clock time until the next step or the end of the scenario, or `nil` if steps are not
  /// measured.
  public var duration: Duration?

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - number: The number of the step, counted from 1.
  ///   - text: The call, such as `tap "Buy"`.
  ///   - effect: The effect of the step, such as `⤒ checkout`, or an empty string if the step
  ///     changed nothing.
  ///   - location: The line of the call, or `nil` if no script made the call.
  ///   - groups: The enclosing named steps, outermost first.
  ///   - isFailed: Whether the step failed.
  public init(
    _ number: Int, _ text: String, effect: String = "", location: ScriptLocation? = nil,
    groups: [String] = [], isFailed: Bool = false
  ) {
    self.number = number
    self.text = text
    self.effect = effect
    self.location = location
    self.groups = groups
    self.isFailed = isFailed
  }
}

/// A call made by a callback, such as `finishFlow` at `app.lua:17`.
public struct ScenarioCall: Hashable, Codable, Sendable {
  /// The call, such as `navigate "payment"`.
  public var text: String
  /// The line of the call.
  public var location: ScriptLocation

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - text: The call, such as `navigate "payment"`.
  ///   - location: The line of the call.
  public init(_ text: String, at location: ScriptLocation) {
    self.text = text
    self.location = location
  }
}
