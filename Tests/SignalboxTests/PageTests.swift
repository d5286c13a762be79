import Testing

@testable import Signalbox

/// Tests lazy pages, kept pages and badges.
struct PageTests {
  /// Tabs `p1` and, lazy, `p2` and `p3`. Each page logs its start.
  private func lazyTabs() -> NavigationFixture {
    let fixture = NavigationFixture()
    for (name, page) in [("One", "p1"), ("Two", "p2"), ("Three", "p3")] {
      fixture.define(name) { [unowned fixture] router in
        fixture.log.append("\(page) starts")
        router.startFlow(at: "A")
      }
    }
    fixture.define("Main", kind: .tabs, pages: pages())
    fixture.engine.launch("Main")
    return fixture
  }

  private func pages(_ ids: String...) -> [PageDefinition] {
    let all = [
      PageDefinition(id: "p1", coordinator: "One"),
      PageDefinition(id: "p2", coordinator: "Two", isLazy: true),
      PageDefinition(id: "p3", coordinator: "Three", isLazy: true),
    ]
    return ids.isEmpty ? all : all.filter { ids.contains($0.id) }
  }

  @Test func `D16 a lazy page starts when it is selected for the first time`() {
    let fixture = lazyTabs()
    #expect(fixture.log == ["p1 starts"])
    #expect(fixture.shape == "tabs[*p1:nav[A] p2:nav[] p3:nav[]]")
    #expect(fixture.family == "Main(One,Two,Three)")
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
    let events = fixture.events([.tabChanged, .coordinatorAttached, .willAppear]) {
      fixture.main.select("p2")
    }
    #expect(events == ["willAppear A", "tab.changed p2", "coordinator.attached Two"])
    fixture.main.select("p1")
    fixture.user("tapTab", "p2")
    fixture.user("tapTab", "p3")
    #expect(fixture.log == ["p1 starts", "p2 starts", "p3 starts"])
    #expect(fixture.shape == "tabs[p1:nav[A] p2:nav[A] *p3:nav[A]]")
  }

  @Test func `operations on pages of lazy nested tabs are rejected until the tabs start`() {
    let fixture = NavigationFixture()
    fixture.define("Page")
    let inner = [PageDefinition(id: "i1", coordinator: "Page")]
    fixture.define("Inner", kind: .tabs, pages: inner)
    fixture.define(
      "Main", kind: .tabs,
      pages: [
        PageDefinition(id: "p1", coordinator: "Page"),
        PageDefinition(id: "p2", coordinator: "Inner", isLazy: true),
      ])
    fixture.engine.launch("Main")
    let tabs = fixture.page("p2")
    #expect(fixture.text(tabs.setPages(inner)) == "rejected(notStarted)")
    #expect(fixture.text(tabs.select("i1")) == "rejected(notStarted)")
    #expect(fixture.shape == "tabs[*p1:nav[A] p2:tabs[]]")
    fixture.main.select("p2")
    #expect(fixture.shape == "tabs[p1:nav[A] *p2:tabs[*i1:nav[A]]]")
  }

  @Test func `operations on a lazy page are rejected until it starts`() {
    let fixture = lazyTabs()
    let page = fixture.page("p2")
    #expect(!fixture.engine.isStarted(page.coordinator))
    #expect(fixture.text(page.navigate(to: "B")) == "rejected(notStarted)")
    #expect(fixture.text(page.pop()) == "noop(emptyStack)")
    #expect(fixture.text(page.finishFlow()) == "noop(notStarted)")
    #expect(fixture.text(fixture.main.focusFirst("p3")) == "done Three")
    #expect(fixture.shape == "tabs[p1:nav[A] p2:nav[] *p3:nav[A]]")
  }

  @Test func `forcePresentation of a lazy page selects and starts it`() {
    let fixture = lazyTabs()
    #expect(fixture.text(fixture.page("p2").forcePresentation()) == "done Two")
    #expect(fixture.log == ["p1 starts", "p2 starts"])
    #expect(fixture.shape == "tabs[p1:nav[A] *p2:nav[A] p3:nav[]]")
    #expect(fixture.text(fixture.page("p3").forcePresentation(route: "B")) == "done Three")
    #expect(fixture.shape == "tabs[p1:nav[A] p2:nav[A] *p3:nav[B]]")
  }

  @Test func `a lazy page whose start is rejected is not selected`() {
    let fixture = lazyTabs()
    fixture.define("Two") { $0.startFlow(at: "nowhere") }
    fixture.main.setPages(pages("p1"))
    fixture.main.setPages(pages("p1", "p2"))
    let before = fixture.engine.tree
    #expect(fixture.text(fixture.main.select("p2")) == "rejected(unknownRoute)")
    #expect(fixture.engine.tree == before)
  }

  @Test
  func `setPages starts the lazy page that it selects and pages that are no longer lazy`() {
    let fixture = lazyTabs()
    fixture.main.setPages(pages("p2", "p3"))
    #expect(fixture.shape == "tabs[*p2:nav[A] p3:nav[]]")
    #expect(fixture.text(fixture.main.setPages(pages("p2", "p3"))) == "noop(unchanged)")
    var eager = pages("p2", "p3")
    eager[1].isLazy = false
    #expect(fixture.text(fixture.main.setPages(eager)) == "done")
    #expect(fixture.shape == "tabs[*p2:nav[A] p3:nav[A]]")
  }

  @Test func `removing the selected page starts the lazy page that is selected next`() {
    let fixture = lazyTabs()
    fixture.page("p1").finishFlow(nil, .with(.automatic, .scopeSelf))
    #expect(fixture.shape == "tabs[*p2:nav[A] p3:nav[]]")
    fixture.main.setPages([])
    #expect(fixture.family == "Main")
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test func `setPages keeps the modals of kept pages, and recreate replaces the pages`() {
    let fixture = lazyTabs()
    fixture.page("p1").navigate(to: "B")
    fixture.page("p1").present("X", [:], fixture.logging("X"))
    fixture.log = []
    fixture.main.setPages(pages("p1", "p3"))
    #expect(fixture.shape == "tabs[*p1:nav[A,B] p3:nav[]] L1:sheet(X)")
    #expect(fixture.log == ["Two didFinish pageRemoved", "Main childDidFinish Two pageRemoved"])
    let kept = fixture.page("p1").coordinator
    fixture.main.setPages(pages("p1", "p3"), .with(.automatic, .recreate))
    #expect(fixture.shape == "tabs[*p1:nav[A] p3:nav[]]")
    #expect(fixture.page("p1").coordinator != kept)
  }

  @Test func `T88 badges emit an event without navigation`() {
    let fixture = lazyTabs()
    let events = fixture.events {
      #expect(fixture.text(fixture.main.setBadge(of: "p2", to: "3")) == "done")
      #expect(fixture.engine.pages(of: fixture.main.coordinator).map(\.badge) == [nil, "3", nil])
      #expect(fixture.text(fixture.main.setBadge(of: "p2", to: "3")) == "noop(unchanged)")
      #expect(fixture.text(fixture.main.setBadge(of: "p2", to: nil)) == "done")
    }
    #expect(
      events == [
        "op.began setBadge", "tab.badge p2 3", "op.settled setBadge",
        "op.began setBadge", "op.noop setBadge unchanged", "op.settled setBadge unchanged",
        "op.began setBadge", "tab.badge p2", "op.settled setBadge",
      ])
    #expect(fixture.engine.pages(of: fixture.main.coordinator).map(\.badge) == [nil, nil, nil])
    #expect(fixture.text(fixture.main.setBadge(of: "p9", to: "3")) == "rejected(unknownPage)")
    let wrong = fixture.main.call("setBadge") { call in
      call.name = fixture.engine.symbols.intern("p1")
      call.value = .boolean(true)
    }
    #expect(fixture.text(wrong) == "rejected(badArgument)")
  }

  @Test func `setting a badge in start is part of the operation that starts the coordinator`() {
    let fixture = NavigationFixture()
    fixture.define("Page")
    fixture.define("Main", kind: .tabs, pages: [PageDefinition(id: "p1", coordinator: "Page")]) {
      $0.setBadge(of: "p1", to: "1")
    }
    let events = fixture.events([.willNavigate, .tabBadge, .didNavigate]) {
      fixture.engine.launch("Main")
    }
    #expect(events == ["willNavigate launch", "tab.badge p1 1", "didNavigate launch"])
  }

  @Test func `a rejected batch neither sets a badge nor emits a badge event`() {
    let fixture = lazyTabs()
    let events = fixture.events {
      fixture.main.batch {
        fixture.main.setBadge(of: "p1", to: "1")
        fixture.main.select("p9")
      }
    }
    #expect(
      events == [
        "op.began batch",
        "op.rejected batch unknownPage: batch: operation 2 of 2: select: Main has no page \"p9\"; "
          + "did you mean \"p1\"?",
        "op.settled batch unknownPage",
      ])
    #expect(fixture.engine.pages(of: fixture.main.coordinator).map(\.badge) == [nil, nil, nil])
  }

  @Test func `a batch emits badge events in the order of its changes`() {
    let fixture = lazyTabs()
    let events = fixture.events([.tabBadge, .tabChanged]) {
      fixture.main.batch(.still) {
        fixture.main.setBadge(of: "p1", to: "1")
        fixture.main.select("p2")
        fixture.main.setBadge(of: "p2", to: "2")
        fixture.main.setBadge(of: "p1", to: nil)
      }
    }
    #expect(
      events == ["tab.badge p1 1", "tab.changed p2", "tab.badge p2 2", "tab.badge p1"])
  }

  @Test func `a badge that is set by a skipped operation of a batch emits no event`() {
    let fixture = lazyTabs()
    fixture.define("Failing", kind: .tabs, pages: [PageDefinition(id: "q", coordinator: "One")]) {
      $0.setBadge(of: "q", to: "1")
      $0.setBadge(of: "none", to: "1")
    }
    let events = fixture.events([.tabBadge]) {
      fixture.main.batch(.with(.automatic, .skipRejected)) {
        fixture.main.setBadge(of: "p1", to: "1")
        fixture.main.setPages([PageDefinition(id: "f", coordinator: "Failing")])
        fixture.main.setBadge(of: "p2", to: "2")
      }
    }
    #expect(events == ["tab.badge p1 1", "tab.badge p2 2"])
  }

  @Test func `a badge is kept or removed together with its page`() {
    let fixture = lazyTabs()
    fixture.main.setBadge(of: "p1", to: "new")
    fixture.main.setPages(pages("p1", "p2"))
    #expect(fixture.engine.pages(of: fixture.main.coordinator).map(\.badge) == ["new", nil])
    fixture.main.setPages(pages("p2"))
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }
}
