/// The identity of the visible state: the contents of its document without identifiers. The
/// identity is computed from the records, without creating the document.
struct StateIdentity {
  private(set) var key = StateKey()
  private let state: NavigationState
  private let names: ContiguousArray<StateKey>
  private let styles: StyleTable
  private let reader: StateReader
  /// The coordinators in the order of the document.
  private var order: ContiguousArray<Slot> = []
  private var objects: [Int: Int] = [:]
  /// Whether JSON cannot represent an argument, so that the state cannot be saved.
  private(set) var isMalformed = false

  init(_ state: NavigationState, _ symbols: SymbolTable, _ registry: TypeRegistry) {
    self.state = state
    names = symbols.keys
    styles = registry.styles
    reader = StateReader(state, symbols, registry)
    guard case let main = state.window.main, main != .none else { return }
    order.reserveCapacity(state.coordinators.count)
    collect(main)
    for slot in order { add(coordinator: slot) }
    var layer = state.window.topLayer
    while layer != .none {
      add(layer: layer)
      layer = state.layers[layer].below
    }
  }

  private mutating func collect(_ slot: Slot) {
    order.append(slot)
    var child = state.coordinators[slot].firstChild
    while child != .none {
      collect(child)
      child = state.coordinators[child].nextSibling
    }
  }

  private mutating func add(_ symbol: Symbol) { key.add(names[Int(symbol.rawValue)]) }

  private mutating func add(reference slot: Slot) { key.add(number(of: slot)) }

  /// Returns the position of a coordinator, counted from 2, or 0 for `.none` and 1 for a
  /// coordinator outside the tree.
  private func number(of slot: Slot) -> Int {
    slot == .none ? 0 : (order.firstIndex(of: slot) ?? -1) + 2
  }

  /// Returns an integer that contains flags in its lowest bits. Benchmark: `W8`.
  @inline(__always)
  private func word(_ first: Bool, _ second: Bool = false, _ third: Bool = false) -> Int {
    (first ? 1 : 0) | (second ? 2 : 0) | (third ? 4 : 0)
  }

  // MARK: - Coordinators

  private mutating func add(coordinator slot: Slot) {
    let record = state.coordinators[slot]
    let place =
      switch record.attachment {
      case .none: 0
      case .windowRoot: 1
      case .modal: 2
      case .pushed: 3
      case .page: 4
      case .rootSlot: 5
      }
    let hasValues =
      record.arguments != .none || record.initialRoot != .none || record.setup != .none
    add(record.type)
    key.add(
      number(of: record.parent) << 8 | place << 3
        | word(record.kind == .tabs, record.flags.contains(.started), hasValues))
    if hasValues {
      add(arguments: record.arguments)
      add(arguments: record.initialRoot)
      add(arguments: record.setup)
    }
    if record.stack != .none { add(stack: record.stack, ownedBy: slot) }
    guard record.tabBar != .none else { return }
    let tabBar = state.tabBars[record.tabBar]
    var page = tabBar.firstPage
    while page != .none {
      let record = state.pages[page]
      let hasTexts =
        record.title != .none || record.icon != .none || record.selectedTitle != .none
        || record.selectedIcon != .none
      key.add(
        Int(record.position) << 32 | number(of: record.coordinator) << 3
          | word(page == tabBar.selected, hasTexts, record.badge != .none))
      add(record.id)
      if hasTexts {
        add(record.title)
        add(record.icon)
        add(record.selectedTitle)
        add(record.selectedIcon)
      }
      if record.badge != .none { add(arguments: record.badge) }
      page = record.next
    }
    key.add(word(tabBar.view != .none))
    if tabBar.view != .none { add(screen: tabBar.view) }
  }

  // MARK: - Screens

  private mutating func add(stack: Slot, ownedBy owner: Slot? = nil) {
    var count = 0
    var slot = state.stacks[stack].top
    while slot != .none {
      if owner == nil || state.screens[slot].owner == owner {
        add(screen: slot)
        count += 1
      }
      slot = state.screens[slot].below
    }
    key.add(count)
  }

  private mutating func add(screen slot: Slot) {
    let record = state.screens[slot]
    add(record.name)
    add(arguments: record.arguments)
    // Most screens have no fields. Benchmark: `W8`.
    guard ScreenField.mayHaveValues(record, slot, reader) else { return key.add(-1) }
    for (index, field) in ScreenField.all.enumerated() {
      guard let value = field.read(reader, slot) else { continue }
      key.add(index)
      add(value)
    }
    key.add(-1)
  }

  // MARK: - Layers

  private mutating func add(layer slot: Slot) {
    let record = state.layers[slot]
    let isOwn =
      state.coordinators[record.owner].attachment == .modal(layer: slot)
      || slot == state.window.rootLayer
    key.add(styles[record.style].name)
    key.add(
      number(of: record.owner) << 32 | number(of: record.presenter) << 2
        | word(record.isCovering, record.isInteractive))
    add(place: record.presenterScreen)
    add(arguments: record.details)
    switch record.content {
    case .screen(let screen):
      key.add(1)
      add(screen: screen)
    case .stack(let stack) where !isOwn:
      key.add(2)
      add(stack: stack)
    case .stack, .tabBar: key.add(3)
    }
  }

  /// Adds the position of a screen: the coordinator or layer that contains the screen, and the
  /// screen's index in its stack.
  private mutating func add(place screen: Slot) {
    guard screen != .none else { return key.add(-1) }
    let record = state.screens[screen]
    key.add(Int(record.index))
    if record.stack != .none {
      let owner = state.stacks[record.stack].owner
      if state.coordinators[owner].stack == record.stack { return add(reference: owner) }
    }
    var layer = state.window.topLayer
    while layer != .none {
      let content = state.layers[layer].content
      if content == .screen(screen) || content == .stack(record.stack) {
        return key.add(1000 + Int(state.layers[layer].index))
      }
      layer = state.layers[layer].below
    }
  }

  // MARK: - Values

  private mutating func add(arguments place: Slot) {
    guard place != .none else { return key.add(-1) }
    let record = state.arguments[place]
    add(record.arguments ?? [:])
    guard let origin = record.origin else { return key.add(-2) }
    add(origin.route)
    add(origin.arguments)
  }

  private mutating func add(_ arguments: NavigationArguments) {
    key.add(arguments.fields.count)
    for field in arguments.fields {
      key.add(field.name)
      add(field.value)
    }
  }

  private mutating func add(_ value: NavigationValue) {
    switch value {
    case .boolean(let value): key.add(value)
    case .integer(let value):
      key.add(11)
      key.add(value)
    case .number(let value):
      key.add(12)
      key.add(value.bitPattern)
      if !value.isFinite { isMalformed = true }
    case .string(let value):
      key.add(13)
      key.add(value)
    case .list(let values):
      key.add(14)
      key.add(values.count)
      for value in values { add(value) }
    case .table(let fields):
      key.add(15)
      add(fields)
    case .object(let object):
      key.add(16)
      guard let factory = object.factory else {
        isMalformed = true
        return
      }
      // Two references to one object have the same number.
      let number = objects[object.number] ?? objects.count + 1
      objects[object.number] = number
      key.add(number)
      key.add(factory.name)
      if let seed = factory.seed { add(seed) }
    }
  }
}
