import Signalbox

/// The operations in section 3 that select among the items of a coordinator.
extension Model {
  mutating func popTo(_ caller: Int, _ index: Int) throws(NoEffect) -> ModelOutcome.Value {
    try checkAlive(caller)
    if coordinators[caller].kind.isTabs { throw .rejected(.wrongKind) }
    guard let stack = coordinators[caller].stack, !isEmpty(caller) else {
      throw .noop(.emptyStack)
    }
    let above = stacks[stack].entries.count - floor(caller)
    // Decision 0020: 0 is the first screen above the root, -1 the root.
    guard index >= -1, index < above || index == -1 else { throw .rejected(.badArgument) }
    if above == 0 { throw .noop(.atRoot) }
    if index == above - 1 { throw .noop(.alreadyTop) }
    return .names(try popEntries(caller, above - 1 - index))
  }

  /// A screen of the coordinator, including everything above it.
  mutating func popScreen(_ caller: Int, _ screen: Int) throws(NoEffect) -> ModelOutcome.Value {
    try checkAlive(caller)
    let name = screens[screen].name
    let bare = layers.firstIndex { $0.content == .screen(screen) }
    let stack = stacks.indices.first { stacks[$0].entries.contains(screen) }
    if bare == nil && stack == nil { throw .rejected(.stale) }
    if screens[screen].owner != caller { throw .rejected(.viewNotFound) }
    if let bare {
      removeLayers(from: bare)
      return .names([name])
    }
    guard let stack, let index = stacks[stack].entries.firstIndex(of: screen) else { return .none }
    if stack == coordinators[caller].stack {
      if index < floor(caller) { throw .noop(.atRoot) }
      return .names(try popEntries(caller, stacks[stack].entries.count - index))
    }
    if index == 0, let layer = layers.firstIndex(where: { $0.content == .stack(stack) }) {
      removeLayers(from: layer)
      return .names([name])
    }
    return .names(cut(stack, to: index))
  }

  /// The most recently shown item of the coordinator: a screen, a pushed child as a whole, or a
  /// layer.
  mutating func popLast(_ caller: Int) throws(NoEffect) -> ModelOutcome.Value {
    try checkStarted(caller)
    let layer = layers.lastIndex { $0.presenter == caller }
    guard let stack = coordinators[caller].stack, !isEmpty(caller),
      case let entries = stacks[stack].entries, entries.count > floor(caller),
      let owner = topOwner(stack)
    else {
      guard let layer else { throw .noop(.emptyStack) }
      removeLayers(from: layer)
      return .none
    }
    var lowest = entries.count - 1
    if let child = coordinators[caller].children.first(where: { isWithin(owner, $0) }) {
      lowest = entries.firstIndex { isWithin(screens[$0].owner, child) } ?? lowest
    }
    // Screens are numbered in the order of their creation.
    if let layer, entries[lowest] < layers[layer].screensBefore {
      removeLayers(from: layer)
      return .none
    }
    return .names(try popEntries(caller, entries.count - lowest))
  }

  mutating func replaceTop(
    _ caller: Int, _ name: String, _ choice: Choice
  ) throws(NoEffect) -> ModelOutcome.Value {
    try checkStarted(caller)
    let stack = try stack(of: caller)
    if own(caller).isEmpty { throw .noop(.emptyStack) }
    let child = try makeChild(route(name, of: caller))
    try clearTop(caller, choice.popChildren)
    removeTop(1, of: stack)
    guard let child else {
      stacks[stack].entries.append(screen(name, caller))
      return .none
    }
    try show(child, by: caller, .push, Choice(onFinish: choice.onFinish))
    return .coordinator(child)
  }

  // MARK: - Whole stacks

  /// An item of `setStack`: a route, which keeps a screen with that name if there is one.
  struct Wanted: Hashable {
    var name: String
    var isNew: Bool
  }

  mutating func setStack(_ caller: Int, _ wanted: [Wanted]) throws(NoEffect) -> ModelOutcome.Value {
    try checkStarted(caller)
    let stack = try stack(of: caller)
    if wanted.isEmpty && coordinators[caller].rootChild == nil { throw .rejected(.badArgument) }
    let (before, topBefore) = (stacks[stack].entries, stacks[stack].entries.last)
    try clearTop(caller, true)
    for one in wanted {
      if try route(one.name, of: caller).coordinator != nil { throw .rejected(.notPushable) }
    }
    let old = own(caller)
    let kept = matches(wanted, with: old)
    if stacks[stack].entries == before, kept == old { throw .noop(.unchanged, .text("none")) }
    let lower = stacks[stack].entries.count - old.count
    for screen in old.reversed() where !kept.contains(screen) { remove(screen, from: stack) }
    stacks[stack].entries.removeLast(stacks[stack].entries.count - lower)
    for (one, screen) in zip(wanted, kept) {
      stacks[stack].entries.append(screen ?? self.screen(one.name, caller))
    }
    guard let last = kept.last else { return .text("pop") }
    return .text(last == nil ? "push" : last == topBefore ? "none" : "pop")
  }

  /// Returns the kept screen for each item: first the screen in the same position, then the lowest
  /// unused screen (decision 0024).
  private func matches(_ wanted: [Wanted], with old: [Int]) -> [Int?] {
    var kept: [Int?] = wanted.map { _ in nil }
    for (index, one) in wanted.enumerated() where !one.isNew && index < old.count {
      if isSame(old[index], one) { kept[index] = old[index] }
    }
    for (index, one) in wanted.enumerated() where !one.isNew && kept[index] == nil {
      kept[index] = old.first { isSame($0, one) && !kept.contains($0) }
    }
    return kept
  }

  private func isSame(_ screen: Int, _ wanted: Wanted) -> Bool {
    screens[screen].name == wanted.name && screens[screen].argument == nil
  }

  /// Sets new arguments for a screen at any position (decision 0111).
  mutating func update(
    _ caller: Int, _ screen: Int, _ argument: Int?
  ) throws(NoEffect) -> ModelOutcome.Value {
    try checkAlive(caller)
    let isBare = layers.contains { $0.content == .screen(screen) }
    if !isBare && !stacks.contains(where: { $0.entries.contains(screen) }) {
      throw .rejected(.stale)
    }
    if screens[screen].owner != caller { throw .rejected(.viewNotFound) }
    if screens[screen].argument == argument { throw .noop(.unchanged) }
    screens[screen].argument = argument
    return .none
  }

  // MARK: - The user

  mutating func longPressBack(_ index: Int) throws(NoEffect) -> ModelOutcome.Value {
    guard let stack = layers.last.flatMap({ activeStack($0.content) }), stacks[stack].count > 1
    else { throw .noop(.gestureUnavailable) }
    let above = stacks[stack].count - 1
    guard index >= -1, index < above else { throw .rejected(.badArgument) }
    if index == above - 1 { throw .noop(.alreadyTop) }
    return .names(removeTop(above - 1 - index, of: stack))
  }
}
