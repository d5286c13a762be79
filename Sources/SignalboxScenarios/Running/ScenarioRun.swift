public import SignalboxScripting

/// The scenarios of a run in the order of execution, with their files and the limits of the run.
public struct RunPlan: Sendable {
  /// The scenarios, in the order in which they run.
  public var scenarios: [ScenarioDescription]
  /// The files of the scenarios, keyed by path.
  public var files: [String: ScenarioFile]
  /// The files that failed to load, with their errors.
  public var unloaded: [UnloadedFile] = []
  /// The seed of the run's random order and random numbers, or `nil` if it is not known.
  public var seed: UInt64?
  /// The number of failures after which the run ends, or `nil` for no limit.
  public var maximumFailures: Int?
  /// The maximum number of scenarios that run in parallel.
  public var workers = 1
  /// The errors of resource setups, keyed by identifier. If the setup of a resource failed, the
  /// scenarios in the files that declare the resource fail.
  public var brokenResources: [String: ScriptError] = [:]
  /// The shard, or `nil` if the plan contains the whole run.
  public private(set) var shard: ScenarioShard?
  /// The number of scenarios in all shards, or `nil` if the plan contains the whole run.
  private(set) var wholeCount: Int?
  /// For each scenario of a shard, its position in the whole run.
  private var positions: [Int] = []

  /// Creates a plan for scenarios.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios, in the order in which they run.
  ///   - files: The files of the scenarios, keyed by path. The file of each scenario must be
  ///     included.
  public init(scenarios: [ScenarioDescription], files: [String: ScenarioFile]) {
    self.scenarios = scenarios
    self.files = files
  }

  /// Shuffles the files, and the scenarios in each file. The new order depends only on the seed and
  /// the previous order.
  ///
  /// Scenarios of a file stay together, because workers keep files with many scenarios loaded.
  ///
  /// - Parameter seed: Any number. For equal plans, equal seeds produce the same order.
  public mutating func shuffle(seed: UInt64) {
    var generator = SplitMix(state: seed)
    var groups: [[ScenarioDescription]] = []
    var places: [String: Int] = [:]
    for scenario in scenarios {
      if let place = places[scenario.file] {
        groups[place].append(scenario)
      } else {
        places[scenario.file] = groups.count
        groups.append([scenario])
      }
    }
    groups.shuffle(using: &generator)
    for index in groups.indices { groups[index].shuffle(using: &generator) }
    scenarios = groups.flatMap(\.self)
    self.seed = seed
  }

  /// The shared resources that the files of the scenarios declare, without duplicates. Scenarios
  /// that are skipped or marked with `todo` are ignored. Resources with the scope `run` come first.
  /// Cost: O(scenarios).
  public var resources: [SharedResource] {
    var known: Set<String> = []
    var found: [SharedResource] = []
    for scenario in scenarios
    where !scenario.resources.isEmpty && scenario.options.skip == nil
      && scenario.options.todo == nil
    {
      found += scenario.resources.filter { known.insert($0.id).inserted }
    }
    return found.filter { $0.scope == .run } + found.filter { $0.scope == .file }
  }

  /// Returns the result of a scenario that cannot run because its file declares a shared resource
  /// whose setup failed. Returns `nil` for other scenarios.
  ///
  /// - Parameter index: The index of the scenario in ``scenarios``, counted from 0.
  public func brokenResult(of index: Int) -> ScenarioResult? {
    let scenario = scenarios[index]
    guard !brokenResources.isEmpty, scenario.options.skip == nil, scenario.options.todo == nil,
      let resource = scenario.resources.first(where: { brokenResources[$0.id] != nil }),
      let error = brokenResources[resource.id]
    else { return nil }
    let failures = [ScenarioFailure(.setup, error).bounded]
    return ScenarioResult(
      scenario: scenario, status: scenario.options.expects(failures) ? .failedAsExpected : .failed,
      failures: failures)
  }

  /// For each scenario, the number of times that the plan contains the same scenario at earlier
  /// positions. Cost: O(scenarios).
  public var repetitions: [Int] {
    var counts: [ObjectIdentifier: Int] = [:]
    return scenarios.map { scenario in
      defer { counts[scenario.identity, default: 0] += 1 }
      return counts[scenario.identity] ?? 0
    }
  }

  /// Removes all scenarios that do not belong to a shard. The shards together run the whole plan.
  ///
  /// - Parameters:
  ///   - shard: The shard that is run on this machine.
  ///   - members: The identifiers of the scenarios in the shard.
  public mutating func reduce(to shard: ScenarioShard, members: Set<String>) {
    self.shard = shard
    wholeCount = scenarios.count
    positions = scenarios.indices.filter { members.contains(scenarios[$0].id) }
    scenarios = positions.map { scenarios[$0] }
  }

  /// Returns the position in the whole run of the scenario at an index, counted from 0.
  func position(of index: Int) -> Int { shard == nil ? index : positions[index] }
}

/// A scenario file that failed to load.
public struct UnloadedFile: Codable, Sendable {
  /// The path of the file in messages.
  public var path: String
  /// The error, with its location.
  public var error: ScriptError

  /// Creates the description of a file that failed to load.
  ///
  /// - Parameters:
  ///   - path: The path of the file in messages.
  ///   - error: The error with its location.
  public init(path: String, error: ScriptError) {
    self.path = path
    self.error = error
  }
}

/// A random number generator: SplitMix64 by Steele, Lea and Flood (OOPSLA 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

/// Runs the scenarios of a plan and reports their results in the order of the plan.
public struct ScenarioRun {
  private let plan: RunPlan
  private let executor: any ScenarioExecutor
  private let shouldStop: @Sendable () -> RunStop?

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - plan: The scenarios and their order.
  ///   - executor: The executor that runs the scenarios.
  ///   - shouldStop: A closure that is called before every scenario, and repeatedly while scenarios
  ///     run. It returns the reason why the run must stop, or `nil` to continue.
  public init(
    _ plan: RunPlan, on executor: any ScenarioExecutor,
    shouldStop: @escaping @Sendable () -> RunStop? = { nil }
  ) {
    self.plan = plan
    self.executor = executor
    self.shouldStop = shouldStop
  }

  /// Creates a run on threads of this process.
  ///
  /// - Parameters:
  ///   - plan: The scenarios and their order. Its `workers` property is the number of threads.
  ///   - shouldStop: A closure that is called before every scenario, and repeatedly while scenarios
  ///     run. It returns the reason why the run must stop, or `nil` to continue.
  ///   - makeRunner: A closure that creates a runner for a worker.
  public init(
    _ plan: RunPlan, shouldStop: @escaping @Sendable () -> RunStop? = { nil },
    makeRunner: @escaping @Sendable () -> ScenarioRunner
  ) {
    self.init(plan, on: ScenarioThreads(makeRunner: makeRunner), shouldStop: shouldStop)
  }

  /// A closure that receives a line that a scenario has printed.
  public typealias Show = @Sendable (_ line: String, _ scenario: ScenarioDescription) -> Void

  /// Runs all scenarios and returns the results in the order of the plan.
  ///
  /// - Parameters:
  ///   - show: A closure that receives the output of scenarios immediately and on any thread, if
  ///     the runner's settings request this.
  ///   - report: A closure that receives the results in the order of the plan, one at a time, on
  ///     any thread.
  public func run(
    showing show: Show? = nil, report: @escaping @Sendable (ScenarioResult) -> Void
  ) -> RunSummary {
    let clock = ContinuousClock()
    let start = clock.now
    let queue = ScenarioQueue(plan, shouldStop: shouldStop, report: report, show: show)
    executor.execute(queue)
    let (results, reducedCount, stop) = queue.end()
    var summary = RunSummary(
      results: results, unloaded: plan.unloaded, seed: plan.seed, workers: plan.workers,
      duration: clock.now - start, stop: stop)
    summary.reducedCount = reducedCount
    return summary
  }
}

/// Runs scenarios, either on threads of this process or in separate processes.
public protocol ScenarioExecutor {
  /// Runs the scenarios in a queue until none are left or the run ends early.
  ///
  /// When this method returns, no scenario from the queue is running, and the results of all
  /// scenarios that ran have been reported.
  ///
  /// - Parameter queue: The queue, which provides the scenarios to run and receives the results.
  func execute(_ queue: ScenarioQueue)
}
