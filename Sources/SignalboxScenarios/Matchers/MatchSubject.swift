package import Signalbox
package import SignalboxInspector
package import SignalboxScripting

/// The current state of a session, which matchers read. ``tree`` and ``rendered`` are computed at
/// most once.
package final class MatchSubject {
  /// The session whose state is compared.
  package let session: ScriptSession
  /// The number of the scenario's first event, counted from 1.
  package let firstEvent: Int
  /// The complete navigation state.
  package private(set) lazy var tree: StateDocument = session.engine.tree
  /// The visible state with titles and actions.
  package private(set) lazy var rendered = RenderSubject(session.engine)

  /// Creates the subject for the current state of a session.
  ///
  /// - Parameters:
  ///   - session: The session whose state is compared.
  ///   - firstEvent: The number of the first event to take into account, counted from 1.
  package init(_ session: ScriptSession, firstEvent: Int = 1) {
    self.session = session
    self.firstEvent = firstEvent
  }

  /// Returns a value for comparing a screen: the screen's name or, if a table is expected, a table
  /// that includes the screen's arguments.
  func value(of screen: StateDocument.Screen, expecting expected: ScriptValue) -> ScriptValue {
    guard expected.table != nil, TextPattern(expected) == nil else { return .string(screen.name) }
    var pairs: [ScriptTable.Pair] = [(1, .string(screen.name))]
    for field in screen.arguments.fields {
      pairs.append((.string(field.name), session.value(of: field.value)))
    }
    return .table(ScriptTable(pairs))
  }

  /// Returns the values for comparing a list of screens.
  func list(_ screens: [StateDocument.Screen], expecting expected: ScriptValue) -> ScriptValue {
    let wanted = expected.table?.list ?? []
    return .table(
      ScriptTable(
        list: screens.enumerated().map { index, screen in
          value(of: screen, expecting: index < wanted.count ? wanted[index] : .nil)
        }))
  }

  /// Each layer above the root with its topmost screen, lowest layer first.
  var modals: [(layer: StateDocument.Layer, screen: StateDocument.Screen?)] {
    VisibleScreens(tree).modals
  }

  /// The innermost visible tab coordinator in the topmost layer that contains a tab coordinator.
  var tabs: CoordinatorNode? { VisibleScreens(tree).tabs }

  /// Returns the title of the topmost layer with the given style, or `false` if there is no such
  /// layer.
  func title(ofLayer style: String) -> ScriptValue {
    screen(ofLayer: style).map { .string(rendered.title(of: $0)) } ?? .boolean(false)
  }

  /// Returns the changes that the title of a layer with the given style shows.
  func changes(ofLayers style: String) -> Set<ShownChange> {
    let changes = Set<ShownChange>.inLayers(of: style)
    guard let screen = screen(ofLayer: style) else { return changes }
    return changes.union(Set.showing(screen, in: session.engine))
  }

  private func screen(ofLayer style: String) -> StateDocument.Screen? {
    modals.last { $0.layer.style == style }?.screen
  }
}

extension ScriptValue {
  /// Creates a list of strings.
  init(_ texts: [String]) { self = .table(ScriptTable(list: texts.map { .string($0) })) }
}
