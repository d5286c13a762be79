internal import Synchronization

/// Names work of ``NavigationEngine/work(owner:_:then:)``.
public struct WorkID: Hashable, Sendable {
  let number: Int
}

/// Runs asynchronous work of coordinators: a task on an application's own actor, or what a test
/// drives by hand.
///
/// ```swift
/// @MainActor final class MainWorkHost: @MainActor WorkHost {
///   let clock: any Clock<Duration> = ContinuousClock()
///   unowned let engine: NavigationEngine
///
///   func start(_ work: CoordinatorWork) -> @Sendable () -> Void {
///     let task = Task {
///       await work.run()
///       engine.takeInWork()
///     }
///     return { task.cancel() }
///   }
/// }
/// ```
public protocol WorkHost: AnyObject {
  /// The clock that work sleeps by.
  var clock: any Clock<Duration> { get }

  /// Begins work, which takes place beside the engine. Once ``CoordinatorWork/run()`` has returned,
  /// the host calls ``NavigationEngine/takeInWork()`` where it calls the engine.
  ///
  /// - Returns: What cancels it.
  func start(_ work: CoordinatorWork) -> @Sendable () -> Void
}

/// Asynchronous work that a ``WorkHost`` is to run, once.
public struct CoordinatorWork: Sendable {
  /// Names it.
  public let id: WorkID
  private let body: @Sendable () async -> Void
  private let mailbox: WorkMailbox

  init(id: WorkID, mailbox: WorkMailbox, body: @escaping @Sendable () async -> Void) {
    self.id = id
    self.mailbox = mailbox
    self.body = body
  }

  /// Does the work and keeps what it comes to for ``NavigationEngine/takeInWork()``.
  public func run() async {
    await body()
    mailbox.post(id)
  }
}

/// What has been done and not been taken in.
final class WorkMailbox: Sendable {
  /// Taken by tasks that end, on any thread, and by the engine.
  private let arrivals = Mutex<[WorkID]>([])

  func post(_ id: WorkID) { arrivals.withLock { $0.append(id) } }

  var isEmpty: Bool { arrivals.withLock { $0.isEmpty } }

  func takeAll() -> [WorkID] {
    arrivals.withLock { arrivals in
      defer { arrivals = [] }
      return arrivals
    }
  }
}

/// What one piece of work came to.
final class WorkResult<Value: Sendable>: Sendable {
  /// Taken by the task when it ends and by the engine after that.
  private let result = Mutex<Result<Value, any Error>?>(nil)

  var value: Result<Value, any Error>? { result.withLock { $0 } }

  func set(_ value: Result<Value, any Error>) { result.withLock { $0 = value } }
}

/// The work that has begun and was not taken in; cancels it when the engine goes.
final class WorkList {
  struct Entry {
    let owner: CoordinatorID?
    var cancel: @Sendable () -> Void = {}
    let deliver: () throws -> Void
  }

  var host: (any WorkHost)?
  private(set) var mailbox = WorkMailbox()
  private(set) var entries: [WorkID: Entry] = [:]
  private var lastNumber = 0

  deinit { cancelAll() }

  /// Whether no work has ever begun.
  var isUnused: Bool { lastNumber == 0 }

  /// Cancels everything and makes it as it was at the beginning.
  func restart() {
    cancelAll()
    host = nil
    mailbox = WorkMailbox()
    entries = [:]
    lastNumber = 0
  }

  private func cancelAll() { for entry in entries.values { entry.cancel() } }

  func add(_ entry: Entry) -> WorkID {
    lastNumber += 1
    let id = WorkID(number: lastNumber)
    entries[id] = entry
    return id
  }

  func setCancel(_ cancel: @escaping @Sendable () -> Void, of id: WorkID) {
    entries[id]?.cancel = cancel
  }

  func remove(_ id: WorkID) -> Entry? { entries.removeValue(forKey: id) }

  func has(workOf owner: CoordinatorID) -> Bool { entries.values.contains { $0.owner == owner } }

  func cancel(of owner: CoordinatorID) {
    for (id, entry) in entries where entry.owner == owner {
      entries[id] = nil
      entry.cancel()
    }
  }
}
