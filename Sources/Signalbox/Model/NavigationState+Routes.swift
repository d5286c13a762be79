/// Which routes led to what is shown.
extension NavigationState {
  /// A route and what it was given.
  typealias Origin = (route: Symbol, arguments: NavigationArguments)

  /// The route behind a screen; one shown without a route counts as a route of its own name.
  func origin(ofScreen slot: Slot) -> Origin {
    let record = screens[slot]
    guard record.arguments != .none else { return (record.name, [:]) }
    let kept = arguments[record.arguments]
    if let origin = kept.origin { return (origin.route, origin.arguments) }
    return (record.name, kept.arguments ?? [:])
  }

  /// The route that its parent reached a coordinator by, if it was one.
  func origin(ofCoordinator slot: Slot) -> Origin? {
    let place = coordinators[slot].arguments
    guard place != .none, let origin = arguments[place].origin else { return nil }
    return (origin.route, origin.arguments)
  }

  /// The route that a coordinator stands on, or will when it starts.
  func root(of coordinator: Slot) -> Origin? {
    let record = coordinators[coordinator]
    if record.initialRoot != .none {
      return arguments[record.initialRoot].origin.map { ($0.route, $0.arguments) }
    }
    if record.rootChild != .none { return origin(ofCoordinator: record.rootChild) }
    return record.base == .none ? nil : origin(ofScreen: record.base)
  }

  /// The coordinator that stands in for another: the selected page's, the root child, or itself
  /// where it stands on a screen of its own; none where a tab coordinator has no pages.
  func child(standingInFor coordinator: Slot) -> Slot {
    let record = coordinators[coordinator]
    if record.kind == .tabs {
      guard record.tabBar != .none, tabBars[record.tabBar].selected != .none else { return .none }
      return pages[tabBars[record.tabBar].selected].coordinator
    }
    return record.rootChild == .none ? coordinator : record.rootChild
  }

  /// What stands at a page's icon.
  func badge(ofPage page: Slot) -> String? {
    let place = pages[page].badge
    guard place != .none, case .string(let text) = arguments[place].arguments?["badge"] else {
      return nil
    }
    return text
  }
}
