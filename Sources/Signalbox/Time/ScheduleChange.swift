/// Identifies asynchronous work that was started with ``NavigationEngine/work(owner:_:then:)``.
public struct WorkID: Hashable, Sendable {
  /// The number of the work item, counted by its engine from 1.
  package let number: Int
}

/// A change of a timer or of asynchronous work.
package struct ScheduleChange {
  /// A timer or a work item.
  package enum Item: Hashable, Sendable {
    case timer(TimerID)
    case work(WorkID)
  }

  /// The kind of the change.
  package enum Kind: Hashable, Sendable {
    /// The timer was set, or the work was started.
    case began
    /// The timer fires, or the result of the work is delivered.
    case ended
    /// The host, a script or the end of the owner has cancelled it.
    case cancelled
  }

  package let item: Item
  package let kind: Kind
  /// The coordinator that the timer or the work belongs to.
  package let owner: CoordinatorID?
  /// The virtual time of the change, in milliseconds.
  package let milliseconds: Int
  /// The virtual time when the timer fires, in milliseconds, or `nil` for work, and for changes
  /// other than the beginning.
  package let deadline: Int?
}

/// The observers of timers and asynchronous work.
final class ScheduleObservers {
  private var observers: [(number: Int, body: (ScheduleChange) -> Void)] = []
  private var lastNumber = 0

  var isEmpty: Bool { observers.isEmpty }

  func notify(_ change: ScheduleChange) { for observer in observers { observer.body(change) } }

  func add(_ body: @escaping (ScheduleChange) -> Void) -> Int {
    lastNumber += 1
    observers.append((lastNumber, body))
    return lastNumber
  }

  func remove(_ number: Int) { observers.removeAll { $0.number == number } }
}

/// The observation of an engine's timers and asynchronous work. The observation ends when its
/// owner releases it.
package final class ScheduleObservation {
  private weak var observers: ScheduleObservers?
  private let number: Int

  init(of observers: ScheduleObservers, _ body: @escaping (ScheduleChange) -> Void) {
    self.observers = observers
    number = observers.add(body)
  }

  deinit { observers?.remove(number) }
}
