import Testing

@testable import Signalbox

/// Compares the fields of the state with the fields that snapshots contain.
struct StateFieldTests {
  /// Returns a state without default values: every field of every record has another value.
  private func rich() throws -> NavigationFixture {
    let fixture = NavigationFixture()
    define(fixture)
    fixture.engine.launch("Main")
    let page = fixture.page("p1")
    page.root("made", ["n": 1])
    page.navigate(to: "B", ["id": 7], .with(try fixture.engine.transitionStyle(named: "zoom")))
    page.call("navigate") {
      $0.subject = .content(
        ScreenContent(name: "free", traits: [.dismissDisabled, .swipeBackDisabled]))
    }
    fixture.page("p2").root("child", ["x": [1.5, true]])
    fixture.main.setBadge(of: "p2", to: "3")
    page.addDependency(
      try fixture.engine.makeCoordinator("Quiet", [:], CoordinatorSetup(style: .sheet)))
    page.route(to: "child", ["deep": ["list": []]])
    let screen = try #require(fixture.engine.stack(of: page.coordinator).last?.id)
    page.call("present", .with(.sheet, .withNavigation)) {
      $0.presenter = screen
      $0.name = fixture.engine.symbols.intern("C")
      $0.options.layerTraits = LayerTraits(
        isCovering: false, isInteractive: false, detents: [.medium, .height(240)])
    }
    fixture.router("Quiet").present("D", [:], .with(.fullScreen))
    fixture.engine.router(of: page.coordinator).navigate(to: "tabs")
    return fixture
  }

  private func define(_ fixture: NavigationFixture) {
    _ = try? fixture.engine.register(PresentationStyle.push("zoom"))
    fixture.define(
      "Page",
      routes: [
        "child": RouteDefinition(.coordinator("Child"), style: .push),
        "tabs": RouteDefinition(.coordinator("Rooted"), style: .sheet),
        "made": RouteDefinition(
          .factory { request in
            .screen(ScreenContent(name: "title", arguments: ["from": .string(request.route)]))
          }),
      ])
    fixture.define("Child", style: .push)
    fixture.define("Quiet") { _ in }
    fixture.define("Rooted", routes: ["in": RouteDefinition(.coordinator("Inner"))]) { router in
      router.navigate(to: "in")
      router.navigate(to: "B", [:], .with(.push))
    }
    fixture.define(
      "Inner", kind: .tabs, pages: [PageDefinition(id: "only", coordinator: "Child")],
      tabView: ScreenContent(name: "bar", arguments: ["n": 1]))
    fixture.define(
      "Main", kind: .tabs,
      pages: [
        PageDefinition(
          id: "p1", title: "One", icon: "star", selectedTitle: "This one",
          selectedIcon: "star.fill", position: 2, coordinator: "Page"),
        PageDefinition(
          id: "p2", position: 3, coordinator: "Page", arguments: ["k": "v"], isLazy: true),
      ])
  }

  @Test func `restoring a state preserves every field of every record`() throws {
    let fixture = try rich()
    let json = try fixture.engine.snapshot().json
    let restored = NavigationFixture()
    define(restored)
    #expect(restored.text(restored.engine.restore(json)) == "done { dropped = {} }")
    #expect(try restored.engine.snapshot().json == json)
    let (dump, expected) = (StateDump(restored.engine), StateDump(fixture.engine))
    #expect(dump.lines == expected.lines)
    #expect(InvariantCheck.faults(of: restored.engine) == [])
  }

  @Test func `the state in this test sets every known field of every record`() throws {
    let dump = StateDump(try rich().engine)
    #expect(dump.unknown == [])
    #expect(StateDump.fields.subtracting(StateDump.exceptions).subtracting(dump.filled) == [])
  }

  @Test func `a root that is chosen for a lazy page before its start is restored and used`() throws
  {
    let fixture = try rich()
    let json = try fixture.engine.snapshot().json
    let restored = NavigationFixture()
    define(restored)
    restored.engine.restore(json)
    let page = restored.page("p2")
    #expect(!restored.engine.isStarted(page.coordinator))
    #expect(restored.engine.pages(of: restored.main.coordinator).map(\.badge) == [nil, "3"])
    #expect(
      restored.text(page.call("isRoot") { $0.name = restored.engine.symbols.intern("child") })
        == "done true")
    restored.main.select("p2")
    #expect(
      restored.engine.child(of: page.coordinator).flatMap(restored.engine.typeName) == "Child")
  }

  @Test func `a lazy page is restored even if its chosen root no longer exists`() throws {
    let json = try rich().engine.snapshot().json
      .replacing(
        #""root":{"arguments":{"x":[1.5,true]},"name":"child"}"#, with: #""root":{"name":"x"}"#)
    let restored = NavigationFixture()
    define(restored)
    #expect(
      restored.text(restored.engine.restore(json))
        == #"done { dropped = { { what = "root \"x\" of Page", "#
        + #"why = "Page has no route \"x\"" } } }"#)
    #expect(restored.text(restored.main.select("p2")) == "done Page")
  }

  @Test func `a restored lazy page starts if it is selected because all other pages were removed`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    fixture.define("One")
    fixture.define("Two")
    fixture.define(
      "Tabs", kind: .tabs,
      pages: [
        PageDefinition(id: "p1", coordinator: "One"),
        PageDefinition(id: "p2", coordinator: "Two", isLazy: true),
      ])
    try fixture.show("Tabs")
    let json = try fixture.engine.snapshot().json.replacing("\"One\"", with: "\"Gone\"")
    #expect(fixture.engine.restore(json)?.description == "done")
    #expect(fixture.shape == "nav[A] L1:sheet(tabs[*p2:nav[A]])")
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }
}
