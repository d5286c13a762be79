import Testing

@testable import Signalbox

struct DifferenceTests {
  @Test func `a difference lists changed stacks, coordinators, pages, selections and layers`()
    throws
  {
    let fixture = NavigationFixture.tabs("p1", "p2")
    fixture.define("Child")
    fixture.page("p1").navigate(to: "B")
    let old = fixture.engine.snapshot()
    fixture.page("p1").pop()
    fixture.page("p1").navigate(to: "C", ["id": 1])
    fixture.main.select("p2")
    try fixture.show("Child", from: fixture.page("p2"))
    fixture.main.present("X")
    fixture.main.setPages([
      PageDefinition(id: "p1", coordinator: "Page"), PageDefinition(id: "p2", coordinator: "Page"),
      PageDefinition(id: "p3", coordinator: "Page"),
    ])
    let difference = fixture.engine.tree.difference(from: old.tree)
    #expect(
      difference.description == """
        coordinators: + Main/Page#2/Child [A] + Main/Page#3 [A]
        Main pages: + p3
        Main selection: - p1 + p2
        Main/Page stack: - B + C { id = 1 }
        layers: + sheet Main/Page#2/Child + sheet X of Main
        """)
    #expect(
      difference.changes[3]
        == StateDifference.Change(
          kind: .stack, path: "Main/Page", removed: ["B"], added: ["C { id = 1 }"]))
    let json = try StateDifference(fromJSON: old.json, toJSON: fixture.engine.snapshot().json)
    #expect(json == difference)
    #expect(
      old.tree.difference(from: fixture.engine.tree).description.hasPrefix(
        "coordinators: - Main/Page#2/Child [A] - Main/Page#3 [A]\n"))
  }

  @Test func `states that look the same have no difference`() throws {
    let fixture = NavigationFixture.launched("A", "B")
    let old = fixture.engine.tree
    fixture.main.pop()
    fixture.main.navigate(to: "B")
    #expect(fixture.engine.tree != old)
    #expect(fixture.engine.tree.difference(from: old).isEmpty)
    #expect(fixture.engine.tree.difference(from: old).description == "no difference")
    #expect(throws: NavigationError.self) { try StateDifference(fromJSON: "", toJSON: "{}") }
  }

  @Test func `a difference lists changed badges by page`() {
    let fixture = NavigationFixture.tabs("p1", "p2")
    fixture.main.setBadge(of: "p1", to: "1")
    let old = fixture.engine.tree
    fixture.main.setBadge(of: "p1", to: "2")
    fixture.main.setBadge(of: "p2", to: "new")
    let difference = fixture.engine.tree.difference(from: old)
    #expect(difference.description == "Main badges: - p1 1 + p1 2 + p2 new")
    #expect(fixture.engine.tree.description.hasPrefix("Main[*p1(2),p2(new)]"))
  }

  @Test func `snapshots whose names contain slashes can be compared`() throws {
    let json =
      #"{"coordinators":[{"attachment":"windowRoot","kind":"navigation","type":"M"},"#
      + ["X", "X", "X#2"].map {
        #"{"attachment":"none","kind":"navigation","parent":0,"type":"\#($0)"}"#
      }.joined(separator: ",")
      + #"],"format":"signalbox.snapshot","layers":[{"owner":0,"style":"root"}],"version":3}"#
    #expect(try StateDifference(fromJSON: json, toJSON: json).isEmpty)
  }
}
