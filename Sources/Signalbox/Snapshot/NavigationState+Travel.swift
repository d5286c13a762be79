/// What one step changed, taken out of the log: enough to do it again.
struct ChangeList {
  let screens: ContiguousArray<Table<ScreenRecord>.Change>
  let arguments: ContiguousArray<Table<ArgumentsRecord>.Change>
  let stacks: ContiguousArray<Table<StackRecord>.Change>
  let layers: ContiguousArray<Table<LayerRecord>.Change>
  let tabBars: ContiguousArray<Table<TabBarRecord>.Change>
  let pages: ContiguousArray<Table<PageRecord>.Change>
  let coordinators: ContiguousArray<Table<CoordinatorRecord>.Change>
  let windows: ContiguousArray<Table<WindowRecord>.Change>
}

/// Going back by writing: the log goes on, so that the way back can itself be taken back.
extension NavigationState {
  /// Takes back the changes between two marks. Cost: O(changes).
  func revert(from mark: Mark, to end: Mark) {
    screens.revert(from: mark.screens, to: end.screens)
    arguments.revert(from: mark.arguments, to: end.arguments)
    stacks.revert(from: mark.stacks, to: end.stacks)
    layers.revert(from: mark.layers, to: end.layers)
    tabBars.revert(from: mark.tabBars, to: end.tabBars)
    pages.revert(from: mark.pages, to: end.pages)
    coordinators.revert(from: mark.coordinators, to: end.coordinators)
    windows.revert(from: mark.windows, to: end.windows)
  }

  /// The log between two marks.
  func changes(from mark: Mark, to end: Mark) -> ChangeList {
    ChangeList(
      screens: screens.changes(from: mark.screens, to: end.screens),
      arguments: arguments.changes(from: mark.arguments, to: end.arguments),
      stacks: stacks.changes(from: mark.stacks, to: end.stacks),
      layers: layers.changes(from: mark.layers, to: end.layers),
      tabBars: tabBars.changes(from: mark.tabBars, to: end.tabBars),
      pages: pages.changes(from: mark.pages, to: end.pages),
      coordinators: coordinators.changes(from: mark.coordinators, to: end.coordinators),
      windows: windows.changes(from: mark.windows, to: end.windows))
  }

  /// Takes back changes that the log no longer holds. Cost: O(changes).
  func revert(_ list: ChangeList) {
    for change in list.screens.reversed() { screens.put(change.record, at: change.slot) }
    for change in list.arguments.reversed() { arguments.put(change.record, at: change.slot) }
    for change in list.stacks.reversed() { stacks.put(change.record, at: change.slot) }
    for change in list.layers.reversed() { layers.put(change.record, at: change.slot) }
    for change in list.tabBars.reversed() { tabBars.put(change.record, at: change.slot) }
    for change in list.pages.reversed() { pages.put(change.record, at: change.slot) }
    for change in list.coordinators.reversed() {
      coordinators.put(change.record, at: change.slot)
    }
    for change in list.windows.reversed() { windows.put(change.record, at: change.slot) }
  }

  /// Forgets how the newest changes came about; the contents stay.
  func forgetChanges(after mark: Mark) {
    screens.forgetChanges(after: mark.screens)
    arguments.forgetChanges(after: mark.arguments)
    stacks.forgetChanges(after: mark.stacks)
    layers.forgetChanges(after: mark.layers)
    tabBars.forgetChanges(after: mark.tabBars)
    pages.forgetChanges(after: mark.pages)
    coordinators.forgetChanges(after: mark.coordinators)
    windows.forgetChanges(after: mark.windows)
  }

  /// Forgets the oldest changes.
  func forgetChanges(before mark: Mark) {
    screens.forgetChanges(before: mark.screens)
    arguments.forgetChanges(before: mark.arguments)
    stacks.forgetChanges(before: mark.stacks)
    layers.forgetChanges(before: mark.layers)
    tabBars.forgetChanges(before: mark.tabBars)
    pages.forgetChanges(before: mark.pages)
    coordinators.forgetChanges(before: mark.coordinators)
    windows.forgetChanges(before: mark.windows)
  }
}
