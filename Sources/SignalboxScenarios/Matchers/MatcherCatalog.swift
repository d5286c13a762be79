package import Signalbox
internal import SignalboxInspector
package import SignalboxScripting

/// A matcher for `app:expect`.
///
/// A matcher reads the state without changing it. `Comparison` compares the result with the
/// expected value. It compares lists completely and tables by the expected keys, and calls
/// functions as predicates.
package struct Matcher: Sendable {
  /// A closure that returns the actual value. The closure throws `badArgument` if the expected
  /// value can never match.
  typealias Reading =
    @Sendable (MatchSubject, _ expected: ScriptValue) throws(ScriptError) -> ScriptValue

  typealias Covering =
    @Sendable (MatchSubject, _ expected: ScriptValue) throws(ScriptError) -> Set<ShownChange>

  /// The key in `app:expect { … }`.
  package let name: String
  /// The type of the expected value in LuaCATS notation.
  package let type: String
  /// A one-sentence description without a period.
  package let summary: String
  /// The kinds of events that change the value, for reports.
  package let causes: Set<NavigationEvent.Kind>
  /// A closure that returns the changes that the value shows. An exhaustive scenario needs no other
  /// expectation for these changes. The closure throws the same errors as a ``Reading``.
  let covers: Covering
  private let read: Reading

  fileprivate init(
    _ name: String, _ type: String, _ summary: String, causes: Set<NavigationEvent.Kind> = [],
    covers: @escaping Covering, _ read: @escaping Reading
  ) {
    self.name = name
    self.type = type
    self.summary = summary
    self.causes = causes
    self.covers = covers
    self.read = read
  }

  fileprivate init(
    _ name: String, _ type: String, _ summary: String, causes: Set<NavigationEvent.Kind> = [],
    covers: Set<ShownChange> = [], _ read: @escaping Reading
  ) {
    self.init(
      name, type, summary, causes: causes, covers: { _, _ throws(ScriptError) in covers }, read)
  }

  /// Returns the actual value.
  ///
  /// - Parameters:
  ///   - subject: The state to read.
  ///   - expected: The expected value, for matchers whose level of detail depends on this value.
  /// - Throws: `badArgument` if the expected value can never match.
  package func actual(
    _ subject: MatchSubject, expecting expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue { try read(subject, expected) }
}

/// The catalog of all built-in matchers, which scripts, hints and the reference use.
///
/// To add a matcher, add a row to this list. The matchers of plugins are stored in the session
/// instead.
package enum MatcherCatalog {
  /// The matchers, in the order in which the reference lists them.
  package static let all = [
    Matcher(
      "stack", "(string|table|function)[]",
      "the screens of the topmost coordinator, the root first", causes: .screens,
      covers: .inStack
    ) { subject, expected in
      let top = subject.session.engine.topCoordinator
      return subject.list(top.map(subject.session.engine.stack(of:)) ?? [], expecting: expected)
    },
    Matcher(
      "top", "string|table|function", "the frontmost screen, like `front`",
      causes: .screens, covers: changesOfFront, front),
    Matcher(
      "front", "string|table|function", "the frontmost screen", causes: .screens,
      covers: changesOfFront, front),
    modal,
    Matcher(
      "layers", "integer|string[]", "the number of layers, or their styles from the root up",
      causes: .layers, covers: .inLayers
    ) { subject, expected in
      let layers = subject.tree.layers
      return expected.table == nil ? .integer(layers.count) : ScriptValue(layers.map(\.style))
    },
    Matcher(
      "tab", "string", "the selected page of the innermost visible tabs",
      causes: [.tabChanged], covers: [.all(.tabChanged)]
    ) { subject, _ in
      subject.tabs?.pages.first { $0.isSelected }.map { .string($0.id) } ?? .nil
    },
    Matcher(
      "pages", "string[]", "the pages of the innermost visible tabs", causes: [.tabPagesChanged]
    ) { subject, _ in ScriptValue(subject.tabs?.pages.map(\.id) ?? []) },
    Matcher(
      "badges", "table<string, string|false>",
      "the badges of the innermost visible tabs, or false for a tab without a badge",
      causes: [.tabBadge]
    ) { subject, _ in
      let pages = subject.tabs?.pages ?? []
      return .table(
        ScriptTable(fields: pages.map { ($0.id, $0.badge.map { .string($0) } ?? .boolean(false)) }))
    },
    Matcher("coordinator", "string", "the type of the topmost coordinator", causes: .screens) {
      subject, _ in
      let engine = subject.session.engine
      return engine.topCoordinator.flatMap(engine.typeName(of:)).map { .string($0) } ?? .nil
    },
    Matcher(
      "title", "string", "the title of the front screen, as the user sees it", causes: .front
    ) { subject, _ in
      subject.tree.front.map { .string(subject.rendered.title(of: $0)) } ?? .nil
    },
    Matcher(
      "actions", "string[]", "the labels that the user can tap on the front screen",
      causes: .front
    ) { subject, _ in ScriptValue(subject.tree.front.map(subject.rendered.actions(of:)) ?? []) },
    Matcher(
      "args", "table<string, any>", "the arguments of the front screen", causes: .front
    ) { subject, _ in subject.tree.front.map { ScriptValue($0.arguments) } ?? .nil },
    Matcher(
      "alert", "string|false", "the title of the visible alert, or false for none",
      causes: .layers, covers: { subject, _ in subject.changes(ofLayers: "alert") }
    ) { subject, _ in subject.title(ofLayer: "alert") },
    Matcher(
      "fields", "table<string, string>",
      "the texts of the visible alert's fields, keyed by the "
        + "fields' names",
      causes: [.layerTextEntered, .layerPresented, .layerDismissed],
      covers: [.all(.layerTextEntered)]
    ) { subject, _ in
      let fields = subject.tree.layers.last { $0.phase == .presented }?.fields ?? []
      return .table(ScriptTable(fields: fields.map { ($0.name, .string($0.text)) }))
    },
    Matcher(
      "toast", "string|false",
      "the title of the visible layer with the style `toast`, or false for none", causes: .layers,
      covers: { subject, _ in subject.changes(ofLayers: "toast") }
    ) { subject, _ in subject.title(ofLayer: "toast") },
    Matcher(
      "result", "any",
      "the result of the most recently finished coordinator, or false if there is no result",
      causes: [.coordinatorFinished], covers: changesOfResult
    ) { subject, _ in
      subject.session.lastFinish?.result.map { ScriptValue($0) } ?? .boolean(false)
    },
    events,
    Matcher(
      "links", "table<string, string|false>",
      "the first declared pattern that each link matches, or false for none", links),
    Matcher(
      "leaks", "integer|string[]",
      "the number of leaked coordinators and screens, or their names"
    ) { subject, expected in
      let leaks = subject.session.leaks
      if expected.table != nil { return ScriptValue(leaks.map(\.name)) }
      // The comparison uses the number of leaks. If the number differs, the reported value lists
      // the leaks with their owners.
      return expected.integer == leaks.count
        ? .integer(leaks.count) : ScriptValue(leaks.map(\.description))
    },
  ]

  /// The matcher for modal layers. An empty list means that no such layers are expected.
  static let modal = Matcher(
    "modal", "(string|table|function)[]",
    "the topmost screen of each layer above the root, lowest layer first", causes: .screens,
    covers: changesOfModals
  ) { subject, expected in
    subject.list(subject.modals.compactMap(\.screen), expecting: expected)
  }

  /// The matcher for events that are expected in a given order.
  static let events = Matcher(
    "events", "string[]",
    "events that have occurred since the scenario began, in the listed order; other events may "
      + "occur between them: `entry.pushed` or `entry.pushed product`",
    covers: { subject, expected throws(ScriptError) in
      Set(try foundEvents(subject, expected).map { .event($0.event.sequence) })
    },
    { subject, expected throws(ScriptError) in
      ScriptValue(try foundEvents(subject, expected).map(\.text))
    })

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Returns the matcher with the given name, or `nil` if there is none.
  ///
  /// - Parameter name: The key in `app:expect`.
  package static func matcher(named name: String) -> Matcher? { byName[name] }

  @Sendable private static func front(
    _ subject: MatchSubject, _ expected: ScriptValue
  ) -> ScriptValue {
    subject.tree.front.map { subject.value(of: $0, expecting: expected) } ?? .nil
  }

  @Sendable private static func changesOfFront(
    _ subject: MatchSubject, _ expected: ScriptValue
  ) -> Set<ShownChange> {
    subject.tree.front.map { .showing($0, in: subject.session.engine) } ?? []
  }

  @Sendable private static func changesOfModals(
    _ subject: MatchSubject, _ expected: ScriptValue
  ) -> Set<ShownChange> {
    subject.modals.compactMap(\.screen).reduce(into: Set.inLayers) { changes, screen in
      changes.formUnion(Set.showing(screen, in: subject.session.engine))
    }
  }

  @Sendable private static func changesOfResult(
    _ subject: MatchSubject, _ expected: ScriptValue
  ) -> Set<ShownChange> {
    subject.session.lastFinish.map { [.named(.coordinatorFinished, $0.type)] } ?? []
  }

  /// Returns the expected events that occurred, up to the first missing event. The text of each
  /// event has the form in which the event is expected.
  private static func foundEvents(
    _ subject: MatchSubject, _ expected: ScriptValue
  ) throws(ScriptError) -> [(text: String, event: NavigationEvent)] {
    let wanted = expected.table?.list.map(\.text) ?? [nil]
    guard !wanted.contains(nil) else {
      throw .badArgument(
        "events are \(subject.session.text(of: expected)), expected a list of strings")
    }
    var found: [(text: String, event: NavigationEvent)] = []
    let missing = wanted.compactMap(\.self)
    for event in subject.session.engine.events(from: subject.firstEvent) {
      guard found.count < missing.count else { break }
      let next = missing[found.count]
      if next == event.kind.name || next == "\(event.kind.name) \(event.name)" {
        found.append((next, event))
      }
    }
    return found
  }

  /// Returns a table that maps each expected link to the first pattern that matches it, or to
  /// `false`.
  @Sendable private static func links(
    _ subject: MatchSubject, _ expected: ScriptValue
  ) throws(ScriptError) -> ScriptValue {
    guard let table = expected.table, table.list.isEmpty else {
      throw .badArgument(
        "links is \(subject.session.text(of: expected)), expected a table of links and patterns")
    }
    var patterns: [(String, ScriptValue)] = []
    for link in table.pairs.compactMap(\.key.text) {
      try subject.session.inputs.checkStop()
      let pattern = subject.session.engine.matches(for: link).first?.pattern
      patterns.append((link, pattern.map { .string($0) } ?? .boolean(false)))
    }
    return .table(ScriptTable(fields: patterns))
  }
}

extension Set<NavigationEvent.Kind> {
  /// The kinds of events that change the layers.
  fileprivate static let layers: Self = [.layerPresented, .layerDismissed]
  /// The kinds of events that change the front screen or the screens below it.
  fileprivate static let screens: Self = [
    .entryPushed, .entryPopped, .layerPresented, .layerDismissed, .tabChanged, .rootChanged,
  ]
  /// The kinds of events that change the front screen.
  fileprivate static let front = screens.union([.screenUpdated])
}
