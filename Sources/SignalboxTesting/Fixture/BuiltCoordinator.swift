public import Signalbox

/// A native coordinator that a test defines in place.
///
/// ```swift
/// try app.define("Payment") { payment in
///   payment.screen("amount", actions: [
///     "Pay": { try $0.router.finishFlow(with: Receipt(number: 7)) }
///   ])
/// }
/// ```
public struct CoordinatorBuilder {
  /// What a coordinator does.
  public typealias Action = (BuiltCoordinator) throws -> Void

  struct Screen {
    var title: String?
    var actions: KeyValuePairs<String, Action> = [:]
  }

  /// How others present it unless they say otherwise.
  public var style = TransitionStyle.sheet
  /// The arguments that it takes; `nil` takes anything.
  public var parameters: [RouteParameter]?
  /// The links that it opens.
  public var links: [LinkHandler] = []
  /// Shows the first screen; begins the scenario at the first one that was named unless given.
  public var onStart: Action?
  /// Hears of children that are gone.
  public var onChildFinish: ((BuiltCoordinator, FinishNotice) throws -> Void)?
  private(set) var routes: [String: Route] = [:]
  private(set) var screens: [String: Screen] = [:]
  private(set) var first: String?

  /// A screen that it can show.
  ///
  /// - Parameters:
  ///   - name: What routes and stacks call it.
  ///   - title: What stands in its title bar; its name unless given.
  ///   - style: How to go there.
  ///   - parameters: The arguments that it takes; `nil` takes anything.
  ///   - actions: What the user can tap, in order.
  public mutating func screen(
    _ name: String, title: String? = nil, style: TransitionStyle = .automatic,
    parameters: [RouteParameter]? = nil, actions: KeyValuePairs<String, Action> = [:]
  ) {
    if first == nil { first = name }
    routes[name] = Route(style: style, parameters: parameters)
    screens[name] = Screen(title: title, actions: actions)
  }

  /// A route to another coordinator, native or of a script.
  ///
  /// - Parameters:
  ///   - name: What the route is called.
  ///   - coordinator: The type that it leads to.
  ///   - style: How to go there.
  ///   - onFinish: Hears when that coordinator is gone, with its result.
  public mutating func route(
    _ name: String, to coordinator: String, style: TransitionStyle = .automatic,
    onFinish: ((FinishNotice) -> Void)? = nil
  ) {
    routes[name] = Route(.coordinator(coordinator), style: style, onFinish: onFinish)
  }
}

/// A living coordinator of a ``CoordinatorBuilder``.
public final class BuiltCoordinator: CoordinatorDelegate {
  /// The coordinator's operations.
  public let router: Router
  /// What it was made with; `arguments.decoded(as:)` gives a Swift value.
  public let arguments: NavigationArguments
  private let definition: CoordinatorBuilder

  init(_ router: Router, _ arguments: NavigationArguments, _ definition: CoordinatorBuilder) {
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

  /// Hears of a child that is gone.
  public func childDidFinish(_ notice: FinishNotice) {
    guard let onChildFinish = definition.onChildFinish else { return }
    do {
      try onChildFinish(self, notice)
    } catch {
      router.engine?.reportFailure(error)
    }
  }

  /// The title of one of its screens.
  public func title(of screen: ScreenID) -> String? { definition(of: screen)?.title }

  /// What the user can tap.
  public func actions(of screen: ScreenID) -> [String] {
    definition(of: screen)?.actions.map(\.key) ?? []
  }

  /// Does what the user tapped.
  public func perform(action: String, on screen: ScreenID) throws {
    try definition(of: screen)?.actions.first { $0.key == action }?.value(self)
  }

  private func definition(of screen: ScreenID) -> CoordinatorBuilder.Screen? {
    guard let engine = router.engine, let name = engine.name(of: screen) else { return nil }
    return definition.screens[engine.symbols[name]]
  }
}
