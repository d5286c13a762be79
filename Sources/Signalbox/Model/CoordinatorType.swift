/// The kind of a coordinator, which contains either a navigation stack or the pages of a tab bar.
public enum CoordinatorKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// The coordinator pushes its screens onto a stack.
  case navigation
  /// The coordinator shows one of its pages at a time. Each page has its own coordinator.
  case tabs
}

/// A coordinator type: its name, its default presentation style, its routes, and a function that
/// creates its delegate.
///
/// Register it with ``NavigationEngine/register(_:)->()``. Registering another type under the same
/// name replaces it: existing coordinators continue to run, and later navigation uses the new
/// definition.
public struct CoordinatorType {
  /// The name that routes and scripts use. Type names are unique within an engine.
  public var name: String
  /// The kind of coordinators of this type, which contain either a navigation stack or pages.
  public var kind: CoordinatorKind
  /// The default presentation style of coordinators of this type. A call or a route can specify
  /// another style.
  public var style: TransitionStyle
  /// The layer properties that override the style's values.
  public var layerTraits: LayerTraits
  /// Whether tapping the selected tab of a tab coordinator pops the selected page to its root.
  public var popsToRootOnReselect = true
  /// A Boolean value that indicates whether pushed and presented items form a single stack
  /// (decision 0180).
  ///
  /// If `true`, `popToRoot` also dismisses layers, presented screens have their own stacks, and
  /// screens are pushed onto the topmost of these stacks. The options `dismissModals`,
  /// `withNavigation` and `target` of a call override this property.
  public var hasUnifiedStack = false
  /// Whether coordinators of this type are wrappers of their root coordinators. Dismissing the root
  /// of a wrapper also dismisses the wrapper.
  public var isWrapper = false
  /// Whether an interface shows the stack of coordinators of this type as a split view: the root in
  /// a sidebar, and the screens above the root in a detail column (decision 0312).
  ///
  /// The engine's state is the same for a split view and a stack. Registration rejects this
  /// property for a tab coordinator.
  public var isSplit = false
  /// The routes, keyed by name.
  public var routes: [String: RouteDefinition]
  /// The initial pages of a tab coordinator.
  public var pages: [PageDefinition]
  /// The id of the initially selected page. If `nil`, the page in the first position is selected.
  public var currentPage: String?
  /// The screen that encloses the pages of a tab coordinator, instead of a tab bar.
  public var tabView: ScreenContent?
  /// The arguments that coordinators of this type accept, or `nil` if they accept any arguments.
  public var parameters: [RouteParameter]?
  /// The link patterns that coordinators of this type handle.
  public var links: [LinkHandler]
  /// A closure that creates the delegate of a new coordinator of this type. If the closure throws,
  /// the operation is rejected.
  public var makeDelegate:
    (CoordinatorID, NavigationArguments) throws(NavigationError) -> any CoordinatorDelegate
  /// The object that identifies the engine of a registered type, or `nil` before registration.
  var registrar: Registrar?

  /// An object that identifies an engine. A registered type cannot be registered with another
  /// engine, because its ``makeDelegate`` closure can be bound to the first engine.
  final class Registrar {}

  /// Creates a type. By default, coordinators of the type have a stack of screens and are presented
  /// as sheets.
  ///
  /// - Parameters:
  ///   - name: The name that routes and scripts use. Another type with the same name is replaced.
  ///   - kind: The kind of coordinators of this type, which contain either a navigation stack or
  ///     pages.
  ///   - style: The default presentation style of coordinators of this type.
  ///   - isInteractive: Whether the user may swipe the layer away, or `nil` to use the value in
  ///     `layerTraits`.
  ///   - layerTraits: The layer properties that override the style's values.
  ///   - routes: The routes, keyed by name.
  ///   - pages: The pages of a tab coordinator, with unique ids.
  ///   - currentPage: The id of the initially selected page. If `nil`, the page in the first
  ///     position is selected.
  ///   - parameters: The arguments that coordinators of this type accept, or `nil` if they accept
  ///     any arguments.
  ///   - links: The link patterns that coordinators of this type handle.
  ///   - makeDelegate: A closure that creates the delegate of a new coordinator from its identifier
  ///     and arguments. Services can be injected here. The engine retains the delegate.
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

/// The definition of a page in a tab bar.
public struct PageDefinition: Hashable, Sendable, Codable {
  /// The id of the page, unique within the tab bar.
  public var id: String
  /// The title in the tab bar.
  public var title: String
  /// The name of the icon, or an empty string if there is none.
  public var icon: String
  /// The title while the page is selected, or `nil` to use ``title``.
  public var selectedTitle: String?
  /// The name of the icon while the page is selected, or `nil` to use ``icon``.
  public var selectedIcon: String?
  /// The sort position. Pages are sorted in ascending order, and pages with equal positions keep
  /// their order in the list. If `nil`, the position is the page's index in the list, counted from
  /// 0.
  public var position: Int?
  /// The type name of the page's coordinator.
  public var coordinator: String
  /// The arguments of the page's coordinator.
  public var arguments: NavigationArguments
  /// Whether the coordinator starts only when the page is first selected.
  @Sparse public var isLazy: Bool

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - id: The id of the page, unique within its tab bar.
  ///   - title: The title in the tab bar, or `nil` to use the id.
  ///   - icon: The name of the icon, or an empty string if there is none.
  ///   - selectedTitle: The title while the page is selected, or `nil` to use the title.
  ///   - selectedIcon: The name of the icon while the page is selected, or `nil` to use the icon.
  ///   - position: The sort position. Pages are sorted in ascending order. If `nil`, the position
  ///     is the page's index in the list, counted from 0.
  ///   - coordinator: The type name of the page's coordinator.
  ///   - arguments: The arguments of the page's coordinator.
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
