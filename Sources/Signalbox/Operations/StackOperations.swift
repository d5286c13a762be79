/// The operations that replace the screens on a stack, and those that update a screen in place.
enum StackOperations {
  /// Replaces all of the caller's screens in a single operation.
  static let setStack = NavigationOperation(
    "setStack", on: .navigation,
    "Replaces the caller's screens with the listed ones, bottom first, in one transition. Existing "
      + "screens whose names and arguments match an entry remain; pushed children finish.",
    parameters: [
      OperationParameter(
        "screens", .stack, "routes, { route =, args =, new = }, screen descriptions or handles")
    ],
    options: OperationOption.common,
    result: "the kind of transition: \"push\", \"pop\" or \"none\""
  ) { call, transaction throws(NavigationError) in
    let caller = try transaction.startedCaller(of: call)
    let state = transaction.state
    let record = state.coordinators[caller]
    guard record.kind == .navigation, record.stack != .none else {
      throw transaction.wrongKind("setStack", caller, "call setStack on the router of a page")
    }
    let wanted = call.stack ?? []
    guard !wanted.isEmpty || record.rootChild != .none else {
      throw NavigationError(
        .badArgument, "setStack: \(transaction.typeName(caller)) would be left without a screen",
        hint: "call finishFlow to end a coordinator")
    }
    let topBefore = state.stacks[record.stack].top
    let mark = state.mark
    try transaction.screens.clearTop(of: caller, popChildren: true)
    let own = Restack(transaction: transaction).ownScreens(of: caller)
    let targets = try match(wanted, with: own, of: caller, call, transaction)
    let isSame = targets.count == own.count && zip(targets, own).allSatisfy { $0.isKept($1) }
    if isSame && state.mark == mark { return .noop(.unchanged, .value(.string("none"))) }
    transaction.isHidden = transaction.layers.isBelowOthers(caller)
    let move = move(to: targets, from: own, topBefore)
    transaction.reason = move == "pop" ? .popped : .replaced
    transaction.isStill = move == "none"
    Restack(transaction: transaction).restack(record.stack, of: caller, from: own, to: targets)
    return .done(.value(.string(move)))
  }

  /// Returns the kind of transition, which depends on whether the new top screen already existed
  /// and was on top.
  private static func move(
    to targets: [Target], from own: [Slot], _ topBefore: Slot
  ) -> String {
    switch targets.last {
    case nil: own.isEmpty && topBefore == .none ? "none" : "pop"
    case .made: "push"
    case .kept(let screen): screen == topBefore ? "none" : "pop"
    }
  }

  // MARK: - Finding the remaining items

  private static func match(
    _ wanted: [StackEntry], with own: [Slot], of caller: Slot, _ call: borrowing OperationCall,
    _ transaction: Transaction
  ) throws(NavigationError) -> [Target] {
    let matcher = ScreenMatcher(own: own, transaction)
    for case .screen(let id) in wanted {
      guard let slot = transaction.state.slot(of: id), matcher.isOwn(slot) else {
        throw NavigationError(
          .viewNotFound,
          "setStack: \(id) is not on the stack of \(transaction.typeName(caller))")
      }
      guard matcher.claim(slot) else {
        throw NavigationError(.duplicateInstance, "setStack: screen \(id) is in the list twice")
      }
    }
    var targets: [Target] = []
    for entry in wanted { targets.append(try resolve(entry, caller, call, transaction)) }
    // Screens that keep their positions are matched first, so that they are not matched with other
    // entries.
    for (index, entry) in wanted.enumerated() where entry.isRoute {
      guard case .made(let content, let name) = targets[index] else { continue }
      if matcher.claim(at: index, name, content.arguments) { targets[index] = .kept(own[index]) }
    }
    for (index, entry) in wanted.enumerated() where entry.isRoute {
      guard case .made(let content, let name) = targets[index] else { continue }
      if let slot = matcher.claim(name, content.arguments) { targets[index] = .kept(slot) }
    }
    return targets
  }

  private static func resolve(
    _ entry: StackEntry, _ caller: Slot, _ call: borrowing OperationCall,
    _ transaction: Transaction
  ) throws(NavigationError) -> Target {
    var single = OperationCall(operation: call.operation, caller: call.caller)
    switch entry {
    case .screen(let id): return .kept(id.slot)
    case .content(let content): single.subject = .content(content)
    case .route(let name, let arguments), .new(let name, let arguments):
      single.name = transaction.symbols.internPassing(name)
      if !arguments.isEmpty { single.arguments = arguments }
    }
    switch try transaction.destinations.destination(of: single, from: caller, as: "setStack") {
    case .screen(let content, let name, _): return .made(content, name)
    case .coordinator(let coordinator, _, _):
      throw NavigationError(
        .notPushable,
        "setStack: a route leads to the coordinator \(transaction.typeName(coordinator)), "
          + "expected screens", hint: "set the stack, then navigate to the coordinator")
    }
  }

  /// The content of a position in the new stack.
  fileprivate enum Target {
    case kept(Slot)
    case made(ScreenContent, Symbol)
  }

  /// Replaces the caller's topmost screen.
  static let replaceTop = NavigationOperation(
    "replaceTop", on: .navigation,
    "Replaces the caller's topmost screen with a screen or coordinator, regardless of the declared "
      + "style.",
    parameters: [
      OperationParameter("route", .destination, "a route, a screen description or a coordinator"),
      OperationParameter("args", .arguments, optional: true, "the arguments of the route"),
    ],
    options: OperationOption.common + [.onFinish, .popChildren],
    result: "the destination, if it is a coordinator"
  ) { call, transaction throws(NavigationError) in
    let caller = try transaction.startedCaller(of: call)
    let state = transaction.state
    let record = state.coordinators[caller]
    guard record.kind == .navigation, record.stack != .none else {
      throw transaction.wrongKind("replaceTop", caller, "call replaceTop on the router of a page")
    }
    guard record.base != .none else { return .noop(.emptyStack) }
    let destination = try transaction.destinations.destination(
      of: call, from: caller, as: "replaceTop")
    try transaction.screens.clearTop(
      of: caller, popChildren: call.options.switches.contains(.popChildren))
    transaction.reason = .replaced
    transaction.isHidden = transaction.layers.isBelowOthers(caller)
    transaction.screens.popTop(of: record.stack)
    switch destination {
    case .screen(let content, let name, _):
      transaction.screens.push(content, named: name, onto: record.stack, owner: caller)
      return .done()
    case .coordinator(let coordinator, _, let onFinish):
      try transaction.destinations.show(
        coordinator, style: .push, by: caller, onFinish: onFinish, onDismiss: nil,
        animated: call.options.isAnimated, as: "replaceTop")
      return .done(.coordinator(state.id(ofCoordinator: coordinator)))
    }
  }

  /// Changes the arguments of a screen in place.
  static let update = NavigationOperation(
    "update", on: .any, takesTime: false,
    "Replaces the arguments of one of the caller's screens without creating a screen and without "
      + "navigating.",
    parameters: [
      OperationParameter("screen", .screen, "the screen's handle"),
      OperationParameter("args", .arguments, optional: true, "the arguments of its route"),
    ],
    options: [.completion]
  ) { call, transaction throws(NavigationError) in
    let caller = try transaction.caller(of: call)
    let state = transaction.state
    guard case .screen(let id) = call.subject else {
      throw NavigationError(
        .badArgument, "update: got a name or a function, expected a screen's handle")
    }
    guard let screen = state.slot(of: id) else {
      throw NavigationError(.stale, "update: screen \(id) is gone", hint: "check isAlive first")
    }
    let record = state.screens[screen]
    guard record.owner == caller else {
      throw NavigationError(
        .viewNotFound, "update: \(id) is not a screen of \(transaction.typeName(caller))",
        hint: "only the owner of a screen can update it")
    }
    let old = record.arguments == .none ? nil : state.arguments[record.arguments]
    let new = call.arguments ?? NavigationArguments()
    if let type = transaction.registry.registered(state.coordinators[caller].type),
      let index = type.index(of: record.name), let parameters = type.routes[index].parameters
    {
      let name = transaction.symbols[record.name]
      try RouteParameter.check(new, against: parameters, of: "route \"\(name)\"")
    }
    guard new != old?.arguments ?? NavigationArguments() else { return .noop(.unchanged) }
    guard old?.origin == nil else {
      throw NavigationError(
        .badArgument,
        "update: the arguments of \(id) cannot be replaced, because the function of its route "
          + "created the screen",
        hint: "call replaceTop to show another screen")
    }
    transaction.staySilent(call)
    if record.arguments != .none { state.arguments.remove(record.arguments) }
    let place = new.isEmpty ? Slot.none : state.arguments.insert(ArgumentsRecord(arguments: new))
    state.screens.update(screen) { $0.arguments = place }
    transaction.note(.screenUpdated, .screen(id), record.name, other: call.caller)
    return .done()
  }
}

extension StackOperations.Target {
  fileprivate func isKept(_ slot: Slot) -> Bool {
    if case .kept(slot) = self { true } else { false }
  }
}

extension StackEntry {
  fileprivate var isRoute: Bool {
    if case .route = self { true } else { false }
  }
}

/// Finds existing screens by name and arguments. Each screen is found at most once.
private final class ScreenMatcher {
  /// The name and the arguments by which a screen is found.
  private struct Key: Hashable {
    let name: Symbol
    let arguments: NavigationArguments
  }

  private let own: [Slot]
  private let keys: [Key]
  private var free: Set<Slot>
  /// The screens for each key, from top to bottom.
  private lazy var places: [Key: [Slot]] = Dictionary(
    grouping: own.indices.reversed(), by: { keys[$0] }
  ).mapValues { $0.map { own[$0] } }

  init(own: [Slot], _ transaction: Transaction) {
    let state = transaction.state
    self.own = own
    keys = own.map { slot in
      let record = state.screens[slot]
      let arguments =
        record.arguments == .none ? nil : state.arguments[record.arguments].arguments
      return Key(name: record.name, arguments: arguments ?? [:])
    }
    free = Set(own)
  }

  func isOwn(_ slot: Slot) -> Bool { own.contains(slot) }

  func claim(_ slot: Slot) -> Bool { free.remove(slot) != nil }

  func claim(at index: Int, _ name: Symbol, _ arguments: NavigationArguments) -> Bool {
    own.indices.contains(index) && keys[index] == Key(name: name, arguments: arguments)
      && claim(own[index])
  }

  func claim(_ name: Symbol, _ arguments: NavigationArguments) -> Slot? {
    let key = Key(name: name, arguments: arguments)
    while let slot = places[key]?.popLast() {
      if claim(slot) { return slot }
    }
    return nil
  }
}

/// Replaces the screens on a stack. Existing screens keep their identity.
private struct Restack: TransactionPart {
  let transaction: Transaction

  /// Returns a coordinator's own screens, from the bottom up. Requires that no screens of other
  /// coordinators are above these screens.
  func ownScreens(of caller: Slot) -> [Slot] {
    var list: [Slot] = []
    var screen = state.stacks[state.coordinators[caller].stack].top
    while screen != .none, state.screens[screen].owner == caller {
      list.append(screen)
      screen = state.screens[screen].below
    }
    return list.reversed()
  }

  /// Keeps the lowest screens that match, and replaces the screens above them. Screens that are
  /// also in the new stack are detached and added again.
  func restack(
    _ stack: Slot, of owner: Slot, from own: [Slot], to targets: [StackOperations.Target]
  ) {
    let untouched = zip(own, targets).prefix { $1.isKept($0) }.count
    var kept = Set<Slot>()
    for case .kept(let slot) in targets { kept.insert(slot) }
    for slot in own[untouched...].reversed() {
      if kept.contains(slot) { lift(slot) } else { screens.popTop(of: stack) }
    }
    for target in targets[untouched...] {
      switch target {
      case .kept(let slot): lower(slot, onto: stack)
      case .made(let content, let name):
        screens.push(content, named: name, onto: stack, owner: owner)
      }
    }
  }

  /// Detaches the top screen from its stack without destroying it.
  private func lift(_ slot: Slot) {
    let record = state.screens[slot]
    state.stacks.update(record.stack) { stack in
      stack.top = record.below
      stack.count -= 1
    }
    if state.coordinators[record.owner].base == slot {
      state.coordinators.update(record.owner) { $0.base = .none }
    }
  }

  /// Puts a detached screen on top of a stack.
  private func lower(_ slot: Slot, onto stack: Slot) {
    let below = state.stacks[stack]
    let owner = state.screens[slot].owner
    state.screens.update(slot) { record in
      record.below = below.top
      record.index = below.count
    }
    state.stacks.update(stack) { record in
      record.top = slot
      record.count += 1
    }
    if state.coordinators[owner].base == .none {
      state.coordinators.update(owner) { $0.base = slot }
    }
  }
}
