internal import Signalbox
internal import SignalboxInspector

/// Puts the events of one operation into words.
///
/// Whatever follows from something larger is left out: the first screens of a coordinator that was
/// presented, the screens of one that is gone.
struct ChangeReader {
  let events: [NavigationEvent]
  /// The state after the whole input.
  let tree: NavigationTree
  /// The operation's name.
  let operation: String

  private let attached: Set<String>
  /// Types of the coordinators that finished, and why, by their identifiers.
  private let finished: [String: NavigationEvent]
  private let dismissedOwners: Set<String>

  init(events: [NavigationEvent], tree: NavigationTree, operation: String) {
    self.events = events
    self.tree = tree
    self.operation = operation
    attached = Set(events.filter { $0.kind == .coordinatorAttached }.map(\.subject))
    finished = Dictionary(
      events.filter { $0.kind == .coordinatorFinished }.map { ($0.subject, $0) },
      uniquingKeysWith: { first, _ in first })
    dismissedOwners = Set(events.filter { $0.kind == .layerDismissed }.map(\.other))
  }

  var parts: [String] {
    if let root = events.first(where: { $0.kind == .rootChanged }) {
      return ["\(operation == "restartApp" ? "restart" : "launch") \(root.name)"]
    }
    let popped = events.filter { $0.kind == .entryPopped && isPopShown($0) }
    return events.compactMap { event in
      if event == popped.first {
        return "pop " + popped.map(\.name).joined(separator: ", ")
      }
      return words(for: event)
    }
  }

  private func isPopShown(_ event: NavigationEvent) -> Bool {
    finished[event.other] == nil || (dismissedOwners.isEmpty && operation != "finishFlow")
  }

  private func words(for event: NavigationEvent) -> String? {
    switch event.kind {
    case .entryPushed: attached.contains(event.other) ? nil : "push \(screen(event))"
    case .coordinatorAttached: arrival(event)
    case .layerPresented: "present \(layer(event))"
    case .layerDismissed: departure(event)
    case .coordinatorFinished: end(event)
    case .screenUpdated: "update \(event.name)"
    case .tabChanged: "select \(event.name)"
    case .tabPagesChanged: "set pages"
    case .tabBadge:
      event.reason.isEmpty ? "unbadge \(event.name)" : "badge \(event.name) \(event.reason)"
    case .linkOpened: "open \(event.reason)"
    case .linkQueued: "keep \(event.reason) until launch"
    case .exitRequested: "ask to exit"
    case .backIntercepted: "\(event.name) handles back"
    case .operationBegan, .operationNoop, .operationRejected, .operationCancelled,
      .operationWarning, .operationSettled, .willNavigate, .didNavigate, .screenCreated,
      .willDisappear, .willAppear, .didDisappear, .didAppear, .screenDestroyed, .entryPopped,
      .layerWillDismiss, .layerDidDismiss, .layerDismissAttempted, .tabUserSelected,
      .tabReselected, .rootChanged, .childFinished, .applicationReady, .linkUnhandled,
      .handlerFailed:
      nil
    }
  }

  /// A screen with its arguments, if it still stands.
  private func screen(_ event: NavigationEvent) -> String {
    guard let owner = coordinator(event.other),
      let screen = owner.stack.first(where: { $0.id.description == event.subject })
    else { return event.name }
    return ScreenText.name(screen)
  }

  /// A coordinator that shares a stack; one on a layer is told with its layer.
  private func arrival(_ event: NavigationEvent) -> String? {
    guard let node = coordinator(event.subject) else { return nil }
    switch node.attachment {
    case .pushed: return "push \(name(node))"
    case .root: return "start \(name(node))"
    case .none, .windowRoot, .modal, .page: return nil
    }
  }

  private func layer(_ event: NavigationEvent) -> String {
    guard let layer = tree.layers.first(where: { $0.id.description == event.subject }) else {
      return event.name
    }
    guard layer.showsOwner else { return "\(layer.style) \(ScreenText.path(layer.screens))" }
    return coordinator(event.other).map { "\(layer.style) \(name($0))" } ?? layer.style
  }

  private func departure(_ event: NavigationEvent) -> String {
    if let owner = finished[event.other] {
      return owner.reason == FinishReason.finished.name
        ? "finish \(owner.name)" : "dismiss \(event.name) \(owner.name)"
    }
    let screens = events.filter { $0.kind == .screenDestroyed && $0.other == event.other }
    return screens.count == 1 ? "dismiss \(event.name) \(screens[0].name)" : "dismiss \(event.name)"
  }

  private func end(_ event: NavigationEvent) -> String? {
    let isTold = dismissedOwners.contains(event.subject)
    return event.reason == FinishReason.finished.name && !isTold ? "finish \(event.name)" : nil
  }

  private func name(_ node: CoordinatorNode) -> String {
    node.stack.isEmpty ? node.type : "\(node.type) ▸ \(ScreenText.path(node.stack))"
  }

  private func coordinator(_ id: String) -> CoordinatorNode? {
    var rest = tree.main.map { [$0] } ?? []
    while let node = rest.popLast() {
      if node.id.description == id { return node }
      rest += node.children
    }
    return nil
  }
}
