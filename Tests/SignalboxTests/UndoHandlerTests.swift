import Testing

@testable import Signalbox

/// Tests the callbacks of items that are removed and restored.
struct UndoHandlerTests {
  /// Main on `A` with a pushed `B` that logs its removal.
  private func pushed(keepsFinished: Bool) -> NavigationFixture {
    let fixture = NavigationFixture.launched("A")
    fixture.engine.keepsFinished = keepsFinished
    fixture.main.navigate(to: "B", [:], fixture.logging("B"))
    return fixture
  }

  @Test func `a pushed screen that undo restores calls onDismiss when it is removed again`() {
    let fixture = pushed(keepsFinished: true)
    fixture.main.pop()
    #expect(fixture.text(fixture.engine.undo()) == "done 1")
    #expect(fixture.shape == "nav[A,B]")
    fixture.main.pop()
    #expect(fixture.log == ["B done", "B onDismiss popped", "B onDismiss popped"])
  }

  @Test func `undo does not restore a pushed screen without its onDismiss`() {
    let fixture = pushed(keepsFinished: false)
    fixture.main.pop()
    #expect(fixture.text(fixture.engine.undo()) == "rejected(notKept)")
    #expect(fixture.shape == "nav[A]")
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test func `items that an undo removes are not notified, and redo restores them`() {
    let fixture = pushed(keepsFinished: false)
    #expect(fixture.text(fixture.engine.undo()) == "done 1")
    #expect(fixture.text(fixture.engine.redo()) == "done 1")
    #expect(fixture.log == ["B done"])
    fixture.main.pop()
    #expect(fixture.log == ["B done", "B onDismiss popped"])
  }

  @Test func `redo restores the object of a screen`() {
    final class Payload {}
    let fixture = NavigationFixture.launched("A")
    fixture.main.call("navigate") {
      $0.subject = .content(ScreenContent(name: "B", payload: Payload()))
    }
    #expect(fixture.text(fixture.engine.undo()) == "done 1")
    #expect(fixture.text(fixture.engine.redo()) == "done 1")
    #expect(fixture.engine.front.flatMap(fixture.engine.payload) is Payload)
  }

  @Test func `items that are removed immediately after an undo can be restored`() throws {
    let fixture = pushed(keepsFinished: true)
    fixture.define("Child")
    let child = try fixture.make("Child")
    fixture.main.navigate(to: child.coordinator, fixture.logging("child"))
    for _ in 1...3 {
      child.finishFlow()
      #expect(fixture.text(fixture.engine.undo()) == "done 1")
      #expect(fixture.family == "Main(Child)")
    }
    fixture.log = []
    child.finishFlow()
    #expect(
      fixture.log == [
        "child onDismiss finished", "Child didFinish finished", "child onFinish finished",
        "Main childDidFinish Child finished",
      ])
  }

  @Test func `undo can restore items that were added and removed by steps redone together`() throws
  {
    let fixture = NavigationFixture.launched("A")
    fixture.engine.keepsFinished = true
    fixture.define("Child")
    let child = try fixture.make("Child")
    fixture.main.navigate(to: child.coordinator, fixture.logging("child"))
    child.finishFlow()
    for _ in 1...2 { #expect(fixture.text(fixture.engine.undo()) == "done 1") }
    #expect(fixture.text(fixture.engine.redo(2)) == "done 2")
    #expect(fixture.family == "Main")
    #expect(fixture.text(fixture.engine.undo()) == "done 1")
    #expect(fixture.family == "Main(Child)")
    fixture.log = []
    child.finishFlow()
    #expect(fixture.log.contains("child onFinish finished"))
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test func `undo of a finish restores the delegate only if something else retains it`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let child = try fixture.show("Child")
    let held = fixture.engine.delegate(of: child.coordinator)
    child.finishFlow()
    #expect(fixture.text(fixture.engine.undo()) == "done 1")
    #expect(fixture.family == "Main(Child)")
    #expect(fixture.engine.delegate(of: child.coordinator) === held)
    try fixture.show("Child").finishFlow()
    #expect(fixture.text(fixture.engine.undo()) == "rejected(notKept)")
    #expect(fixture.family == "Main(Child)")
  }

  @Test func `undo restores the delegate of a coordinator whose place was reused in the same step`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let first = try fixture.show("Child")
    let held = fixture.engine.delegate(of: first.coordinator)
    fixture.define("Short") { router in router.startFlow(at: "B") }
    fixture.main.batch {
      first.finishFlow()
      fixture.main.call("navigate") { $0.subject = .new("Short") }
      fixture.main.dismiss()
    }
    #expect(fixture.family == "Main")
    #expect(fixture.text(fixture.engine.undo()) == "done 1")
    #expect(fixture.family == "Main(Child)")
    #expect(fixture.engine.delegate(of: first.coordinator) === held)
  }
}
