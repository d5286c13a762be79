import Signalbox
import Testing

/// What the user sees of each layer, as a stage that draws screens itself asks for it.
struct LayerFaceTests {
  final class Pages: Coordinator {}

  final class Page: Coordinator {
    override func start(animated: Bool) { router.startFlow(at: "list") }
  }

  final class Flow: Coordinator {
    override func start(animated: Bool) { router.startFlow(at: "first") }
  }

  private let engine = NavigationEngine()

  init() throws {
    try engine.register(Flow.self, style: .push, routes: ["first": Route(), "second": Route()])
    try engine.register(
      Page.self,
      routes: [
        "list": Route(), "item": Route(), "flow": Route(.coordinator("Flow")),
        "note": Route(style: .sheet), "sheet": Route(.coordinator("Flow"), style: .sheet),
      ])
    try engine.register(
      Pages.self,
      pages: [
        PageDefinition(id: "left", coordinator: "Page"),
        PageDefinition(id: "right", coordinator: "Page"),
      ])
    engine.launch("Pages")
  }

  /// The screens and the tab bars of each layer.
  private var faces: [[[String]]] {
    let tree = engine.tree
    return tree.layers.map(tree.face(of:)).map {
      [$0.screens.map(\.name), $0.tabBars.map(\.type)]
    }
  }

  private func router() throws -> Router { engine.router(of: try #require(engine.topCoordinator)) }

  @Test func `behind tabs it is the selected page's stack, children's screens on top`() throws {
    #expect(faces == [[["list"], ["Pages"]]])
    try router().navigate(to: "item")
    try router().navigate(to: "flow")
    try router().navigate(to: "second")
    #expect(faces == [[["list", "item", "first", "second"], ["Pages"]]])
    engine.perform("tapTab") { $0.name = engine.symbols.intern("right") }
    #expect(faces == [[["list"], ["Pages"]]])
  }

  @Test func `each layer has its own`() throws {
    try router().navigate(to: "sheet")
    try router().navigate(to: "second")
    #expect(faces == [[["list"], ["Pages"]], [["first", "second"], []]])
    engine.perform("swipeDown")
    try router().navigate(to: "note")
    #expect(faces == [[["list"], ["Pages"]], [["note"], []]])
  }

  @Test func `coordinators of the tree are found by their identifiers`() throws {
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
