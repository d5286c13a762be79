import Testing

@testable import Signalbox

/// Tests screens that receive new arguments.
struct UpdateTests {
  /// Returns a fixture that shows a route with declared arguments.
  private func shown() throws -> (fixture: NavigationFixture, screen: ScreenID) {
    let fixture = NavigationFixture()
    let note = RouteDefinition(parameters: [RouteParameter("id", .integer)])
    let made = RouteDefinition(
      .factory { request throws(NavigationError) in
        .screen(ScreenContent(name: "made", arguments: ["id": .integer(1)]))
      })
    fixture.define("Main", routes: ["note": note, "made": made])
    fixture.engine.launch("Main")
    fixture.main.navigate(to: "note", ["id": 1])
    return (fixture, try #require(fixture.engine.front))
  }

  @Test func `updating a screen keeps its identity and is not navigation`() throws {
    let (fixture, screen) = try shown()
    let events = fixture.events {
      #expect(fixture.text(fixture.main.update(screen, to: ["id": 2])) == "done")
      #expect(fixture.text(fixture.main.update(screen, to: ["id": 2])) == "noop(unchanged)")
    }
    #expect(
      events == [
        "op.began update", "screen.updated note", "op.settled update",
        "op.began update", "op.noop update unchanged", "op.settled update unchanged",
      ])
    #expect(fixture.engine.front == screen)
    #expect(fixture.engine.arguments(of: screen) == ["id": 2])
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test func `updating a screen that does not support it is rejected and keeps the screen`() throws
  {
    let (fixture, note) = try shown()
    let child = try fixture.show("Main")
    let bottom = try #require(fixture.engine.stack(of: child.coordinator).first).id
    fixture.main.navigate(to: "made", [:], .with(.sheet))
    let made = try #require(fixture.engine.front)
    let before = fixture.engine.tree
    #expect(
      [
        fixture.main.update(note, to: ["name": 2]), fixture.main.update(bottom, to: ["id": 2]),
        fixture.main.update(made, to: ["id": 2]), fixture.main.call("update"),
      ].map(fixture.text) == [
        "rejected(badArgument)", "rejected(viewNotFound)", "rejected(badArgument)",
        "rejected(badArgument)",
      ])
    #expect(fixture.engine.tree == before)
    fixture.main.dismiss()
    #expect(fixture.text(fixture.main.update(made, to: [:])) == "rejected(stale)")
  }

  @Test func `the update of a screen can be undone and redone, and is rolled back with its batch`()
    throws
  {
    let (fixture, screen) = try shown()
    fixture.main.update(screen, to: ["id": 2])
    fixture.engine.undo()
    #expect(fixture.engine.arguments(of: screen) == ["id": 1])
    fixture.engine.redo()
    #expect(fixture.engine.arguments(of: screen) == ["id": 2])
    let outcome = fixture.main.batch {
      fixture.main.update(screen, to: ["id": 3])
      fixture.main.navigate(to: "nowhere")
    }
    #expect(fixture.text(outcome) == "rejected(unknownRoute)")
    #expect(fixture.engine.arguments(of: screen) == ["id": 2])
  }

  @Test func `undoing and redoing an update reports the screen with its restored arguments`() throws
  {
    let (fixture, screen) = try shown()
    let stage = StageTests.Screens()
    fixture.main.update(screen, to: ["id": 2])
    fixture.main.navigate(to: "A")
    fixture.engine.stage = stage
    let kinds: [NavigationEvent.Kind] = [.screenUpdated, .entryPopped, .entryPushed]
    let steps = { (count: Int, isUndo: Bool) in
      fixture.events(kinds) {
        _ = isUndo ? fixture.engine.undo(count) : fixture.engine.redo(count)
        stage.end()
      }
    }
    #expect(steps(1, true) == ["entry.popped A undone"])
    #expect(steps(1, true) == ["screen.updated note"])
    #expect(steps(2, false) == ["screen.updated note", "entry.pushed A"])
    #expect(steps(3, true) == ["entry.popped A undone", "entry.popped note undone"])
    #expect(steps(3, false) == ["entry.pushed note", "entry.pushed A"])
    let updates = stage.shown.map { transition in
      transition.steps.contains(
        .updated(screen, name: "note", owner: fixture.main.coordinator))
    }
    #expect(updates == [false, true, true, false, false])
    #expect(fixture.engine.arguments(of: screen) == ["id": 2])
  }

  @Test func `snapshots contain the updated arguments of a screen, and replays repeat the update`()
    throws
  {
    let (fixture, screen) = try shown()
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    fixture.main.update(screen, to: ["id": 2])
    fixture.main.navigate(to: "A")
    fixture.engine.stopRecording()
    let (other, _) = try shown()
    let report = try SessionReplay(lines).run(on: other.engine)
    #expect(report.divergence == nil)
    #expect(try other.engine.snapshot().json == fixture.engine.snapshot().json)
  }
}
