/// The two kinds of coordinators: a stack of screens, or pages behind a tab bar.
public enum CoordinatorKind: String, Hashable, Sendable, Codable, CaseIterable {
  case navigation, tabs
}

/// What is known of a coordinator before there is one: its name, how others present it, where its
/// routes lead, and how to make its delegate.
///
/// Register it with ``NavigationEngine/register(_:)->()``. Registering another one under the same name
/// replaces it: what is on screen keeps running, new navigation uses the new definition.
public struct CoordinatorType {
  /// The name that others find it by, unique within an engine.
  public var name: String
  /// Whether it holds screens or pages.
  public var kind: CoordinatorKind
  /// How others present it unless they say otherwise.
  public var style: TransitionStyle
  /// How its layer differs from that style.
  public var layerTraits: LayerTraits
  /// Whether tapping the selected tab of a tab coordinator pops that page to its root.
  public var popsToRootOnReselect = true
  /// Whether pushed and presented items form one stack (decision 0180).
  ///
  /// `popToRoot` then dismisses layers as well, a presented screen has a stack of its own, and
  /// screens are pushed onto the topmost of these. The options `dismissModals`, `withNavigation` and
  /// `target` of a call override it.
  public var hasUnifiedStack = false
  /// Whether it only wraps the coordinator at its root: dismissing that one dismisses it.
  public var isWrapper = false
  /// The routes by name.
  public var routes: [String: Route]
  /// The pages that a tab coordinator starts with.
  public var pages: [PageDefinition]
  /// The page to start on; `nil` is the first by position.
  public var currentPage: String?
  /// The screen of a tab coordinator's own that is drawn around its pages, in place of a tab bar.
  public var tabView: ScreenContent?
  /// The arguments its coordinators take; `nil` takes anything.
  public var parameters: [RouteParameter]?
  /// The links that its coordinators open.
  public var links: [LinkHandler]
  /// Makes the delegate of a new coordinator of this type.
  public var makeDelegate: (CoordinatorID, NavigationArguments) -> any CoordinatorDelegate
  /// The engine that it came from; `nil` for one that was not registered yet.
  var registrar: Registrar?

  /// Identifies an engine: ``makeDelegate`` of a type that is registered there may be bound to it.
  final class Registrar {}

  /// A type of a stack of screens, presented as a sheet, unless said otherwise.
  public init(
    name: String,
    kind: CoordinatorKind = .navigation,
    style: TransitionStyle = .sheet,
    isInteractive: Bool? = nil,
    layerTraits: LayerTraits = LayerTraits(),
    routes: [String: Route] = [:],
    pages: [PageDefinition] = [],
    currentPage: String? = nil,
    parameters: [RouteParameter]? = nil,
    links: [LinkHandler] = [],
    makeDelegate: @escaping (CoordinatorID, NavigationArguments) -> any CoordinatorDelegate
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

/// One page of a tab bar as an application describes it.
public struct PageDefinition: Hashable, Sendable {
  /// Unique within its tab bar.
  public var id: String
  /// What the tab bar shows.
  public var title: String
  /// The name of its picture; empty for none.
  public var icon: String
  /// What the tab bar shows while the page is selected; `nil` is ``title``.
  public var selectedTitle: String?
  /// The name of its picture while the page is selected; `nil` is ``icon``.
  public var selectedIcon: String?
  /// Pages stand in order of their positions, equal ones in the order given; `nil` counts as the
  /// index in the list, from 0.
  public var position: Int?
  /// The type of the page's coordinator.
  public var coordinator: String
  /// What the page's coordinator is made with.
  public var arguments: NavigationArguments
  /// Whether its coordinator starts when the page is selected for the first time, not at once.
  public var isLazy: Bool

  /// A page titled like its id unless said otherwise.
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
