import Testing

@testable import Signalbox

struct TabTests {
  /// A main coordinator on `A` with a modal coordinator `Tabs` of pages `p1` and `p2` above it.
  private func modalTabs() throws -> NavigationFixture {
    let fixture = NavigationFixture.launched("A")
    fixture.define("One")
    fixture.define("Two")
    fixture.define(
      "Tabs", kind: .tabs,
      pages: [
        PageDefinition(id: "p1", coordinator: "One"), PageDefinition(id: "p2", coordinator: "Two"),
      ])
    try fixture.show("Tabs")
    return fixture
  }

  @Test func `T58 finishFlow on a page finishes the whole tab coordinator`() throws {
    let fixture = try modalTabs()
    #expect(fixture.shape == "nav[A] L1:sheet(tabs[*p1:nav[A] p2:nav[A]])")
    let events = fixture.events(.endings) {
      #expect(fixture.text(fixture.router("Two").finishFlow()) == "done")
    }
    #expect(
      events == [
        "coordinator.finished Two ancestorFinished", "coordinator.finished One ancestorFinished",
        "coordinator.finished Tabs finished", "child.finished Tabs finished",
      ])
    #expect(fixture.family == "Main")
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `T59 finishFlow with scope self removes only the page`() throws {
    let fixture = try modalTabs()
    fixture.router("Tabs").select("p2")
    let events = fixture.events([.coordinatorFinished, .tabPagesChanged, .tabChanged]) {
      let outcome = fixture.router("Two").finishFlow(nil, .with(.automatic, .scopeSelf))
      #expect(fixture.text(outcome) == "done")
    }
    #expect(
      events == ["tab.pagesChanged", "tab.changed p1", "coordinator.finished Two finished"])
    #expect(fixture.shape == "nav[A] L1:sheet(tabs[*p1:nav[A]])")
    let last = fixture.router("One").finishFlow(nil, .with(.automatic, .scopeSelf))
    #expect(fixture.text(last) == "rejected(lastPage)")
  }

  @Test func `T76 tabs start on the page that they declare`() {
    let fixture = NavigationFixture.tabs("p1", "p2", current: "p2")
    #expect(fixture.shape == "tabs[p1:nav[A] *p2:nav[A]]")
    #expect(fixture.main.currentPage == "p2")
    #expect(fixture.main.selectedCoordinator == fixture.page("p2").coordinator)
    #expect(fixture.text(fixture.main.call("currentPage")) == "done p2")
    #expect(fixture.text(fixture.main.call("getCoordinatorSelected")) == "done Page")
  }

  @Test func `T77 selecting pages changes the selection each time`() {
    let fixture = NavigationFixture.tabs("p1", "p2")
    let events = fixture.events([.tabChanged] + .lifecycle) {
      #expect(fixture.text(fixture.main.select("p2")) == "done Page")
      #expect(fixture.text(fixture.main.select("p1")) == "done Page")
    }
    let change = ["willDisappear A", "willAppear A", "didDisappear A", "didAppear A"]
    #expect(
      events == [
        change[0], change[1], "tab.changed p2", change[2], change[3],
        change[0], change[1], "tab.changed p1", change[2], change[3],
      ])
    #expect(fixture.shape == "tabs[*p1:nav[A] p2:nav[A]]")
  }

  @Test func `T78 selecting an unknown page is rejected with the nearest page name`() {
    let fixture = NavigationFixture.tabs("home", "shop")
    let outcome = fixture.main.select("shpo")
    #expect(
      outcome?.error
        == NavigationError(
          .unknownPage, "select: Main has no page \"shpo\"", hint: "did you mean \"shop\"?"))
    #expect(fixture.main.currentPage == "home")
  }

  @Test func `T79 setPages keeps the remaining pages and finishes the removed pages`() {
    let fixture = NavigationFixture.tabs("p1", "p2")
    fixture.page("p1").navigate(to: "B")
    let kept = fixture.page("p1").coordinator
    fixture.log = []
    let events = fixture.events(.endings + [.tabPagesChanged, .tabChanged]) {
      let outcome = fixture.main.setPages(
        [PageDefinition(id: "p1", coordinator: "Page")], fixture.completing("set"))
      #expect(fixture.text(outcome) == "done")
    }
    #expect(
      events == [
        "tab.pagesChanged", "coordinator.finished Page pageRemoved",
        "child.finished Page pageRemoved",
      ])
    #expect(fixture.shape == "tabs[*p1:nav[A,B]]")
    #expect(fixture.page("p1").coordinator == kept)
    #expect(
      fixture.log == [
        "Page didFinish pageRemoved", "Main childDidFinish Page pageRemoved", "set done",
      ])
  }

  @Test func `T81 tabs without pages have no selected page`() {
    let fixture = NavigationFixture.tabs("p1")
    #expect(fixture.text(fixture.main.setPages([])) == "done")
    #expect(fixture.shape == "tabs[]")
    #expect(fixture.text(fixture.main.call("getCoordinatorSelected")) == "done")
    #expect(fixture.text(fixture.main.call("currentPage")) == "done")
    #expect(fixture.engine.topCoordinator == fixture.main.coordinator)
    #expect(fixture.engine.tree.front == nil)
    #expect(fixture.text(fixture.main.popToRoot()) == "rejected(wrongKind)")
  }

  @Test func `T82 setPages with a duplicate id is rejected`() {
    let fixture = NavigationFixture.tabs("p1")
    let before = fixture.engine.tree
    let page = PageDefinition(id: "p1", coordinator: "Page")
    #expect(fixture.text(fixture.main.setPages([page, page])) == "rejected(duplicatePage)")
    #expect(fixture.engine.tree == before)
  }

  @Test func `T84 popToRoot on tabs pops the selected page`() {
    let fixture = NavigationFixture.tabs("p1", "p2")
    for screen in ["B", "C"] { fixture.page("p1").navigate(to: screen) }
    #expect(fixture.text(fixture.main.popToRoot()) == "done [C,B]")
    #expect(fixture.shape == "tabs[*p1:nav[A] p2:nav[A]]")
  }

  @Test func `T85 U11 tapping the selected tab pops its page, but selecting it has no effect`() {
    let fixture = NavigationFixture.tabs("p1", "p2")
    fixture.page("p1").navigate(to: "B")
    let tapped = fixture.events([.tabUserSelected, .tabReselected, .tabChanged, .entryPopped]) {
      #expect(fixture.text(fixture.user("tapTab", "p1")) == "done [B]")
    }
    #expect(tapped == ["tab.userSelected p1", "tab.reselected p1", "entry.popped B popped"])
    #expect(fixture.shape == "tabs[*p1:nav[A] p2:nav[A]]")
    let selected = fixture.events {
      #expect(fixture.text(fixture.main.select("p1")) == "noop(alreadySelected) Page")
    }
    #expect(
      selected == [
        "op.began select", "op.noop select alreadySelected", "op.settled select alreadySelected",
      ])
  }

  @Test
  func
    `tapping another tab selects it, and tapping the selected tab at its root only emits an event`()
  {
    let fixture = NavigationFixture.tabs("p1", "p2")
    let kinds: [NavigationEvent.Kind] = [.tabUserSelected, .tabReselected, .tabChanged]
    let events = fixture.events(kinds) {
      #expect(fixture.text(fixture.user("tapTab", "p2")) == "done Page")
      #expect(fixture.text(fixture.user("tapTab", "p2")) == "noop(alreadySelected) Page")
      #expect(fixture.text(fixture.user("tapTab", "p3")) == "rejected(unknownPage)")
    }
    #expect(
      events == [
        "tab.userSelected p2", "tab.changed p2", "tab.userSelected p2", "tab.reselected p2",
      ])
  }

  @Test(arguments: ["pop", "startFlow", "popToView"])
  func `T87 tabs reject operations that need a stack`(operation: String) {
    let fixture = NavigationFixture.tabs("p1")
    #expect(fixture.text(fixture.main.call(operation)) == "rejected(wrongKind)")
    #expect(
      fixture.text(fixture.main.navigate(to: "B", [:], .with(.push))) == "rejected(wrongKind)")
  }

  @Test(arguments: ["select", "setPages", "currentPage", "getCoordinatorSelected"])
  func `a coordinator with a stack rejects operations that need pages`(operation: String) {
    let fixture = NavigationFixture.launched("A")
    #expect(fixture.text(fixture.main.call(operation)) == "rejected(wrongKind)")
  }

  @Test func `T89 navigating from tabs presents the destination and adds no page`() throws {
    let fixture = NavigationFixture.tabs("p1", "p2")
    fixture.define("Child")
    try fixture.show("Child")
    #expect(fixture.shape == "tabs[*p1:nav[A] p2:nav[A]] L1:sheet(nav[A])")
    #expect(fixture.family == "Main(Page,Page,Child)")
  }

  @Test func `setPages sorts pages by position and keeps modal children behind the pages`() throws {
    let fixture = NavigationFixture.tabs("p1")
    fixture.define("Child")
    try fixture.show("Child")
    fixture.main.setPages([
      PageDefinition(id: "p3", position: 2, coordinator: "Page"),
      PageDefinition(id: "p1", position: 1, coordinator: "Page"),
      PageDefinition(id: "p2", position: 0, coordinator: "Page"),
    ])
    #expect(fixture.shape == "tabs[p2:nav[A] *p1:nav[A] p3:nav[A]] L1:sheet(nav[A])")
    #expect(fixture.family == "Main(Page,Page,Page,Child)")
  }

  @Test
  func `U12 setPages selects the given page, otherwise the same index, otherwise the first page`() {
    let fixture = NavigationFixture.tabs("p1", "p2", "p3", current: "p2")
    let page = { (id: String) in PageDefinition(id: id, coordinator: "Page") }
    fixture.main.setPages([page("p1"), page("p3")])
    #expect(fixture.main.currentPage == "p3")
    fixture.main.setPages([page("p1")])
    #expect(fixture.main.currentPage == "p1")
    var options = OperationOptions()
    options.current = fixture.engine.symbols.intern("p5")
    fixture.main.setPages([page("p4"), page("p5")], options)
    #expect(fixture.main.currentPage == "p5")
    options.current = fixture.engine.symbols.intern("p9")
    #expect(fixture.text(fixture.main.setPages([page("p4")], options)) == "rejected(unknownPage)")
  }

  @Test func `setPages with the current pages changes nothing, but recreate replaces the pages`() {
    let fixture = NavigationFixture.tabs("p1")
    let (before, first) = (fixture.engine.tree, fixture.page("p1").coordinator)
    let pages = [PageDefinition(id: "p1", coordinator: "Page")]
    #expect(fixture.text(fixture.main.setPages(pages)) == "noop(unchanged)")
    #expect(fixture.engine.tree == before)
    #expect(fixture.text(fixture.main.setPages(pages, .with(.automatic, .recreate))) == "done")
    #expect(!fixture.engine.isAlive(first))
    #expect(fixture.shape == "tabs[*p1:nav[A]]")
  }

  @Test func `setPages is rolled back completely if a page cannot start`() {
    let fixture = NavigationFixture.tabs("p1", "p2")
    fixture.define("Idle") { _ in }
    fixture.log = []
    let before = fixture.engine.tree
    let outcome = fixture.main.setPages([PageDefinition(id: "p3", coordinator: "Idle")])
    #expect(fixture.text(outcome) == "rejected(notAttached)")
    #expect(fixture.engine.tree == before)
    #expect(fixture.text(fixture.page("p2").navigate(to: "B")) == "done")
    fixture.main.setPages([])
    #expect(
      fixture.log.filter { $0.hasPrefix("Page") } == [
        "Page didFinish pageRemoved", "Page didFinish pageRemoved",
      ])
  }
}
