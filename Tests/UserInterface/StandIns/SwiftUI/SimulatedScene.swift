/// A scene that evaluates a view again after each turn of the main loop, and presents and dismisses one
/// layer at a time, as SwiftUI does.
@MainActor
public final class SimulatedScene {
  private struct Layer {
    let id: AnyHashable
    let style: String
    var node: Node
    let dismiss: @MainActor () -> Void

    var isDialog: Bool { style == "alert" || style == "dialog" }
    /// Whether the user can swipe the layer down.
    var isSheet: Bool { !isDialog && style != "overlay" }
  }

  private let render: @MainActor () -> Node
  private let schedule: (Int, @escaping @MainActor () -> Void) -> Void
  private var layers: [Layer] = []
  private var isMoving = false
  /// Whether the running transition presents a layer.
  private var isPresenting = false
  /// Whether the window has room for only one column of a split view.
  public var isCompact = false
  /// Whether each transition was animated.
  public private(set) var animated: [Bool] = []
  /// Presentations that are ignored until their binding is `nil`.
  private var ignored: Set<AnyHashable> = []
  /// Returns the duration of the next animation in milliseconds, or `nil` if a presentation other
  /// than an alert is to be ignored.
  public var delay: () -> Int? = { 350 }

  public init(
    _ root: some View, schedule: @escaping (Int, @escaping @MainActor () -> Void) -> Void
  ) {
    render = { Node.of(root) }
    self.schedule = schedule
  }

  /// The contents of the layers, lowest layer first.
  public var nodes: [Node] { layers.map(\.node) }
  /// The presentation styles of the layers.
  public var styles: [String] { layers.map(\.style) }

  /// Evaluates the views, and starts one transition if they request other layers.
  public func update() {
    EnvironmentValues.current.horizontalSizeClass = isCompact ? .compact : .regular
    var wanted: [Layer] = []
    var node: Node? = render()
    var next = Layer(id: "root", style: "root", node: node ?? Node()) {}
    while let current = node {
      next.node = current
      wanted.append(next)
      guard let above = current.allPresentations.first else { break }
      node = above.render()
      next = Layer(id: above.id, style: above.style, node: Node(), dismiss: above.dismiss)
    }
    let kept = zip(layers, wanted).prefix { $0.id == $1.id }.count
    for index in 0..<kept { layers[index].node = wanted[index].node }
    ignored.formIntersection(wanted.map(\.id))
    let isAnimated = Transaction.takeAnimation()
    guard !isMoving else {
      // A presentation during another presentation is ignored.
      if isPresenting, kept == layers.count, kept < wanted.count { ignored.insert(wanted[kept].id) }
      return
    }
    isPresenting = false
    if kept < layers.count {
      let gone = layers[kept...].map(\.node)
      layers.removeSubrange(kept...)
      move(isAnimated, delay() ?? 350) {
        for action in gone.reversed().flatMap(\.allDisappear) { action() }
      }
    } else if kept < wanted.count, !ignored.contains(wanted[kept].id) {
      let layer = wanted[kept]
      if kept == 0 {
        layers.append(layer)
        for action in layer.node.allAppear { action() }
      } else if let delay = delay() ?? (layer.isDialog ? 350 : nil) {
        layers.append(layer)
        isPresenting = true
        move(isAnimated, delay) {}
        for action in layer.node.allAppear { action() }
      } else {
        ignored.insert(layer.id)
      }
    } else {
      // The root layer can be a different one.
      for action in layers.first?.node.allAppear ?? [] { action() }
    }
  }

  private func move(_ isAnimated: Bool, _ delay: Int, _ end: @escaping @MainActor () -> Void) {
    isMoving = true
    animated.append(isAnimated)
    schedule(isAnimated ? delay : 0) { [weak self] in
      self?.isMoving = false
      end()
    }
  }

  // MARK: - The user

  /// Swipes the topmost layer down: the layer disappears, and then its binding becomes `nil`.
  public func userPulls() {
    guard let top = layers.last, top.isSheet, !top.node.isDismissDisabled else { return }
    viewDismisses()
  }

  /// Calls the environment's action `dismiss` from a view of the topmost layer.
  public func viewDismisses() {
    guard !isMoving, layers.count > 1, let top = layers.last, top.isSheet else { return }
    layers.removeLast()
    for action in top.node.allDisappear { action() }
    top.dismiss()
  }

  /// Closes a confirmation dialog without one of its buttons: with a tap outside, or with the
  /// button "Cancel" that SwiftUI adds. The binding becomes `false`, and no action runs.
  public func userCancels() {
    guard !isMoving, let top = layers.last, top.style == "dialog" else { return }
    layers.removeLast()
    top.dismiss()
  }

  /// Taps a button of the topmost layer.
  public func userTaps(_ title: String) {
    guard let top = layers.last,
      let node = top.node.first(where: { $0.buttons.contains { $0.title == title } }),
      let button = node.buttons.first(where: { $0.title == title })
    else { return }
    guard top.isDialog else { return button.action() }
    if isMoving { return }
    layers.removeLast()
    top.dismiss()
    button.action()
  }

  /// Goes back to the sidebar of the innermost visible split view, if only its detail is shown.
  ///
  /// - Returns: Whether the user can go back.
  public func userGoesBackToSidebar() -> Bool {
    guard let split = layers.last.flatMap({ Self.container(in: $0.node) })?.split,
      split.isCollapsed, !split.detail.isEmpty, stack?.destinations.isEmpty != false
    else { return false }
    split.back()
    return true
  }

  /// The innermost visible stack.
  public var stack: Node? {
    let container = layers.last.flatMap { Self.container(in: $0.node) }
    guard let split = container?.split else { return container }
    return split.detail.first { $0.path != nil }
  }

  /// The innermost visible stack or split view of a layer.
  public static func container(in layer: Node) -> Node? {
    var found: Node?
    var next: Node? = layer
    while let node = next?.first(where: { $0.isContainer }) {
      if node.pages == nil { found = node }
      if node.split != nil || node.pages == nil && !node.destinations.isEmpty { return found }
      next = node.children.first
    }
    return found
  }

  /// The visible tab bars, outermost first.
  public var tabs: [Node] {
    var list: [Node] = []
    var next = layers.last?.node
    while let node = next?.first(where: { $0.isContainer }) {
      if node.pages != nil { list.append(node) }
      if node.split != nil || node.pages == nil && !node.destinations.isEmpty { return list }
      next = node.children.first
    }
    return list
  }
}
