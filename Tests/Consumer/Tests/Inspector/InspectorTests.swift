import Signalbox
import SignalboxInspector
import Testing

/// A renderer that another package defines.
enum FrontRenderer: Renderer {
  static let name = "front"
  static let summary = "The name of the front screen"

  static func render(_ subject: RenderSubject) -> String { subject.tree.front?.name ?? "" }
}

struct InspectorTests {
  @Test func `renderers show the state of an engine`() {
    let subject = RenderSubject(NavigationEngine())
    #expect(FrontRenderer.render(subject) == "")
    #expect(RendererCatalog.all.map { $0.name }.contains(TreeRenderer.name))
  }

  @Test func `every renderer shows the same application`() throws {
    let app = try ShopApplication()
    try app.shop.navigate(to: .product(id: 1))
    let subject = RenderSubject(app.engine)
    func text(_ name: String) throws -> String {
      try #require(RendererCatalog.renderer(named: name)).render(subject)
    }
    let texts = try ["tree", "stack", "layers"].map(text)
    #expect(
      texts == [
        """
        Home  tabs
        ├─ ● shop :bag:  Shop  catalog ▸ product { id = 1 }      ← front
        └─ ○ sale  Shop  catalog
        """, "shop  catalog ▸ product { id = 1 }", "Home",
      ])
    #expect(try text("screen") == ScreenRenderer.render(subject, width: 32))
    #expect(try text("events").split(separator: "\n").count == app.engine.eventCount)
  }

  @Test func `a renderer reads the titles and actions of screens`() throws {
    let tree = try ShopApplication().engine.tree
    let front = try #require(tree.front)
    let subject = RenderSubject(
      tree: tree, titles: [front.id: "All products"], actions: [front.id: ["Buy\u{7}"]])
    #expect(subject.title(of: front) == "All products")
    #expect(subject.actions(of: front) == ["Buy\u{FFFD}"])
    #expect(RenderSubject(tree: tree).title(of: front) == "catalog")
  }
}
