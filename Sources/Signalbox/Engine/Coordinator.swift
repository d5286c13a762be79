/// A coordinator written in Swift: subclass it, show the first screen in ``start(animated:)``, and
/// drive ``router`` from there.
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
  /// The coordinator's operations. Does not keep the engine alive.
  public let router: Router
  /// What the coordinator was made with.
  public let arguments: NavigationArguments

  /// Made by the engine when an operation leads to a coordinator of this type.
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
  /// Makes a coordinator class known under a name, or replaces what had it.
  ///
  /// - Parameters:
  ///   - coordinator: The class; one object of it is made for each coordinator.
  ///   - name: What routes, pages and scripts call it; the name of the class unless given.
  ///   - style: How others present it unless they say otherwise.
  ///   - layerTraits: How its layer differs from that style.
  ///   - routes: Where it can go, by name.
  ///   - pages: The pages of a tab coordinator. Giving any makes it one.
  ///   - currentPage: The page to start on; `nil` is the first by position.
  ///   - tabView: The screen that is drawn around the pages, in place of a tab bar.
  ///   - parameters: The arguments that it takes; `nil` takes anything.
  ///   - links: The links that it opens.
  /// - Throws: `badArgument` for a malformed link pattern; nothing is registered then.
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
