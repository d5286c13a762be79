/// A coordinator written in Swift.
/// Subclass it, show the first screen in ``start(animated:)``, and navigate with ``router`` from
/// there.
///
/// ```swift
/// final class Onboarding: Coordinator {
///   override func start(animated: Bool) { router.startFlow(at: "welcome") }
///   override func perform(action: String, on screen: ScreenID) { router.finishFlow() }
///   override func actions(of screen: ScreenID) -> [String] { ["Done"] }
/// }
/// try engine.register(Onboarding.self, routes: ["welcome": Route()])
/// ```
open class Coordinator: CoordinatorDelegate {
  /// The operations of the coordinator. Does not retain the engine.
  public let router: Router
  /// The arguments that the coordinator was created with.
  public let arguments: NavigationArguments

  /// Creates the coordinator; the engine calls it when an operation leads to a coordinator of this
  /// type.
  public required init(router: Router, arguments: NavigationArguments) {
    self.router = router
    self.arguments = arguments
  }

  open func start(animated: Bool) throws {}
  open func startEmpty(animated: Bool) throws {}
  open func didRestore() throws {}
  open func didFinish(_ notice: FinishNotice) {}
  open func childDidFinish(_ notice: FinishNotice) {}
  open var observesCurrentPage: Bool { true }
  open func currentPageDidChange(to page: String?, _ source: PageChangeSource) throws {}
  open func title(of screen: ScreenID) -> String? { nil }
  open func actions(of screen: ScreenID) -> [String] { [] }
  open func perform(action: String, on screen: ScreenID) throws {}
  open func prepare(action: String, on screen: ScreenID) -> () throws -> Void {
    { [self] in try perform(action: action, on: screen) }
  }
  open func handleBack(on screen: ScreenID) throws -> Bool { false }
  open func shouldDismiss(_ screen: ScreenID) -> Bool { true }
}

extension NavigationEngine {
  /// Registers a coordinator class under a name, or replaces the class of that name.
  ///
  /// - Parameters:
  ///   - coordinator: The class; each coordinator is a new instance of it.
  ///   - name: The name that routes, pages and scripts use; the name of the class by default.
  ///   - style: How other coordinators present it unless a call or a route says otherwise.
  ///   - layerTraits: What its layer changes in that style.
  ///   - routes: The routes that it declares, by name.
  ///   - pages: The pages of a tab coordinator. A coordinator with pages is one.
  ///   - currentPage: The page that is selected at first; `nil` selects the first by position.
  ///   - tabView: The screen that surrounds the pages, in place of a tab bar.
  ///   - parameters: The arguments that it accepts; `nil` accepts any.
  ///   - links: The link patterns that it handles.
  /// - Throws: `badArgument` for a malformed link pattern; the class is then not registered.
  public func register<Class: Coordinator>(
    _ coordinator: Class.Type,
    as name: String? = nil,
    style: TransitionStyle = .sheet,
    layerTraits: LayerTraits = LayerTraits(),
    routes: [String: Route] = [:],
    pages: [PageDefinition] = [],
    currentPage: String? = nil,
    tabView: ScreenContent? = nil,
    parameters: [RouteParameter]? = nil,
    links: [LinkHandler] = []
  ) throws(NavigationError) {
    var type = CoordinatorType(
      name: name ?? String(describing: coordinator), kind: pages.isEmpty ? .navigation : .tabs,
      style: style, layerTraits: layerTraits, routes: routes, pages: pages,
      currentPage: currentPage, parameters: parameters, links: links
    ) { [unowned self] id, arguments in
      coordinator.init(router: router(of: id), arguments: arguments)
    }
    type.tabView = tabView
    try register(type)
  }
}
