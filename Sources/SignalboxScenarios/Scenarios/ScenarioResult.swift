internal import Signalbox
public import SignalboxScripting

/// What became of one scenario.
public struct ScenarioResult: Codable, Sendable {
  /// How a scenario ended.
  public enum Status: String, Hashable, Codable, Sendable, CaseIterable {
    case passed
    case failed
    /// Failed first and passed when it was tried again.
    case flaky
    case skipped
    /// Waits for something to be done.
    case todo
    /// Failed, as it says of itself.
    case failedAsExpected
    /// The run was stopped before or while it ran.
    case notRun
  }

  /// The scenario.
  public var scenario: ScenarioDescription
  /// How it ended.
  public var status: Status
  /// What went wrong in the last attempt that failed, in order.
  public var failures: [ScenarioFailure]
  /// What it did, in order; empty where nobody asked and nothing failed.
  public var steps: [ScenarioStep]
  /// What it printed, line by line.
  public var output: [String]
  /// The wall-clock time that all attempts took.
  public var duration: Duration
  /// How often it was run.
  public var attempts: Int
  /// What went wrong in each attempt that failed, in order; empty for a scenario that was run once.
  public var failedAttempts: [[ScenarioFailure]] = []
  /// Why it called `app:skip` while it ran; `nil` if it did not.
  public var skipReason: String?
  /// The snapshots that it took, in order.
  public var snapshots: [SnapshotFile] = []
  /// The file that its trace was written to; `nil` where there is none.
  public var trace: String?
  /// Why there is no trace of a scenario that failed; `nil` where there is one, or none is wanted.
  public var traceAbsence: String?
  /// How often the run had come to the scenario before.
  public var repetition = 0
  /// Its place in the order of running, counted from 0; of a split run that of the whole.
  public var position = 0

  /// A result as told.
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

  /// The result with the texts of its failures in bounds, for one that a file supplies.
  var bounded: ScenarioResult {
    var result = self
    result.failures = failures.map(\.bounded)
    result.failedAttempts = failedAttempts.map { $0.map(\.bounded) }
    return result
  }

  /// Whether steps, output, status, attempts and duration say everything about it.
  public var isPlain: Bool {
    failures.isEmpty && failedAttempts.isEmpty && skipReason == nil && snapshots.isEmpty
      && trace == nil && traceAbsence == nil
  }

  /// Why it was not run, or how it is known to fail; `nil` where nothing is said.
  public var reason: String? {
    switch status {
    case .skipped: skipReason ?? scenario.options.skip
    case .todo: scenario.options.todo
    case .failedAsExpected: scenario.options.fails
    case .passed, .failed, .flaky, .notRun: nil
    }
  }
}

/// One thing that went wrong in a scenario.
public struct ScenarioFailure: Codable, Sendable {
  /// Where in the scenario it went wrong.
  public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    /// An `app:expect` or `app:eventually` that did not hold.
    case expectation
    /// An `app:softExpect` that did not hold: the scenario went on.
    case softExpect
    /// A snapshot that is not as it was recorded.
    case snapshot
    /// The scenario raised an error.
    case error
    /// A rejection or error of a callback that nobody looked at.
    case unhandled
    /// A setup failed, so that the scenario itself did not run.
    case setup
    /// A teardown failed: what a setup returned, or that of a resource.
    case teardown
    /// It passed although it says that it fails.
    case unexpectedPass
    /// It fails as it says of itself, and with another message.
    case unexpectedFailure
  }

  /// Where in the scenario it went wrong.
  public var kind: Kind
  /// What went wrong, with its place.
  public var error: ScriptError
  /// What was expected and what there was, for expectations.
  public var differences: [ScenarioDifference]
  /// The number of the step, counted from 1; 0 before the first.
  public var step: Int
  /// The steps by name around it, the outermost first.
  public var groups: [String]
  /// What was shown, as a tree; empty for nothing.
  public var tree: String
  /// What the last step before it changed.
  public var changes: [String]

  /// A failure as told.
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
  /// So many bytes of each value are reported, and so many changes.
  private static let longestValue = 1 << 20, maxChanges = 1_000

  /// The failure as it is kept: a script can make its texts as long as its memory.
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

/// One thing that a scenario did.
public struct ScenarioStep: Hashable, Codable, Sendable {
  /// Counts from 1.
  public var number: Int
  /// What was called: `tap "Buy"`, `expect { stack }`.
  public var text: String
  /// What came of it: `⤒ checkout`; empty for nothing.
  public var effect: String
  /// The line that called.
  public var location: ScriptLocation?
  /// The steps by name around it, the outermost first.
  public var groups: [String]
  /// Whether it is an expectation that did not hold.
  public var isFailed: Bool
  /// What callbacks called meanwhile, in order; of many the first ones.
  public var calls: [ScenarioCall] = []

  /// A step as told.
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

/// An operation that a callback called: `finishFlow` from `app.lua:17`.
public struct ScenarioCall: Hashable, Codable, Sendable {
  /// What was called: `navigate "payment"`.
  public var text: String
  /// The line that called.
  public var location: ScriptLocation

  /// A call as told.
  public init(_ text: String, at location: ScriptLocation) {
    self.text = text
    self.location = location
  }
}
