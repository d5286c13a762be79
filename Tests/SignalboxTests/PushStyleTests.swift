import Testing

@testable import Signalbox

struct PushStyleTests {
  private let fixture = NavigationFixture.launched("A")
  private var engine: NavigationEngine { fixture.engine }

  private func register() throws -> TransitionStyle {
    try engine.register(PresentationStyle.push("zoom"))
  }

  private var transitions: [String?] {
    (engine.interface.top?.contents?.frontStack?.screens ?? []).map { engine.transition(of: $0) }
  }

  @Test func `navigating with a push style pushes a screen that keeps the style's name`() throws {
    let zoom = try register()
    fixture.main.navigate(to: "B", [:], .with(zoom))
    fixture.main.navigate(to: "C")
    #expect(fixture.shape == "nav[A,B,C]")
    #expect(transitions == [nil, "zoom", nil])
    #expect(engine.name(of: zoom) == "zoom")
    #expect(try engine.transitionStyle(named: "zoom") == zoom)
  }

  @Test func `a route can declare a transition, even for a coordinator that it pushes`() throws {
    let zoom = try register()
    fixture.define("Child", routes: ["X": RouteDefinition()])
    fixture.define(
      "Main",
      routes: [
        "B": RouteDefinition(style: zoom),
        "child": RouteDefinition(.coordinator("Child"), style: zoom),
      ])
    fixture.main.navigate(to: "B")
    fixture.main.navigate(to: "child")
    #expect(transitions.count == 3)
    #expect(transitions.last == "zoom")
    #expect(transitions[1] == "zoom")
    #expect(engine.interface.layers.count == 1)
  }

  @Test func `a registered style can be read and replaced, but not a platform style`() throws {
    _ = try register()
    _ = try engine.register(PresentationStyle.push("zoom", isInteractive: true))
    _ = try engine.register(PresentationStyle(name: "card", isCovering: true))
    #expect(
      engine.registry.customStyle(named: "zoom")
        == PresentationStyle.push("zoom", isInteractive: true))
    #expect(
      engine.registry.customStyle(named: "card")
        == PresentationStyle(name: "card", isCovering: true))
    #expect(engine.registry.customStyle(named: "sheet") == nil)
    #expect(engine.registry.customStyle(named: "unknown") == nil)
  }

  @Test func `present with a push style pushes the destination`() throws {
    let zoom = try register()
    fixture.main.present("B", [:], .with(zoom))
    #expect(fixture.shape == "nav[A,B]")
    #expect(transitions == [nil, "zoom"])
  }

  @Test func `a screen's transition is undone, redone and restored with the screen`() throws {
    fixture.main.navigate(to: "B", [:], .with(try register()))
    let saved = try engine.snapshot().json
    engine.undo()
    #expect(transitions == [nil])
    engine.redo()
    #expect(transitions == [nil, "zoom"])
    fixture.main.pop()
    engine.restore(saved)
    #expect(transitions == [nil, "zoom"])
    fixture.main.pop()
    engine.registry.unregister(style: "zoom")
    engine.restore(saved)
    #expect(fixture.shape == "nav[A,B]")
    #expect(transitions == [nil, nil])
  }

  @Test func `a style name cannot denote both a presentation and a push`() throws {
    _ = try register()
    let error = #expect(throws: NavigationError.self) {
      try engine.register(PresentationStyle(name: "zoom"))
    }
    #expect(
      error?.description
        == "badArgument: presentationStyle \"zoom\" presents, but the existing style with this "
        + "name pushes; choose another name")
    #expect(throws: NavigationError.self) { try engine.register(PresentationStyle.push("sheet")) }
  }
}
