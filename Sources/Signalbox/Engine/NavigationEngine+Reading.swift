/// Looking at the present state.
extension NavigationEngine {
  private var reader: TreeReader {
    TreeReader(state: state, symbols: symbols, styles: registry.styles)
  }

  /// Everything that is shown, as a value. Cost: O(its size).
  public var tree: NavigationTree {
    NavigationTree(state: state, symbols: symbols, styles: registry.styles)
  }

  /// The main coordinator; `nil` before launch.
  public var main: CoordinatorID? { id(state.window.main) }

  /// The coordinator in front of all others; `nil` before launch.
  public var topCoordinator: CoordinatorID? {
    state.window.main == .none ? nil : id(state.topCoordinator(from: state.window.main))
  }

  /// The screen in front of everything.
  public var front: ScreenID? {
    let front = state.front
    return front == .none ? nil : state.id(ofScreen: front)
  }

  /// How many operations wait, the one whose animation runs and an open swipe included.
  public var waitingCount: Int {
    queue.count + (inFlight == nil ? 0 : 1) + (openSwipe == nil ? 0 : 1)
  }

  /// How many coordinators and screens there are. Cost: O(1).
  package var shownCount: Int { state.coordinators.count + state.screens.count }

  private func id(_ slot: Slot) -> CoordinatorID? {
    slot == .none ? nil : state.id(ofCoordinator: slot)
  }

  // MARK: - Coordinators

  /// Whether the coordinator has not finished.
  public func isAlive(_ coordinator: CoordinatorID) -> Bool { state.slot(of: coordinator) != nil }

  /// Whether the coordinator has been started and has not finished.
  public func isStarted(_ coordinator: CoordinatorID) -> Bool {
    state.slot(of: coordinator).map { state.coordinators[$0].flags.contains(.started) } ?? false
  }

  /// How far the coordinator has come. Cost: O(1).
  public func phase(of coordinator: CoordinatorID) -> CoordinatorPhase {
    guard let slot = state.slot(of: coordinator) else { return .finished }
    if running.isApplying, transaction.starting == coordinator { return .starting }
    return state.coordinators[slot].flags.contains(.started) ? .started : .created
  }

  /// The name of its type; `nil` when it is gone.
  public func typeName(of coordinator: CoordinatorID) -> String? {
    state.slot(of: coordinator).map { symbols[state.coordinators[$0].type] }
  }

  /// The living coordinators of a type, the oldest first, also those that hang nowhere yet. Cost:
  /// O(coordinators).
  public func coordinators(ofType name: String) -> [CoordinatorID] {
    guard let type = symbols.find(name) else { return [] }
    return state.coordinators.slots.filter { state.coordinators[$0].type == type }
      .map(state.id(ofCoordinator:)).sorted()
  }

  /// Whether it holds screens or pages; `nil` when it is gone.
  public func kind(of coordinator: CoordinatorID) -> CoordinatorKind? {
    state.slot(of: coordinator).map { state.coordinators[$0].kind }
  }

  /// The coordinator that it is a child of; `nil` for the main one and for those that are gone.
  public func parent(of coordinator: CoordinatorID) -> CoordinatorID? {
    state.slot(of: coordinator).flatMap { id(state.coordinators[$0].parent) }
  }

  /// Its children, oldest first, pages before others.
  public func children(of coordinator: CoordinatorID) -> [CoordinatorID] {
    guard let slot = state.slot(of: coordinator) else { return [] }
    return state.children(of: slot).map(state.id(ofCoordinator:))
  }

  /// How it is attached to what is shown; `nil` when it is gone.
  public func attachment(of coordinator: CoordinatorID) -> AttachmentNode? {
    state.slot(of: coordinator).map {
      TreeReader(state: state, symbols: symbols, styles: registry.styles)
        .attachment(state.coordinators[$0].attachment)
    }
  }

  /// The route that led to it; `nil` for one that was made without a route and when it is gone.
  public func routeName(of coordinator: CoordinatorID) -> String? {
    state.slot(of: coordinator).flatMap(state.origin(ofCoordinator:)).map { symbols[$0.route] }
  }

  /// What it was made with.
  public func arguments(of coordinator: CoordinatorID) -> NavigationArguments {
    guard let slot = state.slot(of: coordinator) else { return [:] }
    let place = state.coordinators[slot].arguments
    return place == .none ? [:] : state.arguments[place].arguments ?? [:]
  }

  /// Its own screens on its stack, the lowest first. Cost: O(stack).
  public func stack(of coordinator: CoordinatorID) -> [ScreenNode] {
    guard let slot = state.slot(of: coordinator), state.coordinators[slot].stack != .none else {
      return []
    }
    return reader.screens(of: state.coordinators[slot].stack, ownedBy: slot)
  }

  /// The pages of a tab coordinator, in order.
  public func pages(of coordinator: CoordinatorID) -> [PageNode] {
    guard let slot = state.slot(of: coordinator), state.coordinators[slot].tabBar != .none else {
      return []
    }
    return reader.pages(of: state.coordinators[slot].tabBar)
  }

  /// The coordinator and all below it, as a value; `nil` when it is gone.
  public func node(of coordinator: CoordinatorID) -> CoordinatorNode? {
    state.slot(of: coordinator).map(reader.coordinator)
  }

  /// Its delegate; `nil` when it is gone.
  public func delegate(of coordinator: CoordinatorID) -> (any CoordinatorDelegate)? {
    state.slot(of: coordinator).flatMap(state.delegate(at:))
  }

  // MARK: - Screens

  /// Whether the screen still stands somewhere.
  public func isAlive(_ screen: ScreenID) -> Bool { state.slot(of: screen) != nil }

  /// Whether the layer is still up.
  public func isAlive(_ layer: LayerID) -> Bool { state.slot(of: layer) != nil }

  /// The screen's name as a symbol; `nil` when it is gone. Cost: O(1).
  public func name(of screen: ScreenID) -> Symbol? {
    state.slot(of: screen).map { state.screens[$0].name }
  }

  /// The screen's arguments; empty when it is gone.
  public func arguments(of screen: ScreenID) -> NavigationArguments {
    state.slot(of: screen).map(reader.arguments(of:)) ?? [:]
  }

  /// The coordinator that the screen belongs to; `nil` when it is gone.
  public func owner(of screen: ScreenID) -> CoordinatorID? {
    state.slot(of: screen).map { state.id(ofCoordinator: state.screens[$0].owner) }
  }

  /// The host's own object that came with the screen.
  public func payload(of screen: ScreenID) -> AnyObject? {
    state.slot(of: screen).flatMap { state.callbacks(at: state.screens[$0].callbacks).payload }
  }

  /// Whether the user sees it.
  public func isVisible(_ screen: ScreenID) -> Bool {
    guard let slot = state.slot(of: screen) else { return false }
    var isVisible = false
    state.forEachVisible { if $0 == slot { isVisible = true } }
    return isVisible
  }

  /// The screen, as a value; `nil` when it is gone.
  public func node(of screen: ScreenID) -> ScreenNode? {
    state.slot(of: screen).map(reader.screen)
  }

  /// What of the declared patterns fits a link, the most literal first, whether or not a coordinator
  /// of that type runs. Cost: O(length of the link), however many patterns there are.
  public func matches(for url: String) -> [LinkMatch] {
    registry.matches(url).map(\.match)
  }

  /// What can be said of a link that nothing takes.
  func linkHint() -> String {
    let patterns = registry.linkPatterns
    if patterns.isEmpty { return "no coordinator declares links" }
    let shown = patterns.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
    return "declared: \(shown)" + (patterns.count > 5 ? " and \(patterns.count - 5) more" : "")
  }
}
