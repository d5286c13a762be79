import Testing

@testable import Signalbox

/// Tests that a restarted flow removes its old items before it creates new ones.
struct FlowResetTests {
  /// Main on `A` with a pushed `Child` on `C` that presents a sheet. `Loud` also presents a sheet
  /// in its start, and `Tabs` has a page on `P`.
  private func fixture() throws -> NavigationFixture {
    let fixture = NavigationFixture()
    fixture.define("Page") { $0.startFlow(at: "P") }
    fixture.define(
      "Tabs", kind: .tabs, pages: [PageDefinition(id: "p", coordinator: "Page")])
    fixture.define("Child", style: .push) { router in
      router.startFlow(at: "C")
      router.present("X")
    }
    fixture.define("Loud", style: .push) { router in
      router.startFlow(at: "L")
      router.present("Y")
    }
    fixture.define("Rooted", style: .push, routes: ["page": RouteDefinition(.coordinator("Page"))])
    {
      $0.startFlow(at: "page")
    }
    let routes = [
      "loud": RouteDefinition(.coordinator("Loud")), "tabs": RouteDefinition(.coordinator("Tabs")),
    ]
    fixture.define("Main", routes: routes) { $0.startFlow(at: "A") }
    fixture.engine.launch("Main")
    return fixture
  }

  @Test func `startFlow with keepModals finishes pushed children before the new flow presents`()
    throws
  {
    let fixture = try fixture()
    fixture.main.present("M")
    try fixture.show("Child")
    #expect(fixture.shape == "nav[A|C] L1:sheet(M) L2:sheet(X)")
    #expect(
      fixture.text(fixture.main.startFlow(at: "loud", [:], .with(.automatic, .keepModals)))
        == "done")
    #expect(fixture.shape == "nav[L] L1:sheet(M) L2:sheet(Y)")
    #expect(fixture.family == "Main(Loud)")
  }

  @Test func `popChildren finishes the pushed child before the next child presents`() throws {
    let fixture = try fixture()
    try fixture.show("Child")
    let loud = try fixture.make("Loud")
    let options = OperationOptions.with(.automatic, .popChildren)
    #expect(fixture.text(fixture.main.navigate(to: loud.coordinator, options)) == "done Loud")
    #expect(fixture.shape == "nav[A|L] L1:sheet(Y)")
    #expect(fixture.family == "Main(Loud)")
  }

  @Test func `replaceTop finishes the pushed child before the next child presents`() throws {
    let fixture = try fixture()
    fixture.main.navigate(to: "B")
    try fixture.show("Child")
    let options = OperationOptions.with(.automatic, .popChildren)
    #expect(fixture.text(fixture.main.replaceTop(with: "loud", [:], options)) == "done Loud")
    #expect(fixture.shape == "nav[A|L] L1:sheet(Y)")
    #expect(fixture.family == "Main(Loud)")
  }

  @Test func `startFlow on tabs shows their page even if a pushed coordinator had a root`() throws {
    let fixture = try fixture()
    try fixture.show("Rooted")
    #expect(fixture.shape == "nav[A|P]")
    #expect(fixture.text(fixture.main.startFlow(at: "tabs")) == "done")
    #expect(fixture.shape == "nav[tabs[*p:nav[P]]]")
    #expect(fixture.family == "Main(Tabs(Page))")
  }
}
