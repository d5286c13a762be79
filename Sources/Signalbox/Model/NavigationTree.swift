/// What is shown and who owns it, as one value: for comparing, drawing and writing down.
///
/// Making one costs O(size of what is shown); see ``NavigationEngine/snapshot()`` for keeping a
/// state without reading it.
public struct NavigationTree: Hashable, Sendable {
  /// The layers of the window, the root layer first; empty before launch.
  public let layers: [LayerNode]
  /// The main coordinator with everything below it.
  public let main: CoordinatorNode?
  /// The coordinator in front of all others.
  public let top: CoordinatorID?
  /// The screen in front of everything.
  public let front: ScreenNode?
  /// The screens that are visible, the front one first.
  public let visible: [ScreenNode]
}

/// One screen.
public struct ScreenNode: Hashable, Sendable {
  /// Names the screen.
  public let id: ScreenID
  /// The name of its route or description.
  public let name: String
  /// What it was shown with.
  public let arguments: NavigationArguments
  /// The coordinator that it belongs to.
  public let owner: CoordinatorID
}

/// One layer of the window.
public struct LayerNode: Hashable, Sendable {
  /// Names the layer.
  public let id: LayerID
  /// The name of its style.
  public let style: String
  /// The coordinator that fills it or presented its screen.
  public let owner: CoordinatorID
  /// The screen of its own that it shows, where it shows no coordinator's stack or tabs.
  public let screens: [ScreenNode]
  /// Whether ``owner`` itself fills the layer.
  public let showsOwner: Bool
  /// Whether the user may swipe it away.
  public let isInteractive: Bool
  /// Whether what is below it has disappeared.
  public let isCovering: Bool
  /// The heights that it rests at, where it was given any.
  public internal(set) var detents: [Detent] = []
  /// What the buttons of an alert say, in order.
  public internal(set) var buttons: [String] = []
  /// Whether it is up or going.
  public internal(set) var phase = LayerPhase.presented
}

/// Whether a layer is up or going.
public enum LayerPhase: String, Hashable, Sendable {
  /// It is up.
  case presented
  /// The state is without it; the animation that takes it away runs.
  case dismissing
}

/// One page of a tab bar.
public struct PageNode: Hashable, Sendable {
  /// Unique within its tab bar.
  public let id: String
  /// What the tab bar shows at present.
  public let title: String
  /// The name of its present picture; empty for none.
  public let icon: String
  /// What stands at its icon; `nil` for nothing.
  public let badge: String?
  /// The coordinator that fills it.
  public let coordinator: CoordinatorID
  /// Whether it is the one that is shown.
  public let isSelected: Bool
}

/// How a coordinator hangs on what is shown.
public enum AttachmentNode: Hashable, Sendable {
  case none, windowRoot, pushed, root
  case modal(LayerID)
  case page(String)

  /// The word for it, such as `modal`.
  public var name: String {
    switch self {
    case .none: "none"
    case .windowRoot: "windowRoot"
    case .pushed: "pushed"
    case .root: "root"
    case .modal: "modal"
    case .page: "page"
    }
  }
}

/// One coordinator and everything below it.
public struct CoordinatorNode: Hashable, Sendable {
  /// Names the coordinator.
  public let id: CoordinatorID
  /// The name of its type.
  public let type: String
  /// Whether it holds screens or pages.
  public let kind: CoordinatorKind
  /// How it hangs on what is shown.
  public let attachment: AttachmentNode
  /// Its own screens on its stack, the lowest first.
  public let stack: [ScreenNode]
  /// Its pages in order; empty for a coordinator with a stack.
  public let pages: [PageNode]
  /// Its children, oldest first, pages before others.
  public let children: [CoordinatorNode]
  /// The screen that it draws around its pages; `nil` where the bar is the default one.
  public internal(set) var tabView: ScreenNode?
}

extension NavigationTree {
  init(state: NavigationState, symbols: SymbolTable, styles: StyleTable) {
    let reader = TreeReader(state: state, symbols: symbols, styles: styles)
    layers = reader.layers()
    let main = state.window.main
    self.main = main == .none ? nil : reader.coordinator(main)
    top = main == .none ? nil : state.id(ofCoordinator: state.topCoordinator(from: main))
    let front = state.front
    self.front = front == .none ? nil : reader.screen(front)
    var visible: [ScreenNode] = []
    state.forEachVisible { visible.append(reader.screen($0)) }
    self.visible = visible
  }
}

/// Reads nodes out of a state.
struct TreeReader {
  let state: NavigationState
  let symbols: SymbolTable
  let styles: StyleTable

  func screen(_ slot: Slot) -> ScreenNode {
    let record = state.screens[slot]
    return ScreenNode(
      id: state.id(ofScreen: slot), name: symbols[record.name], arguments: arguments(of: slot),
      owner: state.id(ofCoordinator: record.owner))
  }

  func arguments(of screen: Slot) -> NavigationArguments {
    let place = state.screens[screen].arguments
    return place == .none ? [:] : state.arguments[place].arguments ?? [:]
  }

  /// The screens of a stack that a coordinator owns, the lowest first; all without an owner.
  func screens(of stack: Slot, ownedBy owner: Slot? = nil) -> [ScreenNode] {
    var list: [ScreenNode] = []
    var slot = state.stacks[stack].top
    while slot != .none {
      if owner == nil || state.screens[slot].owner == owner { list.append(screen(slot)) }
      slot = state.screens[slot].below
    }
    return list.reversed()
  }

  func layers() -> [LayerNode] {
    var list: [LayerNode] = []
    var slot = state.window.topLayer
    while slot != .none {
      list.append(layer(slot))
      slot = state.layers[slot].below
    }
    return list.reversed()
  }

  func layer(_ slot: Slot) -> LayerNode {
    let record = state.layers[slot]
    let attachment = state.coordinators[record.owner].attachment
    let showsOwner = attachment == .modal(layer: slot) || slot == state.window.rootLayer
    var own: [ScreenNode] = []
    switch record.content {
    case .screen(let screen): own = [self.screen(screen)]
    case .stack(let stack) where !showsOwner: own = screens(of: stack)
    default: break
    }
    return LayerNode(
      id: state.id(ofLayer: slot), style: styles[record.style].name,
      owner: state.id(ofCoordinator: record.owner), screens: own, showsOwner: showsOwner,
      isInteractive: record.isInteractive, isCovering: record.isCovering,
      detents: details(of: record, "detents").compactMap { Detent($0) },
      buttons: details(of: record, "buttons").compactMap {
        if case .string(let title) = $0 { title } else { nil }
      })
  }

  private func details(of layer: LayerRecord, _ name: String) -> [NavigationValue] {
    guard layer.details != .none,
      case .list(let values) = state.arguments[layer.details].arguments?[name]
    else { return [] }
    return values
  }

  func coordinator(_ slot: Slot) -> CoordinatorNode {
    let record = state.coordinators[slot]
    return CoordinatorNode(
      id: state.id(ofCoordinator: slot), type: symbols[record.type], kind: record.kind,
      attachment: attachment(record.attachment),
      stack: record.stack == .none ? [] : screens(of: record.stack, ownedBy: slot),
      pages: record.tabBar == .none ? [] : pages(of: record.tabBar),
      children: state.children(of: slot).map(coordinator), tabView: tabView(of: record.tabBar))
  }

  private func tabView(of tabBar: Slot) -> ScreenNode? {
    guard tabBar != .none, case let view = state.tabBars[tabBar].view, view != .none else {
      return nil
    }
    return screen(view)
  }

  func pages(of tabBar: Slot) -> [PageNode] {
    state.pageList(of: tabBar).map { slot in
      let page = state.pages[slot]
      let isSelected = state.tabBars[tabBar].selected == slot
      let title = isSelected && page.selectedTitle != .none ? page.selectedTitle : page.title
      let icon = isSelected && page.selectedIcon != .none ? page.selectedIcon : page.icon
      return PageNode(
        id: symbols[page.id], title: symbols[title], icon: symbols[icon],
        badge: state.badge(ofPage: slot), coordinator: state.id(ofCoordinator: page.coordinator),
        isSelected: isSelected)
    }
  }

  func attachment(_ attachment: Attachment) -> AttachmentNode {
    switch attachment {
    case .none: .none
    case .windowRoot: .windowRoot
    case .modal(let layer): .modal(state.id(ofLayer: layer))
    case .pushed: .pushed
    case .page(let page): .page(symbols[state.pages[page].id])
    case .rootSlot: .root
    }
  }
}
