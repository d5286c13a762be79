internal import Signalbox

/// A transition in flight, which another action may interrupt.
///
/// The state during a transition is identified by the state in which the transition began and the
/// actions since then, because waiting operations are not part of the visible state.
struct ExplorationFlight {
  /// The key that identifies the state during the transition.
  private(set) var key: StateKey
  /// The swipe in progress, or `nil` if the transition is an animation.
  let swipe: ExplorationAction.Swipe?
  /// Whether another action has interrupted the transition.
  private(set) var isInterrupted = false

  /// - Parameters:
  ///   - origin: The key of the state in which the transition begins.
  ///   - action: The action that begins the transition.
  init(origin: StateKey, action: ExplorationAction, swipe: ExplorationAction.Swipe? = nil) {
    key = origin
    key.add(action.lua)
    self.swipe = swipe
  }

  /// Records an action that interrupts the transition.
  mutating func interrupt(by action: ExplorationAction) {
    key.add(action.lua)
    isInterrupted = true
  }
}
