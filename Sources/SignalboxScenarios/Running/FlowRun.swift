public import SignalboxScripting

/// What a run is to do: flows in their order, and when to stop.
public struct FlowPlan: Sendable {
  /// The flows in the order of running.
  public var flows: [FlowDescription]
  /// The files that they are in, by path.
  public var files: [String: FlowFile]
  /// The files that did not load, with why.
  public var unloaded: [UnloadedFile] = []
  /// What the order was drawn from; `nil` for the order of the files.
  public var seed: UInt64?
  /// How many flows may fail before the rest is left out; `nil` for any number.
  public var maximumFailures: Int?
  /// How many flows run at a time.
  public var workers = 1
  /// The setup errors of fixtures, by identifier. All flows in the file of such a fixture fail.
  public var brokenFixtures: [String: ScriptError] = [:]
  /// Which part of a split run it is; `nil` for the whole.
  public private(set) var shard: FlowShard?
  /// How many flows all parts have together; `nil` for a whole run.
  private(set) var wholeCount: Int?
  /// The places of the flows in the order of the whole run.
  private var positions: [Int] = []

  /// A run of some flows.
  public init(flows: [FlowDescription], files: [String: FlowFile]) {
    self.flows = flows
    self.files = files
  }

  /// Puts the files, and the flows of each, into an order that depends on a number only.
  ///
  /// Flows of one file stay together, as workers keep files loaded that declare many.
  public mutating func shuffle(seed: UInt64) {
    var generator = SplitMix(state: seed)
    var groups: [[FlowDescription]] = []
    var places: [String: Int] = [:]
    for flow in flows {
      if let place = places[flow.file] {
        groups[place].append(flow)
      } else {
        places[flow.file] = groups.count
        groups.append([flow])
      }
    }
    groups.shuffle(using: &generator)
    for index in groups.indices { groups[index].shuffle(using: &generator) }
    flows = groups.flatMap(\.self)
    self.seed = seed
  }

  /// The fixtures that its flows share: those of the run first, each once, in order. Cost: O(flows).
  public var fixtures: [SharedFixture] {
    var known: Set<String> = []
    var found: [SharedFixture] = []
    for flow in flows
    where !flow.fixtures.isEmpty && flow.options.skip == nil && flow.options.todo == nil {
      found += flow.fixtures.filter { known.insert($0.id).inserted }
    }
    return found.filter { $0.scope == .run } + found.filter { $0.scope == .file }
  }

  /// The result of a flow that cannot run, since a fixture of its file is broken; `nil` for others.
  public func brokenResult(of index: Int) -> FlowResult? {
    let flow = flows[index]
    guard !brokenFixtures.isEmpty, flow.options.skip == nil, flow.options.todo == nil,
      let fixture = flow.fixtures.first(where: { brokenFixtures[$0.id] != nil }),
      let error = brokenFixtures[fixture.id]
    else { return nil }
    let failures = [FlowFailure(.fixture, error).bounded]
    return FlowResult(
      flow: flow, status: flow.options.expects(failures) ? .failedAsExpected : .failed,
      failures: failures)
  }

  /// For each flow, how often the plan comes to it before. Cost: O(flows).
  public var repetitions: [Int] {
    var counts: [ObjectIdentifier: Int] = [:]
    return flows.map { flow in
      defer { counts[flow.identity, default: 0] += 1 }
      return counts[flow.identity] ?? 0
    }
  }

  /// Leaves the flows of one part, in their order: what the parts run together, in the order of their
  /// positions, is what the whole would run.
  ///
  /// - Parameter members: The flows of the part, by their whole names.
  public mutating func reduce(to shard: FlowShard, members: Set<String>) {
    self.shard = shard
    wholeCount = flows.count
    positions = flows.indices.filter { members.contains(flows[$0].id) }
    flows = positions.map { flows[$0] }
  }

  /// Where the flow at an index stands in the order of the whole run.
  func position(of index: Int) -> Int { shard == nil ? index : positions[index] }
}

/// A file of flows that did not load.
public struct UnloadedFile: Codable, Sendable {
  /// The file.
  public var path: String
  /// Why.
  public var error: ScriptError

  /// A file and why it did not load.
  public init(path: String, error: ScriptError) {
    self.path = path
    self.error = error
  }
}

/// The generator of orders: SplitMix64 of Steele, Lea and Flood (OOPSLA 2014).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

/// Runs the flows of a plan and reports their results in the order of the plan.
public struct FlowRun {
  private let plan: FlowPlan
  private let executor: any FlowExecutor
  private let shouldStop: @Sendable () -> RunStop?

  /// - Parameters:
  ///   - executor: Runs the flows.
  ///   - shouldStop: Asked before every flow, and again and again while flows run: why the run
  ///     is to stop; `nil` where it goes on.
  public init(
    _ plan: FlowPlan, on executor: any FlowExecutor,
    shouldStop: @escaping @Sendable () -> RunStop? = { nil }
  ) {
    self.plan = plan
    self.executor = executor
    self.shouldStop = shouldStop
  }

  /// Runs the flows on threads of this process.
  ///
  /// - Parameter makeRunner: Makes the runner of a worker.
  public init(
    _ plan: FlowPlan, shouldStop: @escaping @Sendable () -> RunStop? = { nil },
    makeRunner: @escaping @Sendable () -> FlowRunner
  ) {
    self.init(plan, on: FlowThreads(makeRunner: makeRunner), shouldStop: shouldStop)
  }

  /// Gets a line that a flow has printed.
  public typealias Show = @Sendable (_ line: String, _ flow: FlowDescription) -> Void

  /// Runs everything and returns the results in the order of the plan.
  ///
  /// - Parameters:
  ///   - show: Gets what flows print as it comes, on any thread, where the settings of the runner say so.
  ///   - report: Gets each result, in order, one at a time, on any thread.
  public func run(
    showing show: Show? = nil, report: @escaping @Sendable (FlowResult) -> Void
  ) -> FlowSummary {
    let clock = ContinuousClock()
    let start = clock.now
    let queue = FlowQueue(plan, shouldStop: shouldStop, report: report, show: show)
    executor.execute(queue)
    let (results, reducedCount, stop) = queue.end()
    var summary = FlowSummary(
      results: results, unloaded: plan.unloaded, seed: plan.seed, workers: plan.workers,
      duration: clock.now - start, stop: stop)
    summary.reducedCount = reducedCount
    return summary
  }
}

/// Runs flows: on threads of this process, or in processes of their own.
public protocol FlowExecutor {
  /// Runs the flows of a queue until it is empty or at its end.
  ///
  /// When it returns, no flow of the queue runs any more, and all results are reported.
  func execute(_ queue: FlowQueue)
}
