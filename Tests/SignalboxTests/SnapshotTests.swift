import Testing

@testable import Signalbox

struct SnapshotTests {
  @Test func `a snapshot keeps the old tree while the engine changes its state`() throws {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.define("Child")
    var kept: [(NavigationSnapshot, StateDocument)] = []
    let keep = { kept.append((fixture.engine.snapshot(), fixture.engine.tree)) }
    keep()
    fixture.main.navigate(to: "C")
    keep()
    let child = try fixture.show("Child")
    keep()
    child.present("X")
    fixture.main.pop(2)
    keep()
    fixture.main.finishFlow()
    fixture.main.restartApp()
    for (snapshot, tree) in kept { #expect(snapshot.tree == tree) }
    for (snapshot, tree) in kept.reversed() { #expect(snapshot.tree == tree) }
  }

  @Test func `a rejected operation does not affect a snapshot`() {
    let fixture = NavigationFixture.launched("A")
    let (snapshot, tree) = (fixture.engine.snapshot(), fixture.engine.tree)
    fixture.main.navigate(to: "nowhere")
    fixture.main.navigate(to: "B")
    fixture.main.pop(0)
    #expect(snapshot.tree == tree)
  }

  @Test
  func `a snapshot that is taken during an operation contains the state before the operation`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    var taken: [NavigationSnapshot] = []
    fixture.define("Child") { [unowned fixture] router in
      router.startFlow(at: "X")
      taken.append(fixture.engine.snapshot())
    }
    _ = fixture.engine.observe([.willNavigate, .willAppear]) { [unowned fixture] _ in
      taken.append(fixture.engine.snapshot())
      fixture.log.append(taken.last?.tree.main?.children.count.description ?? "")
    }
    let before = fixture.engine.tree
    let child = try fixture.make("Child")
    fixture.main.navigate(to: child.coordinator)
    #expect(taken.count == 3)
    for snapshot in taken { #expect(snapshot.tree == before) }
    // Snapshots contain the types, whose closures retain the list.
    taken = []
    #expect(fixture.log == ["0", "0"])
  }

  @Test func `a push changes as many records on a deep stack as on a shallow one`() {
    var growths: [Int] = []
    for depth in [10, 10_000] {
      let fixture = NavigationFixture.launched("A")
      for _ in 1...depth { fixture.main.navigate(to: "B", [:], .still) }
      let snapshot = fixture.engine.snapshot()
      let before = fixture.engine.state.mark.total
      fixture.main.navigate(to: "C", [:], .still)
      fixture.main.pop(1, .still)
      growths.append(fixture.engine.state.mark.total - before)
      #expect(snapshot.tree.main?.stack.count == depth + 1)
    }
    #expect(growths == [growths[0], growths[0]])
    #expect(growths[0] < 10)
  }

  @Test func `the log of a retained snapshot has a limited size, and the snapshot remains correct`()
  {
    let fixture = NavigationFixture.launched("A")
    let (snapshot, tree) = (fixture.engine.snapshot(), fixture.engine.tree)
    var longest = 0
    for _ in 1...3000 {
      fixture.main.navigate(to: "B", [:], .still)
      fixture.main.pop(1, .still)
      longest = max(longest, fixture.engine.state.changeCount)
    }
    #expect(longest <= 8204)
    #expect(snapshot.tree == tree)
  }

  @Test func `snapshots that are not retained are released`() {
    let fixture = NavigationFixture.launched("A")
    for _ in 1...10_000 { _ = fixture.engine.snapshot() }
    #expect(fixture.engine.history.keeperCount <= 64)
  }

  @Test func `the tree of a snapshot contains every field of the state`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.main.present("X", ["id": 1], .with(.fullScreen))
    let tree = fixture.engine.tree
    let (main, layers) = (fixture.main.coordinator, fixture.engine.layers)
    let below = try #require(fixture.engine.stack(of: main).first)
    let front = StateDocument.Screen(
      id: try #require(fixture.engine.front), name: "X", arguments: ["id": 1], owner: main)
    #expect(
      tree
        == StateDocument(
          coordinators: [
            StateDocument.Coordinator(
              id: main, type: "Main", kind: .navigation, attachment: .windowRoot, stack: [below])
          ],
          layers: [
            StateDocument.Layer(
              id: layers[0].id, style: "root", isCovering: true,
              owner: StateDocument.Reference(0, main)),
            StateDocument.Layer(
              id: layers[1].id, style: "fullScreen", isCovering: true,
              owner: StateDocument.Reference(0, main), presenter: StateDocument.Reference(0, main),
              screen: front),
          ],
          top: main, front: front, visible: [front]))
  }
}
