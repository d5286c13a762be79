/// A screen's identifier, name and owner, for events that are read after the screen has been
/// removed.
struct ScreenReference {
  let id: ScreenID
  let name: Symbol
  let owner: CoordinatorID
}

extension NavigationState {
  func reference(ofScreen screen: Slot) -> ScreenReference {
    let record = screens[screen]
    return ScreenReference(
      id: ScreenID(slot: screen, serial: record.serial), name: record.name,
      owner: id(ofCoordinator: record.owner))
  }
}

/// Benchmark: `W1`.
extension Buffer<ScreenReference> {
  /// Returns whether a screen is in the list. Cost: O(count).
  @inline(__always)
  func contains(_ id: ScreenID) -> Bool {
    for index in indices where self[index].id == id { return true }
    return false
  }
}
