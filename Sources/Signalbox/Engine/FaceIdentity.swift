/// The identity of the visible data that the tree does not contain (titles, actions and buttons),
/// and of properties of the engine, such as the progress of an open gesture or the number of
/// waiting operations.
package struct FaceIdentity {
  package private(set) var key = StateKey()

  /// Creates the identity of an engine's current state. Calls the delegates of the coordinators
  /// that own the shown screens. Cost: O(coordinators + screens + layers).
  package init(_ engine: NavigationEngine) {
    for screen in engine.shownScreens {
      guard let delegate = engine.delegate(of: screen.owner) else { continue }
      key.add(delegate.title(of: screen.id) ?? "")
      let actions = delegate.actions(of: screen.id)
      key.add(actions.count)
      for action in actions { key.add(action) }
    }
    for layer in engine.shownLayers {
      for button in engine.buttons(of: layer) { key.add(button.title) }
    }
    key.add(engine.isReady)
    key.add(engine.isStrict)
    key.add(engine.isClockAutomatic)
    key.add(engine.waitingCount)
    key.add(engine.openWorkCount)
    key.add(engine.swipeProgress.map { Int($0 * 1_000_000) } ?? -1)
  }
}
