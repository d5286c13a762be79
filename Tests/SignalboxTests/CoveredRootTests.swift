import Testing

@testable import Signalbox

/// A root child under the screens of its outer coordinator, which is also on a root child.
struct CoveredRootTests {
  /// Main whose root is `Home`, whose root is `Inner` on `A`; `detail` pushes a `Detail` on `D`.
  private func fixture() -> NavigationFixture {
    let fixture = NavigationFixture()
    fixture.define("Inner")
    fixture.define("Detail", style: .push) { $0.startFlow(at: "D") }
    let routes = [
      "inner": RouteDefinition(.coordinator("Inner")),
      "detail": RouteDefinition(.coordinator("Detail")),
    ]
    fixture.define("Home", routes: routes) { $0.startFlow(at: "inner") }
    fixture.define("Main", routes: ["home": RouteDefinition(.coordinator("Home"))]) {
      $0.root("home")
    }
    fixture.engine.launch("Main")
    return fixture
  }

  @Test
  func `popLast and popTo of a root child are rejected while its outer coordinator covers it`() {
    let fixture = fixture()
    fixture.main.navigate(to: "B")
    #expect(fixture.shape == "nav[A|B]")
    let home = fixture.router("Home")
    #expect(fixture.text(home.popLast()) == "rejected(parentActive)")
    #expect(fixture.text(home.pop(toIndex: -1)) == "rejected(parentActive)")
    #expect(fixture.text(home.pop()) == "rejected(parentActive)")
    #expect(fixture.shape == "nav[A|B]")
  }

  @Test func `a push on a root child below a sheet emits a warning`() {
    let fixture = fixture()
    fixture.router("Inner").present("X")
    let events = fixture.events([.operationWarning, .entryPushed]) {
      fixture.main.navigate(to: "B")
    }
    #expect(events == ["entry.pushed B hidden", "op.warning navigate pushedBehindModal"])
    #expect(fixture.shape == "nav[A|B] L1:sheet(X)")
  }

  @Test func `finishing coordinators that were pushed on root children keeps the screens below`()
    throws
  {
    let fixture = fixture()
    fixture.main.startFlow(at: "B")
    let lower = try fixture.show("Home", from: fixture.main, .push)
    try fixture.show("Home", from: lower, .push)
    #expect(fixture.shape == "nav[B|A|A]")
    #expect(fixture.text(fixture.main.finishFlow()) == "done")
    #expect(fixture.shape == "nav[B]")
    #expect(fixture.family == "Main")
  }

  @Test func `focusFirst finds items that the outer coordinator's screens cover, and is rejected`()
  {
    let fixture = fixture()
    let home = fixture.router("Home")
    #expect(fixture.text(home.route(to: "detail")) == "done Detail")
    fixture.main.navigate(to: "B")
    #expect(fixture.shape == "nav[A|D|B]")
    #expect(fixture.text(home.focusFirst("detail")) == "rejected(parentActive)")
    fixture.main.pop()
    #expect(fixture.text(home.focusFirst("detail")) == "noop(alreadyTop) Detail")
  }
}
