/// A main loop whose time is advanced by the test.
@MainActor
final class Loop {
  private struct Appointment {
    let time: Int
    let number: Int
    let action: @MainActor () -> Void
  }

  /// The time since the loop was created, in milliseconds.
  private(set) var now = 0
  /// A closure that is called after each turn, as a platform updates its views.
  var afterTurn: @MainActor () -> Void = {}
  private var appointments: [Appointment] = []
  private var lastNumber = 0

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    lastNumber += 1
    let due = now + Int(delay / .milliseconds(1))
    appointments.append(Appointment(time: due, number: lastNumber, action: action))
  }

  /// Runs the loop for a number of milliseconds, or until no function call is scheduled.
  ///
  /// - Returns: Whether the loop has no further work.
  @discardableResult
  func run(for span: Int? = nil) -> Bool {
    let end = span.map { now + $0 } ?? .max
    var turns = 0
    afterTurn()
    while let next = appointments.min(by: { ($0.time, $0.number) < ($1.time, $1.number) }),
      next.time <= end
    {
      turns += 1
      if turns > 10_000 { return false }
      appointments.removeAll { $0.number == next.number }
      now = max(now, next.time)
      next.action()
      afterTurn()
    }
    if span != nil { now = end }
    return true
  }

  /// Returns whether the loop calls a function after a number of seconds, and not before.
  ///
  /// - Parameter schedule: A closure that sets a timer that calls the function.
  func calls(afterSeconds seconds: Int, _ schedule: (@escaping () -> Void) -> Void) -> Bool {
    run()
    var hasRun = false
    schedule { hasRun = true }
    run(for: seconds * 1000 - 1)
    if hasRun { return false }
    run(for: 1)
    return hasRun
  }
}
