import Testing

@testable import Signalbox

/// Tests the screen that encloses the pages of a tab coordinator.
struct TabViewTests {
  private static func fixture(selected: String? = nil) -> NavigationFixture {
    let fixture = NavigationFixture()
    fixture.define("Page")
    let pages = ["p", "q"].map { PageDefinition(id: $0, coordinator: "Page") }
    fixture.define(
      "Main", kind: .tabs, pages: pages, currentPage: selected,
      tabView: ScreenContent(name: "bar", arguments: ["page": "p"]))
    return fixture
  }

  private static func launched() -> NavigationFixture {
    let fixture = fixture()
    fixture.engine.launch("Main")
    return fixture
  }

  private static func view(_ fixture: NavigationFixture) -> ScreenID {
    fixture.engine.tabView(of: fixture.main.coordinator) ?? ScreenID(bits: 0)
  }

  @Test func `the view that encloses tabs appears once, with its tabs`() {
    let fixture = Self.fixture()
    let kinds: [NavigationEvent.Kind] = [.screenCreated, .didAppear, .didDisappear]
    let events = fixture.events(kinds) {
      fixture.engine.launch("Main")
      fixture.main.select("q")
      fixture.page("q").navigate(to: "B")
    }
    #expect(
      events == [
        "screen.created bar", "screen.created A", "screen.created A", "didAppear bar",
        "didAppear A", "didDisappear A", "didAppear A", "screen.created B", "didDisappear A",
        "didAppear B",
      ])
    #expect(fixture.engine.tree.visible.map(\.name) == ["B", "bar"])
    #expect(fixture.engine.tree.front?.name == "B")
  }

  @Test
  func `the view that encloses tabs disappears when a layer covers the tabs, and then reappears`() {
    let fixture = Self.launched()
    let kinds: [NavigationEvent.Kind] = [.didAppear, .didDisappear, .screenDestroyed]
    let events = fixture.events(kinds) {
      fixture.main.present("Z", [:], .with(.fullScreen))
      fixture.main.dismiss()
      fixture.main.present("Z", [:], .with(.sheet))
    }
    #expect(
      events == [
        "didDisappear A", "didDisappear bar", "didAppear Z", "didDisappear Z", "didAppear bar",
        "didAppear A", "screen.destroyed Z", "didAppear Z",
      ])
  }

  @Test
  func `a tap applies to the front screen first, and then to the view that encloses its tabs`() {
    let fixture = Self.launched()
    fixture.actions["bar"] = [
      ("Second", { $0.select("q") }),
      ("Both", { [unowned fixture] _ in fixture.log.append("bar") }),
    ]
    fixture.actions["A"] = [("Both", { [unowned fixture] _ in fixture.log.append("A") })]
    #expect(fixture.user("tap", "Second")?.status == .done)
    #expect(fixture.main.currentPage == "q")
    fixture.user("tap", "Both")
    #expect(fixture.log == ["A"])
    fixture.main.present("Z")
    #expect(fixture.user("tap", "Second")?.description == "rejected(unknownAction)")
  }

  @Test func `new arguments for the view that encloses tabs are reported, undone and redone`() {
    let fixture = Self.launched()
    let view = Self.view(fixture)
    let update = { (page: String) in
      fixture.main.call("update") {
        $0.subject = .screen(view)
        $0.arguments = ["page": .string(page)]
      }
    }
    #expect(update("q")?.status == .done)
    #expect(fixture.engine.arguments(of: view) == ["page": "q"])
    fixture.engine.undo()
    #expect(fixture.engine.arguments(of: view) == ["page": "p"])
    fixture.engine.redo()
    #expect(fixture.engine.tree.main?.tabView?.arguments == ["page": "q"])
  }

  @Test func `a snapshot restores the view that encloses tabs with its contents`() throws {
    let fixture = Self.launched()
    fixture.main.call("update") {
      $0.subject = .screen(Self.view(fixture))
      $0.arguments = ["page": "q"]
    }
    let json = try fixture.engine.snapshot().json
    let other = Self.fixture()
    #expect(other.text(other.engine.restore(json)) == "done { dropped = {} }")
    #expect(other.engine.tree.difference(from: fixture.engine.tree).isEmpty)
    #expect(other.engine.arguments(of: Self.view(other)) == ["page": "q"])

    let plain = NavigationFixture()
    plain.define("Page")
    plain.define("Main", kind: .tabs, pages: [PageDefinition(id: "p", coordinator: "Page")])
    let outcome = plain.text(plain.engine.restore(json))
    #expect(
      outcome.contains("view \\\"bar\\\" of Main") || outcome.contains("view \"bar\" of Main"))
    #expect(plain.engine.tree.main?.tabView == nil)
  }

  @Test func `differences and recordings identify the view that encloses tabs`() throws {
    let fixture = Self.launched()
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    let before = fixture.engine.tree
    fixture.main.call("update") {
      $0.subject = .screen(Self.view(fixture))
      $0.arguments = ["page": "q"]
    }
    #expect(
      fixture.engine.tree.difference(from: before).description
        == "Main tabView: - bar { page = \"p\" } + bar { page = \"q\" }")
    #expect(lines[1].contains(#""screen":{"coordinator":"Main","tabView":true}"#))
    let report = try SessionReplay(lines).run(on: Self.launched().engine)
    #expect(report == SessionReplay.Report(stepCount: 1, isTruncated: false, divergence: nil))
  }

  @Test
  func `the view that encloses tabs cannot be popped, and its layers are removed with the tabs`() {
    let fixture = Self.launched()
    let view = Self.view(fixture)
    let pop = fixture.main.call("pop") { $0.subject = .screen(view) }
    #expect(pop?.description == "rejected(viewNotFound)")
    let present = fixture.main.call("present") { call in
      call.presenter = view
      call.name = fixture.engine.symbols.intern("Z")
    }
    #expect(present?.status == .done)
    #expect(fixture.engine.layers.count == 2)
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test func `currentPageChanged receives the page and the source of the change`() {
    final class Home: Coordinator {
      let router: Router<NoRoutes>
      var changes: [String] = []
      init(_ router: Router<NoRoutes>) { self.router = router }

      static func configure(_ type: inout CoordinatorType) {
        type.pages = ["p", "q"].map { PageDefinition(id: $0, coordinator: "Page") }
      }
      var observesCurrentPage: Bool { true }
      func currentPageDidChange(to page: String?, _ source: PageChangeSource) {
        changes.append("\(page ?? "none") \(source.rawValue)")
      }
    }
    let fixture = NavigationFixture()
    fixture.define("Page")
    let pages = ["p", "q"].map { PageDefinition(id: $0, coordinator: "Page") }
    do { try fixture.engine.register(Home.self) { Home($0) } } catch { Issue.record(error) }
    fixture.engine.launch("Home")
    fixture.main.select("q")
    fixture.main.select("q")
    fixture.user("tapTab", "p")
    fixture.main.setPages([pages[1]])
    fixture.main.setPages([])
    fixture.engine.undo(4)
    let home: Home? = fixture.engine.coordinator(fixture.main.coordinator)
    #expect(home?.changes == ["q operation", "p user", "q pages", "none pages"])
  }
}
