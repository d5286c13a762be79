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

  // MARK: - Redoing

  /// The present end of what was undone.
  var undoneMark: Mark {
    Mark(
      screens: screens.undoneMark, arguments: arguments.undoneMark, stacks: stacks.undoneMark,
      layers: layers.undoneMark, tabBars: tabBars.undoneMark, pages: pages.undoneMark,
      coordinators: coordinators.undoneMark, windows: windows.undoneMark)
  }

  /// Keeps the changes between two marks as undone. Cost: O(changes).
  func keepUndone(from mark: Mark, to end: Mark) {
    screens.keepUndone(from: mark.screens, to: end.screens)
    arguments.keepUndone(from: mark.arguments, to: end.arguments)
    stacks.keepUndone(from: mark.stacks, to: end.stacks)
    layers.keepUndone(from: mark.layers, to: end.layers)
    tabBars.keepUndone(from: mark.tabBars, to: end.tabBars)
    pages.keepUndone(from: mark.pages, to: end.pages)
    coordinators.keepUndone(from: mark.coordinators, to: end.coordinators)
    windows.keepUndone(from: mark.windows, to: end.windows)
  }

  /// Does again what was undone between two marks of it. Cost: O(changes).
  func redo(from mark: Mark, to end: Mark) {
    screens.redo(from: mark.screens, to: end.screens)
    arguments.redo(from: mark.arguments, to: end.arguments)
    stacks.redo(from: mark.stacks, to: end.stacks)
    layers.redo(from: mark.layers, to: end.layers)
    tabBars.redo(from: mark.tabBars, to: end.tabBars)
    pages.redo(from: mark.pages, to: end.pages)
    coordinators.redo(from: mark.coordinators, to: end.coordinators)
    windows.redo(from: mark.windows, to: end.windows)
  }

  /// Forgets what was undone after a mark of it.
  func forgetUndone(after mark: Mark) {
    screens.forgetUndone(after: mark.screens)
    arguments.forgetUndone(after: mark.arguments)
    stacks.forgetUndone(after: mark.stacks)
    layers.forgetUndone(after: mark.layers)
    tabBars.forgetUndone(after: mark.tabBars)
    pages.forgetUndone(after: mark.pages)
    coordinators.forgetUndone(after: mark.coordinators)
    windows.forgetUndone(after: mark.windows)
  }

  // MARK: - Forgetting

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

  /// Gives back the room that the logs do not need.
  func shrinkChanges() {
    screens.shrinkChanges()
    arguments.shrinkChanges()
    stacks.shrinkChanges()
    layers.shrinkChanges()
    tabBars.shrinkChanges()
    pages.shrinkChanges()
    coordinators.shrinkChanges()
    windows.shrinkChanges()
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
