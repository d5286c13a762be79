import Signalbox
import SignalboxInspector
import Testing

@Suite struct ScreenRendererTests {
  @Test func `an engine without an application shows an empty frame`() {
    #expect(
      DrawnApp().draw(ScreenRenderer.self) == """
        ┌──────────────────────────────┐
        │  nothing has been launched   │
        └──────────────────────────────┘
        """)
  }

  @Test func `a pushed screen has a back button, its actions and the tab bar`() throws {
    let app = try DrawnApp.shop()
    try app.router("Shop").navigate(to: "product", ["id": 42])
    #expect(
      app.draw(ScreenRenderer.self) == """
        ┌──────────────────────────────┐
        │ ‹ Catalog  Product 42        │
        ├──────────────────────────────┤
        │ [Buy]  [Reviews (12)]        │
        ├──────────────────────────────┤
        │      SHOP           Me       │
        └──────────────────────────────┘
        """)
  }

  @Test func `a sheet is drawn above the content below it`() throws {
    let app = try DrawnApp.shop()
    let shop = try app.router("Shop")
    shop.navigate(to: "product", ["id": 42])
    shop.navigate(to: "checkout")
    #expect(
      app.draw(ScreenRenderer.self) == """
        ┌──────────────────────────────┐
        │ ‹ Catalog  Product 42        │
        │ ┌──────────────────────────┐ │
        │ │         Address          │ │
        │ ├──────────────────────────┤ │
        │ │ [Next]                   │ │
        │ └──────────────────────────┘ │
        └──────────────────────────────┘
        """)
  }

  @Test func `only the three topmost of many sheets are drawn`() throws {
    let app = try DrawnApp.shop()
    let shop = try app.router("Shop")
    for number in 1...9 { shop.present("hint", ["n": .integer(number)]) }
    #expect(
      app.draw(ScreenRenderer.self) == """
        ┌──────────────────────────────┐
        │             hint             │
        │ ┌──────────────────────────┐ │
        │ │           hint           │ │
        │ │ ┌──────────────────────┐ │ │
        │ │ │         hint         │ │ │
        │ │ ├──────────────────────┤ │ │
        │ │ │                      │ │ │
        │ │ └──────────────────────┘ │ │
        │ └──────────────────────────┘ │
        └──────────────────────────────┘
        """)
  }

  @Test func `a layer that covers the screen hides the content below it`() throws {
    let app = try DrawnApp.shop()
    var options = OperationOptions()
    options.style = .fullScreen
    try app.router("Shop").navigate(to: "checkout", [:], options)
    #expect(
      app.draw(ScreenRenderer.self) == """
        ┌──────────────────────────────┐
        │           Address            │
        ├──────────────────────────────┤
        │ [Next]                       │
        └──────────────────────────────┘
        """)
  }

  @Test func `lines with wide characters are aligned with the frame`() throws {
    let app = DrawnApp()
    try app.define(
      "Main", start: "list", routes: ["list": RouteDefinition(), "item": RouteDefinition()],
      faces: [
        "list": DrawnApp.Face(title: "商品カタログの一覧表"),
        "item": DrawnApp.Face(title: "りんご 🍎 👨‍👩‍👧 ❤️", actions: ["購入する", "éa\u{301}", "レビューを読む", "🛒"]),
      ])
    app.engine.launch("Main")
    try app.router("Main").navigate(to: "item")
    #expect(
      app.draw(ScreenRenderer.self) == """
        ┌──────────────────────────────┐
        │ ‹ 商品カタ…  りんご 🍎 👨‍👩‍👧 ❤️ │
        ├──────────────────────────────┤
        │ [購入する]  [éa\u{301}]             │
        │ [レビューを読む]  [🛒]       │
        └──────────────────────────────┘
        """)
  }

  @Test func `long titles, long labels and many tabs are truncated`() throws {
    let app = DrawnApp()
    let long = "A title that is much longer than any screen is wide"
    try app.define(
      "Page", start: "first", routes: ["first": RouteDefinition(), "second": RouteDefinition()],
      faces: [
        "first": DrawnApp.Face(title: long),
        "second": DrawnApp.Face(title: long, actions: [long]),
      ])
    try app.define(
      "Home",
      pages: (1...9).map {
        PageDefinition(id: "p\($0)", title: "Page number \($0)", coordinator: "Page")
      })
    app.engine.launch("Home")
    let home = try app.router("Home")
    home.select("p5")
    app.engine.router(of: try #require(home.selectedCoordinator)).navigate(to: "second")
    #expect(
      app.draw(ScreenRenderer.self) == """
        ┌──────────────────────────────┐
        │ ‹ A titl…  A title that is … │
        ├──────────────────────────────┤
        │ [A title that is much long…] │
        ├──────────────────────────────┤
        │ Page … Page … PAGE … Page …  │
        └──────────────────────────────┘
        """)
  }

  @Test func `tabs show icons and badges if there is room`() throws {
    let app = DrawnApp()
    try app.define("Page", start: "first", routes: ["first": RouteDefinition()])
    try app.define(
      "Home",
      pages: [
        PageDefinition(id: "shop", title: "Shop", icon: "bag", coordinator: "Page"),
        PageDefinition(id: "me", title: "Me", icon: "person", coordinator: "Page"),
      ])
    app.engine.launch("Home")
    try app.router("Home").setBadge(of: "me", to: "3")
    #expect(
      app.draw(ScreenRenderer.self) == """
        ┌──────────────────────────────┐
        │            first             │
        ├──────────────────────────────┤
        │                              │
        ├──────────────────────────────┤
        │   :bag: SHOP      Me (3)     │
        └──────────────────────────────┘
        """)
    try app.router("Home").setBadge(of: "me", to: "a long text")
    #expect(
      ScreenRenderer.render(RenderSubject(app.engine), width: 60) == """
        ┌──────────────────────────────────────────────────────────┐
        │                          first                           │
        ├──────────────────────────────────────────────────────────┤
        │                                                          │
        ├──────────────────────────────────────────────────────────┤
        │          :bag: SHOP          :person: Me (a long text)   │
        └──────────────────────────────────────────────────────────┘
        """)
    #expect(
      app.draw(TreeRenderer.self) == """
        Home  tabs
        ├─ ● shop :bag:  Page  first      ← front
        └─ ○ me :person: (a long text)  Page  first
        """)
  }
}
