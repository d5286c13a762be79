import Signalbox
import SignalboxInspector
import Testing

@Suite struct TreeRendererTests {
  @Test func `the tree of an engine without an application states this`() {
    #expect(DrawnApp().draw(TreeRenderer.self) == "nothing has been launched")
  }

  @Test func `a flow in a sheet is drawn below the coordinator that presented the sheet`() throws {
    let app = try DrawnApp.shop()
    let shop = try app.router("Shop")
    shop.navigate(to: "product", ["id": 42])
    shop.navigate(to: "checkout")
    try app.router("Checkout").navigate(to: "payment", ["method": "card"])
    #expect(
      app.draw(TreeRenderer.self) == """
        Home  tabs
        ├─ ● shop  Shop  catalog ▸ product { id = 42 }
        │  └─ ⤒ Checkout  sheet  address ▸ payment { method = "card" }      ← front
        └─ ○ me  Profile  profile
        """)
  }

  @Test func `the selected page is marked and contains the front screen`() throws {
    let app = try DrawnApp.shop()
    try app.router("Home").select("me")
    #expect(
      app.draw(TreeRenderer.self) == """
        Home  tabs
        ├─ ○ shop  Shop  catalog
        └─ ● me  Profile  profile      ← front
        """)
  }

  @Test func `a screen in its own layer is drawn as a line of its presenter`() throws {
    let app = try DrawnApp.shop()
    let shop = try app.router("Shop")
    shop.navigate(to: "checkout")
    shop.present("hint", ["text": "hello"])
    #expect(
      app.draw(TreeRenderer.self) == """
        Home  tabs
        ├─ ● shop  Shop  catalog
        │  ├─ ⤒ Checkout  sheet  address
        │  └─ ⤒ sheet  hint { text = "hello" }      ← front
        └─ ○ me  Profile  profile
        """)
  }

  @Test func `the tree distinguishes pushed coordinators from root coordinators`() throws {
    let app = DrawnApp()
    try app.define("Inner", start: "a", style: .push, routes: ["a": RouteDefinition()])
    try app.define(
      "Outer", start: "inner",
      routes: [
        "inner": RouteDefinition(.coordinator("Inner")),
        "more": RouteDefinition(.coordinator("More")),
      ])
    try app.define("More", start: "b", style: .push, routes: ["b": RouteDefinition()])
    app.engine.launch("Outer")
    try app.router("Outer").navigate(to: "more")
    #expect(
      app.draw(TreeRenderer.self) == """
        Outer
        ├─ ⌂ Inner  root  a
        └─ ▸ More  pushed  b      ← front
        """)
  }

  @Test func `the middle of a deep stack is omitted`() throws {
    let app = DrawnApp()
    try app.define("Main", start: "page", routes: ["page": RouteDefinition()])
    app.engine.launch("Main")
    let main = try app.router("Main")
    for number in 1...99 { main.navigate(to: "page", ["n": .integer(number)]) }
    #expect(
      app.draw(TreeRenderer.self)
        == "Main  page ▸ page { n = 1 } ▸ … 94 more … ▸ page { n = 96 } ▸ page { n = 97 } ▸ "
        + "page { n = 98 } ▸ page { n = 99 }      ← front")
  }

  @Test func `coordinators that are nested too deeply are omitted`() throws {
    let app = DrawnApp()
    try app.define(
      "Main", start: "a", style: .push,
      routes: ["a": RouteDefinition(), "more": RouteDefinition(.coordinator("Main"))])
    app.engine.launch("Main")
    for _ in 1...50 {
      let top = try #require(app.engine.topCoordinator)
      app.engine.router(of: top).navigate(to: "more")
    }
    let lines = app.draw(TreeRenderer.self).split(separator: "\n")
    #expect(lines.count == 34)
    #expect(lines.last?.trimmingPrefix(while: { $0 == " " }) == "└─ …")
  }

  @Test func `control characters in names are not printed`() throws {
    let app = DrawnApp()
    let wild = "a\u{1B}[2J\nb"
    try app.define("Main", start: wild, routes: [wild: RouteDefinition()])
    app.engine.launch("Main")
    #expect(app.draw(TreeRenderer.self) == "Main  a\u{FFFD}[2J\u{FFFD}b      ← front")
  }
}
