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
/// A class can conform in any isolation: on the main actor, as in an application whose default
/// isolation it is, or nonisolated, as in tests that run in parallel. The engine must be used in
/// the same isolation.
public protocol Coordinator<Route>: CoordinatorDelegate {
  /// Its routes; ``NoRoutes`` for a coordinator with pages only.
  associatedtype Route: Signalbox.Route
  /// What it is created with; `Void` by default. Plain data for scripts if it is `Codable`, otherwise
  /// passed by reference.
  associatedtype Input: Sendable = Void
  /// The result of its flow; `Void` by default. Plain data for scripts if it is `Codable`, otherwise
  /// passed by reference.
  associatedtype Output: Sendable = Void

  /// Its operations.
  var router: Router<Route> { get }

  /// The name that scripts use, unique within an engine; by default the name of the type.
  static var name: String { get }

  /// Changes its registration: style, pages, the kind of its stack. The name, the routes and their
  /// destinations are filled in.
  ///
  /// - Parameter type: The registration with its defaults; set its `style`, `pages` or
  ///   `hasUnifiedStack`.
  static func configure(_ type: inout CoordinatorType) throws

  /// The links that it opens; by default none.
  static var links: [RouteLink<Route>] { get }

  /// Where a route leads; by default to a screen.
  ///
  /// - Parameter route: The route that an operation or a link leads to.
  static func destination(of route: Route) throws -> RouteDestination

  /// Shows the first screen; an error rolls back the whole operation.
  func start() throws

  /// Returns the title of a screen; by default `nil`, which shows the name of its route.
  ///
  /// - Parameter route: The route of one of the coordinator's screens.
  func title(of route: Route) -> String?

  /// Returns what the user can do on a screen, in order; by default nothing.
  ///
  /// - Parameter route: The route of one of the coordinator's screens.
  func actions(of route: Route) -> [ScreenAction]
}

/// Something that the user can do on a screen, such as a button.
public struct ScreenAction {
  /// The label, by which scenarios tap it.
  public let label: String
  let perform: () throws -> Void

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - label: The label, unique on its screen.
  ///   - perform: What it does; an error is reported to the hooks of the engine.
  public init(_ label: String, _ perform: @escaping () throws -> Void) {
    self.label = label
    self.perform = perform
  }
}

extension Coordinator {
  /// The name of the type.
  public static var name: String { String(describing: Self.self) }
  /// No changes by default.
  public static func configure(_ type: inout CoordinatorType) throws {}
  /// No links by default.
  public static var links: [RouteLink<Route>] { [] }
  /// A screen by default.
  public static func destination(of route: Route) throws -> RouteDestination { .screen }

  /// Shows nothing by default, which only a coordinator with pages may do.
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

  /// Returns the labels of ``actions(of:)-(Route)``.
  public func actions(of screen: ScreenID) -> [String] { allActions(of: screen).map(\.label) }

  /// Performs an action of ``actions(of:)-(Route)``.
  public func perform(action: String, on screen: ScreenID) throws {
    try prepare(action: action, on: screen)()
  }

  /// Returns the action itself, which still works when its screen was removed.
  public func prepare(action: String, on screen: ScreenID) -> () throws -> Void {
    allActions(of: screen).first { $0.label == action }?.perform ?? {}
  }

  private func allActions(of screen: ScreenID) -> [ScreenAction] {
    router.route(of: screen).map { actions(of: $0) } ?? []
  }

  // MARK: - Finishing

  /// Finishes the flow and passes its output to the parent.
  ///
  /// - Parameters:
  ///   - output: The result of the flow.
  ///   - animated: Whether removing its screens takes time.
  /// - Returns: The outcome, or `nil` if the operation waits for its turn.
  /// - Throws: The rejection, such as `isRootOfParent`.
  @discardableResult
  public func finishFlow(
    with output: Output, animated: Bool = true
  ) throws(NavigationError) -> Outcome? {
    let value =
      PassedValue.isNothing(output) ? nil : try PassedValue.navigationValue(of: output)
    return try router.finishFlow(value, animated: animated)
  }

  /// Finishes the flow without an output; a parent that waits for one receives `nil`.
  ///
  /// - Parameter animated: Whether removing its screens takes time.
  /// - Returns: The outcome, or `nil` if the operation waits for its turn.
  /// - Throws: The rejection, such as `isRootOfParent`.
  @discardableResult
  public func finishFlow(animated: Bool = true) throws(NavigationError) -> Outcome? {
    try router.finishFlow(nil, animated: animated)
  }
}

extension FinishNotice {
  /// Returns the output of a coordinator of a type.
  ///
  /// - Parameter type: The type of the coordinator.
  /// - Returns: The output; `nil` if another coordinator finished, or without an output: the user
  ///   swiped it away, or it was removed.
  /// - Throws: `badArgument` if a script finished it with a value of another type.
  public func output<Child: Coordinator>(
    of type: Child.Type
  ) throws(NavigationError) -> Child.Output? {
    guard self.type == Child.name else { return nil }
    if reason == .finished, let done = () as? Child.Output { return done }
    guard let result else { return nil }
    return try PassedValue.value(result, as: Child.Output.self)
  }
}
