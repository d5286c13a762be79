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
/// ```
///
/// ```swift
/// try engine.register(Shop.self) { Shop($0, bank: bank) }
/// ```
///
/// A class can conform in any isolation: on the main actor, as in an application whose default
/// isolation is the main actor, or nonisolated, as in tests that run in parallel. The engine must
/// be used in the same isolation.
public protocol Coordinator<Route>: CoordinatorDelegate {
  /// The type of the coordinator's routes, or ``NoRoutes`` if the coordinator only has pages.
  associatedtype Route: Signalbox.Route
  /// The type of the coordinator's input. The default is `Void`. Values of a `Codable` type are
  /// passed to scripts as plain data, and all other values by reference.
  associatedtype Input: Sendable = Void
  /// The type of the flow's result. The default is `Void`. Values of a `Codable` type are passed to
  /// scripts as plain data, and all other values by reference.
  associatedtype Output: Sendable = Void

  /// The router that performs the coordinator's operations.
  var router: Router<Route> { get }

  /// The name of the coordinator type in scripts, which must be unique within an engine. The
  /// default is the name of the Swift type.
  static var name: String { get }

  /// Customizes the registration, for example the style or the pages. The name, the routes, their
  /// destinations and the links are already set.
  ///
  /// - Parameter type: The registration with its default values. Change its properties, such as
  ///   `style`, `pages` or `hasUnifiedStack`.
  static func configure(_ type: inout CoordinatorType) throws

  /// The links that the coordinator opens. The default is an empty list.
  static var links: [RouteLink<Route>] { get }

  /// Returns the destination of a route. The default is a screen.
  ///
  /// - Parameter route: The route passed to an operation, or a sample that
  ///   ``NavigationEngine/validate()`` checks.
  static func destination(of route: Route) throws -> RouteDestination

  /// Shows the first screen. If this method throws, the operation that starts the coordinator is
  /// rolled back.
  func start() throws

  /// Opens a link. The default implementation navigates to the link's route.
  ///
  /// - Parameter route: The route that the link leads to.
  /// - Returns: Whether the link was handled. If the result is `unhandled`, the next handler is
  ///   called.
  func open(_ route: Route) throws -> LinkAnswer

  /// Returns the title of a screen, or `nil` to use the name of the screen's route. The default is
  /// `nil`.
  ///
  /// - Parameter route: The route of one of the coordinator's screens.
  func title(of route: Route) -> String?

  /// Returns the actions that the user can perform on a screen, in display order. The default
  /// implementation returns no actions.
  ///
  /// - Parameter route: The route of one of the coordinator's screens.
  func actions(of route: Route) -> [ScreenAction]
}

extension Coordinator {
  /// The name of the Swift type.
  public static var name: String { String(describing: Self.self) }
  /// The default implementation changes nothing.
  public static func configure(_ type: inout CoordinatorType) throws {}
  /// The default is an empty list.
  public static var links: [RouteLink<Route>] { [] }
  /// The default implementation returns a screen.
  public static func destination(of route: Route) throws -> RouteDestination { .screen }

  /// The default implementation navigates to the route.
  public func open(_ route: Route) throws -> LinkAnswer {
    try router.navigate(to: route)
    return .handled
  }
  /// The default implementation shows nothing. Only coordinators with pages may use this
  /// implementation.
  public func start() throws {}
  /// The default implementation returns `nil`.
  public func title(of route: Route) -> String? { nil }
  /// The default implementation returns no actions.
  public func actions(of route: Route) -> [ScreenAction] { [] }

  // MARK: - Calls from the engine

  /// Calls ``start()``.
  public func start(animated: Bool) throws { try start() }

  /// Returns the title that ``title(of:)-(Route)`` returns for the route of the screen.
  public func title(of screen: ScreenID) -> String? {
    router.route(of: screen).flatMap { title(of: $0) }
  }

  /// Returns the labels of the actions that ``actions(of:)-(Route)`` returns for the route of the
  /// screen.
  public func actions(of screen: ScreenID) -> [String] { allActions(of: screen).map(\.label) }

  /// Performs an action that ``actions(of:)-(Route)`` returns.
  public func perform(action: String, on screen: ScreenID) throws {
    try prepare(action: action, texts: [:], on: screen)()
  }

  /// Returns a closure that performs the action, even after the action's screen has been removed.
  /// If the screen has no such action, the closure throws `unknownAction`.
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

  /// Returns the role of one of the actions that ``actions(of:)-(Route)`` returns, or `nil` if the
  /// action has no role.
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
  ///   - animated: Whether the removal of the flow's screens is animated.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection, such as `isRootOfParent`, or `badArgument` if the output contains a
  ///   value that cannot be passed.
  @discardableResult
  public func finishFlow(
    with output: Output, animated: Bool = true
  ) throws(NavigationError) -> Outcome? {
    let value =
      PassedValue.isNothing(output) ? nil : try PassedValue.navigationValue(of: output)
    return try router.finishFlow(value, animated: animated)
  }

  /// Finishes the flow without an output. A parent that is waiting for the output receives `nil`,
  /// unless the type of the output is `Void`.
  ///
  /// - Parameter animated: Whether the removal of the flow's screens is animated.
  /// - Returns: The outcome, or `nil` if the operation has not settled.
  /// - Throws: The rejection, such as `isRootOfParent`.
  @discardableResult
  public func finishFlow(animated: Bool = true) throws(NavigationError) -> Outcome? {
    try router.finishFlow(nil, animated: animated)
  }
}
