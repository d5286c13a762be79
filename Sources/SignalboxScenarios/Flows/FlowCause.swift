internal import Signalbox

/// What brought about something that is not as expected, in words: `Checkout was dismissed`.
struct FlowCause {
  private let engine: NavigationEngine

  init(_ engine: NavigationEngine) { self.engine = engine }

  /// The last event of some kinds; `nil` where none is readable.
  ///
  /// Of one operation a layer that comes or goes says most: screens come and go with it. That of the
  /// window says nothing: it is there from the launch on.
  func last(of kinds: Set<NavigationEvent.Kind>) -> NavigationEvent? {
    let events = engine.eventNumbers(of: kinds).reversed().lazy
      .compactMap { engine.event(numbered: $0) }
      .filter { $0.kind != .layerPresented || $0.name != "root" }
    guard let last = events.first(where: { _ in true }) else { return nil }
    let others = events.prefix { $0.operation == last.operation }
    return others.first { NavigationEvent.Kind.layerKinds.contains($0.kind) } ?? last
  }

  /// An event as a sentence without its end.
  func text(of event: NavigationEvent) -> String {
    switch event.kind {
    case .layerPresented: "\(owner(of: event) ?? "a \(event.name)") was presented"
    case .layerDismissed:
      "\(owner(of: event) ?? "the \(event.name)") \(Self.ending(event.reason, else: "was dismissed"))"
    case .coordinatorFinished: "\(event.name) \(Self.ending(event.reason, else: "ended"))"
    case .coordinatorAttached: "\(event.name) was shown"
    case .entryPushed: "\(event.name) was pushed"
    case .entryPopped: "\(event.name) \(Self.ending(event.reason, else: "was popped"))"
    case .tabChanged: "tab \(event.name) was selected"
    case .tabPagesChanged: "the pages were set"
    case .tabBadge: "the badge of \(event.name) was set"
    case .rootChanged: "\(event.name) became the root"
    case .screenUpdated: "\(event.name) was updated"
    default: event.kind.name
    }
  }

  /// The type of the coordinator that fills a layer, where the layer was presented with one.
  private func owner(of layer: NavigationEvent) -> String? {
    let kinds: Set<NavigationEvent.Kind> = [.coordinatorAttached]
    let attached = engine.eventNumbers(of: kinds).compactMap { engine.event(numbered: $0) }
    guard let event = attached.last(where: { $0.subject == layer.other }) else { return nil }
    if layer.kind == .layerPresented {
      return event.operation == layer.operation ? event.name : nil
    }
    // A layer with a screen of somebody's own goes without them.
    let ended = engine.eventNumbers(of: [.coordinatorFinished]).contains { number in
      let finish = engine.event(numbered: number)
      return finish?.subject == layer.other && finish?.operation == layer.operation
    }
    return ended ? event.name : nil
  }

  private static func ending(_ reason: String, else usual: String) -> String {
    switch FinishReason.allCases.first(where: { $0.name == reason }) {
    case .finished: "finished"
    case .popped: "was popped"
    case .dismissed: "was dismissed"
    case .userBack: "went when the user went back"
    case .userSwipe: "was swiped away"
    case .replaced: "was replaced"
    case .pageRemoved: "went with its page"
    case .restarted: "went with the restart"
    case .cascade, .ancestorFinished: "went with what it belonged to"
    case .undone: "was undone"
    case nil: usual
    }
  }
}

extension NavigationEvent.Kind {
  fileprivate static let layerKinds: Set<Self> = [.layerPresented, .layerDismissed]
}
