public import Signalbox

/// The definition of a coordinator type.
public struct DefinitionDocument: MessageFields {
  /// A declared argument.
  public struct Parameter: MessageFields {
    /// The name of the argument.
    public var name: String
    /// The kind of value that the argument accepts.
    public var kind: String
    /// Whether the argument may be omitted.
    @Sparse public var isOptional: Bool = false

    /// Descriptions of the fields.
    public static let fields = [
      MessageField("name", .string, "the name of the parameter"),
      MessageField("kind", .choice(RouteParameter.Kind.allCases.map(\.rawValue)), "the value type"),
      MessageField("isOptional", .boolean, optional: true, "whether the parameter may be omitted"),
    ]

    init(_ parameter: RouteParameter) {
      (name, kind) = (parameter.name, parameter.kind.rawValue)
      isOptional = parameter.isOptional
    }
  }

  /// A route of the coordinator.
  public struct Route: MessageFields {
    /// The name of the route.
    public var name: String
    /// The coordinator type to which the route leads, or `nil` for a screen or a computed
    /// destination.
    public var coordinator: String?
    /// Whether a function in the application determines the destination.
    @Sparse public var isComputed: Bool = false
    /// The style in which the destination is shown.
    public var style: String
    /// The arguments that the route accepts, or `nil` if it accepts any arguments.
    public var parameters: [Parameter]?

    /// Descriptions of the fields.
    public static let fields = [
      MessageField("name", .string, "the route name"),
      MessageField(
        "coordinator", .string, optional: true,
        "the type of the destination coordinator; omitted for a screen or a computed destination"),
      MessageField(
        "isComputed", .boolean, optional: true,
        "whether an application function determines the destination"),
      MessageField("style", .string, "the presentation style"),
      MessageField(
        "parameters", .list(.shared("Parameter", Parameter.fields)), optional: true,
        "the parameters; omitted if the route accepts any arguments"),
    ]

    init(_ name: String, _ route: RouteDefinition, of engine: NavigationEngine) {
      self.name = name
      switch route.destination {
      case .screen: coordinator = nil
      case .coordinator(let type): coordinator = type
      case .factory: isComputed = true
      }
      style = engine.name(of: route.style)
      parameters = route.parameters?.map { Parameter($0) }
    }
  }

  /// The name of the coordinator type.
  public var name: String
  /// The kind of the coordinator type: `navigation` if its coordinators contain screens, or `tabs`
  /// if they contain tabs.
  public var kind: String
  /// The default style in which other coordinators present coordinators of this type.
  public var style: String
  /// The arguments that coordinators of this type accept, or `nil` if they accept any arguments.
  public var parameters: [Parameter]?
  /// The routes, sorted by name.
  @Sparse public var routes: [Route] = []
  /// The link patterns.
  @Sparse public var links: [String] = []
  /// The identifiers of the tabs.
  @Sparse public var pages: [String] = []
  /// The coordinator types of the tabs, in the order of ``pages``.
  @Sparse public var pageCoordinators: [String] = []
  /// The name of the tab view, which is the screen around the tabs, or `nil` if the type declares
  /// none.
  public var tabView: String?

  /// Descriptions of the fields.
  public static let fields = [
    MessageField("name", .string, "the coordinator type"),
    MessageField(
      "kind", .choice(CoordinatorKind.allCases.map(\.rawValue)),
      "whether the coordinator contains screens or tabs"),
    MessageField("style", .string, "the default presentation style"),
    MessageField(
      "parameters", .list(.shared("Parameter", Parameter.fields)), optional: true,
      "the parameters; omitted if the coordinator accepts any arguments"),
    MessageField("routes", .list(.fields(Route.fields)), optional: true, "the routes"),
    MessageField("links", .list(.string), optional: true, "the link patterns"),
    MessageField("pages", .list(.string), optional: true, "the tab ids"),
    MessageField(
      "pageCoordinators", .list(.string), optional: true,
      "the coordinator types of the tabs, in the order of `pages`"),
    MessageField(
      "tabView", .string, optional: true, "the name of the custom screen that encloses the tabs"),
  ]

  init(_ type: CoordinatorType, of engine: NavigationEngine) {
    (name, kind, style) = (type.name, type.kind.rawValue, engine.name(of: type.style))
    parameters = type.parameters?.map { Parameter($0) }
    routes = type.routes.sorted { $0.key < $1.key }.map { Route($0.key, $0.value, of: engine) }
    links = type.links.map(\.pattern)
    pages = type.pages.map(\.id)
    pageCoordinators = type.pages.map(\.coordinator)
    tabView = type.tabView?.name
  }
}

extension DefinitionDocument {
  /// The coordinator type for an engine that mirrors the application. Only the application creates
  /// the delegates of such coordinators.
  package var mirrored: CoordinatorType {
    var type = CoordinatorType(
      name: name, kind: CoordinatorKind(rawValue: kind) ?? .navigation,
      // The application determines the actual destinations, so routes with computed destinations
      // can be mirrored as screens.
      routes: Dictionary(routes.map { ($0.name, $0.mirrored) }, uniquingKeysWith: { $1 }),
      links: links.map { LinkHandler($0) { _, _ in .unhandled } }
    ) { [name] _, _ throws(NavigationError) in
      throw NavigationError(.unsupported, "only the application can create \(name)")
    }
    type.parameters = parameters?.map(\.mirrored)
    type.pages = zip(pages, pageCoordinators).map { PageDefinition(id: $0, coordinator: $1) }
    type.tabView = tabView.map { ScreenContent(name: $0) }
    return type
  }
}

extension DefinitionDocument.Route {
  fileprivate var mirrored: RouteDefinition {
    var route = RouteDefinition(coordinator.map { .coordinator($0) } ?? .screen)
    route.parameters = parameters?.map(\.mirrored)
    return route
  }
}

extension DefinitionDocument.Parameter {
  fileprivate var mirrored: RouteParameter {
    RouteParameter(name, RouteParameter.Kind(rawValue: kind) ?? .any, isOptional: isOptional)
  }
}
