/// Everything that is shown and everyone who owns it: plain records in tables, no behaviour.
///
/// Only the engine's transaction writes. Reading never allocates unless it returns a list.
final class NavigationState {
  @exclusivity(unchecked) var screens = Table<ScreenRecord>()
  @exclusivity(unchecked) var arguments = Table<ArgumentsRecord>()
  @exclusivity(unchecked) var stacks = Table<StackRecord>()
  @exclusivity(unchecked) var layers = Table<LayerRecord>()
  @exclusivity(unchecked) var tabBars = Table<TabBarRecord>()
  @exclusivity(unchecked) var pages = Table<PageRecord>()
  @exclusivity(unchecked) var coordinators = Table<CoordinatorRecord>()
  @exclusivity(unchecked) var windows = Table<WindowRecord>()
  /// The point whose contents are shown instead of the present ones, inside ``asOf(_:_:)``.
  /// Numbers are never given twice, so taking changes back leaves them as they are.
  @exclusivity(unchecked) var serials = SerialCounters()
  @exclusivity(unchecked) private(set) var rewound: Mark?

  init() { begin() }

  /// Makes the state as it was at the beginning. Cost: O(what it holds that is no plain record).
  func renew() {
    screens.removeAll()
    arguments.removeAll()
    stacks.removeAll()
    layers.removeAll()
    tabBars.removeAll()
    pages.removeAll()
    coordinators.removeAll()
    windows.removeAll()
    serials = SerialCounters()
    rewound = nil
    begin()
  }

  private func begin() {
    _ = windows.insert(WindowRecord())
    forgetChanges()
  }

  private init(copying other: NavigationState) {
    screens = other.screens.separateCopy()
    arguments = other.arguments.separateCopy()
    stacks = other.stacks.separateCopy()
    layers = other.layers.separateCopy()
    tabBars = other.tabBars.separateCopy()
    pages = other.pages.separateCopy()
    coordinators = other.coordinators.separateCopy()
    windows = other.windows.separateCopy()
  }

  /// Coordinators stand inside one another at most so deep (decision 0080).
  static let deepestTree = 500

  @inline(__always)
  var window: WindowRecord { windows[0] }

  /// A copy that shares nothing with this one. Cost: O(size).
  func copy() -> NavigationState { inPresent { NavigationState(copying: self) } }
}

// MARK: - Going back

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

    /// How many changes lie before the point.
    var total: Int {
      screens + arguments + stacks + layers + tabBars + pages + coordinators + windows
    }
  }

  /// The present point.
  var mark: Mark {
    Mark(
      screens: screens.mark, arguments: arguments.mark,
      stacks: stacks.mark, layers: layers.mark,
      tabBars: tabBars.mark, pages: pages.mark,
      coordinators: coordinators.mark, windows: windows.mark)
  }

  /// How many changes can be taken back.
  var changeCount: Int {
    screens.changeCount + arguments.changeCount + stacks.changeCount + layers.changeCount
      + tabBars.changeCount + pages.changeCount + coordinators.changeCount + windows.changeCount
  }

  /// Takes back and forgets everything after a point. Cost: O(changes since).
  func rollBack(to mark: Mark) {
    screens.rollBack(to: mark.screens)
    arguments.rollBack(to: mark.arguments)
    stacks.rollBack(to: mark.stacks)
    layers.rollBack(to: mark.layers)
    tabBars.rollBack(to: mark.tabBars)
    pages.rollBack(to: mark.pages)
    coordinators.rollBack(to: mark.coordinators)
    windows.rollBack(to: mark.windows)
  }

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
    screens.rewind(to: mark.screens)
    arguments.rewind(to: mark.arguments)
    stacks.rewind(to: mark.stacks)
    layers.rewind(to: mark.layers)
    tabBars.rewind(to: mark.tabBars)
    pages.rewind(to: mark.pages)
    coordinators.rewind(to: mark.coordinators)
    windows.rewind(to: mark.windows)
  }

  private func restore(from mark: Mark) {
    rewound = nil
    screens.restore(from: mark.screens)
    arguments.restore(from: mark.arguments)
    stacks.restore(from: mark.stacks)
    layers.restore(from: mark.layers)
    tabBars.restore(from: mark.tabBars)
    pages.restore(from: mark.pages)
    coordinators.restore(from: mark.coordinators)
    windows.restore(from: mark.windows)
  }

  /// Forgets how the state came to be.
  func forgetChanges() {
    screens.forgetChanges()
    arguments.forgetChanges()
    stacks.forgetChanges()
    layers.forgetChanges()
    tabBars.forgetChanges()
    pages.forgetChanges()
    coordinators.forgetChanges()
    windows.forgetChanges()
  }
}
