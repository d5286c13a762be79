/// The two kinds of coordinators: those with a stack of screens and those with pages behind a tab
/// bar.
public enum CoordinatorKind: String, Hashable, Sendable, Codable, CaseIterable {
  case navigation, tabs
}

/// A coordinator type: its name, the style in which other coordinators present it, its routes, and
/// how to create its delegate.
///
/// Register it with ``NavigationEngine/register(_:)->()``. Registering another type under the same
/// name replaces it: existing coordinators continue to run, and later navigation uses the new
/// definition.
public struct CoordinatorType {
  /// The name that routes and scripts use, unique within an engine.
  public var name: String
  /// Whether its coordinators contain screens or pages.
  public var kind: CoordinatorKind
  /// The default style in which other coordinators present it. A call or a route can specify
  /// another one.
  public var style: TransitionStyle
  /// The properties of its layer that differ from that style.
  public var layerTraits: LayerTraits
  /// Whether tapping the selected tab of a tab coordinator pops that page to its root.
  public var popsToRootOnReselect = true
  /// Whether pushed and presented items form one stack (decision 0180).
  ///
  /// If they do, `popToRoot` also dismisses layers, presented screens have their own stacks, and
  /// screens are pushed onto the topmost of these stacks. The options `dismissModals`,
  /// `withNavigation` and `target` of a call override this.
  public var hasUnifiedStack = false
  /// Whether its coordinators are wrappers of their root coordinators: dismissing the root also
  /// dismisses the wrapper.
  public var isWrapper = false
  /// The routes by name.
  public var routes: [String: RouteDefinition]
  /// The initial pages of a tab coordinator.
  public var pages: [PageDefinition]
  /// The page that is selected first. `nil` selects the page in the first position.
  public var currentPage: String?
  /// The screen that a tab coordinator shows around its pages instead of a tab bar.
  public var tabView: ScreenContent?
  /// The arguments that its coordinators accept. `nil` accepts any.
  public var parameters: [RouteParameter]?
  /// The link patterns that its coordinators handle.
  public var links: [LinkHandler]
  /// Creates the delegate of a new coordinator of this type. If it throws, the operation is
  /// rejected.
  public var makeDelegate:
    (CoordinatorID, NavigationArguments) throws(NavigationError) -> any CoordinatorDelegate
  /// The engine that it is registered with, or `nil` before registration.
  var registrar: Registrar?

  /// Identifies an engine, because the ``makeDelegate`` of a registered type can be bound to the
  /// engine.
  final class Registrar {}

  /// Creates a type. By default, it has a stack of screens and is presented as a sheet.
  ///
  /// - Parameters:
  ///   - name: The name that routes and scripts use; another type with that name is replaced.
  ///   - kind: Whether its coordinators contain screens or pages.
  ///   - style: The default style in which other coordinators present it.
  ///   - isInteractive: Whether the user may swipe its layer away. `nil` leaves this to
  ///     `layerTraits`.
  ///   - layerTraits: The properties of its layer that differ from the style.
  ///   - routes: The routes by name.
  ///   - pages: The pages of a tab coordinator, with unique ids.
  ///   - currentPage: The id of the page that is selected first. `nil` selects the page in the
  ///     first position.
  ///   - parameters: The arguments that its coordinators accept. `nil` accepts any.
  ///   - links: The link patterns that its coordinators handle.
  ///   - makeDelegate: Creates the delegate of a new coordinator from its identifier and arguments;
  ///     you can pass it services here. The engine retains the result.
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
  /// The id, unique within the tab bar.
  public var id: String
  /// The title in the tab bar.
  public var title: String
  /// The name of the icon. The string is empty for none.
  public var icon: String
  /// The title while the page is selected. `nil` means ``title``.
  public var selectedTitle: String?
  /// The name of the icon while the page is selected. `nil` means ``icon``.
  public var selectedIcon: String?
  /// The position that determines the order of the pages. Pages with equal positions keep their
  /// order in the list. `nil` means the index in the list, from 0.
  public var position: Int?
  /// The name of the type of the page's coordinator.
  public var coordinator: String
  /// The arguments of the page's coordinator.
  public var arguments: NavigationArguments
  /// Whether the coordinator starts only when the page is first selected.
  public var isLazy: Bool

  /// Creates a page; by default its title is its id.
  ///
  /// - Parameters:
  ///   - id: Identifies the page within its tab bar.
  ///   - title: The title in the tab bar. `nil` uses the id.
  ///   - icon: The name of its icon; empty for none.
  ///   - selectedTitle: The title while the page is selected. `nil` uses the title.
  ///   - selectedIcon: The name of its icon while the page is selected. `nil` uses the icon.
  ///   - position: Orders the pages, in ascending order. `nil` means the index in the list, from 0.
  ///   - coordinator: The name of the type of the page's coordinator.
  ///   - arguments: The arguments of that coordinator.
  ///   - isLazy: Whether the coordinator starts only when the page is first selected.
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
