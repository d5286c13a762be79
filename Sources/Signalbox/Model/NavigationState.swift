/// Everything that is shown and everyone who owns it: plain records in tables, no behaviour.
///
/// Only the engine's transaction writes. Reading never allocates unless it returns a list.
/// Guarded by bench: W1.
final class NavigationState {
  @exclusivity(unchecked) var screens = Table<ScreenRecord>()
  @exclusivity(unchecked) var arguments = Table<ArgumentsRecord>()
  @exclusivity(unchecked) var stacks = Table<StackRecord>()
  @exclusivity(unchecked) var layers = Table<LayerRecord>()
  @exclusivity(unchecked) var tabBars = Table<TabBarRecord>()
  @exclusivity(unchecked) var pages = Table<PageRecord>()
  @exclusivity(unchecked) var coordinators = Table<CoordinatorRecord>()
  @exclusivity(unchecked) var windows = Table<WindowRecord>()
  @exclusivity(unchecked) var callbacks = Table<CallbackRecord>()
  /// Numbers are never given twice, so taking changes back leaves them as they are.
  @exclusivity(unchecked) var serials = SerialCounters()
  /// The point whose contents are shown instead of the present ones, inside ``asOf(_:_:)``.
  @exclusivity(unchecked) private(set) var rewound: Mark?

  init() { begin() }

  /// Makes the state as it was at the beginning. Cost: O(what it holds that is no plain record).
  func renew() {
    each(.empty)
    serials = SerialCounters()
    rewound = nil
    begin()
  }

  private func begin() {
    _ = windows.insert(WindowRecord())
    each(.forgetBefore, from: mark)
  }

  /// A copy that shares nothing with this one, and holds no callbacks. Cost: O(size).
  func copy() -> NavigationState {
    inPresent {
      let copy = NavigationState()
      copy.screens = screens.separateCopy()
      copy.arguments = arguments.separateCopy()
      copy.stacks = stacks.separateCopy()
      copy.layers = layers.separateCopy()
      copy.tabBars = tabBars.separateCopy()
      copy.pages = pages.separateCopy()
      copy.coordinators = coordinators.separateCopy()
      copy.windows = windows.separateCopy()
      return copy
    }
  }

  /// Coordinators stand inside one another at most so deep (decision 0080).
  static let deepestTree = 500

  @inline(__always)
  var window: WindowRecord { windows[0] }
}

// MARK: - Going back and forth

extension NavigationState {
  /// A point between two changes.
  struct Mark: Equatable {
    var screens = 0
    var arguments = 0
    var stacks = 0
    var layers = 0
    var tabBars = 0
    var pages = 0
    var coordinators = 0
    var windows = 0
    var callbacks = 0

    /// How many changes lie before the point.
    var total: Int {
      screens + arguments + stacks + layers + tabBars + pages + coordinators + windows + callbacks
    }
  }

  /// The present point.
  var mark: Mark {
    Mark(
      screens: screens.mark, arguments: arguments.mark, stacks: stacks.mark, layers: layers.mark,
      tabBars: tabBars.mark, pages: pages.mark, coordinators: coordinators.mark,
      windows: windows.mark, callbacks: callbacks.mark)
  }

  /// The present end of what was undone.
  var undoneMark: Mark {
    Mark(
      screens: screens.undoneMark, arguments: arguments.undoneMark, stacks: stacks.undoneMark,
      layers: layers.undoneMark, tabBars: tabBars.undoneMark, pages: pages.undoneMark,
      coordinators: coordinators.undoneMark, windows: windows.undoneMark,
      callbacks: callbacks.undoneMark)
  }

  /// How many changes can be taken back.
  var changeCount: Int {
    screens.changeCount + arguments.changeCount + stacks.changeCount + layers.changeCount
      + tabBars.changeCount + pages.changeCount + coordinators.changeCount + windows.changeCount
      + callbacks.changeCount
  }

  /// Does the same to every table, between two points.
  private func each(_ work: TableWork, from mark: Mark = Mark(), to end: Mark = Mark()) {
    screens.perform(work, from: mark.screens, to: end.screens)
    arguments.perform(work, from: mark.arguments, to: end.arguments)
    stacks.perform(work, from: mark.stacks, to: end.stacks)
    layers.perform(work, from: mark.layers, to: end.layers)
    tabBars.perform(work, from: mark.tabBars, to: end.tabBars)
    pages.perform(work, from: mark.pages, to: end.pages)
    coordinators.perform(work, from: mark.coordinators, to: end.coordinators)
    windows.perform(work, from: mark.windows, to: end.windows)
    callbacks.perform(work, from: mark.callbacks, to: end.callbacks)
  }

  /// Takes back and forgets everything after a point. Cost: O(changes since).
  func rollBack(to mark: Mark) { each(.rollBack, from: mark) }

  /// Takes back the changes between two points by writing, so that the log goes on and the way back
  /// can itself be taken back. Cost: O(changes).
  func revert(from mark: Mark, to end: Mark) { each(.revert, from: mark, to: end) }

  /// Keeps the changes between two points as undone. Cost: O(changes).
  func keepUndone(from mark: Mark, to end: Mark) { each(.keepUndone, from: mark, to: end) }

  /// Does again what was undone between two points of it. Cost: O(changes).
  func redo(from mark: Mark, to end: Mark) { each(.redo, from: mark, to: end) }

  /// Forgets what was undone after a point of it.
  func forgetUndone(after mark: Mark) { each(.forgetUndone, from: mark) }

  /// Forgets how the newest changes came about; the contents stay.
  func forgetChanges(after mark: Mark) { each(.forgetAfter, from: mark) }

  /// Forgets the oldest changes.
  func forgetChanges(before mark: Mark) { each(.forgetBefore, from: mark) }

  /// Forgets how the state came to be.
  func forgetChanges() { each(.forgetBefore, from: mark) }

  /// Gives back the room that the logs do not need.
  func shrinkChanges() { each(.shrink) }

  /// Runs a reader on the state as it was at a point, then brings the present back.
  /// Cost: O(changes since), twice.
  func asOf<Result>(_ mark: Mark, _ read: () -> Result) -> Result {
    rewind(to: mark)
    defer { restore(from: mark) }
    return read()
  }

  /// Runs a body on the present contents, also in the middle of ``asOf(_:_:)``, where nothing may
  /// be written. Cost there: O(changes since), twice.
  func inPresent<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let mark = rewound else { return try body() }
    restore(from: mark)
    defer { rewind(to: mark) }
    return try body()
  }

  private func rewind(to mark: Mark) {
    rewound = mark
    each(.rewind, from: mark)
  }

  private func restore(from mark: Mark) {
    rewound = nil
    each(.restore, from: mark)
  }

  /// Records of all kinds.
  var size: Int {
    screens.count + stacks.count + layers.count + tabBars.count + pages.count + coordinators.count
  }
}
