public import Signalbox

/// The definition of a coordinator in a test.
///
/// ```swift
/// try app.define("Payment") { payment in
///   payment.screen("amount", actions: [
///     "Pay": { try $0.router.finishFlow(with: Receipt(number: 7)) }
///   ])
/// }
/// ```
public struct CoordinatorBuilder {
  /// An action of a coordinator.
  public typealias Action = (BuiltCoordinator) throws -> Void

  struct Screen {
    var title: String?
    var actions: KeyValuePairs<String, Action> = [:]
  }

  /// The default style in which other coordinators present it. A call or a route can specify
  /// another one.
  public var style = TransitionStyle.sheet
  /// The arguments that it accepts. `nil` accepts any.
  public var parameters: [RouteParameter]?
  /// The link patterns that it handles.
  public var links: [LinkHandler] = []
  /// Shows the first screen; by default the flow starts at the first screen that was defined.
  public var onStart: Action?
  /// Called when a child has finished.
  public var onChildFinish: ((BuiltCoordinator, FinishNotice) throws -> Void)?
  private(set) var routes: [String: RouteDefinition] = [:]
  private(set) var screens: [String: Screen] = [:]
  private(set) var first: String?

  /// Adds a screen that the coordinator can show.
  ///
  /// - Parameters:
  ///   - name: The name of the route and of the screen.
  ///   - title: The title of the screen. Its name by default.
  ///   - style: How the screen is shown.
  ///   - parameters: The arguments that it accepts. `nil` accepts any.
  ///   - actions: The labels that the user can tap, in order, with their actions.
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
  ///   - style: How the coordinator is shown.
  ///   - onFinish: Called when that coordinator has finished, with its result.
  public mutating func route(
    _ name: String, to coordinator: String, style: TransitionStyle = .automatic,
    onFinish: ((FinishNotice) throws -> Void)? = nil
  ) {
    routes[name] = RouteDefinition(.coordinator(coordinator), style: style, onFinish: onFinish)
  }
}

/// A running coordinator that a ``CoordinatorBuilder`` defines.
public final class BuiltCoordinator: CoordinatorDelegate {
  /// The operations of the coordinator.
  public let router: AnyRouter
  /// The arguments that it was created with. `arguments.decoded(as:)` returns a Swift value.
  public let arguments: NavigationArguments
  private let definition: CoordinatorBuilder

  /// Returns the type of a definition.
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

  /// Calls the definition's `onChildFinish`.
  public func childDidFinish(_ notice: FinishNotice) throws {
    try definition.onChildFinish?(self, notice)
  }

  /// Returns the title of one of its screens.
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
