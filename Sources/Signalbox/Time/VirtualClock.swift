internal import HeapModule

/// Identifies a timer that was set with ``NavigationEngine/schedule(after:owner:_:)``.
public struct TimerID: Hashable, Sendable {
  /// The number of the timer, counted by its engine from 1.
  package let number: Int
}

/// A pending timer.
package struct PendingTimer {
  package let id: TimerID
  /// The coordinator that the timer belongs to, or `nil` if there is none. The timer is cancelled
  /// when the coordinator finishes.
  package let owner: CoordinatorID?
  /// The virtual time when the timer fires.
  package let deadline: Duration
  /// The content that the host passed when it scheduled the timer, or `nil` if there is none.
  package let content: AnyObject?
}

/// The virtual clock and its timers. Time advances only when an operation or the host advances it.
///
/// Setting or firing a timer costs O(log timers). Benchmark: `W1`.
final class VirtualClock {
  /// The deadline of a timer, in milliseconds, and the number of the timer. Timers with equal
  /// deadlines fire in the order in which they were scheduled.
  fileprivate struct Appointment: Comparable {
    let deadline: Int
    let number: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.deadline, left.number) < (right.deadline, right.number)
    }
  }

  /// A scheduled timer: its owner and its handler.
  struct Timer {
    let owner: CoordinatorID?
    /// Whether the timer belongs to the host, which uses it for example to wake tasks.
    var isOfHost = false
    /// The content that identifies the handler to the host, because functions cannot be compared.
    var content: AnyObject?
    let handler: () throws -> Void
  }

  /// Whether animated operations that are submitted outside callbacks advance the clock.
  @exclusivity(unchecked) var isAutomatic = true
  /// The virtual time since the engine was created, in milliseconds.
  @exclusivity(unchecked) private(set) var now = 0
  /// A closure that returns the time of the host's clock in milliseconds, or `nil` if the host has
  /// no clock. This time may be ahead of ``now``. Timers and animations begin at this time.
  var source: (() -> Int)?
  @exclusivity(unchecked) private var appointments = Heap<Appointment>()
  @exclusivity(unchecked) private var timers: [Int: Timer] = [:]
  private(set) var lastNumber = 0
  /// The observers of timers and of asynchronous work.
  let observers = ScheduleObservers()

  /// The part of the clock that a checkpoint saves.
  struct Contents {
    fileprivate let isAutomatic: Bool
    fileprivate let now: Int
    fileprivate let appointments: Heap<Appointment>
    fileprivate let timers: [Int: Timer]
    fileprivate let lastNumber: Int
  }

  /// The current contents, which ``restore(_:)`` can restore.
  var contents: Contents {
    Contents(
      isAutomatic: isAutomatic, now: now, appointments: appointments, timers: timers,
      lastNumber: lastNumber)
  }

  /// Restores saved contents. The host's clock is unchanged.
  func restore(_ contents: Contents) {
    (isAutomatic, now, lastNumber) = (contents.isAutomatic, contents.now, contents.lastNumber)
    (appointments, timers) = (contents.appointments, contents.timers)
  }

  /// Sets the time to the time of a remote application.
  func show(_ milliseconds: Int) { now = milliseconds }

  /// Whether no time has passed and no timer has ever been set.
  var isUnused: Bool { now == 0 && lastNumber == 0 }

  /// Whether no timer is set.
  @inline(__always)
  var hasNoTimers: Bool { timers.isEmpty }

  /// The deadline of the next timer, in milliseconds, or `Int.max` if there is none.
  @inline(__always)
  var nextDeadline: Int { appointments.min?.deadline ?? .max }

  func set(after milliseconds: Int, _ timer: Timer) -> TimerID {
    lastNumber += 1
    timers[lastNumber] = timer
    let deadline = time(after: milliseconds, and: lead)
    appointments.insert(Appointment(deadline: deadline, number: lastNumber))
    note(.began, lastNumber, timer, deadline: deadline)
    return TimerID(number: lastNumber)
  }

  /// Notifies the observers of a change to a timer.
  @inline(__always)
  private func note(
    _ kind: ScheduleChange.Kind, _ number: Int, _ timer: Timer?, deadline: Int? = nil
  ) {
    guard !observers.isEmpty, let timer, !timer.isOfHost else { return }
    observers.notify(
      ScheduleChange(
        item: .timer(TimerID(number: number)), kind: kind, owner: timer.owner, milliseconds: now,
        deadline: deadline))
  }

  /// Returns the virtual time after a delay in milliseconds, clamped to `Int.max`.
  func time(after milliseconds: Int) -> Int {
    let (sum, overflows) = now.addingReportingOverflow(max(0, milliseconds))
    return overflows ? .max : sum
  }

  /// The number of milliseconds by which the host's clock is ahead of the virtual time.
  var lead: Int { source.map { max(0, $0() - now) } ?? 0 }

  /// Returns the virtual time after the sum of two delays in milliseconds, clamped to `Int.max`.
  func time(after milliseconds: Int, and more: Int) -> Int {
    let (sum, overflows) = max(0, milliseconds).addingReportingOverflow(max(0, more))
    return overflows ? .max : time(after: sum)
  }

  @discardableResult
  func cancel(_ id: TimerID) -> Bool {
    let timer = timers.removeValue(forKey: id.number)
    forgetCancelled()
    note(.cancelled, id.number, timer)
    return timer != nil
  }

  func cancelTimers(of owner: CoordinatorID) {
    guard !timers.isEmpty else { return }
    let removed = observers.isEmpty ? [:] : timers.filter { $0.value.owner == owner }
    timers = timers.filter { $0.value.owner != owner }
    forgetCancelled()
    for (number, timer) in removed.sorted(by: { $0.key < $1.key }) {
      note(.cancelled, number, timer)
    }
  }

  /// Removes the entries of cancelled timers. Entries that would be due next are always removed.
  /// Other entries are removed when they accumulate. Cost: O(log timers) amortized.
  private func forgetCancelled() {
    while let first = appointments.min, timers[first.number] == nil { appointments.removeMin() }
    guard appointments.count > 2 * timers.count + 64 else { return }
    appointments = Heap(appointments.unordered.filter { timers[$0.number] != nil })
  }

  /// Advances the clock to a time. The clock never moves backward.
  @inline(__always)
  func move(to time: Int) {
    if time > now { now = time }
  }

  /// Removes and returns the next timer that is due, or returns `nil` if there is none.
  func popDue() -> Timer? {
    guard let first = appointments.min, first.deadline <= now else { return nil }
    appointments.removeMin()
    defer { forgetCancelled() }
    let timer = timers.removeValue(forKey: first.number)
    note(.ended, first.number, timer)
    return timer
  }

  /// Returns whether a coordinator has a pending timer. Cost: O(timers).
  func hasTimer(of owner: CoordinatorID) -> Bool { timers.values.contains { $0.owner == owner } }

  /// The application's pending timers, in the order of their deadlines. Cost: O(timers · log
  /// timers).
  var pending: [PendingTimer] {
    appointments.unordered.sorted().compactMap { appointment in
      guard let timer = timers[appointment.number], !timer.isOfHost else { return nil }
      return PendingTimer(
        id: TimerID(number: appointment.number), owner: timer.owner,
        deadline: .milliseconds(appointment.deadline), content: timer.content)
    }
  }

  /// The number of pending timers.
  var timerCount: Int { timers.count }

  /// The number of entries in the list of deadlines, including entries of cancelled timers.
  var appointmentCount: Int { appointments.count }
}
