import Signalbox
import Testing

/// The documents with which a package reads states.
struct DocumentTests {
  private final class Home: Coordinator {
    let router: Router<NoRoutes>

    init(_ router: Router<NoRoutes>) { self.router = router }

    static func configure(_ type: inout CoordinatorType) {
      type.pages = [PageDefinition("shop", Shop.self), PageDefinition("sale", Shop.self)]
    }
  }

  private let engine = NavigationEngine()

  init() throws {
    try engine.register(Shop.self) { Shop($0) }
    try engine.register(Home.self) { Home($0) }
    try engine.launch(Home.self)
  }

  /// The router of the selected page.
  private var shop: Router<ShopRoute> {
    get throws { try engine.router(of: try #require(engine.topCoordinator), as: Shop.self) }
  }

  @Test func `a package can read the visible part of a layer`() throws {
    try shop.navigate(to: .product(id: 1))
    let tree = engine.tree
    let face = tree.face(of: try #require(tree.layers.first))
    #expect(face.screens.map(\.name) == ["catalog", "product"])
    #expect(face.tabBars.map(\.type) == ["Home"])
  }

  @Test func `a package can find a coordinator of a state`() throws {
    let tree = engine.tree
    let front = try #require(tree.front)
    #expect(tree.coordinator(front.owner)?.page?.id == "shop")
    #expect(tree.coordinator(.empty) == nil)
  }

  @Test func `a package can find the parts of the interface`() throws {
    let interface = engine.interface
    let layer = try #require(interface.top)
    #expect(interface.layer(layer.id) == layer)
    let stack = try #require(layer.contents?.frontStack)
    #expect(interface.stack(stack.id) == stack)
    #expect(stack.screens == [engine.front])
    let bar = try #require(interface.top?.contents?.tabBars.first)
    #expect(interface.tabBar(bar.id) == bar)
    #expect(bar.pages.map(\.id) == ["shop", "sale"])
    #expect(InterfaceTree().tabBar(bar.id) == nil)
  }

  @Test func `a package can compare two states`() throws {
    let before = engine.tree
    try shop.navigate(to: .product(id: 1))
    #expect(
      engine.tree.difference(from: before).description == "Home/Shop stack: + product { id = 1 }")
    #expect(
      before.difference(from: engine.tree).description == "Home/Shop stack: - product { id = 1 }")
  }
}
