import Testing

@testable import Signalbox

/// Tests trees with the maximum depth (decision 0080).
struct DeepTreeTests {
  /// Nested coordinators, each shown by the previous one, and the router of the deepest one.
  private static func makeTree(
    _ style: TransitionStyle
  ) throws -> (fixture: NavigationFixture, last: AnyRouter) {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    fixture.define(
      "Tabs", kind: .tabs, pages: ["p", "q"].map { PageDefinition(id: $0, coordinator: "Child") })
    var last = fixture.main
    for _ in 1..<NavigationState.maxTreeDepth {
      last = try fixture.show("Child", from: last, style)
    }
    return (fixture, last)
  }

  @Test(arguments: [TransitionStyle.push, .sheet])
  func `attaching a coordinator below the deepest one is rejected and changes nothing`(
    style: TransitionStyle
  ) throws {
    let (fixture, last) = try Self.makeTree(style)
    let json = try fixture.engine.snapshot().json
    let outcomes = try ["Child", "Tabs"].map { type in
      last.navigate(to: try fixture.make(type).coordinator, .with(.sheet))
    }
    let dependency = try fixture.make("Child").coordinator
    let added = last.call("addDependency") { $0.subject = .coordinator(dependency) }
    #expect(
      (outcomes + [added]).map { $0?.error?.description }
        == ["Child", "Tabs", "Child"]
        .map {
          "tooDeep: \($0) would have 500 ancestors, but the maximum is 499; finish flows that are "
            + "no longer needed"
        })
    #expect(try fixture.engine.snapshot().json == json)
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test func `a tab coordinator is rejected if its pages would be nested too deeply`()
    throws
  {
    let (fixture, last) = try Self.makeTree(.sheet)
    last.finishFlow()
    let json = try fixture.engine.snapshot().json
    let top = fixture.engine.router(of: try #require(fixture.engine.tree.top))
    let outcome = top.navigate(to: try fixture.make("Tabs").coordinator, .with(.sheet))
    #expect(outcome?.reason == .tooDeep)
    #expect(try fixture.engine.snapshot().json == json)
  }

  @Test(arguments: [TransitionStyle.push, .sheet])
  func `the snapshot of the deepest tree is restored unchanged`(style: TransitionStyle) throws {
    let (fixture, _) = try Self.makeTree(style)
    let (json, shape) = (try fixture.engine.snapshot().json, fixture.shape)
    #expect(fixture.engine.restore(json)?.description == "done")
    #expect(try fixture.engine.snapshot().json == json)
    #expect(fixture.shape == shape)
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test(arguments: [TransitionStyle.push, .sheet])
  func `undo removes the deepest tree, and redo restores it`(style: TransitionStyle) throws {
    let (fixture, _) = try Self.makeTree(style)
    fixture.engine.keepsFinished = true
    let tree = fixture.engine.tree
    fixture.main.finishFlow()
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.engine.undo()?.description == "done")
    #expect(fixture.engine.tree == tree)
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }
}
