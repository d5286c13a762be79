import Observation
import Signalbox
import SignalboxUI
import Testing

/// An application that the SwiftUI model shows.
@available(macOS 14.0, *)
private struct ShownNotes {
  let engine = NavigationEngine()
  let loop = Loop()
  let model: InterfaceModel
  let notes: Notes

  init() throws {
    model = InterfaceModel(engine, mainLoop: loop.schedule)
    notes = try engine.launchNotes()
    loop.run(for: .seconds(1))
  }

  func navigate(to route: NoteRoute) throws {
    try notes.router.navigate(to: route)
    loop.run(for: .seconds(1))
  }

  var stack: StackModel? {
    if case .stack(let stack)? = model.root?.contents { stack } else { nil }
  }
}

/// The reports that an application's own views send to the SwiftUI model.
struct ModelTests {
  @available(macOS 14.0, *)
  @Test func `a layer is shown when its view has appeared, and removed when it has disappeared`()
    throws
  {
    let app = try ShownNotes()
    try app.navigate(to: .help)
    let layer = try #require(app.model.root?.presented)
    #expect(app.model.shown.layers.map(\.style) == ["root"])
    layer.didAppear()
    #expect(app.model.shown.layers.map(\.style) == ["root", "sheet"])
    app.loop.run(for: .seconds(1))
    #expect(app.model.reconciler?.isSettled == true)
    try app.notes.router.dismiss()
    app.loop.run(for: .seconds(1))
    #expect(app.model.reconciler?.isSettled == false)
    layer.didDisappear()
    app.loop.run(for: .seconds(1))
    #expect(app.model.reconciler?.isSettled == true)
  }

  @available(macOS 14.0, *)
  @Test func `a view reports that the user has dismissed a layer`() throws {
    let app = try ShownNotes()
    try app.navigate(to: .help)
    let layer = try #require(app.model.root?.presented)
    layer.didAppear()
    app.loop.run(for: .seconds(1))
    layer.dismiss()
    layer.didDisappear()
    app.loop.run(for: .seconds(1))
    #expect(app.engine.layers.map(\.style) == ["root"])
    #expect(app.engine.events().last { $0.kind == .layerDismissed }?.reason == .ending(.userSwipe))
  }

  @available(macOS 14.0, *)
  @Test func `a view reports the button of an alert`() throws {
    let app = try ShownNotes()
    try app.navigate(to: .delete)
    let alert = try #require(app.model.root?.presented)
    #expect(alert.buttons.map(\.title) == ["Delete"])
    alert.tap("Delete")
    app.loop.run(for: .seconds(1))
    #expect(app.notes.deletions == 1)
    #expect(app.engine.layers.map(\.style) == ["root"])
  }

  @available(macOS 14.0, *)
  @Test func `an alert that a view closes without a button is removed`() throws {
    let app = try ShownNotes()
    try app.navigate(to: .delete)
    let alert = try #require(app.model.root?.presented)
    #expect(alert.style == "alert")
    alert.didClose()
    app.loop.run(for: .seconds(1))
    #expect(app.engine.layers.map(\.style) == ["root"])
    #expect(app.model.reconciler?.isSettled == true)
  }

  @available(macOS 14.0, *)
  @Test func `a view reports whether its split view shows both columns`() throws {
    let app = try ShownNotes()
    let stack = try #require(app.stack)
    #expect(!app.model.isExpanded(stack.id))
    stack.isExpanded = true
    #expect(app.model.isExpanded(stack.id))
  }

  @available(macOS 14.0, *)
  @Test func `the views of a screen observe its updates`() throws {
    let app = try ShownNotes()
    try app.navigate(to: .note(id: 1))
    let screen = try #require(app.stack?.path.last)
    #expect(screen.coordinator(Notes.self) === app.notes)
    // The observation calls the closure on the thread of the change, which is this thread.
    nonisolated(unsafe) var updates = 0
    withObservationTracking {
      _ = screen.screen
    } onChange: {
      updates += 1
    }
    app.model.showUpdate(of: screen.id)
    #expect(updates == 1)
  }
}
