/// Something alive that the tree no longer reaches, and who holds it.
public struct Leak: Hashable, Sendable {
  /// What is alive.
  public enum Subject: Hashable, Sendable {
    case coordinator(CoordinatorID)
    case screen(ScreenID)
  }

  /// How it came to be out of reach.
  public enum State: String, Hashable, Sendable {
    /// It was made and never shown: it lives until it is shown and finishes.
    case neverShown
    /// It is gone, and its delegate or the host's object is still held.
    case gone
  }

  /// What is alive.
  public let subject: Subject
  /// The type of the coordinator or the name of the screen.
  public let name: String
  /// How it came to be out of reach.
  public let state: State
  /// Who holds it, in words: `timer`, `work`, `observer`, `waiting operation`, `undo history`, `host`.
  public let holders: [String]

  /// A report of one's own, for hosts that know more holders.
  public init(subject: Subject, name: String, state: State, holders: [String]) {
    self.subject = subject
    self.name = name
    self.state = state
    self.holders = holders
  }
}

extension Leak: CustomStringConvertible {
  /// `c7 Checkout was never shown, held by timer`.
  public var description: String {
    let subject =
      switch subject {
      case .coordinator(let id): id.description
      case .screen(let id): id.description
      }
    let how = state == .neverShown ? "was never shown" : "is gone"
    return "\(subject) \(name) \(how), held by \(holders.joined(separator: ", "))"
  }
}

/// Remembers what has gone, without holding it, to tell what lives on.
final class LeakWatch {
  struct Entry {
    let subject: Leak.Subject
    let name: Symbol
    weak var object: AnyObject?
  }

  private(set) var entries: ContiguousArray<Entry> = []
  private var nextPurge = 64

  /// Cost: O(1) amortised; what has died is forgotten now and then.
  func restart() { entries = [] }

  func note(_ subject: Leak.Subject, _ name: Symbol, _ object: AnyObject) {
    if entries.count >= nextPurge {
      entries.removeAll { $0.object == nil }
      nextPurge = max(64, 2 * entries.count)
    }
    entries.append(Entry(subject: subject, name: name, object: object))
  }
}

extension NavigationReader {
  /// Coordinators and screens that are alive though the tree no longer reaches them.
  ///
  /// Closures cannot be looked into: a holder that is none of the engine's is the `host`.
  /// Cost: O(coordinators + what is held).
  public var leaks: [Leak] {
    var leaks = neverShown
    var seen = Set<Leak.Subject>()
    for entry in leakWatch.entries where !isAlive(entry.subject) {
      guard let object = entry.object, seen.insert(entry.subject).inserted else { continue }
      var holders: [String] = []
      if case .coordinator(let id) = entry.subject { holders = self.holders(of: id) }
      if isInHistory(object) { holders.append("undo history") }
      leaks.append(
        Leak(
          subject: entry.subject, name: symbols[entry.name], state: .gone,
          holders: holders.isEmpty ? ["host"] : holders))
    }
    return leaks + forgottenObservers(besides: leaks)
  }

  /// What was made and hangs nowhere, the oldest first.
  private var neverShown: [Leak] {
    let main = state.window.main
    return state.coordinators.slots.filter { slot in
      slot != main && state.coordinators[slot].parent == .none
    }.map(state.id(ofCoordinator:)).sorted().map { id in
      Leak(
        subject: .coordinator(id), name: typeName(of: id) ?? "", state: .neverShown,
        holders: ["engine"] + holders(of: id))
    }
  }

  /// Observers whose coordinators are gone: they hold whatever their functions mention.
  private func forgottenObservers(besides known: [Leak]) -> [Leak] {
    var owners: [CoordinatorID] = []
    var leaks: [Leak] = []
    for observer in eventLog.observers {
      guard let owner = observer.owner, !isAlive(owner), !owners.contains(owner),
        !known.contains(where: { $0.subject == .coordinator(owner) })
      else { continue }
      owners.append(owner)
      leaks.append(
        Leak(
          subject: .coordinator(owner), name: observer.ownerType, state: .gone,
          holders: holders(of: owner)))
    }
    return leaks
  }

  private func holders(of id: CoordinatorID) -> [String] {
    var holders: [String] = []
    if clock.hasTimer(of: id) { holders.append("timer") }
    if works.has(workOf: id) { holders.append("work") }
    if eventLog.observers.contains(where: { $0.owner == id }) { holders.append("observer") }
    if queue.has(callsOf: id) { holders.append("waiting operation") }
    return holders
  }

  private func isAlive(_ subject: Leak.Subject) -> Bool {
    switch subject {
    case .coordinator(let id): isAlive(id)
    case .screen(let id): isAlive(id)
    }
  }

  private func isInHistory(_ object: AnyObject) -> Bool {
    state.callbacks.hasLogged { record in
      record.callbacks.delegate === object || record.callbacks.payload === object
    }
  }
}
