import Notes
import Stage1
import Stage2
import Stage3
import SwiftUI
import Testing

@testable import NotesApp

/// Tests the same taps in all three stages with SwiftUI. On Linux, a simulated scene evaluates the
/// views.
struct SwiftUITests {
  private let store = NoteStore()
  private let loop = Loop()

  private func show(_ view: some View) -> SimulatedScene {
    let scene = SimulatedScene(view) { [loop] in loop.schedule(after: .milliseconds($0), $1) }
    loop.afterTurn = { scene.update() }
    scene.update()
    loop.run()
    return scene
  }

  /// Taps a button of the front screen, which is the topmost screen of the topmost layer.
  private func tap(_ title: String, in scene: SimulatedScene) throws {
    let front = scene.stack?.destinations.last ?? scene.nodes.last
    let buttons = (front?.allButtons ?? []) + (scene.nodes.last?.allButtons ?? [])
    if scene.styles.last == "alert" {
      scene.userTaps(title)
    } else {
      try #require(buttons.first { $0.title == title }).action()
    }
    loop.run()
  }

  private func play(_ scene: SimulatedScene) throws {
    try tap("Shopping", in: scene)
    try tap("Rename", in: scene)
    #expect(scene.styles == ["root", "alert"])
    let alert = try #require(scene.nodes.last)
    #expect(alert.allTexts == ["Choose a short name."])
    #expect(alert.allButtons.map(\.role) == [nil, .destructive, .cancel])
    #expect(alert.allFields.map(\.text) == ["Shopping"])
    alert.allFields.first?.enter("Groceries")
    try tap("Save", in: scene)
    #expect(store.notes.map(\.title) == ["Groceries", "Ideas"])
    #expect(scene.stack?.destinations.last?.title == "Groceries")
    #expect(scene.styles == ["root"])
    try tap("Export", in: scene)
    #expect(scene.styles == ["root", "sheet"])
    try tap("markdown", in: scene)
    try tap("Confirm", in: scene)
    #expect(store.exports == ["Groceries as markdown"])
    #expect(scene.styles == ["root"])
  }

  @Test func `stage 1 renames and exports a note`() throws {
    try play(show(Stage1.NotesView(Stage1.NotesFlow(store))))
  }

  @Test func `stage 2 renames and exports a note`() throws {
    let app = try Stage2.SwiftUINotes(store, now: { [loop] in .milliseconds(loop.now) }) {
      [loop] in loop.schedule(after: $0, $1)
    }
    try play(show(Stage2.RootView(app)))
    #expect(app.engine.waitingCount == 0)
  }

  @Test func `stage 3 renames and exports a note`() throws {
    let app = try Stage3.SwiftUINotes(store, now: { [loop] in .milliseconds(loop.now) }) {
      [loop] in loop.schedule(after: $0, $1)
    }
    try play(show(Stage3.RootView(app)))
    #expect(app.engine.waitingCount == 0)
  }

  @Test func `the application shows the notes, and stops its clock in the background`() throws {
    let app = NotesApp()
    let body = try #require(
      app.body
        as? ChangeObservingScene<
          WindowGroup<EitherView<Stage3.RootView, Text>>, ScenePhase
        >)
    #expect(show(body.scene.content).nodes.first?.allButtons.map(\.title) == ["Shopping", "Ideas"])
    let notes = try app.notes.get()
    #expect(notes.engine.hostTime != nil)
    body.action(.active, .background)
    #expect(notes.engine.hostTime == nil)
    body.action(.background, .inactive)
    #expect(notes.engine.hostTime != nil)
  }

  @Test func `timers of stages 2 and 3 fire in real time`() throws {
    let stage2 = try Stage2.SwiftUINotes(store, now: { [loop] in .milliseconds(loop.now) }) {
      [loop] in loop.schedule(after: $0, $1)
    }
    #expect(
      loop.calls(afterSeconds: 1) { timer in
        stage2.engine.schedule(after: .seconds(1)) { timer() }
        stage2.clock.advance()
      })
    let stage3 = try Stage3.SwiftUINotes(store, now: { [loop] in .milliseconds(loop.now) }) {
      [loop] in loop.schedule(after: $0, $1)
    }
    #expect(
      loop.calls(afterSeconds: 1) { timer in
        stage3.engine.schedule(after: .seconds(1)) { timer() }
        stage3.clock.advance()
      })
  }
}
