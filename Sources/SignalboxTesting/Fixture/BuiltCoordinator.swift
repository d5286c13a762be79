public import Signalbox

/// The definition of a coordinator in a test.
///
/// ```swift
/// try app.define("Payment") { payment in
///   payment.screen(
///     "free", actions: ["Take it": { try $0.router.finishFlow(with: Receipt(number: 0)) }])
/// }
/// ```
public struct CoordinatorBuilder {
  /// An action of a coordinator.
  public typealias Action = (BuiltCoordinator) throws -> Void

  struct Screen {
    var title: String?
    var actions: KeyValuePairs<String, Action> = [:]
  }

  /// The default style in which other coordinators present the coordinator. A call or a route can
  /// specify another style.
  public var style = TransitionStyle.sheet
  /// The arguments that the coordinator accepts, or `nil` if it accepts any arguments.
  public var parameters: [RouteParameter]?
  /// The link patterns that the coordinator handles.
  public var links: [LinkHandler] = []
  /// A closure that shows the first screen. By default, the flow starts at the screen that was
  /// defined first.
  public var onStart: Action?
  /// A closure that is called when a child has finished.
  public var onChildFinish: ((BuiltCoordinator, FinishNotice) throws -> Void)?
  private(set) var routes: [String: RouteDefinition] = [:]
  private(set) var screens: [String: Screen] = [:]
  private(set) var first: String?

  /// Adds a screen that the coordinator can show.
  ///
  /// - Parameters:
  ///   - name: The name of both the route and the screen.
  ///   - title: The title of the screen. The default is the name of the screen.
  ///   - style: The style in which the screen is shown.
  ///   - parameters: The arguments that the screen accepts, or `nil` if it accepts any arguments.
  ///   - actions: The labels that the user can tap, with their actions, in display order.
  public mutating func screen(
    _ name: String, title: String? = nil, style: TransitionStyle = .automatic,
    parameters: [RouteParameter]? = nil, actions: KeyValuePairs<String, Action> = [:]
  ) {
    if first == nil { first = name }
    routes[name] = RouteDefinition(style: style, parameters: parameters)
    screens[name] = Screen(title: title, actions: actions)
  }

  /// Adds a route to another coordinator.
  ///
  /// - Parameters:
  ///   - name: The name of the route.
  ///   - coordinator: The type of the coordinator.
  ///   - style: The style in which the coordinator is shown.
  ///   - onFinish: A closure that is called with the coordinator's result when the coordinator has
  ///     finished.
  public mutating func route(
    _ name: String, to coordinator: String, style: TransitionStyle = .automatic,
    onFinish: ((FinishNotice) throws -> Void)? = nil
  ) {
    routes[name] = RouteDefinition(.coordinator(coordinator), style: style, onFinish: onFinish)
  }
}

/// A running coordinator that is defined by a ``CoordinatorBuilder``.
public final class BuiltCoordinator: CoordinatorDelegate {
  /// The router that performs the coordinator's operations.
  public let router: AnyRouter
  /// The arguments with which the coordinator was created. Use `arguments.decoded(as:)` to get a
  /// Swift value.
  public let arguments: NavigationArguments
  private let definition: CoordinatorBuilder

  /// Returns the coordinator type for a definition.
  static func type(
    _ name: String, _ definition: CoordinatorBuilder, in engine: NavigationEngine
  ) -> CoordinatorType {
    CoordinatorType(
      name: name, style: definition.style, routes: definition.routes,
      parameters: definition.parameters, links: definition.links
    ) { [unowned engine] id, arguments in
      BuiltCoordinator(engine.router(of: id), arguments, definition)
    }
  }

  private init(
    _ router: AnyRouter, _ arguments: NavigationArguments, _ definition: CoordinatorBuilder
  ) {
    self.router = router
    self.arguments = arguments
    self.definition = definition
  }

  /// Shows the first screen.
  public func start(animated: Bool) throws {
    if let onStart = definition.onStart { return try onStart(self) }
    if let first = definition.first {
      router.startFlow(at: first, [:], OperationOptions(animated: animated))
    }
  }

  /// A function without an effect, because the coordinator has no properties that change.
  public var restoring: (() -> Void)? { restoring() }

  /// Calls the definition's `onChildFinish`.
  public func childDidFinish(_ notice: FinishNotice) throws {
    try definition.onChildFinish?(self, notice)
  }

  /// Returns the title of a screen.
  public func title(of screen: ScreenID) -> String? { definition(of: screen)?.title }

  /// Returns the labels that the user can tap.
  public func actions(of screen: ScreenID) -> [String] {
    definition(of: screen)?.actions.map(\.key) ?? []
  }

  /// Performs the action that the user tapped.
  public func perform(action: String, on screen: ScreenID) throws {
    try definition(of: screen)?.actions.first { $0.key == action }?.value(self)
  }

  private func definition(of screen: ScreenID) -> CoordinatorBuilder.Screen? {
    guard let engine = router.engine, let name = engine.name(of: screen) else { return nil }
    return definition.screens[engine.symbols[name]]
  }
}
