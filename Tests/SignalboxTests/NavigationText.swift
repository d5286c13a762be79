@testable import Signalbox

/// Short descriptions of the engine's state and events, for comparing whole values.
extension NavigationFixture {
  /// Returns the visible state, the root layer first: `nav[A,B] L1:sheet(X)`. A bar in a stack
  /// precedes the screens of another coordinator, and an asterisk marks the selected page.
  var shape: String { engine.state.shape(engine.symbols, engine.registry.styles) }

  /// The coordinator tree, such as `Main(Child(Other),Child)`.
  var family: String { engine.tree.main.map(family) ?? "" }

  private func family(_ node: CoordinatorNode) -> String {
    if node.children.isEmpty { return node.type }
    return "\(node.type)(\(node.children.map(family).joined(separator: ",")))"
  }

  /// Returns an outcome with its value, such as `done [C,B]`, or `waits` if there is no outcome
  /// yet.
  func text(_ outcome: Outcome?) -> String {
    guard let outcome else { return "waits" }
    let value =
      switch outcome.value {
      case .none: ""
      case .name(let name): " [\(engine.symbols[name])]"
      case .names(let names): " [\(names.map { engine.symbols[$0] }.joined(separator: ","))]"
      case .boolean(let value): " \(value)"
      case .coordinator(let id): " " + (engine.typeName(of: id) ?? "gone")
      case .page(let page): " \(engine.symbols[page])"
      case .value(let value): " \(value)"
      }
    return outcome.description + value
  }

  /// Returns the events that the body causes, without identifiers, such as `willAppear B`.
  func events(
    _ kinds: [NavigationEvent.Kind] = NavigationEvent.Kind.allCases, of body: () throws -> Void
  ) rethrows -> [String] {
    let first = engine.eventCount + 1
    try body()
    return engine.events(from: first).filter { kinds.contains($0.kind) }.map(\.brief)
  }

  /// Returns the events that the body causes, in a readable form.
  func descriptions(of body: () throws -> Void) rethrows -> [String] {
    let first = engine.eventCount + 1
    try body()
    return engine.events(from: first).map(\.description)
  }
}

extension [NavigationEvent.Kind] {
  /// The lifecycle events of screens.
  static let lifecycle: Self = [
    .willDisappear, .willAppear, .didDisappear, .didAppear, .screenDestroyed,
  ]
  /// The events that report finished coordinators.
  static let endings: Self = [.coordinatorFinished, .childFinished]
}

extension NavigationEvent {
  /// The event without identifiers.
  var brief: String {
    let about = call?.name ?? name
    return [kind.name, about, explanation, isHidden ? "hidden" : ""].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

extension NavigationState {
  func shape(_ symbols: SymbolTable, _ styles: StyleTable) -> String {
    var texts: [String] = []
    var layer = window.topLayer
    while layer != .none {
      let record = layers[layer]
      let content = shape(record.content, symbols)
      let isRoot = layer == window.rootLayer
      texts.append(isRoot ? content : "L\(record.index):\(styles[record.style].name)(\(content))")
      layer = record.below
    }
    return texts.reversed().joined(separator: " ")
  }

  private func shape(_ content: LayerContent, _ symbols: SymbolTable) -> String {
    switch content {
    case .screen(let screen): return symbols[screens[screen].name]
    case .tabBar(let tabBar):
      let texts = pageList(of: tabBar).map { page in
        let mark = tabBars[tabBar].selected == page ? "*" : ""
        let inner = self.content(of: pages[page].coordinator).map { shape($0, symbols) } ?? ""
        return "\(mark)\(symbols[pages[page].id]):\(inner)"
      }
      return "tabs[\(texts.joined(separator: " "))]"
    case .stack(let stack):
      var text = ""
      var screen = stacks[stack].top
      while screen != .none {
        let record = screens[screen]
        let isSame = record.below != .none && screens[record.below].owner == record.owner
        let isLowest = record.below == .none && stacks[stack].rootTabBar == .none
        text = (isLowest ? "" : isSame ? "," : "|") + symbols[record.name] + text
        screen = record.below
      }
      let bar = stacks[stack].rootTabBar
      return "nav[\(bar == .none ? "" : shape(.tabBar(bar), symbols))\(text)]"
    }
  }
}

extension NavigationEngine {
  /// Returns the retained application objects except delegates, such as `s2 onDismiss`, sorted.
  var handlers: [String] {
    func names(_ place: Slot, _ owner: String) -> [String] {
      let held = state.callbacks(at: place)
      return [
        held.onFinish == nil ? nil : "onFinish", held.onDismiss == nil ? nil : "onDismiss",
        held.buttons.isEmpty ? nil : "buttons", held.payload == nil ? nil : "payload",
      ].compactMap { $0.map { "\(owner) \($0)" } }
    }
    var all = state.screens.slots.flatMap {
      names(state.screens[$0].callbacks, "\(state.id(ofScreen: $0))")
    }
    all += state.layers.slots.flatMap {
      names(state.layers[$0].callbacks, "\(state.id(ofLayer: $0))")
    }
    all += state.coordinators.slots.flatMap {
      names(state.coordinators[$0].callbacks, "\(state.id(ofCoordinator: $0))")
    }
    return all.sorted()
  }
}
