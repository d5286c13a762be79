public import Signalbox
public import SignalboxInspector
public import SignalboxScripting

/// What matchers look at: the present state of a session, each part read once.
public final class MatchSubject {
  /// The session.
  public let session: ScriptSession
  /// The first event that belongs to the flow, counted from 1.
  public let firstEvent: Int
  /// Everything that is shown.
  public private(set) lazy var tree: NavigationTree = session.engine.tree
  /// What is shown, with the texts on it.
  public private(set) lazy var picture = PictureSubject(session.engine)

  /// The present state of a session.
  public init(_ session: ScriptSession, firstEvent: Int = 1) {
    self.session = session
    self.firstEvent = firstEvent
  }

  /// A screen as it is compared: its name, or a table with its arguments where such is expected.
  func value(of screen: ScreenNode, expecting expected: ScriptValue) -> ScriptValue {
    guard expected.table != nil, TextPattern(expected) == nil else { return .string(screen.name) }
    var pairs: [ScriptTable.Pair] = [(1, .string(screen.name))]
    for field in screen.arguments.fields {
      pairs.append((.string(field.name), session.value(of: field.value)))
    }
    return .table(ScriptTable(pairs))
  }

  /// Screens as they are compared.
  func list(_ screens: [ScreenNode], expecting expected: ScriptValue) -> ScriptValue {
    let wanted = expected.table?.list ?? []
    return .table(
      ScriptTable(
        list: screens.enumerated().map { index, screen in
          value(of: screen, expecting: index < wanted.count ? wanted[index] : .nil)
        }))
  }

  /// The topmost screen of each layer above the root, the lowest first.
  var modals: [(layer: LayerNode, screen: ScreenNode?)] {
    tree.layers.dropFirst().map { layer in (layer, topmost(of: layer)) }
  }

  private func topmost(of layer: LayerNode) -> ScreenNode? {
    if layer.id == tree.layers.last?.id { return tree.front }
    if !layer.showsOwner { return layer.screens.last }
    return CoordinatorText.find(layer.owner, in: tree).flatMap(topmost(of:))
  }

  private func topmost(of node: CoordinatorNode) -> ScreenNode? {
    if node.kind == .tabs {
      let selected = node.pages.first { $0.isSelected }?.coordinator
      return node.children.first { $0.id == selected }.flatMap(topmost(of:))
    }
    let pushed = node.children.last { $0.attachment == .pushed }.flatMap(topmost(of:))
    let root = node.children.first { $0.attachment == .root }.flatMap(topmost(of:))
    return pushed ?? node.stack.last ?? root
  }

  /// The tab coordinator on the way to what the window shows, the innermost one: that of the topmost
  /// layer that has any.
  var tabs: CoordinatorNode? {
    for layer in tree.layers.reversed() where layer.showsOwner {
      let owner = CoordinatorText.find(layer.owner, in: tree)
      if let found = owner.flatMap(innermostTabs(of:)) { return found }
    }
    return nil
  }

  private func innermostTabs(of owner: CoordinatorNode) -> CoordinatorNode? {
    var found: CoordinatorNode?
    var node: CoordinatorNode? = owner
    while let current = node {
      if current.kind == .tabs {
        found = current
        let selected = current.pages.first { $0.isSelected }?.coordinator
        node = current.children.first { $0.id == selected }
      } else {
        node =
          current.children.last { $0.attachment == .pushed }
          ?? current.children.first { $0.attachment == .root }
      }
    }
    return found
  }

  /// The title of the topmost layer of a style; false where there is none.
  func title(ofLayer style: String) -> ScriptValue {
    let modal = modals.last { $0.layer.style == style }
    return modal?.screen.map { .string(picture.title(of: $0)) } ?? .boolean(false)
  }
}

extension ScriptValue {
  /// A list of texts.
  init(_ texts: [String]) { self = .table(ScriptTable(list: texts.map { .string($0) })) }
}
