package import Signalbox

/// The view after a step, for a recording: screen titles and actions, pending timers and
/// asynchronous work, and events.
package struct StepView {
  /// The view, as a table with `layers`, `timers` and `work`. Empty entries are omitted.
  package let view: NavigationValue
  /// The step's events in the order of occurrence, up to a maximum number.
  package let events: [String]
  /// The number of omitted events.
  package let omitted: Int

  /// The maximum number of events, and the maximum number of timers and of work items.
  private static let maxEvents = 60, maxTimers = 40
  /// The maximum number of layers whose titles are read, starting with the front layer.
  private static let maxLayers = 6

  /// Reads the view from an engine. This calls the script functions that return titles and actions.
  ///
  /// - Parameters:
  ///   - engine: The engine to read.
  ///   - events: The numbers of the step's events.
  package init(of engine: NavigationEngine, events: Range<Int>) {
    let subject = RenderSubject(engine)
    let tree = subject.tree
    let hidden = max(0, tree.layers.count - Self.maxLayers)
    let layers = tree.layers.enumerated().map { index, layer in
      index < hidden ? [:] : Self.layer(tree.face(of: layer), subject)
    }
    func owner(_ coordinator: CoordinatorID?) -> NavigationValue? {
      coordinator.flatMap(engine.typeName(of:)).map { .string($0) }
    }
    let timers = engine.pendingTimers.prefix(Self.maxTimers).map { timer in
      NavigationValue.fields([
        ("at", .integer(Self.milliseconds(timer.deadline))), ("owner", owner(timer.owner)),
      ])
    }
    let work = engine.openWork.prefix(Self.maxTimers).map { owner($0.owner) ?? "application" }
    view = .fields([
      ("layers", layers.isEmpty ? nil : .list(layers)),
      ("timers", timers.isEmpty ? nil : .list(timers)),
      ("work", work.isEmpty ? nil : .list(work)),
    ])
    (self.events, omitted) = Self.events(events, of: engine)
  }

  /// Reads the events of a step whose titles, actions and timers are unknown.
  init(events: Range<Int>, of engine: NavigationEngine) {
    view = .fields([])
    (self.events, omitted) = Self.events(events, of: engine)
  }

  private static func events(
    _ numbers: Range<Int>, of engine: NavigationEngine
  ) -> (texts: [String], omitted: Int) {
    let texts = numbers.prefix(maxEvents).compactMap(engine.event(numbered:))
      .map { DisplayText.line($0.description) }
    return (texts, max(0, numbers.count - maxEvents))
  }

  /// Returns a table with the title and the actions of the layer's front screen, the title of the
  /// previous screen for the back button, and the titles and actions of the enclosing tab views,
  /// outermost first.
  private static func layer(_ face: LayerFace, _ subject: RenderSubject) -> NavigationValue {
    let front = face.screens.last
    let below = face.screens.dropLast().last
    let bars = face.tabBars.map { bar -> NavigationValue in
      guard let view = bar.tabView else { return [:] }
      return .fields([("title", title(view, subject)), ("actions", actions(view, subject))])
    }
    return .fields([
      ("title", front.flatMap { title($0, subject) }),
      ("back", below.flatMap { title($0, subject) }),
      ("actions", front.flatMap { actions($0, subject) }),
      ("bars", bars.contains { $0 != [:] } ? .list(bars) : nil),
    ])
  }

  /// Returns the title of a screen, or `nil` if the title equals the screen's name.
  private static func title(
    _ screen: StateDocument.Screen, _ subject: RenderSubject
  ) -> NavigationValue? {
    let title = subject.title(of: screen)
    return title == screen.name ? nil : .string(DisplayText.line(title))
  }

  private static func actions(
    _ screen: StateDocument.Screen, _ subject: RenderSubject
  ) -> NavigationValue? {
    let actions = subject.actions(of: screen)
    return actions.isEmpty ? nil : .texts(actions.map(DisplayText.line))
  }

  private static func milliseconds(_ time: Duration) -> Int {
    Int(time.components.seconds) * 1000 + Int(time.components.attoseconds / 1_000_000_000_000_000)
  }
}
