import Signalbox
import SignalboxInspector
import Testing

/// Recordings and graphs that a package draws.
struct TraceTests {
  @Test func `a recording is drawn as a timeline`() throws {
    #expect(
      TraceText.draw(try ShopApplication.recording(ofProducts: 1)).split(separator: "\n") == [
        "    1  0 ms  Home/Shop:navigate(\"product\", { id = 1 }, { singleTop = true })",
        "               Home/Shop stack: + product { id = 1 }",
      ])
  }

  @Test func `two recordings are compared up to the first difference`() throws {
    let first = try ShopApplication.recording(ofProducts: 1, 2)
    let second = try ShopApplication.recording(ofProducts: 1)
    #expect(TraceText.parting(first, first, names: ("a", "b")) == nil)
    #expect(
      TraceText.parting(first, second, names: ("a", "b")) == """
        identical for 1 step, then:

          a
            2  350 ms  Home/Shop:navigate("product", { id = 2 }, { singleTop = true })
                         Home/Shop stack: + product { id = 2 }

          b
             ends here

          what the recordings show at that point
             Home/Shop stack: - product { id = 2 }
        """)
  }

  @Test func `the screens of a recording are drawn as images and as text`() throws {
    let screens = TraceScreens(try ShopApplication.recording(ofProducts: 1, 1, 2))
    let board = screens.storyboard(of: 1...3)
    #expect(board.map(\.number) == [1, 3])
    let first = try #require(screens.screen(after: 1))
    #expect(
      try ScreenFormat.txt.drawing(of: first).text == """
        ┌──────────────────────────────┐
        │ ‹ catalog  product           │
        ├──────────────────────────────┤
        │                              │
        ├──────────────────────────────┤
        │   :bag: SHOP       Sale      │
        └──────────────────────────────┘

        """)
    let text = try ScreenFormat.txt.drawing(of: board, titled: "Visits") { head, _ in "# \(head)" }
    #expect(
      text.text.split(separator: "\n").filter { !"┌│├└".contains($0.prefix(1)) } == [
        "Visits", "# 1  Home/Shop:navigate(\"product\", { id = 1 }, { singleTop = true })",
        "# 3  Home/Shop:navigate(\"product\", { id = 2 }, { singleTop = true })",
      ])
    let image = try ScreenFormat.svg.drawing(of: first)
    #expect((image.width, image.height) == (248, 469))
    #expect(image.text.contains(">product</text>"))
    let images = try ScreenFormat.svg.drawing(of: board, titled: "Visits")
    #expect((images.width, images.height) == (556, 583))
    #expect(images.text.contains(">Visits</text>"))
  }

  @Test func `a graph is drawn as text and as an image with a background`() {
    var graph = ScreenGraph()
    let catalog = graph.add("catalog", of: "Shop", states: 1)
    let product = graph.add("product", of: "Shop", states: 1)
    graph.connect(catalog, to: product, by: #"app:tap("Open")"#, labeled: "tap Open")
    #expect(
      GraphFormat.txt.text(of: graph, titled: "Shop", current: product) == """
        Shop
          catalog
            ▸ product  tap Open
          product  ← you are here

        """)
    let image = GraphFormat.image(of: graph, titled: "Shop", current: product)
    #expect((image.width, image.height) == (152, 232))
    for text in ["catalog", "product", "tap Open"] {
      #expect(image.text.contains(">\(text)</text>"))
    }
  }
}
