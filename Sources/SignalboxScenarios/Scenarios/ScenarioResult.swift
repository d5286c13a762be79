internal import Signalbox
public import SignalboxScripting

/// The result of one scenario.
public struct ScenarioResult: Codable, Sendable {
  /// How a scenario ended.
  public enum Status: String, Hashable, Codable, Sendable, CaseIterable {
    case passed
    case failed
    /// It failed at first and passed on a retry.
    case flaky
    case skipped
    /// It is marked with `todo`.
    case todo
    /// It failed as expected.
    case failedAsExpected
    /// The run was stopped before or while the scenario ran.
    case notRun
  }

  /// The scenario.
  public var scenario: ScenarioDescription
  /// The status.
  public var status: Status
  /// The failures of the last failed attempt, in order.
  public var failures: [ScenarioFailure]
  /// The steps, in order. The array is empty if the scenario passed and they were not requested.
  public var steps: [ScenarioStep]
  /// The lines that it printed.
  public var output: [String]
  /// The wall-clock time of all attempts.
  public var duration: Duration
  /// How often it was run.
  public var attempts: Int
  /// The failures of each failed attempt, in order; empty for a scenario that ran once.
  public var failedAttempts: [[ScenarioFailure]] = []
  /// The reason that it passed to `app:skip`, or `nil` if it did not call `app:skip`.
  public var skipReason: String?
  /// The snapshots that it took, in order.
  public var snapshots: [SnapshotFile] = []
  /// The path of its trace file, or `nil` if there is none.
  public var trace: String?
  /// The reason why there is no trace for a failed scenario, or `nil` if there is one or if none
  /// was requested.
  public var traceAbsence: String?
  /// How often the run had already executed the scenario.
  public var repetition = 0
  /// Its position in the order of execution, counted from 0. For a shard, the position in the whole
  /// run.
  public var position = 0

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - scenario: The scenario that ran.
  ///   - status: How it ended.
  ///   - failures: The failures of the last failed attempt, in order.
  ///   - steps: The steps, in order; empty if they were not requested.
  ///   - output: The lines that it printed.
  ///   - duration: The wall-clock time of all attempts.
  ///   - attempts: The number of attempts; 0 if it was skipped or if the run was stopped before.
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

  /// The result with truncated strings, for a result that was read from a file.
  var bounded: ScenarioResult {
    var result = self
    result.failures = failures.map(\.bounded)
    result.failedAttempts = failedAttempts.map { $0.map(\.bounded) }
    return result
  }

  /// Whether it contains only steps, output, status, attempts and duration.
  public var isPlain: Bool {
    failures.isEmpty && failedAttempts.isEmpty && skipReason == nil && snapshots.isEmpty
      && trace == nil && traceAbsence == nil
  }

  /// The reason why it was skipped or is known to fail, or `nil` if no reason is given.
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
  /// What failed in a scenario.
  public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    /// A failed `app:expect` or `app:eventually`.
    case expectation
    /// A failed `app:softExpect`, after which the scenario continued.
    case softExpect
    /// A snapshot that differs from its file.
    case snapshot
    /// The scenario raised an error.
    case error
    /// A rejection or error in a callback that no code has observed.
    case unhandled
    /// A setup failed, so that the scenario itself was not run.
    case setup
    /// A teardown failed: a function that a setup returned, or the teardown of a resource.
    case teardown
    /// The scenario passed although it has `fails`.
    case unexpectedPass
    /// The scenario failed with a message other than the one in `fails`.
    case unexpectedFailure
  }

  /// What failed.
  public var kind: Kind
  /// The error with its location.
  public var error: ScriptError
  /// The differences that an expectation found.
  public var differences: [ScenarioDifference]
  /// The number of the step, counted from 1, or 0 before the first step.
  public var step: Int
  /// The enclosing named steps, outermost first.
  public var groups: [String]
  /// The visible state as a tree; may be empty.
  public var tree: String
  /// The changes made by the last step before the failure.
  public var changes: [String]

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - kind: What failed.
  ///   - error: The error with its location.
  ///   - differences: The differences that an expectation found.
  ///   - step: The number of the step, from 1; 0 before the first.
  ///   - groups: The enclosing named steps, outermost first.
  ///   - tree: The visible state as a tree; empty if no application was launched.
  ///   - changes: The changes made by the last step before the failure.
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
  /// The maximum length of each value in bytes, and the maximum number of changes.
  private static let longestValue = 1 << 20, maxChanges = 1_000

  /// The failure with truncated strings, because a script can create strings that are as long as
  /// its memory allows.
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
  /// The part of a scenario in which a step is taken.
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
  /// The effect, such as `⤒ checkout`. The string is empty if there is none.
  public var effect: String
  /// The line of the call.
  public var location: ScriptLocation?
  /// The enclosing named steps, outermost first.
  public var groups: [String]
  /// Whether it failed: an expectation was not met, a call was rejected or raised an error, or one
  /// of its callbacks did.
  public var isFailed: Bool
  /// The part of the scenario in which the step was taken.
  public var phase = Phase.scenario
  /// The calls that callbacks made during the step, in order; if there are many, only the first
  /// ones.
  public var calls: [ScenarioCall] = []

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - number: The number of the step, from 1.
  ///   - text: The call, such as `tap "Buy"`.
  ///   - effect: What the step changed, such as `⤒ checkout`; empty if it changed nothing.
  ///   - location: The line of the call; `nil` if no script made the call.
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

/// A call that a callback made, such as `finishFlow` from `app.lua:17`.
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
