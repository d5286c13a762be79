internal import Signalbox

/// A transition in flight, which another action may interrupt.
///
/// The state during a transition is identified by the state in which it began and the actions
/// since, because waiting operations are not part of the visible state.
struct ExplorationFlight {
  /// The key that identifies the state during the transition.
  private(set) var key: StateKey
  /// The swipe that is open, or `nil` for an animation.
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

  /// Adds an action during the transition.
  mutating func interrupt(by action: ExplorationAction) {
    key.add(action.lua)
    isInterrupted = true
  }
}
