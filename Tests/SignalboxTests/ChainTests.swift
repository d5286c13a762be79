import Testing

@testable import Signalbox

/// Calls that continue with the result of the previous call.
struct ChainTests {
  /// Main with tabs `home` and `todos` as its root. The stack of `Todos` is `T,U`.
  private func todos() -> NavigationFixture {
    let fixture = NavigationFixture()
    fixture.define("Home")
    fixture.define("Todos", routes: ["todo": RouteDefinition()]) { router in
      router.startFlow(at: "T")
      router.navigate(to: "U")
    }
    fixture.define(
      "Tabs", kind: .tabs,
      pages: [
        PageDefinition(id: "home", coordinator: "Home"),
        PageDefinition(id: "todos", coordinator: "Todos"),
      ])
    fixture.define("Sheet", routes: ["inner": RouteDefinition()])
    fixture.define(
      "Main",
      routes: [
        "tabs": RouteDefinition(.coordinator("Tabs")),
        "sheet": RouteDefinition(.coordinator("Sheet")),
      ]
    ) { $0.root("tabs") }
    fixture.engine.launch("Main")
    return fixture
  }

  @Test func `a chain crosses tabs and stacks`() {
    let fixture = todos()
    let chain = fixture.main.chain.child.focusFirst("todos").child.popToRoot()
      .route("todo", ["id": 1])
    #expect(fixture.text(chain.outcome) == "done")
    #expect(chain.coordinator == fixture.router("Todos").coordinator)
    #expect(fixture.shape == "nav[tabs[home:nav[A] *todos:nav[T,todo]]]")
  }

  @Test func `a chain that starts at tabs continues in the focused page`() {
    let fixture = todos()
    let router = fixture.router("Tabs")
    router.chain.focusFirst("todos").child.popToRoot().route("todo", ["id": 1])
    #expect(fixture.shape == "nav[tabs[home:nav[A] *todos:nav[T,todo]]]")
  }

  @Test func `T100 a chain continues with the coordinator that a route leads to`() {
    let fixture = todos()
    let chain = fixture.main.chain.route("sheet").route("inner")
    #expect(fixture.text(chain.outcome) == "done")
    #expect(fixture.shape == "nav[tabs[*home:nav[A] todos:nav[T,U]]] L1:sheet(nav[A,inner])")
    #expect(fixture.text(fixture.main.route(to: "inner")) == "rejected(unknownRoute)")
  }

  @Test func `a failed link of a chain breaks all following links and is reported`() {
    let fixture = todos()
    let tabs = fixture.router("Tabs").chain
    let before = fixture.engine.tree
    let broken = tabs.focusFirst("nowhere")
    #expect(fixture.text(broken.outcome) == "rejected(routeNotFound)")
    for chain in [broken.popToRoot(), broken.child.route("todo"), broken.popToRoot().popToRoot()] {
      #expect(
        chain.outcome?.error
          == NavigationError(
            .chainBroken,
            "the chain broke at focusFirst \"nowhere\": routeNotFound: focusFirst: Tabs has no "
              + "page \"nowhere\"; known: \"home\", \"todos\""))
      #expect(chain.coordinator == nil)
    }
    #expect(fixture.engine.tree == before)
  }

  @Test func `a chain reports only the rejection that breaks it`() {
    let fixture = todos()
    let router = fixture.router("Tabs")
    var reports: [String] = []
    fixture.engine.addHooks(
      EngineHooks(
        onHandlerFailure: { reports.append("callback: \($0)") },
        onRejection: { reports.append("\($0)") }))
    router.chain.focusFirst("nowhere").child.popToRoot().popToRoot()
    _ = fixture.engine.observe([.didNavigate]) { _ in
      router.chain.focusFirst("elsewhere").child.popToRoot().popToRoot()
    }
    router.select("todos")
    let known = "Tabs has no page"
    let hint = "; known: \"home\", \"todos\""
    #expect(
      reports == [
        "routeNotFound: focusFirst: \(known) \"nowhere\"\(hint)",
        "callback: routeNotFound: focusFirst: \(known) \"elsewhere\"\(hint)",
      ])
  }

  @Test func `child of tabs without pages breaks its chain`() {
    let fixture = NavigationFixture.tabs("p1")
    fixture.main.setPages([])
    let chain = fixture.main.chain.child.popToRoot()
    #expect(
      chain.outcome?.error
        == NavigationError(
          .chainBroken, "the chain broke at child: there is no coordinator to continue with"))
    #expect(fixture.main.child == nil)
  }

  @Test func `T87 popToRoot in a chain on tabs is rejected`() {
    let fixture = todos()
    let chain = fixture.main.chain.child.popToRoot()
    #expect(fixture.text(chain.outcome) == "rejected(wrongKind)")
    #expect(fixture.text(fixture.router("Tabs").popToRoot()) == "noop(atRoot)")
  }

  @Test func `chain links in a callback wait and find their coordinators when they run`() {
    let fixture = todos()
    var options = OperationOptions()
    var chain: RouteChain?
    options.completion = { _ in
      chain = fixture.main.chain.child.focusFirst("todos").child.popToRoot().route("todo")
      #expect(chain?.outcome == nil)
      #expect(chain?.coordinator == nil)
    }
    fixture.main.call("getTopCoordinator")
    fixture.router("Tabs").select("home", options)
    #expect(fixture.text(chain?.outcome) == "done")
    #expect(fixture.shape == "nav[tabs[home:nav[A] *todos:nav[T,todo]]]")
  }

  @Test func `every call of a broken chain in a callback settles once`() {
    let fixture = todos()
    var options = OperationOptions()
    options.completion = { _ in
      fixture.main.chain.route("nowhere", [:], fixture.logging("first"))
        .route("todo", [:], fixture.logging("second")).popToRoot(fixture.logging("third"))
    }
    fixture.router("Tabs").select("home", options)
    #expect(
      fixture.log == [
        "first rejected(unknownRoute)", "second rejected(chainBroken)",
        "third rejected(chainBroken)",
      ])
  }

  @Test func `a chain in a batch is applied as one change or not at all`() {
    let fixture = todos()
    let chain = fixture.main.chain
    let events = fixture.events([.willNavigate, .didNavigate]) {
      let outcome = fixture.main.batch {
        chain.child.focusFirst("todos").child.popToRoot().route("todo")
        fixture.router("Tabs").setBadge(of: "home", to: "1")
      }
      #expect(fixture.text(outcome) == "done")
    }
    let names = "focusFirst, popToRoot, route, setBadge"
    #expect(events == ["willNavigate batch \(names)", "didNavigate batch \(names)"])
    #expect(fixture.shape == "nav[tabs[home:nav[A] *todos:nav[T,todo]]]")
    let before = fixture.engine.tree
    let rejected = fixture.main.batch { chain.child.focusFirst("home").child.route("nowhere") }
    #expect(fixture.text(rejected) == "rejected(unknownRoute)")
    let broken = fixture.main.batch { chain.child.focusFirst("nowhere").child.popToRoot() }
    #expect(fixture.text(broken) == "rejected(routeNotFound)")
    #expect(fixture.engine.tree == before)
  }

  @Test func `an unknown operation breaks its chain`() {
    let fixture = todos()
    let chain = fixture.main.chain.call("rout").popToRoot()
    #expect(fixture.text(chain.outcome) == "rejected(chainBroken)")
  }
}
