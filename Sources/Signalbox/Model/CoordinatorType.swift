/// The two kinds of coordinators: a stack of screens, or pages behind a tab bar.
public enum CoordinatorKind: String, Hashable, Sendable, Codable, CaseIterable {
  case navigation, tabs
}

/// A type of coordinators: its name, the style in which others present it, its routes, and how to
/// create its delegate.
///
/// Register it with ``NavigationEngine/register(_:)->()``. Registering another type under the same
/// name replaces it: existing coordinators continue, new navigation uses the new definition.
public struct CoordinatorType {
  /// The name that routes and scripts use, unique within an engine.
  public var name: String
  /// Whether its coordinators contain screens or pages.
  public var kind: CoordinatorKind
  /// The default style in which other coordinators present it; a call or a route can specify
  /// another one.
  public var style: TransitionStyle
  /// The properties of its layer that differ from that style.
  public var layerTraits: LayerTraits
  /// Whether tapping the selected tab of a tab coordinator pops that page to its root.
  public var popsToRootOnReselect = true
  /// Whether pushed and presented items form one stack (decision 0180).
  ///
  /// If so, `popToRoot` also dismisses layers, a presented screen has a stack of its own, and
  /// screens are pushed onto the topmost of these. The options `dismissModals`, `withNavigation`
  /// and `target` of a call override it.
  public var hasUnifiedStack = false
  /// Whether it only wraps the coordinator at its root, so that dismissing the root dismisses the
  /// wrapper.
  public var isWrapper = false
  /// The routes by name.
  public var routes: [String: RouteDefinition]
  /// The initial pages of a tab coordinator.
  public var pages: [PageDefinition]
  /// The page that is selected first; `nil` selects the first by position.
  public var currentPage: String?
  /// The screen around the pages of a tab coordinator, which replaces the tab bar.
  public var tabView: ScreenContent?
  /// The arguments that its coordinators accept; `nil` accepts any.
  public var parameters: [RouteParameter]?
  /// The link patterns that its coordinators handle.
  public var links: [LinkHandler]
  /// Creates the delegate of a new coordinator of this type; its error rejects the operation.
  public var makeDelegate:
    (CoordinatorID, NavigationArguments) throws(NavigationError) -> any CoordinatorDelegate
  /// The engine that it is registered with; `nil` before registration.
  var registrar: Registrar?

  /// Identifies an engine: ``makeDelegate`` of a type that is registered there can be bound to it.
  final class Registrar {}

  /// Creates a type; by default with a stack of screens and presented as a sheet.
  ///
  /// - Parameters:
  ///   - name: The name that routes and scripts use; another type with that name is replaced.
  ///   - kind: Whether its coordinators contain screens or pages.
  ///   - style: The default style in which other coordinators present it.
  ///   - isInteractive: Whether the user may swipe its layer away; `nil` uses `layerTraits`.
  ///   - layerTraits: The properties of its layer that differ from the style.
  ///   - routes: The routes by name.
  ///   - pages: The pages of a tab coordinator, with unique ids.
  ///   - currentPage: The id of the page that is selected first; `nil` selects the first by
  ///     position.
  ///   - parameters: The arguments that its coordinators accept; `nil` accepts any.
  ///   - links: The link patterns that its coordinators handle.
  ///   - makeDelegate: Creates the delegate of a new coordinator from its identifier and arguments;
  ///     pass services to it here. The engine retains the result.
  public init(
    name: String,
    kind: CoordinatorKind = .navigation,
    style: TransitionStyle = .sheet,
    isInteractive: Bool? = nil,
    layerTraits: LayerTraits = LayerTraits(),
    routes: [String: RouteDefinition] = [:],
    pages: [PageDefinition] = [],
    currentPage: String? = nil,
    parameters: [RouteParameter]? = nil,
    links: [LinkHandler] = [],
    makeDelegate:
      @escaping (CoordinatorID, NavigationArguments) throws(NavigationError)
      -> any CoordinatorDelegate
  ) {
    self.name = name
    self.kind = kind
    self.style = style
    self.layerTraits = layerTraits
    if let isInteractive { self.layerTraits.isInteractive = isInteractive }
    self.routes = routes
    self.pages = pages
    self.currentPage = currentPage
    self.parameters = parameters
    self.links = links
    self.makeDelegate = makeDelegate
  }
}

/// A page of a tab bar, as an application defines it.
public struct PageDefinition: Hashable, Sendable {
  /// Unique within its tab bar.
  public var id: String
  /// The title in the tab bar.
  public var title: String
  /// The name of its icon; empty for none.
  public var icon: String
  /// The title while the page is selected; `nil` is ``title``.
  public var selectedTitle: String?
  /// The name of its icon while the page is selected; `nil` is ``icon``.
  public var selectedIcon: String?
  /// Pages are sorted by position, and by their order in the list if positions are equal; `nil` is
  /// the index in the list, from 0.
  public var position: Int?
  /// The type of the page's coordinator.
  public var coordinator: String
  /// The arguments of the page's coordinator.
  public var arguments: NavigationArguments
  /// Whether its coordinator starts when the page is selected for the first time instead of
  /// immediately.
  public var isLazy: Bool

  /// Creates a page; by default its title is its id.
  ///
  /// - Parameters:
  ///   - id: Identifies the page within its tab bar.
  ///   - title: The title in the tab bar; `nil` uses the id.
  ///   - icon: The name of its icon; empty for none.
  ///   - selectedTitle: The title while the page is selected; `nil` uses the title.
  ///   - selectedIcon: The name of its icon while the page is selected; `nil` uses the icon.
  ///   - position: Orders the pages, in ascending order; `nil` is the index in the list, from 0.
  ///   - coordinator: The name of the type of the page's coordinator.
  ///   - arguments: The arguments of that coordinator.
  ///   - isLazy: Whether that coordinator starts when the page is selected for the first time.
  public init(
    id: String, title: String? = nil, icon: String = "", selectedTitle: String? = nil,
    selectedIcon: String? = nil, position: Int? = nil,
    coordinator: String, arguments: NavigationArguments = [:], isLazy: Bool = false
  ) {
    self.id = id
    self.title = title ?? id
    self.icon = icon
    self.selectedTitle = selectedTitle
    self.selectedIcon = selectedIcon
    self.position = position
    self.coordinator = coordinator
    self.arguments = arguments
    self.isLazy = isLazy
  }
}
