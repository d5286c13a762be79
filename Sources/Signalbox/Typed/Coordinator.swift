/// A coordinator written in Swift, with typed routes, input and output.
///
/// ```swift
/// final class Shop: Coordinator {
///   let router: Router<ShopRoute>
///   private let bank: Bank
///
///   init(_ router: Router<ShopRoute>, bank: Bank) { (self.router, self.bank) = (router, bank) }
///
///   func start() throws { try router.startFlow(at: .catalog) }
///
///   static func destination(of route: ShopRoute) throws -> RouteDestination {
///     switch route {
///     case .checkout(let order): try .coordinator(Checkout.self, with: order)
///     case .catalog, .product: .screen
///     }
///   }
/// }
/// try engine.register(Shop.self) { Shop($0, bank: bank) }
/// ```
///
/// A class can conform in any isolation: on the main actor, as in an application where that is the
/// default, or nonisolated, as in tests that run in parallel. The engine must be used in the same
/// isolation.
public protocol Coordinator<Route>: CoordinatorDelegate {
  /// The routes of the coordinator; ``NoRoutes`` if it only has pages.
  associatedtype Route: Signalbox.Route
  /// The value that the coordinator is created with; `Void` by default. Scripts receive it as plain
  /// data if it is `Codable`, otherwise it is passed by reference.
  associatedtype Input: Sendable = Void
  /// The result of the coordinator's flow; `Void` by default. Scripts receive it as plain data if
  /// it is `Codable`, otherwise it is passed by reference.
  associatedtype Output: Sendable = Void

  /// Performs the coordinator's operations.
  var router: Router<Route> { get }

  /// The name in scripts, unique within an engine. By default, the name of the Swift type.
  static var name: String { get }

  /// Customizes the registration, for example the style, the pages or the kind of stack. The name,
  /// the routes and their destinations are already filled in.
  ///
  /// - Parameter type: The registration with its defaults; set its `style`, `pages` or
  ///   `hasUnifiedStack`.
  static func configure(_ type: inout CoordinatorType) throws

  /// The links that the coordinator opens; none by default.
  static var links: [RouteLink<Route>] { get }

  /// Returns where a route leads; by default, to a screen.
  ///
  /// - Parameter route: The route of an operation or a link.
  static func destination(of route: Route) throws -> RouteDestination

  /// Shows the first screen. If it throws, the whole operation is rolled back.
  func start() throws

  /// Opens one of the ``links``; by default, navigates to its route.
  ///
  /// - Parameter route: The route that the link leads to.
  /// - Returns: Whether the link was handled. After `unhandled`, the next handler is called.
  func open(_ route: Route) throws -> LinkAnswer

  /// Returns the title of a screen. The default is `nil`, which shows the name of the screen's
  /// route.
  ///
  /// - Parameter route: The route of one of the coordinator's screens.
  func title(of route: Route) -> String?

  /// Returns the actions that the user can perform on a screen, in order; none by default.
  ///
  /// - Parameter route: The route of one of the coordinator's screens.
  func actions(of route: Route) -> [ScreenAction]
}

extension Coordinator {
  /// The name of the Swift type.
  public static var name: String { String(describing: Self.self) }
  /// Changes nothing by default.
  public static func configure(_ type: inout CoordinatorType) throws {}
  /// No links by default.
  public static var links: [RouteLink<Route>] { [] }
  /// Leads to a screen by default.
  public static func destination(of route: Route) throws -> RouteDestination { .screen }

  /// Navigates to the route by default.
  public func open(_ route: Route) throws -> LinkAnswer {
    try router.navigate(to: route)
    return .handled
  }
  /// Shows nothing by default, which is allowed only for a coordinator with pages.
  public func start() throws {}
  /// Returns `nil` by default.
  public func title(of route: Route) -> String? { nil }
  /// Returns no actions by default.
  public func actions(of route: Route) -> [ScreenAction] { [] }

  // MARK: - The calls of the engine

  /// Calls ``start()``.
  public func start(animated: Bool) throws { try start() }

  /// Calls ``title(of:)-(Route)`` with the route of the screen.
  public func title(of screen: ScreenID) -> String? {
    router.route(of: screen).flatMap { title(of: $0) }
  }

  /// Returns the labels of the actions from ``actions(of:)-(Route)``.
  public func actions(of screen: ScreenID) -> [String] { allActions(of: screen).map(\.label) }

  /// Performs one of the actions from ``actions(of:)-(Route)``.
  public func perform(action: String, on screen: ScreenID) throws {
    try prepare(action: action, texts: [:], on: screen)()
  }

  /// Returns the action itself, which can still be performed after its screen has been removed.
  public func prepare(
    action: String, texts: [String: String], on screen: ScreenID
  ) -> () throws -> Void {
    let actions = allActions(of: screen)
    if let action = actions.first(where: { $0.label == action }) {
      return { try action.perform(texts) }
    }
    return {
      throw NavigationError(
        .unknownAction, "\(screen) of \(Self.name) has no action \"\(action)\"",
        hint: nameHint(for: action, in: actions.map(\.label)))
    }
  }

  /// Returns the role of one of the actions from ``actions(of:)-(Route)``.
  public func role(of action: String, on screen: ScreenID) -> AlertButton.Role? {
    allActions(of: screen).first { $0.label == action }?.role
  }

  private func allActions(of screen: ScreenID) -> [ScreenAction] {
    router.route(of: screen).map { actions(of: $0) } ?? []
  }

  // MARK: - Finishing

  /// Finishes the flow and passes its output to the parent.
  ///
  /// - Parameters:
  ///   - output: The result of the flow.
  ///   - animated: Whether the removal of its screens takes time.
  /// - Returns: The outcome, or `nil` if the operation waits.
  /// - Throws: The rejection, such as `isRootOfParent`.
  @discardableResult
  public func finishFlow(
    with output: Output, animated: Bool = true
  ) throws(NavigationError) -> Outcome? {
    let value =
      PassedValue.isNothing(output) ? nil : try PassedValue.navigationValue(of: output)
    return try router.finishFlow(value, animated: animated)
  }

  /// Finishes the flow without an output; a parent that is waiting for one receives `nil`.
  ///
  /// - Parameter animated: Whether the removal of its screens takes time.
  /// - Returns: The outcome, or `nil` if the operation waits.
  /// - Throws: The rejection, such as `isRootOfParent`.
  @discardableResult
  public func finishFlow(animated: Bool = true) throws(NavigationError) -> Outcome? {
    try router.finishFlow(nil, animated: animated)
  }
}
