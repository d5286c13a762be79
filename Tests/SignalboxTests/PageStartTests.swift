import Testing

@testable import Signalbox

/// Tests when the pages of a tab coordinator start, and the reasons with which they finish.
struct PageStartTests {
  /// Tabs with the pages `p` and `q` and the lazy page `r`.
  private static func fixture(
    start: @escaping (NavigationFixture, AnyRouter) throws -> Void = { _, _ in }
  ) -> NavigationFixture {
    let fixture = NavigationFixture()
    for page in ["P", "Q", "R"] {
      fixture.define(page) { [unowned fixture] router in
        fixture.log.append("\(page) starts")
        router.startFlow(at: "A")
      }
    }
    fixture.define("Main", kind: .tabs, pages: pages) { [unowned fixture] router in
      fixture.log.append("tabs start on \(router.currentPage ?? "nothing")")
      try start(fixture, router)
      fixture.log.append("tabs started on \(router.currentPage ?? "nothing")")
    }
    return fixture
  }

  private static let pages = [
    PageDefinition(id: "p", coordinator: "P"), PageDefinition(id: "q", coordinator: "Q"),
    PageDefinition(id: "r", coordinator: "R", isLazy: true),
  ]

  @Test func `a tab coordinator starts before its pages, which start in order`() {
    let fixture = Self.fixture()
    #expect(fixture.engine.launch("Main")?.status == .done)
    #expect(fixture.log == ["tabs start on p", "tabs started on p", "P starts", "Q starts"])
  }

  @Test func `a lazy page that start selects is started with the other pages, in order`() {
    let fixture = Self.fixture { _, router in router.select("r") }
    fixture.engine.launch("Main")
    #expect(
      fixture.log == ["tabs start on p", "tabs started on r", "P starts", "Q starts", "R starts"])
  }

  @Test func `pages that start sets replace the declared pages, which are never started`() {
    let fixture = Self.fixture { _, router in
      router.setPages([Self.pages[2], Self.pages[1]])
      router.select("q")
    }
    #expect(fixture.engine.launch("Main")?.status == .done)
    #expect(
      fixture.log == [
        "tabs start on p", "tabs started on q", "Q starts", "P didFinish pageRemoved",
        "Main childDidFinish P pageRemoved",
      ])
    #expect(fixture.engine.pages(of: fixture.main.coordinator).map(\.id) == ["r", "q"])
  }

  @Test func `setting the same pages in start changes nothing`() {
    let fixture = Self.fixture { fixture, router in
      fixture.log.append(router.setPages(Self.pages)?.description ?? "")
    }
    fixture.engine.launch("Main")
    #expect(fixture.log.contains("noop(unchanged)"))
  }

  @Test func `a page whose start fails rolls back the start of its tabs`() {
    let fixture = Self.fixture()
    fixture.define("Q") { _ in throw NavigationError(.startFailed, "no") }
    #expect(fixture.engine.launch("Main")?.description == "rejected(startFailed)")
    #expect(fixture.engine.main == nil)
  }

  @Test func `restartApp starts tabs before their pages`() {
    let fixture = Self.fixture()
    fixture.engine.launch("Main")
    fixture.log = []
    fixture.main.restartApp()
    #expect(
      fixture.log.filter { $0.hasSuffix(" starts") || $0.hasPrefix("tabs") }
        == ["tabs start on p", "tabs started on p", "P starts", "Q starts"])
  }

  @Test
  func
    `a tab coordinator's start events precede those of its pages, and its attachment follows them`()
  {
    let fixture = Self.fixture { _, router in router.present("Z") }
    let kinds: [NavigationEvent.Kind] = [
      .layerPresented, .entryPushed, .coordinatorAttached, .screenCreated,
    ]
    let events = fixture.events(kinds) { fixture.engine.launch("Main") }
    #expect(events.first == "screen.created Z")
    #expect(events.last == "coordinator.attached Main")
  }

  // MARK: - Finish reasons of pages

  @Test
  func `a removed page finishes as pageRemoved, and its descendants finish as ancestorFinished`()
    throws
  {
    let fixture = NavigationFixture.tabs("p", "q")
    for name in ["Modal", "Grand"] { fixture.define(name) }
    fixture.define("Pushed", style: .push)
    let page = fixture.page("p")
    try fixture.show("Pushed", from: page)
    let modal = try fixture.make("Modal")
    page.navigate(to: modal.coordinator, fixture.logging("Modal"))
    let grand = try fixture.make("Grand")
    modal.navigate(to: grand.coordinator, fixture.logging("Grand"))
    fixture.log = []
    fixture.main.setPages([PageDefinition(id: "q", coordinator: "Page")])
    #expect(
      fixture.log.filter { !$0.contains("childDidFinish") } == [
        "Grand onDismiss pageRemoved", "Grand didFinish ancestorFinished",
        "Grand onFinish ancestorFinished", "Modal onDismiss pageRemoved",
        "Modal didFinish ancestorFinished", "Modal onFinish ancestorFinished",
        "Pushed didFinish ancestorFinished", "Page didFinish pageRemoved",
      ])
  }

  @Test
  func `layers of other coordinators above the layers of a removed page are removed as cascade`()
    throws
  {
    let fixture = NavigationFixture.tabs("p", "q")
    fixture.define("Other")
    fixture.page("p").present("B", [:], fixture.logging("sheet"))
    let other = try fixture.make("Other")
    fixture.page("q").navigate(to: other.coordinator, fixture.logging("Other"))
    fixture.page("q").present("C", [:], fixture.logging("bare"))
    fixture.log = []
    fixture.main.setPages([PageDefinition(id: "q", coordinator: "Page")])
    #expect(
      fixture.log.filter { !$0.contains("childDidFinish") } == [
        "bare onDismiss cascade", "Other onDismiss cascade", "Other didFinish cascade",
        "Other onFinish cascade", "sheet onDismiss pageRemoved", "Page didFinish pageRemoved",
      ])
  }

  @Test func `setPages without pages restores the pages that the type declares`() {
    let fixture = Self.fixture()
    fixture.engine.launch("Main")
    fixture.main.setPages([Self.pages[1]])
    #expect(fixture.main.setPages(nil)?.status == .done)
    #expect(fixture.engine.pages(of: fixture.main.coordinator).map(\.id) == ["p", "q", "r"])
    #expect(fixture.main.currentPage == "q")
    #expect(fixture.main.setPages(nil)?.description == "noop(unchanged)")
  }

  @Test func `setPages without pages is rejected if the type declares none`() {
    let fixture = NavigationFixture()
    fixture.define("Main", kind: .tabs)
    fixture.engine.launch("Main")
    #expect(
      fixture.main.setPages(nil)?.error
        == NavigationError(
          .badArgument, "setPages: Main declares no pages to restore",
          hint: "pass a list of pages, or {} for none"))
  }
}
