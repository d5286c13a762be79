public import Signalbox

/// The input of renderers: the visible state with titles and actions, and the events.
///
/// A subject that is created from an engine reads values lazily, when a renderer needs them.
public struct RenderSubject {
  private let readTree: () -> StateDocument
  private let readEvents: () -> [NavigationEvent]
  private let readTitle: (StateDocument.Screen) -> String?
  private let readActions: (StateDocument.Screen) -> [String]

  /// Creates a subject for the current state of an engine.
  ///
  /// - Parameters:
  ///   - engine: The engine to read. The subject retains it.
  ///   - firstEvent: The number of the first event to include, counted from 1.
  public init(_ engine: NavigationEngine, eventsFrom firstEvent: Int = 1) {
    readTree = { engine.tree }
    readEvents = { engine.events(from: firstEvent) }
    readTitle = { engine.delegate(of: $0.owner)?.title(of: $0.id) }
    readActions = { engine.delegate(of: $0.owner)?.actions(of: $0.id) ?? [] }
  }

  /// Creates a subject for a given state, such as that of a snapshot, with the titles and actions
  /// of its screens.
  ///
  /// - Parameters:
  ///   - tree: The state to render.
  ///   - events: The events, oldest first.
  ///   - titles: The titles of screens. The name of a screen replaces a missing title.
  ///   - actions: The labels of each screen's actions, in order.
  public init(
    tree: StateDocument, events: [NavigationEvent] = [], titles: [ScreenID: String] = [:],
    actions: [ScreenID: [String]] = [:]
  ) {
    readTree = { tree }
    readEvents = { events }
    readTitle = { titles[$0.id] }
    readActions = { actions[$0.id] ?? [] }
  }

  /// Creates a subject for a recorded state.
  ///
  /// - Parameters:
  ///   - state: The state, in its recorded form, or `nil` if nothing has been launched.
  ///   - view: The titles and actions of the state's layers, in the format of ``StepView``, or
  ///     `nil` if they are unknown.
  /// - Throws: `malformed` if the state is not a valid document.
  package init(state: NavigationValue?, view: NavigationValue?) throws(NavigationError) {
    let tree = try state.map { value throws(NavigationError) in try StateDocument(value) }
    let document = tree?.identified ?? .empty
    let faces = view?.table?["layers"]?.list ?? []
    var (titles, actions): ([ScreenID: String], [ScreenID: [String]]) = ([:], [:])
    func note(_ screen: StateDocument.Screen?, _ fields: NavigationArguments?, _ key: String) {
      guard let screen else { return }
      if let title = fields?[key]?.text { titles[screen.id] = title }
      if key == "title", let list = fields?["actions"]?.list {
        actions[screen.id] = list.compactMap(\.text)
      }
    }
    for (layer, face) in zip(document.layers, faces) {
      let (visible, fields) = (document.face(of: layer), face.table)
      note(visible.screens.dropLast().last, fields, "back")
      note(visible.screens.last, fields, "title")
      for (bar, value) in zip(visible.tabBars, fields?["bars"]?.list ?? []) {
        note(bar.tabView, value.table, "title")
      }
    }
    self.init(tree: document, titles: titles, actions: actions)
  }

  /// The visible state. Cost: O(size of the state).
  public var tree: StateDocument { readTree() }

  /// The events, oldest first.
  public var events: [NavigationEvent] { readEvents() }

  /// Returns the title of a screen, or its name if it has no title.
  ///
  /// - Parameter screen: A screen of ``tree``.
  public func title(of screen: StateDocument.Screen) -> String {
    DisplayText.clean(readTitle(screen) ?? screen.name)
  }

  /// Returns the labels of the actions that the user can tap on a screen, in order.
  ///
  /// - Parameter screen: A screen of ``tree``.
  public func actions(of screen: StateDocument.Screen) -> [String] {
    readActions(screen).map(DisplayText.clean)
  }
}
