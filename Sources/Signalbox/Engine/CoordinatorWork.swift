internal import PortableMutex

/// Runs the asynchronous work of coordinators, for example as a task on an actor in an application,
/// or step by step in a test.
///
/// ```swift
/// @MainActor final class MainWorkHost: @MainActor WorkHost {
///   let clock: any Clock<Duration> = ContinuousClock()
///   private weak var engine: NavigationEngine?
///
///   init(_ engine: NavigationEngine) { self.engine = engine }
///
///   func start(_ work: CoordinatorWork) -> @Sendable () -> Void {
///     let task = Task {
///       await work.run()
///       engine?.takeInWork()
///     }
///     return { task.cancel() }
///   }
/// }
/// ```
public protocol WorkHost: AnyObject {
  /// The clock that asynchronous work uses to sleep.
  var clock: any Clock<Duration> { get }

  /// Starts work, which runs concurrently with the engine. When ``CoordinatorWork/run()`` has
  /// returned, the host calls ``NavigationEngine/takeInWork()`` in the isolation of the engine.
  ///
  /// - Parameter work: The work to run.
  ///
  /// - Returns: A function that cancels the work.
  func start(_ work: CoordinatorWork) -> @Sendable () -> Void
}

/// Asynchronous work that a ``WorkHost`` runs once.
public struct CoordinatorWork: Sendable {
  /// The work's identifier.
  public let id: WorkID
  /// The type of the value that the work returns.
  package let valueType: any Sendable.Type
  private let body: @Sendable () async -> Void
  /// A closure that stores a result. The closure returns `false`, without storing the result, if
  /// the result is a value of a type that the work does not return.
  private let store: @Sendable (Result<any Sendable, any Error>) -> Bool
  private let mailbox: WorkMailbox

  init<Value>(
    id: WorkID, result: WorkResult<Value>, mailbox: WorkMailbox,
    body: @escaping @Sendable () async throws -> Value
  ) {
    self.id = id
    self.mailbox = mailbox
    valueType = Value.self
    self.body = {
      do {
        result.set(.success(try await body()))
      } catch {
        result.set(.failure(error))
      }
    }
    store = { end in
      switch end {
      case .failure(let error): result.set(.failure(error))
      case .success(let value):
        guard let value = value as? Value else { return false }
        result.set(.success(value))
      }
      return true
    }
  }

  /// Runs the work and stores its result for ``NavigationEngine/takeInWork()``.
  public func run() async {
    await body()
    mailbox.post(id)
  }

  /// Stores a result for ``NavigationEngine/takeInWork()`` before the work completes. If the work
  /// already has a result, that result is delivered instead.
  ///
  /// - Returns: `false`, without a change, if the work returns values of another type.
  package func end(with result: Result<any Sendable, any Error>) -> Bool {
    guard store(result) else { return false }
    mailbox.post(id)
    return true
  }

  /// Returns whether a value has the type that the work returns.
  package func canReturn(_ value: any Sendable) -> Bool {
    func isInstance<Value>(of type: Value.Type) -> Bool { value is Value }
    return isInstance(of: valueType)
  }
}

/// The completed work items whose results have not been delivered.
final class WorkMailbox: Sendable {
  /// The identifiers of completed work. Tasks add identifiers on any thread, and the engine removes
  /// them.
  private let finishedWork = Mutex<[WorkID]>([])

  func post(_ id: WorkID) { finishedWork.withLock { $0.append(id) } }

  var isEmpty: Bool { finishedWork.withLock { $0.isEmpty } }

  func remove(where isGone: (WorkID) -> Bool) {
    finishedWork.withLock { $0.removeAll(where: isGone) }
  }

  func takeAll() -> [WorkID] {
    finishedWork.withLock { finishedWork in
      defer { finishedWork = [] }
      return finishedWork
    }
  }
}

/// The result of an asynchronous work item. Only the first result is stored.
final class WorkResult<Value: Sendable>: Sendable {
  /// The result, or `nil` until the work completes or a client ends it.
  private let result = Mutex<Result<Value, any Error>?>(nil)

  var value: Result<Value, any Error>? { result.withLock { $0 } }

  /// Stores a result. Has no effect if the work already has a result.
  func set(_ value: Result<Value, any Error>) {
    result.withLock { if $0 == nil { $0 = value } }
  }
}

/// The work items whose results have not been delivered. The engine cancels these items when it is
/// released.
final class WorkList {
  /// An asynchronous work item: its owner, and the closures that cancel it and deliver its result.
  struct Entry {
    let owner: CoordinatorID?
    /// The work, or `nil` until it is passed to the host.
    var work: CoordinatorWork?
    var cancel: @Sendable () -> Void = {}
    let deliver: () throws -> Void

    /// The results with which a client can end the work.
    var possibleResults: [ClientWorkResult] {
      ClientWorkResult.allCases.filter { $0 != .success || work?.canReturn(()) == true }
    }
  }

  var host: (any WorkHost)?
  private(set) var mailbox = WorkMailbox()
  private(set) var entries: [WorkID: Entry] = [:]
  private(set) var lastNumber = 0
  private let clock: VirtualClock

  init(_ clock: VirtualClock) { self.clock = clock }

  deinit { for entry in entries.values { entry.cancel() } }

  /// Whether no work has ever been started.
  var isUnused: Bool { lastNumber == 0 }

  /// Cancels all work and removes the host.
  func discard() {
    cancelAll()
    host = nil
    mailbox = WorkMailbox()
  }

  /// Cancels all work that was started after the work with the given number. The next work item
  /// then receives the next greater number.
  func restore(lastNumber number: Int) {
    guard lastNumber != number else { return }
    for (id, entry) in entries where id.number > number { cancel(id, entry) }
    mailbox.remove { $0.number > number }
    lastNumber = number
  }

  /// Cancels all work without delivering results.
  func cancelAll() {
    for (id, entry) in entries.sorted(by: { $0.key.number < $1.key.number }) { cancel(id, entry) }
  }

  private func cancel(_ id: WorkID, _ entry: Entry) {
    entries[id] = nil
    entry.cancel()
    note(.cancelled, id, entry)
  }

  /// Notifies the observers of a change to a work item.
  private func note(_ kind: ScheduleChange.Kind, _ id: WorkID, _ entry: Entry) {
    guard !clock.observers.isEmpty else { return }
    clock.observers.notify(
      ScheduleChange(
        item: .work(id), kind: kind, owner: entry.owner, milliseconds: clock.now, deadline: nil,
        possibleResults: kind == .began ? entry.possibleResults : []))
  }

  func add(_ entry: Entry) -> WorkID {
    lastNumber += 1
    let id = WorkID(number: lastNumber)
    entries[id] = entry
    return id
  }

  /// Starts work on a host.
  func start(_ work: CoordinatorWork, on host: any WorkHost) {
    entries[work.id]?.work = work
    if let entry = entries[work.id] { note(.began, work.id, entry) }
    let cancel = host.start(work)
    entries[work.id]?.cancel = cancel
  }

  /// Stores a result and cancels the task that runs the work. Has no effect if the work cannot end
  /// with this result.
  func end(_ id: WorkID, with result: ClientWorkResult) {
    guard let entry = entries[id], let work = entry.work, work.end(with: result.delivered) else {
      return
    }
    entry.cancel()
  }

  /// Cancels a work item. Returns `false` if the item does not exist.
  func cancel(_ id: WorkID) -> Bool {
    guard let entry = entries[id] else { return false }
    cancel(id, entry)
    return true
  }

  /// Removes and returns a work item whose result is to be delivered.
  func finish(_ id: WorkID) -> Entry? {
    guard let entry = entries.removeValue(forKey: id) else { return nil }
    note(.ended, id, entry)
    return entry
  }

  func has(workOf owner: CoordinatorID) -> Bool { entries.values.contains { $0.owner == owner } }

  func cancel(of owner: CoordinatorID) {
    for (id, entry) in entries where entry.owner == owner { cancel(id, entry) }
  }
}

extension ScheduleObservation {
  /// Observes the timers and the asynchronous work of an engine.
  ///
  /// - Parameter body: A closure that receives each change. Timers that a host uses to wake its
  ///   tasks are not included.
  package convenience init(of engine: NavigationEngine, _ body: @escaping (ScheduleChange) -> Void)
  {
    self.init(of: engine.clock.observers) { [weak engine] change in
      body(engine.map(change.withOwnerType(in:)) ?? change)
    }
  }
}

extension ScheduleChange {
  /// Returns a change of the kind `began` for each pending timer of an engine, in the order of the
  /// deadlines, and then for each open work item. The time of each change is the current time.
  package static func open(in engine: NavigationEngine) -> [ScheduleChange] {
    let timers = engine.pendingTimers.map { timer in
      ScheduleChange(
        item: .timer(timer.id), kind: .began, owner: timer.owner,
        milliseconds: engine.milliseconds, deadline: timer.deadline.wholeMilliseconds)
    }
    let work = engine.openWork.map { work in
      ScheduleChange(
        item: .work(work.id), kind: .began, owner: work.owner, milliseconds: engine.milliseconds,
        deadline: nil, possibleResults: work.possibleResults)
    }
    return (timers + work).map { $0.withOwnerType(in: engine) }
  }

  fileprivate func withOwnerType(in engine: NavigationEngine) -> ScheduleChange {
    guard kind == .began, ownerType == nil else { return self }
    var change = self
    change.ownerType = owner.flatMap(engine.typeName(of:))
    return change
  }
}
