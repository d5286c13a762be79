import Signalbox

/// Navigation to coordinators: `start(K)`, `navigate(to coordinator)`, launch and restart.
extension Model {
  mutating func launch(_ type: String? = nil) throws(NoEffect) -> ModelOutcome.Value {
    let type = type ?? plan.main
    if let main, coordinators[main].kind.name == type { throw .rejected(.alreadyLaunched) }
    let coordinator = try make(type)
    if let main {
      removeLayers(from: 1)
      finish(main)
      layers = []
    }
    coordinators[coordinator].attachment = .windowRoot
    giveStack(to: coordinator)
    layers.append(
      Layer(
        serial: nextLayer(), style: nil, owner: coordinator, content: .coordinator(coordinator),
        screensBefore: screens.count, isInteractive: false))
    main = coordinator
    try start(coordinator)
    return .coordinator(coordinator)
  }

  mutating func restartApp(_ caller: Int, _ asked: Int?) throws(NoEffect) -> ModelOutcome.Value {
    try checkAlive(caller)
    let root = try root(asked)
    if root == main {
      removeLayers(from: 1)
    } else {
      _ = try reveal(root)
    }
    for child in coordinators[root].children.reversed() { finish(child) }
    if let stack = coordinators[root].stack {
      let base = stacks[stack].entries.firstIndex { screens[$0].owner == root }
      cut(stack, to: stacks[stack].owner == root ? 0 : base ?? stacks[stack].entries.count)
    }
    try start(root)
    return .coordinator(root)
  }

  mutating func nextLayer() -> Int {
    layerSerial += 1
    return layerSerial
  }

  mutating func giveStack(to coordinator: Int) {
    guard !coordinators[coordinator].kind.isTabs else { return }
    stacks.append(Stack(owner: coordinator))
    coordinators[coordinator].stack = stacks.count - 1
  }

  /// Runs the steps that the plan contains for a coordinator's `start`, after which it must show
  /// something.
  mutating func start(_ coordinator: Int) throws(NoEffect) {
    coordinators[coordinator].phase = .started
    let kind = coordinators[coordinator].kind
    if kind.hasView { coordinators[coordinator].view = screen("bar", coordinator) }
    if kind.isTabs, !kind.pages.isEmpty {
      _ = try setPages(
        kind.pages, of: coordinator, current: kind.current, recreate: false, startsPages: false)
    }
    for step in kind.start {
      switch step.verb {
      case .startFlow: _ = try startFlow(coordinator, step.route, Choice())
      case .navigate: _ = try navigate(coordinator, step.route, Choice())
      case .present: _ = try present(coordinator, step.route, Choice())
      }
    }
    // Pages start after the tab coordinator's own start has ended (decision 0193).
    for page in coordinators[coordinator].pages {
      let isLazy = kind.pages.contains { $0.id == page.id && $0.isLazy }
      guard !isLazy || coordinators[coordinator].selected == page.id,
        coordinators[page.coordinator].phase == .created
      else { continue }
      try start(page.coordinator)
    }
    try takeInitialRoot(coordinator)
    if isEmpty(coordinator) { throw .rejected(.notAttached) }
  }

  /// A child below a parent: in its empty stack as root child, pushed, or on a layer.
  mutating func show(
    _ child: Int, by parent: Int, _ asked: StyleName, _ choice: Choice
  ) throws(NoEffect) {
    let kind = coordinators[child].kind
    let style = asked == .automatic ? kind.style : asked
    coordinators[child].parent = parent
    if style == .push { try shareStack(with: parent, choice.popChildren) }
    let hasLayer = !isEmpty(parent) && style != .push
    // Items without a layer report their own removal (I10).
    coordinators[child].endings =
      [choice.onFinish, hasLayer ? nil : choice.onDismiss].compactMap(\.self)
    coordinators[parent].children.append(child)
    if isEmpty(parent) {
      try takeAsRoot(child, of: parent)
    } else if style == .push {
      guard !kind.isTabs, coordinators[parent].stack != nil else { throw .rejected(.notPushable) }
      try clearTop(parent, choice.popChildren)
      coordinators[child].attachment = .pushed
      coordinators[child].stack = coordinators[parent].stack
    } else {
      giveStack(to: child)
      let serial = nextLayer()
      let interactive = asked == .automatic ? kind.isInteractive : nil
      layers.append(
        Layer(
          serial: serial, style: style, owner: child, content: .coordinator(child),
          presenter: parent, screensBefore: screens.count,
          isInteractive: interactive ?? style.isSwipeable, ending: choice.onDismiss))
      coordinators[child].attachment = .modal(layer: serial)
    }
    try start(child)
  }

  private mutating func takeAsRoot(_ child: Int, of parent: Int) throws(NoEffect) {
    guard let stack = coordinators[parent].stack else { return }
    coordinators[child].attachment = .rootSlot
    if coordinators[child].kind.isTabs {
      guard stacks[stack].count == 0 else { throw .rejected(.notPushable) }
      stacks[stack].rootTabs = child
    } else {
      coordinators[child].stack = stack
    }
    coordinators[parent].rootChild = child
  }

  /// Rejects a coordinator that cannot become a child of another coordinator.
  func checkAdoptable(_ child: Int, by parent: Int) throws(NoEffect) {
    if coordinators[child].phase == .finished { throw .rejected(.alreadyFinished) }
    if isWithin(parent, child) { throw .rejected(.cycle) }
    if coordinators[child].phase == .started || coordinators[child].parent != nil {
      throw .rejected(.alreadyAttached)
    }
  }
}

/// The options of a call, in the form that the model requires.
struct Choice {
  var style = StyleName.automatic
  var targetFront = false
  var popChildren = false
  var withNavigation = false
  var keepModals = false
  var dismissModals = false
  var singleTop = false
  var presenter: Int?
  var onDismiss: Int?
  var onFinish: Int?
  /// The coordinator at the root of the tree that the call affects.
  var main: Int?
}

extension StyleName {
  /// Section 1, presentation styles: swipe-dismissable by default.
  var isSwipeable: Bool { self == .sheet || self == .popover }

  var isPresentation: Bool { self != .automatic && self != .push }
}
