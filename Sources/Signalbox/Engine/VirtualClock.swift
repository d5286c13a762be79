internal import HeapModule

/// Names a timer of ``NavigationEngine/after(_:owner:_:)``.
public struct TimerID: Hashable, Sendable {
  let number: Int
}

/// Virtual time, which passes only when an operation or the host moves it, with its timers.
///
/// Setting and firing a timer costs O(log timers). Guarded by bench: W1.
final class VirtualClock {
  private struct Appointment: Comparable {
    let deadline: Int
    let number: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.deadline, left.number) < (right.deadline, right.number)
    }
  }

  struct Timer {
    let owner: CoordinatorID?
    let handler: () throws -> Void
  }

  /// Whether animated operations that were submitted from outside move it by themselves.
  @exclusivity(unchecked) var isAutomatic = true
  /// Virtual milliseconds since the engine began.
  @exclusivity(unchecked) private(set) var now = 0
  @exclusivity(unchecked) private var appointments = Heap<Appointment>()
  @exclusivity(unchecked) private var timers: [Int: Timer] = [:]
  private var lastNumber = 0

  /// Makes it as it was at the beginning.
  func restart() {
    now = 0
    appointments = Heap()
    timers = [:]
    lastNumber = 0
  }

  /// Whether no time has passed and no timer was ever set.
  var isUnused: Bool { now == 0 && lastNumber == 0 }

  /// Whether nothing can fall due.
  @inline(__always)
  var hasNoTimers: Bool { timers.isEmpty }

  /// When the next timer is due, or `Int.max`.
  @inline(__always)
  var nextDeadline: Int { appointments.min?.deadline ?? .max }

  func set(after milliseconds: Int, _ timer: Timer) -> TimerID {
    lastNumber += 1
    timers[lastNumber] = timer
    appointments.insert(Appointment(deadline: time(after: milliseconds), number: lastNumber))
    return TimerID(number: lastNumber)
  }

  /// The time so many milliseconds from now; at most `Int.max`.
  func time(after milliseconds: Int) -> Int {
    let (sum, overflows) = now.addingReportingOverflow(max(0, milliseconds))
    return overflows ? .max : sum
  }

  @discardableResult
  func cancel(_ id: TimerID) -> Bool {
    let wasSet = timers.removeValue(forKey: id.number) != nil
    forgetCancelled()
    return wasSet
  }

  func cancelTimers(of owner: CoordinatorID) {
    guard !timers.isEmpty else { return }
    timers = timers.filter { $0.value.owner != owner }
    forgetCancelled()
  }

  /// Keeps appointments without a timer from piling up. Cost: O(1) amortised.
  private func forgetCancelled() {
    guard appointments.count > 2 * timers.count + 64 else { return }
    appointments = Heap(appointments.unordered.filter { timers[$0.number] != nil })
  }

  /// Moves on to a time; never back.
  @inline(__always)
  func move(to time: Int) {
    if time > now { now = time }
  }

  /// The next timer that is due by now, each once.
  func popDue() -> Timer? {
    while let first = appointments.min, first.deadline <= now {
      appointments.removeMin()
      if let timer = timers.removeValue(forKey: first.number) { return timer }
    }
    return nil
  }

  /// Whether a timer of a coordinator is set. Cost: O(timers).
  func hasTimer(of owner: CoordinatorID) -> Bool { timers.values.contains { $0.owner == owner } }

  /// The number of timers that are set.
  var timerCount: Int { timers.count }

  /// The number of times kept, those of cancelled timers included until they are forgotten.
  var appointmentCount: Int { appointments.count }
}
