import Signalbox

@testable import SignalboxUI

/// A platform without views, which performs commands immediately or later, rejects them, or never
/// completes them.
@MainActor
final class SimulatedHost: InterfaceHost {
  /// The platform's handling of a command.
  enum Behavior {
    case now
    case later(Int)
    case rejected(after: Int)
    /// The change is shown, but its end is not reported.
    case unreported
    /// The change is neither shown nor reported.
    case lost
    /// The end is reported twice.
    case twice(Int)
  }

  private(set) var shown = InterfaceTree()
  private(set) var commands: [InterfaceCommand] = []
  private(set) var animated: [Bool] = []
  private(set) var titles: [ScreenID: String] = [:]
  private(set) var updates: [ScreenID] = []
  /// Whether the transition of each gesture runs.
  var isInteracting = false
  /// Whether there is room for both columns of split views.
  var isWide = false
  private(set) var settledCount = 0
  private(set) var abandoned: [InterfaceCommand] = []
  var behavior: @MainActor (InterfaceCommand) -> Behavior = { _ in .later(350) }
  let loop = TestLoop()

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
    case .rejected(0): completion(.rejected("another transition is running"))
    case .rejected(let delay):
      schedule(after: .milliseconds(delay)) {
        completion(.rejected("another transition is running"))
      }
    case .unreported: shown.apply(command)
    case .lost: break
    }
  }

  func isActive(_ gesture: InteractiveGesture) -> Bool { isInteracting }

  func isExpanded(_ stack: StackID) -> Bool { isWide && shown.stack(stack)?.detail != nil }

  func didSettle() { settledCount += 1 }

  func abandon(_ command: InterfaceCommand) { abandoned.append(command) }

  func setTitle(_ title: String, of screen: ScreenID) { titles[screen] = title }
  func showUpdate(of screen: ScreenID) { updates.append(screen) }

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    loop.schedule(after: delay, action)
  }

  func takeCommands() -> [InterfaceCommand] {
    defer { (commands, animated) = ([], []) }
    return commands
  }

  /// Changes the interface, as the user or the platform would.
  func change(_ body: (inout InterfaceTree) -> Void) { body(&shown) }

  /// Runs the main loop for a number of milliseconds, or until nothing is scheduled.
  ///
  /// - Returns: Whether the loop has no further work.
  @discardableResult
  func run(for span: Int? = nil) -> Bool { loop.run(for: span) }
}
