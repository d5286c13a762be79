/// A link that an exploration has opened.
package struct OpenedLink {
  /// The outcome, or `nil` if the operation has not settled.
  package let outcome: Outcome?
  /// Whether a handler has handled the link or will handle it later.
  package let isHandled: Bool

  /// Opens a link.
  package init(_ link: String, in engine: NavigationEngine) {
    let first = engine.eventCount + 1
    outcome = engine.perform("open") { $0.text = link }
    let events = engine.events(from: first)
    isHandled = outcome != nil && !events.contains { $0.kind == .linkUnhandled }
  }
}
