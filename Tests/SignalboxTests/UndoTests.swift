import Testing

@testable import Signalbox

struct UndoTests {
  @Test func `undo reverts the last operations, and redo applies them again`() {
    let fixture = NavigationFixture.launched("A")
    var trees = [fixture.engine.tree]
    for name in ["B", "C"] {
      fixture.main.navigate(to: name, ["id": 1])
      trees.append(fixture.engine.tree)
    }
    fixture.main.present("X")
    trees.append(fixture.engine.tree)
    fixture.main.popToRoot()
    trees.append(fixture.engine.tree)
    for tree in trees.dropLast().reversed() {
      #expect(fixture.text(fixture.engine.undo()) == "done 1")
      #expect(fixture.engine.tree == tree)
    }
    for tree in trees.dropFirst() {
      #expect(fixture.text(fixture.engine.redo()) == "done 1")
      #expect(fixture.engine.tree == tree)
    }
    #expect(fixture.text(fixture.engine.undo(4)) == "done 4")
    #expect(fixture.engine.tree == trees[0])
    #expect(fixture.text(fixture.engine.redo(100)) == "done 4")
    #expect(fixture.engine.tree == trees[4])
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test(arguments: ["undo", "redo"])
  func `a batch cannot undo or redo steps, because it is one step itself`(name: String) {
    let fixture = NavigationFixture.launched("A")
    for name in ["B", "C"] { fixture.main.navigate(to: name) }
    fixture.engine.undo()
    let tree = fixture.engine.tree
    let undo = { _ = name == "undo" ? fixture.engine.undo() : fixture.engine.redo() }
    let outcome = fixture.main.batch {
      fixture.main.present("X")
      undo()
      undo()
    }
    #expect(
      outcome?.error?.description
        == "badArgument: batch: operation 2 of 3: \(name): not available in a batch, which is one "
        + "step of the undo history; call \(name) before or after the batch")
    #expect(fixture.engine.tree == tree)
    let partial = fixture.main.batch(.with(.automatic, .skipRejected)) {
      undo()
      fixture.main.present("X")
      undo()
    }
    #expect(fixture.text(partial) == "done")
    #expect(fixture.text(fixture.engine.undo()) == "done 1")
    #expect(fixture.engine.tree == tree)
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test func `undo and redo have no effect if there are no steps`() {
    let fixture = NavigationFixture()
    #expect(fixture.text(fixture.engine.undo()) == "noop(nothingToUndo)")
    #expect(fixture.text(fixture.engine.redo()) == "noop(nothingToRedo)")
    #expect(fixture.text(fixture.engine.undo(0)) == "rejected(badArgument)")
  }

  @Test func `a new change discards the operations that could be redone`() {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.main.navigate(to: "C")
    fixture.engine.undo()
    fixture.main.navigate(to: "D")
    #expect(fixture.text(fixture.engine.redo()) == "noop(nothingToRedo)")
    #expect(fixture.engine.undoableCount == 2)
  }

  @Test func `an undo emits the events of a single operation`() {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.main.pop()
    let events = fixture.events { fixture.engine.undo() }
    #expect(
      events == [
        "op.began undo", "willNavigate undo", "screen.created B", "willDisappear A",
        "willAppear B", "entry.pushed B", "didDisappear A", "didAppear B", "didNavigate undo",
        "op.settled undo",
      ])
    let again = fixture.events { fixture.engine.redo() }
    #expect(
      again == [
        "op.began redo", "willNavigate redo", "willDisappear B", "willAppear A",
        "entry.popped B undone", "didDisappear B", "didAppear A", "screen.destroyed B",
        "didNavigate redo", "op.settled redo",
      ])
  }

  @Test func `redo restores a coordinator that an undo removed, without notifications`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child", pages: [])
    let child = try fixture.make("Child")
    let delegate = fixture.engine.delegate(of: child.coordinator)
    fixture.main.navigate(to: child.coordinator, fixture.logging("child"))
    fixture.log = []
    let tree = fixture.engine.tree
    let events = fixture.events(.endings) { fixture.engine.undo() }
    #expect(events == [])
    #expect(!fixture.engine.isStarted(child.coordinator))
    fixture.engine.redo()
    #expect(fixture.engine.tree == tree)
    #expect(fixture.engine.delegate(of: child.coordinator) === delegate)
    #expect(fixture.log == [])
    fixture.main.dismiss()
    #expect(
      fixture.log == [
        "child onDismiss dismissed", "Child didFinish dismissed", "child onFinish dismissed",
        "Main childDidFinish Child dismissed",
      ])
  }

  @Test func `a finished coordinator is restored only if it is retained`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let child = try fixture.show("Child")
    let shown = fixture.engine.tree
    fixture.main.dismiss()
    let dismissed = fixture.engine.tree
    let rejection = fixture.engine.undo()
    #expect(
      rejection?.error?.message == "coordinator c2 Child cannot be restored: it has been released")
    #expect(fixture.engine.tree == dismissed)
    #expect(InvariantCheck.faults(of: fixture.engine) == [])

    fixture.engine.keepsFinished = true
    let kept = try fixture.show("Child")
    let delegate = fixture.engine.delegate(of: kept.coordinator)
    let before = fixture.engine.tree
    fixture.main.dismiss()
    #expect(fixture.text(fixture.engine.undo()) == "done 1")
    #expect(fixture.engine.tree == before)
    #expect(fixture.engine.delegate(of: kept.coordinator) === delegate)
    #expect(shown != before && !fixture.engine.isAlive(child.coordinator))
  }

  @Test func `undo restores a coordinator that its host retains`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let child = try fixture.show("Child")
    let held = fixture.engine.delegate(of: child.coordinator)
    let before = fixture.engine.tree
    fixture.main.dismiss()
    #expect(fixture.text(fixture.engine.undo()) == "done 1")
    #expect(fixture.engine.tree == before)
    #expect(fixture.engine.delegate(of: child.coordinator) === held)
  }

  @Test func `undone coordinators are released when neither undo nor redo can restore them`() throws
  {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child", style: .push)
    fixture.define("Host") { router in
      router.startFlow(at: "A")
      router.engine?.register(child: "Child", of: router)
    }
    weak var delegate: (any CoordinatorDelegate)?
    let host = try fixture.show("Host")
    delegate = fixture.engine.delegate(of: fixture.router("Child").coordinator)
    fixture.engine.undo()
    #expect(delegate != nil)
    #expect(!fixture.engine.isStarted(host.coordinator))
    fixture.main.navigate(to: "B")
    #expect(delegate == nil)
  }

  @Test func `undoing a push removes the screen's onDismiss, and redo restores it`() {
    let fixture = NavigationFixture.launched("A")
    fixture.main.navigate(to: "B", [:], fixture.logging("B"))
    fixture.log = []
    let handlers = { fixture.engine.handlers }
    let before = handlers()
    #expect(before.count == 1)
    fixture.engine.undo()
    #expect(handlers() == [])
    fixture.engine.redo()
    #expect(handlers() == before)
    #expect(fixture.log == [])
    fixture.main.pop()
    #expect(fixture.log == ["B onDismiss popped"])
  }

  @Test func `undo restores a popped screen with its onDismiss or not at all (decision 0040)`() {
    let fixture = NavigationFixture.launched("A")
    fixture.main.navigate(to: "B", [:], fixture.logging("B"))
    fixture.main.pop()
    let rejection = fixture.engine.undo()
    #expect(
      rejection?.error?.message
        == "the onDismiss handler of screen s2 B cannot be restored: it has been released")
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.engine.handlers.isEmpty)

    fixture.engine.keepsFinished = true
    fixture.main.navigate(to: "C", [:], fixture.logging("C"))
    fixture.main.pop()
    fixture.log = []
    #expect(fixture.text(fixture.engine.undo()) == "done 1")
    #expect(fixture.shape == "nav[A,C]")
    fixture.main.pop()
    #expect(fixture.log == ["C onDismiss popped"])
  }

  @Test func `a push that is rolled back keeps no onDismiss`() {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child") { [unowned fixture] router in
      router.startFlow(at: "A")
      router.navigate(to: "B", [:], fixture.logging("B"))
      router.navigate(to: "nowhere")
    }
    fixture.main.navigate(to: "B", [:], fixture.logging("kept"))
    let kept = fixture.engine.handlers
    if let child = try? fixture.make("Child") { fixture.main.navigate(to: child.coordinator) }
    fixture.main.batch {
      fixture.main.pop()
      fixture.main.navigate(to: "C", [:], fixture.logging("C"))
      fixture.main.navigate(to: "nowhere")
    }
    #expect(fixture.shape == "nav[A,B]")
    #expect(fixture.engine.handlers == kept)
    fixture.log = []
    fixture.main.pop()
    #expect(fixture.log == ["kept onDismiss popped"])
  }

  @Test func `redo restores a screen's object that an undo removed`() {
    final class Payload {}
    let fixture = NavigationFixture.launched("A")
    fixture.main.call("navigate") {
      $0.subject = .content(ScreenContent(name: "made", payload: Payload()))
    }
    fixture.engine.undo()
    #expect(fixture.text(fixture.engine.redo()) == "done 1")
    #expect(fixture.shape == "nav[A,made]")
  }

  @Test func `the history is limited, and its newest step is always kept`() {
    let fixture = NavigationFixture(undoCapacity: 100)
    fixture.define("Main")
    fixture.engine.launch("Main")
    for _ in 1...1000 { fixture.main.navigate(to: "B", [:], .still) }
    #expect(fixture.engine.state.changeCount <= 104)
    #expect((20...50).contains(fixture.engine.undoableCount))
    let deep = fixture.engine.tree
    fixture.main.popToRoot()
    #expect(fixture.engine.undoableCount == 1)
    #expect(fixture.text(fixture.engine.undo()) == "done 1")
    #expect(fixture.engine.tree == deep)
  }

  @Test func `a step makes as many record changes on a deep stack as on a shallow one`() {
    var growths: [Int] = []
    for depth in [10, 3000] {
      let fixture = NavigationFixture.launched("A")
      for _ in 1...depth { fixture.main.navigate(to: "B", [:], .still) }
      let before = fixture.engine.state.mark.total
      fixture.main.navigate(to: "C", [:], .still)
      growths.append(fixture.engine.state.mark.total - before)
      fixture.engine.undo()
      #expect(fixture.engine.state.mark.total == before)
    }
    #expect(growths == [growths[0], growths[0]])
  }

  @Test func `without a history, no changes are logged and undo is not possible`() {
    let fixture = NavigationFixture(undoCapacity: 0)
    fixture.define("Main")
    fixture.engine.launch("Main")
    fixture.main.navigate(to: "B")
    #expect(fixture.engine.state.changeCount == 0)
    #expect(fixture.text(fixture.engine.undo()) == "noop(nothingToUndo)")
  }

  @Test
  func `undoing the launch removes all screens, and redoing it makes the application ready again`()
  {
    let fixture = NavigationFixture.launched("A")
    fixture.engine.undo()
    #expect(fixture.engine.main == nil)
    #expect(!fixture.engine.isReady)
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
    let events = fixture.events([.applicationReady, .rootChanged]) { fixture.engine.redo() }
    #expect(events == ["root.changed Main", "app.ready"])
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `snapshots of undone states remain correct`() {
    let fixture = NavigationFixture.launched("A")
    var kept: [(NavigationSnapshot, StateDocument)] = []
    for name in ["B", "C", "D"] {
      fixture.main.navigate(to: name)
      kept.append((fixture.engine.snapshot(), fixture.engine.tree))
    }
    fixture.engine.undo(2)
    kept.append((fixture.engine.snapshot(), fixture.engine.tree))
    fixture.main.navigate(to: "E")
    fixture.main.navigate(to: "F")
    for (snapshot, tree) in kept { #expect(snapshot.tree == tree) }
  }
}

extension NavigationEngine {
  /// Registers a route that a starting coordinator uses to show a child of a type.
  fileprivate func register(child type: String, of router: AnyRouter) {
    guard let child = try? makeCoordinator(type) else { return }
    router.navigate(to: child)
  }
}
