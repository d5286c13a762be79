import Signalbox
import SignalboxREPL
import SignalboxScripting
import Testing

@Suite struct ContextCommandTests {
  @Test func `the cd command selects coordinators in the tree and sets self and router`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(#"app:open "shop://product/42""#)
    var labels: [String] = []
    for line in [".cd Home", ".cd shop", ".cd ..", ".cd /Home/me", ".cd Shop", ".cd /"] {
      _ = fixture.answers(line)
      labels.append(fixture.prompt.label)
    }
    #expect(
      labels == [
        "Home: shop ▸ product(42)> ", "Shop: shop ▸ product(42)> ", "Home: shop ▸ product(42)> ",
        "Profile: shop ▸ product(42)> ", "Shop: shop ▸ product(42)> ", "shop ▸ product(42)> ",
      ])
    #expect(
      fixture.answers(".cd Shop", "self", "router:pop()", ".cd /", "self") == """
        Shop (c2) ▸ catalog ▸ product { id = 42 }
          ✓ pop product
          · there is no global "self"

        """)
  }

  @Test func `the prompt reports when the selected coordinator finishes`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(#"app:open "shop://product/42""#, #"app:tap "Buy""#)
    #expect(
      fixture.answers(".cd Checkout", "router:finishFlow()") == """
          ✓ finish Checkout
          · the coordinator of .cd has finished: back at /

        """)
  }

  @Test func `selecting a missing coordinator is rejected with the nearest name`() throws {
    let fixture = try CommandFixture()
    #expect(
      fixture.answers(".cd Shp", ".ls Nobody", ".cd Home/nope") == """
        ✗ .cd: there is no coordinator "Shp"; did you mean Shop?
        ✗ .ls: there is no coordinator "Nobody"; .tree lists the coordinators that are alive
        ✗ .cd: there is no coordinator "Home/nope"; .tree lists the coordinators that are alive

        """)
    #expect(
      try CommandFixture(loaded: false).answers(".cd Shop", ".ls") == """
        ✗ .cd: nothing has been launched
        ✗ .ls: nothing has been launched

        """)
  }

  @Test func `the ls command lists the contents and the routes of a coordinator`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(#"app:open "shop://product/42""#)
    #expect(
      fixture.answers(".ls", ".cd Home", ".ls") == """
        Home/Shop
          screens   catalog ▸ product { id = 42 }
          actions   Buy
          routes    catalog               push
                    checkout → Checkout   sheet
                    product(id: integer)  push
          links     shop://product/:id
        Home
          pages     ● shop  Shop
                    ○ me  Profile

        """)
  }

  @Test func `the tree command marks the selected coordinator`() throws {
    let fixture = try CommandFixture()
    #expect(
      fixture.answers(".tree") == """
        Home  tabs
        ├─ ● shop  Shop  catalog      ← you are here
        └─ ○ me  Profile  profile

        """)
  }

  @Test func `the ls command lists the arguments of routes that no script defines`() throws {
    let fixture = try CommandFixture(loaded: false)
    let engine = fixture.prompt.session.engine
    try engine.register(
      CoordinatorType(
        name: "Native", kind: .navigation,
        routes: [
          "list": RouteDefinition(),
          "item": RouteDefinition(
            style: .push,
            parameters: [
              RouteParameter("id", .integer), RouteParameter("note", .string, isOptional: true),
            ]), "help": RouteDefinition(.coordinator("Help"), style: .sheet),
        ]
      ) { id, _ in Native(AnyRouter(engine: engine, coordinator: id)) })
    engine.launch("Native")
    #expect(
      fixture.answers(".ls Native") == """
        Native
          screens   list
          routes    help → Help                       sheet
                    item(id: integer, note: string?)  push
                    list

        """)
  }

  private final class Native: CoordinatorDelegate {
    private let router: AnyRouter

    init(_ router: AnyRouter) { self.router = router }

    func start(animated: Bool) { router.startFlow(at: "list") }
  }
}
