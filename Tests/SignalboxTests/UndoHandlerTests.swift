import Testing

@testable import Signalbox

/// Callbacks of what goes and comes back.
struct UndoHandlerTests {
  /// Main on `A` with a pushed `B` that tells when it goes.
  private func pushed(keepsFinished: Bool) -> NavigationFixture {
    let fixture = NavigationFixture.launched("A")
    fixture.engine.keepsFinished = keepsFinished
    fixture.main.navigate(to: "B", [:], fixture.logging("B"))
    return fixture
  }

  @Test func `a pushed screen that comes back tells onDismiss when it goes again`() {
    let fixture = pushed(keepsFinished: true)
    fixture.main.pop()
    #expect(fixture.text(fixture.engine.undo()) == "done 1")
    #expect(fixture.shape == "nav[A,B]")
    fixture.main.pop()
    #expect(fixture.log == ["B done", "B onDismiss popped", "B onDismiss popped"])
  }

  @Test func `a pushed screen does not come back without its onDismiss`() {
    let fixture = pushed(keepsFinished: false)
    fixture.main.pop()
    #expect(fixture.text(fixture.engine.undo()) == "rejected(notKept)")
    #expect(fixture.shape == "nav[A]")
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test func `what an undo takes away tells nothing and comes back with redo`() {
    let fixture = pushed(keepsFinished: false)
    #expect(fixture.text(fixture.engine.undo()) == "done 1")
    #expect(fixture.text(fixture.engine.redo()) == "done 1")
    #expect(fixture.log == ["B done"])
    fixture.main.pop()
    #expect(fixture.log == ["B done", "B onDismiss popped"])
  }

  @Test func `a screen's object comes back with redo`() {
    final class Payload {}
    let fixture = NavigationFixture.launched("A")
    fixture.main.call("navigate") {
      $0.subject = .content(ScreenContent(name: "B", payload: Payload()))
    }
    #expect(fixture.text(fixture.engine.undo()) == "done 1")
    #expect(fixture.text(fixture.engine.redo()) == "done 1")
    #expect(fixture.engine.front.flatMap(fixture.engine.payload) is Payload)
  }

  @Test func `what goes right after an undo can come back`() throws {
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

  @Test func `what came and went between steps redone at once can come back`() throws {
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
}
