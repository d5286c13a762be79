internal import Dispatch
public import SignalboxScripting
internal import Synchronization

/// What a run is to do: flows in their order, and when to stop.
public struct FlowPlan: Sendable {
  /// The flows in the order of running.
  public var flows: [FlowDescription]
  /// The files that they stand in, by path.
  public var files: [String: FlowFile]
  /// The files that did not load, with why.
  public var unloaded: [UnloadedFile] = []
  /// What the order was drawn from; `nil` for the order of the files.
  public var seed: UInt64?
  /// How many flows may fail before the rest is left out; `nil` for any number.
  public var maximumFailures: Int?
  /// How many flows run at a time.
  public var workers = 1
  /// Which part of a split run it is; `nil` for the whole.
  public private(set) var shard: FlowShard?
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

  /// Leaves the flows of one part, in their order: what the parts run together, in the order of their
  /// positions, is what the whole would run.
  ///
  /// - Parameter members: The flows of the part, by their whole names.
  public mutating func reduce(to shard: FlowShard, members: Set<String>) {
    self.shard = shard
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

/// Runs the flows of a plan and hands their results on in the order of the plan.
public struct FlowRun: Sendable {
  private let plan: FlowPlan
  private let makeRunner: @Sendable () -> FlowRunner
  private let shouldStop: @Sendable () -> Bool

  /// - Parameters:
  ///   - shouldStop: Asked before every flow, whether somebody stops the run.
  ///   - makeRunner: Makes the runner of a worker.
  public init(
    _ plan: FlowPlan, shouldStop: @escaping @Sendable () -> Bool = { false },
    makeRunner: @escaping @Sendable () -> FlowRunner
  ) {
    self.plan = plan
    self.shouldStop = shouldStop
    self.makeRunner = makeRunner
  }

  /// What the workers share.
  private struct Progress {
    var next = 0
    var isStopped = false
    var order = ResultOrder<FlowResult>()
    var failures = 0
    /// What stops the flows that run, by worker.
    var stoppers: [Int: ScriptStopper] = [:]

    mutating func take(_ result: FlowResult, of index: Int) -> FlowResult? {
      if result.status == .failed { failures += 1 }
      if result.status == .notRun { stop() }
      return order.take(result, at: index)
    }

    mutating func stop() {
      isStopped = true
      for stopper in stoppers.values { stopper.stop() }
    }
  }

  /// Runs everything and gives the results in the order of the plan.
  ///
  /// - Parameter report: Gets each result, in order, one at a time.
  public func run(report: @escaping @Sendable (FlowResult) -> Void) -> FlowSummary {
    let clock = ContinuousClock()
    let start = clock.now
    // Taken by each worker for a moment before and after every flow.
    let progress = Mutex(Progress())
    let results = Mutex<[FlowResult]>([])
    let work: @Sendable (Int) -> Void = { [plan] worker in
      let runner = makeRunner()
      while let index = take(progress) {
        let flow = plan.flows[index]
        var result = result(of: flow, runner) { stopper in
          // A Ctrl-C from before the session was there to take it.
          let mustStop = shouldStop()
          progress.withLock { progress in
            if mustStop { progress.stop() }
            progress.stoppers[worker] = stopper
            if progress.isStopped { stopper.stop() }
          }
        }
        progress.withLock { $0.stoppers[worker] = nil }
        result.position = plan.position(of: index)
        finish(index, result, progress) { result in
          results.withLock { $0.append(result) }
          report(result)
        }
      }
    }
    if plan.workers > 1 {
      // A worker that runs a long flow does not ask, and the others may have nothing left to do.
      let watch = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "signalbox.stop"))
      watch.schedule(deadline: .now(), repeating: .milliseconds(50))
      watch.setEventHandler {
        if shouldStop() { progress.withLock { $0.stop() } }
      }
      watch.resume()
      defer { watch.cancel() }
      DispatchQueue.concurrentPerform(iterations: plan.workers, execute: work)
    } else {
      work(0)
    }
    var all = results.withLock { $0 }
    let isStopped = progress.withLock { $0.isStopped }
    for index in plan.flows.indices[all.count...] {
      var rest = FlowResult(flow: plan.flows[index], status: .notRun, attempts: 0)
      rest.position = plan.position(of: index)
      all.append(rest)
      report(rest)
    }
    return FlowSummary(
      results: all, unloaded: plan.unloaded, seed: plan.seed, workers: plan.workers,
      duration: clock.now - start, isStopped: isStopped)
  }

  private func result(
    of flow: FlowDescription, _ runner: FlowRunner, noting note: (ScriptStopper) -> Void
  ) -> FlowResult {
    guard let file = plan.files[flow.file] else {
      return FlowResult(flow: flow, status: .notRun, attempts: 0)
    }
    return runner.run(flow, of: file, noting: note)
  }

  /// The next flow to run; `nil` at the end, also where enough have failed.
  private func take(_ progress: borrowing Mutex<Progress>) -> Int? {
    let mustStop = shouldStop()
    return progress.withLock { progress in
      if mustStop { progress.stop() }
      let hasEnough = plan.maximumFailures.map { progress.failures >= $0 } ?? false
      guard !progress.isStopped, !hasEnough, progress.next < plan.flows.count else { return nil }
      defer { progress.next += 1 }
      return progress.next
    }
  }

  /// Hands on what is complete from the first flow on. One worker at a time does so; the others leave
  /// their results to it and go on.
  private func finish(
    _ index: Int, _ result: FlowResult, _ progress: borrowing Mutex<Progress>,
    _ report: (FlowResult) -> Void
  ) {
    var next = progress.withLock { $0.take(result, of: index) }
    while let complete = next {
      report(complete)
      next = progress.withLock { $0.order.next() }
    }
  }
}
