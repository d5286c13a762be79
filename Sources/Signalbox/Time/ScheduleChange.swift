/// Identifies asynchronous work that was started with ``NavigationEngine/work(owner:_:then:)``.
public struct WorkID: Hashable, Sendable {
  /// The number of the work item, counted by its engine from 1.
  package let number: Int
}

/// A change to a timer or to asynchronous work.
package struct ScheduleChange {
  /// A timer or a work item.
  package enum Item: Hashable, Sendable {
    case timer(TimerID)
    case work(WorkID)
  }

  /// The kind of the change.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The timer was set, or the work was started.
    case began
    /// The timer fires, or the result of the work is delivered.
    case ended
    /// The timer or the work was cancelled by the host or a script, or because its owner finished.
    case cancelled
  }

  package let item: Item
  package let kind: Kind
  /// The coordinator that the timer or the work belongs to, or `nil` if there is none or if it is
  /// unknown.
  package let owner: CoordinatorID?
  /// The virtual time of the change, in milliseconds.
  package let milliseconds: Int
  /// The virtual time when the timer fires, in milliseconds, or `nil` for work and for changes
  /// other than ``Kind/began``.
  package let deadline: Int?
  /// The type name of the owner, or `nil` if there is no owner or for changes other than
  /// ``Kind/began``.
  package internal(set) var ownerType: String?
  /// The results with which a client can end the work. The list is empty for timers and for changes
  /// other than ``Kind/began``.
  package internal(set) var possibleResults: [ClientWorkResult] = []
}

extension ScheduleChange {
  /// Creates a change that a remote application has reported.
  ///
  /// - Parameters:
  ///   - number: The number of the timer or of the work item in the application.
  ///   - owner: The number of the owner in the application, or `nil` if there is no owner.
  package init(
    mirroring number: Int, isWork: Bool, _ kind: Kind, owner: Int?, ownerType: String?,
    milliseconds: Int, deadline: Int?, possibleResults: [ClientWorkResult]
  ) {
    self.init(
      item: isWork ? .work(WorkID(number: number)) : .timer(TimerID(number: number)), kind: kind,
      owner: owner.map { CoordinatorID(mirroring: $0) }, milliseconds: milliseconds,
      deadline: deadline, ownerType: ownerType, possibleResults: possibleResults)
  }
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
