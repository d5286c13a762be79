import Signalbox

/// The operations on stacks in section 3.
extension Model {
  /// A route of the caller's type.
  func route(_ name: String, of caller: Int) throws(NoEffect) -> ApplicationPlan.Route {
    guard let route = coordinators[caller].kind.routes.first(where: { $0.name == name }) else {
      throw .rejected(.unknownRoute)
    }
    return route
  }

  /// Returns the route with the requested style. If the call does not specify a style, returns the
  /// route's style.
  private func route(
    _ name: String, of caller: Int, _ asked: StyleName
  ) throws(NoEffect) -> (route: ApplicationPlan.Route, style: StyleName) {
    let route = try route(name, of: caller)
    return (route, asked == .automatic ? route.style : asked)
  }

  /// The stack of a coordinator, or nil for tabs and for dependencies without screens.
  func stack(of caller: Int) throws(NoEffect) -> Int {
    if coordinators[caller].kind.isTabs { throw .rejected(.wrongKind) }
    guard let stack = coordinators[caller].stack else { throw .rejected(.notAttached) }
    return stack
  }

  private func isFront(_ name: String) -> Bool {
    front.map { screens[$0].name == name && screens[$0].argument == nil } == true
  }

  // MARK: - Navigation

  mutating func navigate(
    _ caller: Int, _ name: String, _ choice: Choice
  ) throws(NoEffect) -> ModelOutcome.Value {
    try checkStarted(caller)
    let (route, style) = try route(name, of: caller, choice.style)
    if let child = try makeChild(route) { return try navigate(caller, to: child, style, choice) }
    if choice.singleTop && isFront(name) { throw .noop(.alreadyTop) }
    if style.isPresentation, !isEmpty(caller) {
      presentScreen(name, caller, style, choice)
    } else {
      try push(name, caller, choice)
    }
    return .none
  }

  mutating func navigate(
    _ caller: Int, to child: Int, _ style: StyleName, _ choice: Choice
  ) throws(NoEffect) -> ModelOutcome.Value {
    try checkStarted(caller)
    try checkAdoptable(child, by: caller)
    let isPush = (style == .automatic ? coordinators[child].kind.style : style) == .push
    if isPush, choice.withNavigation, !isEmpty(caller) { throw .rejected(.badArgument) }
    var host = caller
    if isPush, choice.targetFront, !isEmpty(caller) {
      let (stack, owner) = try front(of: caller)
      guard coordinators[owner].stack == stack else { throw .rejected(.notPushable) }
      host = owner
    }
    try show(child, by: host, style, choice)
    return .coordinator(child)
  }

  /// The front stack and the owner of its topmost screen, in the caller's subtree.
  private func front(of caller: Int) throws(NoEffect) -> (stack: Int, owner: Int) {
    guard let stack = layers.last.flatMap({ activeStack($0.content) }),
      case let owner = topOwner(stack) ?? stacks[stack].owner, isWithin(owner, caller)
    else { throw .rejected(.notPushable) }
    return (stack, owner)
  }

  mutating func present(
    _ caller: Int, _ name: String, _ choice: Choice
  ) throws(NoEffect) -> ModelOutcome.Value {
    if choice.style == .push { return try navigate(caller, name, choice) }
    try checkStarted(caller)
    let (route, style) = try route(name, of: caller, choice.style)
    if let child = try makeChild(route) { return try present(caller, child, style, choice) }
    if choice.singleTop && isFront(name) { throw .noop(.alreadyTop) }
    guard !isEmpty(caller) else { throw .rejected(.notAttached) }
    if let presenter = choice.presenter, !own(caller).contains(presenter) {
      throw .rejected(.stale)
    }
    presentScreen(name, caller, style.isPresentation ? style : .sheet, choice)
    return .none
  }

  /// `present` adds a layer, regardless of the coordinator's style.
  private mutating func present(
    _ caller: Int, _ child: Int, _ asked: StyleName, _ choice: Choice
  ) throws(NoEffect) -> ModelOutcome.Value {
    let isPush = (asked == .automatic ? coordinators[child].kind.style : asked) == .push
    try show(child, by: caller, isPush ? .sheet : asked, choice)
    return .coordinator(child)
  }

  private mutating func presentScreen(
    _ name: String, _ owner: Int, _ style: StyleName, _ choice: Choice
  ) {
    let screen = screen(name, owner)
    var content = Content.screen(screen)
    if choice.withNavigation {
      stacks.append(Stack(owner: owner, entries: [screen]))
      content = .stack(stacks.count - 1)
    }
    layers.append(
      Layer(
        serial: nextLayer(), style: style, owner: owner, content: content,
        presenterScreen: choice.presenter, presenter: owner, screensBefore: screens.count,
        isInteractive: style.isSwipeable,
        ending: choice.onDismiss))
  }

  private mutating func push(
    _ name: String, _ caller: Int, _ choice: Choice
  ) throws(NoEffect) {
    if choice.withNavigation, !isEmpty(caller) { throw .rejected(.badArgument) }
    if choice.targetFront {
      let (stack, owner) = try front(of: caller)
      stacks[stack].entries.append(screen(name, owner, ending: choice.onDismiss))
      return
    }
    try shareStack(with: caller, choice.popChildren)
    let stack = try stack(of: caller)
    if !isEmpty(caller) { try clearTop(caller, choice.popChildren) }
    stacks[stack].entries.append(screen(name, caller, ending: choice.onDismiss))
  }

  /// Checks that a coordinator with screens may push: no pushed child and no outer coordinator is
  /// above it.
  mutating func clearTop(_ caller: Int, _ popChildren: Bool) throws(NoEffect) {
    guard let stack = coordinators[caller].stack else { return }
    while let owner = topOwner(stack), owner != caller {
      if let root = coordinators[caller].rootChild, isWithin(owner, root) { break }
      guard isWithin(owner, caller) else { throw .rejected(.parentActive) }
      guard popChildren else { throw .rejected(.childActive) }
      removeTop(1, of: stack)
    }
    finishAbandoned(below: caller)
  }

  /// Decisions 0019 and 0032: nothing below the screens of an outer coordinator changes, whether or
  /// not it is at the root.
  func checkUncovered(_ caller: Int) throws(NoEffect) {
    guard let owner = coordinators[caller].stack.flatMap(topOwner) else { return }
    if !isEmpty(caller), !isWithin(owner, caller) { throw .rejected(.parentActive) }
  }

  mutating func startFlow(
    _ caller: Int, _ name: String, _ choice: Choice
  ) throws(NoEffect) -> ModelOutcome.Value {
    try checkStarted(caller)
    try shareStack(with: caller, false)
    let stack = try stack(of: caller)
    try checkUncovered(caller)
    let (route, style) = try route(name, of: caller, choice.style)
    let child = try makeChild(route)
    if isEmpty(caller) {
      restyle(caller, choice.style)
    } else {
      reset(caller, stack, keepModals: choice.keepModals)
    }
    if let child {
      try show(child, by: caller, style, Choice(onFinish: choice.onFinish))
    } else {
      stacks[stack].entries.append(screen(name, caller))
    }
    return .none
  }

  /// Removes everything of a running flow (decision D2).
  ///
  /// - Parameter keepItems: Whether the items above the root have been removed temporarily.
  mutating func reset(_ caller: Int, _ stack: Int, keepModals: Bool, keepItems: Bool = false) {
    if isEmpty(caller) { return }
    if !keepModals, let layer = lowestOwnLayer(caller) { removeLayers(from: layer) }
    let root = coordinators[caller].rootChild
    cut(stack, to: root == nil ? floor(caller) - 1 : floor(caller))
    // Pushed children end with the reset, and layers that the new flow presents remain.
    if !keepItems { finishAbandoned(below: caller) }
    if let root { finish(root) }
  }

  /// A coordinator that is being presented may determine its own style with its first screen.
  private mutating func restyle(_ caller: Int, _ style: StyleName) {
    guard style.isPresentation, case .modal = coordinators[caller].attachment,
      let index = host(caller)
    else { return }
    layers[index].style = style
    layers[index].isInteractive = style.isSwipeable
  }

  // MARK: - Going back

  mutating func pop(_ caller: Int, _ count: Int) throws(NoEffect) -> ModelOutcome.Value {
    try checkAlive(caller)
    if count < 1 { throw .rejected(.badArgument) }
    return .names(try popEntries(caller, count))
  }

  mutating func popEntries(_ caller: Int, _ count: Int) throws(NoEffect) -> [String] {
    if coordinators[caller].kind.isTabs { throw .rejected(.wrongKind) }
    guard let stack = coordinators[caller].stack, !isEmpty(caller) else {
      throw .noop(.emptyStack)
    }
    try checkUncovered(caller)
    let removable = stacks[stack].entries.count - floor(caller)
    if removable < 1 { throw .noop(.atRoot) }
    return removeTop(min(count, removable), of: stack)
  }

  mutating func popToRoot(_ caller: Int, _ choice: Choice) throws(NoEffect) -> ModelOutcome.Value {
    try checkAlive(caller)
    var target = caller
    while let page = selectedPage(target) { target = page.coordinator }
    var isDismissed = false
    if choice.dismissModals, let layer = lowestOwnLayer(target) {
      removeLayers(from: layer)
      isDismissed = true
    }
    do throws(NoEffect) {
      return .names(try popEntries(target, .max))
    } catch {
      if isDismissed && error.prediction.status == .noop { return .none }
      throw error
    }
  }

  mutating func popToView(
    _ caller: Int, _ name: String, first: Bool
  ) throws(NoEffect) -> ModelOutcome.Value {
    try checkAlive(caller)
    if coordinators[caller].kind.isTabs { throw .rejected(.wrongKind) }
    guard let stack = coordinators[caller].stack else {
      throw .rejected(.viewNotFound, .boolean(false))
    }
    let entries = stacks[stack].entries
    let matches = entries.indices.filter {
      screens[entries[$0]].owner == caller && screens[entries[$0]].name == name
    }
    guard let match = first ? matches.first : matches.last else {
      throw .rejected(.viewNotFound, .boolean(false))
    }
    if match == entries.count - 1 { throw .noop(.alreadyTop, .boolean(true)) }
    try checkUncovered(caller)
    cut(stack, to: match + 1)
    return .boolean(true)
  }
}
