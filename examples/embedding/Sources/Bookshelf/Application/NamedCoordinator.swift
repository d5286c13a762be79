public import Signalbox

/// The base class of coordinators with routes by name. The class is a layer on top of the engine's
/// `CoordinatorDelegate` that is specific to this application.
open class NamedCoordinator: CoordinatorDelegate {
  /// The router that performs the coordinator's operations.
  public let router: AnyRouter
  /// The arguments with which the coordinator was created.
  public let arguments: NavigationArguments

  /// Creates the coordinator. The engine calls this initializer.
  public required init(router: AnyRouter, arguments: NavigationArguments) {
    self.router = router
    self.arguments = arguments
  }

  open func start(animated: Bool) throws {}
  open func childDidFinish(_ notice: FinishNotice) throws {}
  open func title(of screen: ScreenID) -> String? { nil }
  open func actions(of screen: ScreenID) -> [String] { [] }
  open func perform(action: String, on screen: ScreenID) throws {}
}

extension NavigationEngine {
  /// Registers a class under its name.
  func register<Class: NamedCoordinator>(
    _ coordinator: Class.Type, routes: [String: RouteDefinition], links: [LinkHandler] = []
  ) throws(NavigationError) {
    try register(
      CoordinatorType(name: String(describing: coordinator), routes: routes, links: links) {
        [unowned self] id, arguments in
        coordinator.init(router: router(of: id), arguments: arguments)
      })
  }
}
