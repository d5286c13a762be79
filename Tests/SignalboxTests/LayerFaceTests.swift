import Signalbox
import Testing

/// Tests the visible content of each layer, which stages use to draw screens without a platform.
struct LayerFaceTests {
  final class Pages: Coordinator {
    let router: Router<NoRoutes>
    init(_ router: Router<NoRoutes>) { self.router = router }

    static func configure(_ type: inout CoordinatorType) {
      type.pages = [PageDefinition("left", Page.self), PageDefinition("right", Page.self)]
    }
  }

  enum PageRoute: Route, CaseIterable, Codable {
    case list, item, flow, note, sheet

    var style: TransitionStyle { [.note, .sheet].contains(self) ? .sheet : .automatic }
  }

  final class Page: Coordinator {
    let router: Router<PageRoute>
    init(_ router: Router<PageRoute>) { self.router = router }

    static func destination(of route: PageRoute) -> RouteDestination {
      [.flow, .sheet].contains(route) ? .coordinator(Flow.self) : .screen
    }
    func start() throws { try router.startFlow(at: .list) }
  }

  enum FlowRoute: Route, CaseIterable, Codable { case first, second }

  final class Flow: Coordinator {
    let router: Router<FlowRoute>
    init(_ router: Router<FlowRoute>) { self.router = router }

    static func configure(_ type: inout CoordinatorType) { type.style = .push }
    func start() throws { try router.startFlow(at: .first) }
  }

  private let engine = NavigationEngine()

  init() throws {
    try engine.register(Flow.self) { Flow($0) }
    try engine.register(Page.self) { Page($0) }
    try engine.register(Pages.self) { Pages($0) }
    engine.launch("Pages")
  }

  /// The screens and the tab bars of each layer.
  private var faces: [[[String]]] {
    let tree = engine.tree
    return tree.layers.map(tree.face(of:)).map {
      [$0.screens.map(\.name), $0.tabBars.map(\.type)]
    }
  }

  private func router() throws -> AnyRouter {
    engine.router(of: try #require(engine.topCoordinator))
  }

  @Test
  func `the front stack of tabs is that of the selected page, with the screens of children on top`()
    throws
  {
    #expect(faces == [[["list"], ["Pages"]]])
    try router().navigate(to: "item")
    try router().navigate(to: "flow")
    try router().navigate(to: "second")
    #expect(faces == [[["list", "item", "first", "second"], ["Pages"]]])
    engine.perform("tapTab") { $0.name = engine.symbols.intern("right") }
    #expect(faces == [[["list"], ["Pages"]]])
  }

  @Test func `each layer has its own stack`() throws {
    try router().navigate(to: "sheet")
    try router().navigate(to: "second")
    #expect(faces == [[["list"], ["Pages"]], [["first", "second"], []]])
    engine.perform("swipeDown")
    try router().navigate(to: "note")
    #expect(faces == [[["list"], ["Pages"]], [["note"], []]])
  }

  @Test func `coordinators in the tree can be found by their identifiers`() throws {
    let tree = engine.tree
    let main = try #require(tree.main)
    #expect(tree.coordinator(main.id) == main)
    #expect(main.children.map { tree.coordinator($0.id) } == main.children)
    try router().navigate(to: "sheet")
    let flow = try #require(engine.topCoordinator)
    engine.perform("swipeDown")
    #expect(engine.tree.coordinator(flow) == nil)
  }
}
