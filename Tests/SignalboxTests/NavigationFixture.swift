import Testing

@testable import Signalbox

/// An engine with native coordinators whose behavior is defined by closures, and a log of their
/// calls.
///
/// Every coordinator type has the screens `A` to `Z` as routes.
final class NavigationFixture {
  let engine: NavigationEngine
  /// The log of callbacks, in order.
  var log: [String] = []
  /// The actions on screens, by screen name.
  var actions: [String: [(label: String, handler: (AnyRouter) throws -> Void)]] = [:]

  /// Handles the user's request to go back from a screen with that name.
  var handleBack: (String) throws -> Bool = { _ in false }
  /// Whether the user may swipe away a layer whose front screen has that name.
  var shouldDismiss: (String) -> Bool = { _ in true }

  init(journalCapacity: Int = 100_000, undoCapacity: Int = 8192) {
    engine = NavigationEngine(journalCapacity: journalCapacity, undoCapacity: undoCapacity)
  }

  /// A fixture whose main coordinator has a stack of the given screens.
  static func launched(_ screens: String...) -> NavigationFixture {
    let fixture = NavigationFixture()
    fixture.define("Main") { router in
      router.startFlow(at: screens[0])
      for screen in screens.dropFirst() { router.navigate(to: screen) }
    }
    #expect(fixture.engine.launch("Main")?.description == "done")
    return fixture
  }

  /// A fixture whose main coordinator has the given pages, each with a coordinator of the type
  /// `Page`.
  static func tabs(_ pages: String..., current: String? = nil) -> NavigationFixture {
    let fixture = NavigationFixture()
    fixture.define("Page")
    fixture.define(
      "Main", kind: .tabs, pages: pages.map { PageDefinition(id: $0, coordinator: "Page") },
      currentPage: current)
    #expect(fixture.engine.launch("Main")?.description == "done")
    return fixture
  }

  /// Registers a coordinator type. A type with a stack starts on screen `A`.
  func define(
    _ name: String, kind: CoordinatorKind = .navigation, style: TransitionStyle = .sheet,
    isInteractive: Bool? = nil, routes: [String: RouteDefinition] = [:],
    pages: [PageDefinition] = [],
    currentPage: String? = nil, tabView: ScreenContent? = nil, parameters: [RouteParameter]? = nil,
    links: [LinkHandler] = [],
    start: ((AnyRouter) throws -> Void)? = nil
  ) {
    let begin = start ?? { router in if kind == .navigation { router.startFlow(at: "A") } }
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { (String($0), RouteDefinition()) }
    var type = CoordinatorType(
      name: name, kind: kind, style: style, isInteractive: isInteractive,
      routes: routes.merging(letters) { own, _ in own }, pages: pages, currentPage: currentPage,
      parameters: parameters, links: links
    ) { [unowned self] id, _ in
      FixtureCoordinator(name, AnyRouter(engine: engine, coordinator: id), fixture: self, begin)
    }
    type.tabView = tabView
    do { try engine.register(type) } catch { Issue.record(error) }
  }

  // MARK: - Coordinators

  /// The main coordinator's router. It is invalid before the launch.
  var main: AnyRouter { engine.router(of: engine.main ?? CoordinatorID(bits: 0)) }

  /// Returns the router of the lowest coordinator of a type in the tree, preferring the newest.
  func router(_ type: String) -> AnyRouter {
    var found = CoordinatorID(bits: 0)
    func visit(_ node: CoordinatorNode) {
      if node.type == type { found = node.id }
      for child in node.children { visit(child) }
    }
    engine.tree.main.map(visit)
    #expect(found.bits != 0, "there is no \(type)")
    return engine.router(of: found)
  }

  /// The router of a page's coordinator of the main tab coordinator.
  func page(_ id: String) -> AnyRouter {
    let page = engine.pages(of: main.coordinator).first { $0.id == id }
    return engine.router(of: page?.coordinator.id ?? CoordinatorID(bits: 0))
  }

  /// Creates a coordinator that is not attached.
  func make(_ type: String) throws -> AnyRouter {
    engine.router(of: try engine.makeCoordinator(type))
  }

  /// Makes a coordinator (default: the main coordinator) navigate to a new coordinator of a type.
  @discardableResult
  func show(
    _ type: String, from parent: AnyRouter? = nil, _ style: TransitionStyle = .automatic
  ) throws -> AnyRouter {
    let child = try make(type)
    let outcome = (parent ?? main).navigate(to: child.coordinator, .with(style))
    #expect(outcome?.description == "done")
    return child
  }

  // MARK: - Gestures and options

  /// Performs a user gesture.
  @discardableResult
  func user(
    _ gesture: String, _ text: String = "", _ options: OperationOptions = OperationOptions()
  ) -> Outcome? {
    engine.perform(gesture, options) { call in
      call.text = text
      call.name = engine.symbols.intern(text)
    }
  }

  /// Options whose completion is logged under a name.
  func completing(_ name: String) -> OperationOptions {
    var options = OperationOptions()
    options.completion = { [unowned self] in log.append("\(name) \($0)") }
    return options
  }

  /// Options whose callbacks are logged under a name.
  func logging(
    _ name: String, _ style: TransitionStyle = .automatic,
    _ switches: OperationOptions.Switches = []
  ) -> OperationOptions {
    var options = OperationOptions.with(style, switches)
    options.completion = { [unowned self] in log.append("\(name) \($0)") }
    options.onDismiss = { [unowned self] in log.append("\(name) onDismiss \($0.name)") }
    options.onFinish = { [unowned self] in log.append("\(name) onFinish \($0.reason.name)") }
    return options
  }
}

/// A coordinator whose behavior is defined by its test, and that logs its calls.
final class FixtureCoordinator: CoordinatorDelegate {
  private let name: String
  private let router: AnyRouter
  private unowned let fixture: NavigationFixture
  private let begin: (AnyRouter) throws -> Void

  init(
    _ name: String, _ router: AnyRouter, fixture: NavigationFixture,
    _ begin: @escaping (AnyRouter) throws -> Void
  ) {
    self.name = name
    self.router = router
    self.fixture = fixture
    self.begin = begin
  }

  func start(animated: Bool) throws { try begin(router) }

  var restoring: (() -> Void)? { restoring() }

  func didFinish(_ notice: FinishNotice) {
    fixture.log.append("\(name) didFinish \(notice.reason.name)")
  }

  func childDidFinish(_ notice: FinishNotice) {
    fixture.log.append("\(name) childDidFinish \(notice.type) \(notice.reason.name)")
  }

  func actions(of screen: ScreenID) -> [String] {
    handlers(of: screen).map(\.label)
  }

  func perform(action: String, on screen: ScreenID) throws {
    for handler in handlers(of: screen) where handler.label == action {
      try handler.handler(router)
    }
  }

  func handleBack(on screen: ScreenID) throws -> Bool {
    try fixture.handleBack(fixture.engine.node(of: screen)?.name ?? "")
  }

  func shouldDismiss(_ screen: ScreenID) -> Bool {
    fixture.shouldDismiss(fixture.engine.node(of: screen)?.name ?? "")
  }

  private func handlers(
    of screen: ScreenID
  ) -> [(label: String, handler: (AnyRouter) throws -> Void)] {
    fixture.engine.node(of: screen).flatMap { fixture.actions[$0.name] } ?? []
  }
}

extension OperationOptions {
  /// Options with a style and switches.
  static func with(
    _ style: TransitionStyle = .automatic, _ switches: Switches = [], count: Int = 1,
    layer: LayerID? = nil
  ) -> OperationOptions {
    var options = OperationOptions()
    options.style = style
    options.switches = switches
    options.count = count
    options.layer = layer
    return options
  }

  /// Options without animation.
  static var still: OperationOptions { OperationOptions(animated: false) }

  /// Returns these options without the options that an operation or gesture does not support,
  /// except for rare values.
  func fitting(_ name: String, ofUser: Bool = false) -> OperationOptions {
    let index =
      ofUser ? OperationCatalog.index(ofGesture: name) : OperationCatalog.index(of: name)
    guard let index else { return self }
    let accepted = OperationCatalog.signature(at: index).options
    var options = self
    options.switches.formIntersection(OperationCatalog.traits[index].options.switches)
    if !accepted.contains(.style) { options.style = .automatic }
    if !accepted.contains(.animated) { options.duration = OperationOptions.defaultDuration }
    if !accepted.contains(.onDismiss), onDismiss != nil { options.onDismiss = nil }
    if !accepted.contains(.onFinish), onFinish != nil { options.onFinish = nil }
    return options
  }
}
