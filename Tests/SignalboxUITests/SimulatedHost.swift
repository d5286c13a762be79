import Signalbox

@testable import SignalboxUI

/// A platform without views: it performs commands now or later, refuses them or forgets to end them, and
/// has a main loop whose time the test advances.
@MainActor
final class SimulatedHost: InterfaceHost {
  /// What happens to a command.
  enum Behavior {
    case now
    case later(Int)
    case refused(after: Int)
    /// Shown, but its end is not reported.
    case unreported
    /// Neither shown nor reported.
    case lost
    /// The end is reported twice.
    case twice(Int)
  }

  private struct Appointment {
    let time: Int
    let number: Int
    let action: @MainActor () -> Void
  }

  private(set) var shown = InterfaceTree()
  private(set) var commands: [InterfaceCommand] = []
  private(set) var animated: [Bool] = []
  private(set) var titles: [ScreenID: String] = [:]
  var behavior: @MainActor (InterfaceCommand) -> Behavior = { _ in .later(350) }
  private(set) var now = 0
  private var appointments: [Appointment] = []
  private var lastNumber = 0

  func perform(
    _ command: InterfaceCommand, isAnimated: Bool,
    completion: @escaping @MainActor (CommandResult) -> Void
  ) {
    commands.append(command)
    animated.append(isAnimated)
    switch behavior(command) {
    case .now:
      shown.apply(command)
      completion(.shown)
    case .later(let delay):
      shown.apply(command)
      schedule(after: .milliseconds(delay)) { completion(.shown) }
    case .twice(let delay):
      shown.apply(command)
      for extra in [0, 1] {
        schedule(after: .milliseconds(delay + extra)) { completion(.shown) }
      }
    case .refused(0): completion(.refused("another transition is running"))
    case .refused(let delay):
      schedule(after: .milliseconds(delay)) {
        completion(.refused("another transition is running"))
      }
    case .unreported: shown.apply(command)
    case .lost: break
    }
  }

  func setTitle(_ title: String, of screen: ScreenID) { titles[screen] = title }

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    lastNumber += 1
    let due = now + Int(delay / .milliseconds(1))
    appointments.append(Appointment(time: due, number: lastNumber, action: action))
  }

  func takeCommands() -> [InterfaceCommand] {
    defer { (commands, animated) = ([], []) }
    return commands
  }

  /// Changes what is shown as the user or the platform does.
  func change(_ body: (inout InterfaceTree) -> Void) { body(&shown) }

  // MARK: - The main loop

  /// Runs the main loop until a time; without one until nothing is scheduled.
  ///
  /// - Returns: Whether it has come to an end.
  @discardableResult
  func run(for span: Int? = nil) -> Bool {
    let end = span.map { now + $0 } ?? .max
    var turns = 0
    while let next = appointments.min(by: { ($0.time, $0.number) < ($1.time, $1.number) }),
      next.time <= end
    {
      turns += 1
      if turns > 10_000 { return false }
      appointments.removeAll { $0.number == next.number }
      now = max(now, next.time)
      next.action()
    }
    if span != nil { now = end }
    return true
  }
}
