public import Signalbox

/// Describes the changes that one operation has made, for prompts, steps and reports.
///
/// Names appear as the application defines them, and can contain control characters. Apply
/// ``DisplayText/clean(_:)`` before printing.
public struct ChangeDescription {
  private let events: [NavigationEvent]
  private let tree: StateDocument?
  /// The operation's name.
  private let operation: String?
  private let attached: Set<CoordinatorID>
  private let finished: [CoordinatorID: NavigationEvent]
  private let dismissedOwners: Set<CoordinatorID>

  /// Creates a description of the changes that events report.
  ///
  /// - Parameters:
  ///   - events: The events of one operation, in the order of occurrence.
  ///   - tree: The state after the operation. If the value is `nil`, phrases contain only names,
  ///     and no phrase describes a coordinator that shares a stack.
  public init(_ events: [NavigationEvent], tree: StateDocument? = nil) {
    self.events = events
    self.tree = tree
    operation = events.first?.call?.name
    attached = Set(events.filter { $0.kind == .coordinatorAttached }.compactMap(\.coordinator))
    finished = Dictionary(
      events.filter { $0.kind == .coordinatorFinished }.compactMap { event in
        event.coordinator.map { ($0, event) }
      }, uniquingKeysWith: { first, _ in first })
    dismissedOwners = Set(events.filter { $0.kind == .layerDismissed }.compactMap(\.other))
  }

  /// The phrase and the sentence for an event. The phrase is `nil` if the event changes nothing, or
  /// if its change is described together with another change.
  private struct Words {
    let phrase: String?
    let sentence: String

    init(_ phrase: String?, _ sentence: String) {
      (self.phrase, self.sentence) = (phrase, sentence)
    }
  }

  private func words(for event: NavigationEvent) -> Words {
    let (name, why) = (event.name, event.explanation)
    func ending(else usual: String) -> String { Self.ending(event.reason, else: usual) }
    switch event.kind {
    case .entryPushed: return Words(push(event), "\(name) was pushed")
    case .entryPopped: return Words(nil, "\(name) \(ending(else: "was popped"))")
    case .layerPresented:
      let owner = events.first { $0.kind == .coordinatorAttached && $0.coordinator == event.other }
      return Words("present \(layer(event))", "\(owner?.name ?? "a \(name)") was presented")
    case .layerDismissed:
      let owner = end(of: event.other)?.name ?? "the \(name)"
      return Words(departure(event), "\(owner) \(ending(else: "was dismissed"))")
    case .coordinatorAttached: return Words(arrival(event), "\(name) was shown")
    case .coordinatorFinished: return Words(finish(event), "\(name) \(ending(else: "ended"))")
    case .rootChanged:
      let verb = operation == "restartApp" ? "restart" : "launch"
      return Words("\(verb) \(name)", "\(name) became the root")
    case .tabChanged: return Words("select \(name)", "tab \(name) was selected")
    case .tabPagesChanged: return Words("set pages", "the pages were set")
    case .tabBadge:
      let phrase = event.detail.map { "badge \(name) \($0)" } ?? "unbadge \(name)"
      return Words(phrase, "the badge of \(name) was changed")
    case .layerTextEntered:
      let text = NavigationValue.string(event.detail ?? "")
      return Words("enter \(text) into \(name)", "\(text) was entered into \(name)")
    case .screenUpdated: return Words("update \(name)", "\(name) was updated")
    case .linkOpened: return Words("open \(why)", "\(why) was opened")
    case .linkQueued: return Words("keep \(why) for later", "\(why) was kept for later")
    case .linkUnhandled: return Words(nil, "\(why) was not handled")
    case .exitRequested: return Words("ask to exit", "the user asked to exit")
    case .backIntercepted: return Words("\(name) handles back", "\(name) handled back")
    case .operationNoop:
      return Words(nil, "\(event.subject) did nothing: \(why)")
    case .operationRejected:
      return Words(nil, "\(event.subject) was rejected: \(why)")
    case .operationCancelled:
      return Words(nil, "\(event.subject) was cancelled: \(why)")
    // All other events accompany one of these events, or change nothing.
    default: return Words(nil, event.kind.name)
    }
  }

  /// Returns a mark for an event, such as `▸ product`, or `nil` if its kind has no mark.
  ///
  /// - Parameter event: An event of any kind.
  public static func mark(for event: NavigationEvent) -> String? {
    guard let sign = sign(of: event.kind) else { return nil }
    return switch event.kind {
    case .linkUnhandled: sign
    case .operationNoop, .operationRejected, .operationCancelled: "\(sign) (\(event.reason))"
    default: "\(sign) \(event.name)"
    }
  }

  /// The kinds of events for which ``mark(for:)`` returns a mark.
  public static let markedKinds = Set(NavigationEvent.Kind.allCases.filter { sign(of: $0) != nil })

  private static func sign(of kind: NavigationEvent.Kind) -> String? {
    switch kind {
    case .entryPushed: "▸"
    case .entryPopped: "◂"
    case .layerPresented: "⤒"
    case .layerDismissed: "⤓"
    case .rootChanged: "⌂"
    case .tabChanged: "⇥"
    case .linkUnhandled: "unhandled"
    case .operationNoop: "nothing"
    case .operationRejected: "rejected"
    case .operationCancelled: "cancelled"
    default: nil
    }
  }

  /// Returns an event as a sentence without a period, such as `product was pushed`.
  ///
  /// - Parameter event: One of the events of this description.
  public func sentence(for event: NavigationEvent) -> String { words(for: event).sentence }

  /// The effects of the operation, such as `push product { id = 42 }`.
  ///
  /// Changes that follow from a larger change are omitted, such as the first screens of a presented
  /// coordinator or the screens of a finished coordinator.
  public var phrases: [String] {
    if let root = events.first(where: { $0.kind == .rootChanged }) {
      return [words(for: root).phrase].compactMap(\.self)
    }
    let popped = events.filter { $0.kind == .entryPopped && isPopShown($0) }
    return events.compactMap { event in
      event == popped.first
        ? "pop " + popped.map(\.name).joined(separator: ", ") : words(for: event).phrase
    }
  }

  // MARK: - Phrases

  private func isPopShown(_ event: NavigationEvent) -> Bool {
    end(of: event.other) == nil || (dismissedOwners.isEmpty && operation != "finishFlow")
  }

  private func end(of coordinator: CoordinatorID?) -> NavigationEvent? {
    coordinator.flatMap { finished[$0] }
  }

  private func push(_ event: NavigationEvent) -> String? {
    if let owner = event.other, attached.contains(owner) { return nil }
    // The screen's arguments are included if the screen is still on the stack.
    let screen = node(event.other)?.stack.first { $0.id == event.screen }
    return "push \(screen.map(ScreenText.name) ?? event.name)"
  }

  /// Describes a coordinator that shares a stack. A coordinator with its own layer is described
  /// together with the layer.
  private func arrival(_ event: NavigationEvent) -> String? {
    guard let node = node(event.coordinator) else { return nil }
    switch node.attachment {
    case .pushed: return "push \(name(node))"
    case .root: return "start \(name(node))"
    case .none, .windowRoot, .modal, .page: return nil
    }
  }

  private func layer(_ event: NavigationEvent) -> String {
    guard let layer = tree?.layers.first(where: { .layer($0.id) == event.subject }) else {
      return event.name
    }
    guard layer.showsOwner else { return "\(layer.style) \(ScreenText.path(layer.screens))" }
    return node(event.other).map { "\(layer.style) \(name($0))" } ?? layer.style
  }

  private func departure(_ event: NavigationEvent) -> String {
    if let owner = end(of: event.other) {
      return owner.reason == .ending(.finished)
        ? "finish \(owner.name)" : "dismiss \(event.name) \(owner.name)"
    }
    let screens = events.filter { $0.kind == .screenDestroyed && $0.other == event.other }
    return screens.count == 1 ? "dismiss \(event.name) \(screens[0].name)" : "dismiss \(event.name)"
  }

  private func finish(_ event: NavigationEvent) -> String? {
    let isReported = event.coordinator.map(dismissedOwners.contains) == true
    return event.reason == .ending(.finished) && !isReported ? "finish \(event.name)" : nil
  }

  private func name(_ node: CoordinatorNode) -> String {
    node.stack.isEmpty ? node.type : "\(node.type) ▸ \(ScreenText.path(node.stack))"
  }

  private func node(_ id: CoordinatorID?) -> CoordinatorNode? {
    id.flatMap { tree?.coordinator($0) }
  }

  // MARK: - Sentences

  /// Returns the newest available event of the given kinds, with a sentence that describes it.
  ///
  /// If the operation of that event has also added or removed a layer, and `kinds` contains the
  /// kind of this change, the result is the event of the layer, because screens change together
  /// with their layer. The presentation of the root layer is ignored, because the root layer always
  /// exists after the launch.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of events to find.
  ///   - engine: The engine whose events are searched, newest first.
  /// - Returns: The event and the sentence, or `nil` if no such event is available.
  public static func last(
    of kinds: Set<NavigationEvent.Kind>, in engine: NavigationEngine
  ) -> (event: NavigationEvent, sentence: String)? {
    let read = kinds.union([.coordinatorAttached, .coordinatorFinished])
    let events = engine.eventNumbers(of: read).reversed().lazy
      .compactMap(engine.event(numbered:))
    func isWanted(_ event: NavigationEvent) -> Bool {
      kinds.contains(event.kind) && (event.kind != .layerPresented || event.name != "root")
    }
    guard let last = events.first(where: isWanted) else { return nil }
    let operation = events.prefix { $0.operation >= last.operation }
      .filter { $0.operation == last.operation }
    let layers: Set<NavigationEvent.Kind> = [.layerPresented, .layerDismissed]
    let event = operation.first { isWanted($0) && layers.contains($0.kind) } ?? last
    return (event, Self(operation.reversed()).sentence(for: event))
  }

  /// Returns the current position of a pushed screen that is not in front, such as
  /// `beneath Checkout`.
  ///
  /// - Parameters:
  ///   - event: The event that reported the push.
  ///   - engine: The engine that emitted the event.
  /// - Returns: The position, or `nil` if the event is not a push, if the screen is the front
  ///   screen or has been removed, or if there is no front screen.
  public static func place(after event: NavigationEvent, in engine: NavigationEngine) -> String? {
    guard event.kind == .entryPushed, let screen = event.screen, engine.isAlive(screen) else {
      return nil
    }
    let tree = engine.tree
    guard let front = tree.front, front.id != screen else { return nil }
    let place = tree.layers.lastIndex { layer in
      tree.face(of: layer).screens.contains { $0.id == screen }
    }
    guard let place else { return "in a tab that is not selected" }
    guard place + 1 < tree.layers.count else { return "beneath \(front.name)" }
    let above = tree.layers[place + 1]
    let owner = above.showsOwner ? tree.coordinator(above.owner.id)?.type : nil
    return "beneath \(owner ?? above.screens.first?.name ?? above.style)"
  }

  private static func ending(_ reason: NavigationEvent.Reason, else usual: String) -> String {
    guard case .ending(let reason) = reason else { return usual }
    return switch reason {
    case .finished: "finished"
    case .popped: "was popped"
    case .dismissed: "was dismissed"
    case .userBack: "was removed when the user went back"
    case .userSwipe: "was swiped away"
    case .replaced: "was replaced"
    case .pageRemoved: "was removed with its page"
    case .restarted: "was removed by the restart"
    case .cascade, .ancestorFinished: "was removed with its owner"
    case .undone: "was undone"
    }
  }
}
