internal import PortableMutex
internal import Signalbox

/// The work of coordinators that waits until the test ends it.
struct HeldWork {
  /// Work that has not been started.
  private struct Entry {
    let work: CoordinatorWork
    let type: String
    let cancellation: Cancellation
  }

  /// Cancels work that has been started. Before the start, cancelling has no effect.
  private final class Cancellation: Sendable {
    /// The function that cancels the task, which any thread may call.
    private let cancel = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ cancel: @escaping @Sendable () -> Void) { self.cancel.withLock { $0 = cancel } }

    func callAsFunction() { cancel.withLock(\.self)?() }
  }

  private unowned let engine: NavigationEngine
  private var types: Set<String> = []
  private var entries: [Entry] = []
  /// The work that was started after it had been held, in the order in which it was started.
  private(set) var started: [WorkID] = []

  init(_ engine: NavigationEngine) { self.engine = engine }

  /// Holds the work that coordinators of a type start from now on.
  mutating func hold(_ type: String) { types.insert(type) }

  /// Adds work if the type of the work's coordinator is held.
  ///
  /// - Returns: A function that cancels the work, or `nil` if the work is not held.
  mutating func add(_ work: CoordinatorWork) -> (@Sendable () -> Void)? {
    guard !types.isEmpty,
      let owner = engine.openWork.last(where: { $0.id == work.id })?.owner,
      let type = engine.typeName(of: owner), types.contains(type)
    else { return nil }
    let cancellation = Cancellation()
    entries.append(Entry(work: work, type: type, cancellation: cancellation))
    return { cancellation() }
  }

  /// Returns the held work of coordinators of a type, oldest first.
  mutating func work(of type: String) -> [CoordinatorWork] {
    guard !entries.isEmpty else { return [] }
    let open = Set(engine.openWork.map(\.id))
    entries.removeAll { !open.contains($0.work.id) }
    return entries.filter { $0.type == type }.map(\.work)
  }

  /// Returns the position of work among the work that was started after it had been held. The result is
  /// -1 for held work, and -2 for work that has never been held.
  func order(of id: WorkID) -> Int {
    if entries.contains(where: { $0.work.id == id }) { return -1 }
    return started.firstIndex(of: id) ?? -2
  }

  mutating func remove(_ id: WorkID) { entries.removeAll { $0.work.id == id } }

  /// Starts held work in a runner. Has no effect if the work is not held or there is no runner.
  mutating func start(_ work: CoordinatorWork, in runner: (any WorkRunner)?) {
    guard let entry = entries.first(where: { $0.work.id == work.id }), let runner else { return }
    remove(work.id)
    started.append(work.id)
    entry.cancellation.set(runner.start(work))
  }
}
