import Signalbox
import SignalboxInspector
import Testing

@Suite struct LineRendererTests {
  @Test func `renderers draw nothing before launch`() {
    let app = DrawnApp()
    #expect(app.draw(StackRenderer.self) == "nothing has been launched")
    #expect(app.draw(LayersRenderer.self) == "nothing has been launched")
    #expect(app.draw(EventsRenderer.self) == "no event has occurred")
  }

  @Test func `the front stack is that of the topmost layer`() throws {
    let app = try DrawnApp.shop()
    let shop = try app.router("Shop")
    shop.navigate(to: "product", ["id": 42])
    #expect(app.draw(StackRenderer.self) == "shop  catalog ▸ product { id = 42 }")
    shop.navigate(to: "filter")
    #expect(app.draw(StackRenderer.self) == "Filter  catalog ▸ product { id = 42 } ▸ brand")
    shop.navigate(to: "checkout")
    #expect(app.draw(StackRenderer.self) == "Checkout  address")
  }

  @Test func `layers are listed from the root upward`() throws {
    let app = try DrawnApp.shop()
    let shop = try app.router("Shop")
    #expect(app.draw(LayersRenderer.self) == "Home")
    shop.navigate(to: "checkout")
    shop.present("hint")
    #expect(app.draw(LayersRenderer.self) == "Home ⤒ sheet Checkout ⤒ sheet hint")
  }

  @Test func `events are printed in aligned columns`() throws {
    let app = try DrawnApp.shop()
    let first = app.engine.eventCount + 1
    try app.router("Shop").navigate(to: "product", ["id": 42])
    #expect(
      EventsRenderer.render(RenderSubject(app.engine, eventsFrom: first)) == """
        17    0 ms  #2  op.began        navigate product (c2)
        18    0 ms  #2  willNavigate    navigate product (c2)
        19    0 ms  #2  screen.created  s3 product (c2)
        20    0 ms  #2  willDisappear   s1 catalog (c2)
        21    0 ms  #2  willAppear      s3 product (c2)
        22    0 ms  #2  entry.pushed    s3 product (c2)
        23  350 ms  #2  didDisappear    s1 catalog (c2)
        24  350 ms  #2  didAppear       s3 product (c2)
        25  350 ms  #2  didNavigate     navigate product (c2)
        26  350 ms  #2  op.settled      navigate product (c2)
        """)
  }

  @Test func `every renderer can be found by its name`() {
    #expect(RendererCatalog.all.map { $0.name } == ["tree", "screen", "stack", "layers", "events"])
    for renderer in RendererCatalog.all {
      #expect(RendererCatalog.renderer(named: renderer.name) == renderer)
    }
    #expect(RendererCatalog.renderer(named: "trees") == nil)
  }

  @Test func `renderers draw a snapshot with the state at its creation`() throws {
    let app = try DrawnApp.shop()
    let snapshot = app.engine.snapshot()
    let front = try #require(snapshot.tree.front)
    try app.router("Home").select("me")
    let subject = RenderSubject(tree: snapshot.tree, titles: [front.id: "All goods"])
    #expect(StackRenderer.render(subject) == "shop  catalog")
    #expect(subject.title(of: front) == "All goods")
    #expect(subject.actions(of: front) == [])
    #expect(EventsRenderer.render(subject) == "no event has occurred")
  }
}
