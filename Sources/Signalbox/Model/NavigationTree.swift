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
  public let id: ScreenID
  public let name: String
  public let arguments: NavigationArguments
  public let owner: CoordinatorID
}

/// One layer of the window.
public struct LayerNode: Hashable, Sendable {
  public let id: LayerID
  public let style: String
  public let owner: CoordinatorID
  /// The screen of its own that it shows, where it shows no coordinator's stack or tabs.
  public let screens: [ScreenNode]
  /// Whether ``owner`` itself fills the layer.
  public let showsOwner: Bool
  public let isInteractive: Bool
  public let isCovering: Bool
}

/// One page of a tab bar.
public struct PageNode: Hashable, Sendable {
  public let id: String
  public let title: String
  public let icon: String
  public let coordinator: CoordinatorID
  public let isSelected: Bool
}

/// How a coordinator hangs on what is shown.
public enum AttachmentNode: Hashable, Sendable {
  case none, windowRoot, pushed, root
  case modal(LayerID)
  case page(String)
}

/// One coordinator and everything below it.
public struct CoordinatorNode: Hashable, Sendable {
  public let id: CoordinatorID
  public let type: String
  public let kind: CoordinatorKind
  public let attachment: AttachmentNode
  /// Its own screens on its stack, the lowest first.
  public let stack: [ScreenNode]
  public let pages: [PageNode]
  public let children: [CoordinatorNode]
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

  private func layer(_ slot: Slot) -> LayerNode {
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
      isInteractive: record.isInteractive, isCovering: record.isCovering)
  }

  func coordinator(_ slot: Slot) -> CoordinatorNode {
    let record = state.coordinators[slot]
    return CoordinatorNode(
      id: state.id(ofCoordinator: slot), type: symbols[record.type], kind: record.kind,
      attachment: attachment(record.attachment),
      stack: record.stack == .none ? [] : screens(of: record.stack, ownedBy: slot),
      pages: record.tabBar == .none ? [] : pages(of: record.tabBar),
      children: state.children(of: slot).map(coordinator))
  }

  func pages(of tabBar: Slot) -> [PageNode] {
    state.pageList(of: tabBar).map { slot in
      let page = state.pages[slot]
      return PageNode(
        id: symbols[page.id], title: symbols[page.title], icon: symbols[page.icon],
        coordinator: state.id(ofCoordinator: page.coordinator),
        isSelected: state.tabBars[tabBar].selected == slot)
    }
  }

  private func attachment(_ attachment: Attachment) -> AttachmentNode {
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
