public import Signalbox

/// What renderers read: what is shown, the texts on it, and what has happened.
///
/// Made from an engine it reads only what a renderer asks for, at the time of asking.
public struct RenderSubject {
  private let readTree: () -> StateDocument
  private let readEvents: () -> [NavigationEvent]
  private let readTitle: (StateDocument.Screen) -> String?
  private let readActions: (StateDocument.Screen) -> [String]

  /// The present state of an engine.
  ///
  /// - Parameter firstEvent: The sequence number of the first event wanted, counted from 1.
  public init(_ engine: NavigationEngine, eventsFrom firstEvent: Int = 1) {
    readTree = { engine.tree }
    readEvents = { engine.events(from: firstEvent) }
    readTitle = { engine.delegate(of: $0.owner)?.title(of: $0.id) }
    readActions = { engine.delegate(of: $0.owner)?.actions(of: $0.id) ?? [] }
  }

  /// A state from elsewhere, such as a snapshot, with the texts of its screens.
  ///
  /// - Parameters:
  ///   - titles: A screen without one shows its name.
  ///   - actions: What the user can tap, in order.
  public init(
    tree: StateDocument, events: [NavigationEvent] = [], titles: [ScreenID: String] = [:],
    actions: [ScreenID: [String]] = [:]
  ) {
    readTree = { tree }
    readEvents = { events }
    readTitle = { titles[$0.id] }
    readActions = { actions[$0.id] ?? [] }
  }

  /// What is shown. Cost: O(its size).
  public var tree: StateDocument { readTree() }

  /// What has happened, oldest first.
  public var events: [NavigationEvent] { readEvents() }

  /// What stands in the title bar of a screen: its title, else its name.
  public func title(of screen: StateDocument.Screen) -> String {
    DisplayText.clean(readTitle(screen) ?? screen.name)
  }

  /// The labels of what the user can tap on a screen, in order.
  public func actions(of screen: StateDocument.Screen) -> [String] {
    readActions(screen).map(DisplayText.clean)
  }
}
