import Testing

@testable import Signalbox

struct StackEditingTests {
  private static let transition: [NavigationEvent.Kind] = .lifecycle + [.screenCreated]

  /// The identifiers of the main coordinator's screens, lowest first.
  private func ids(_ fixture: NavigationFixture) -> [ScreenID] {
    fixture.engine.stack(of: fixture.main.coordinator).map(\.id)
  }

  @Test
  func `T16 U4 setting a stack is one transition and keeps the screens that are in both stacks`() {
    let fixture = NavigationFixture.launched("A", "B", "C")
    let before = ids(fixture)
    let events = fixture.events(Self.transition) {
      let outcome = fixture.main.setStack(["D", "A", "B"])
      #expect(fixture.text(outcome) == "done \"pop\"")
    }
    #expect(fixture.shape == "nav[D,A,B]")
    #expect(Array(ids(fixture)[1...]) == Array(before[..<2]))
    #expect(
      events == [
        "screen.created D", "willDisappear C", "willAppear B", "didDisappear C", "didAppear B",
        "screen.destroyed C",
      ])
  }

  @Test func `T19 U15 screens in the middle of a new stack are created but never appear`() {
    let fixture = NavigationFixture.launched("R")
    fixture.main.setStack(["R", "A", "B"])
    #expect(fixture.shape == "nav[R,A,B]")
    let events = fixture.events(Self.transition) {
      #expect(fixture.text(fixture.main.setStack(["R", "A", "B", "C", "D"])) == "done \"push\"")
    }
    #expect(fixture.shape == "nav[R,A,B,C,D]")
    #expect(
      events == [
        "screen.created C", "screen.created D", "willDisappear B", "willAppear D",
        "didDisappear B", "didAppear D",
      ])
  }

  @Test func `T20 setting a shorter stack removes the screens above it`() {
    let fixture = NavigationFixture.launched("R", "A", "B", "C", "D", "E", "F")
    let before = ids(fixture)
    var shapes: [String] = []
    for count in [5, 3, 1] {
      let wanted = ["R", "A", "B", "C", "D", "E", "F"].prefix(count)
      fixture.main.setStack(wanted.map { .route($0) })
      shapes.append(fixture.shape)
    }
    #expect(shapes == ["nav[R,A,B,C,D]", "nav[R,A,B]", "nav[R]"])
    #expect(ids(fixture) == [before[0]])
  }

  @Test func `setting a stack with the same top screen causes no transition and takes no time`() {
    let fixture = NavigationFixture.launched("A", "B", "C")
    let top = ids(fixture)[2]
    #expect(fixture.text(fixture.main.setStack(["A", .screen(top)])) == "done \"none\"")
    #expect(fixture.shape == "nav[A,C]")
    #expect(fixture.engine.now == .zero)
    #expect(fixture.text(fixture.main.setStack(["A", "C"])) == "noop(unchanged) \"none\"")
  }

  @Test
  func `setting a stack keeps the screen at the same position among screens with the same name`() {
    let fixture = NavigationFixture.launched("A", "A", "A")
    let before = ids(fixture)
    fixture.main.setStack(["B", "A", "A", "A"])
    #expect(Array(ids(fixture)[1...]) == [before[1], before[2], before[0]])
  }

  @Test func `setting an invalid stack is rejected and changes nothing`() {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.define("Main", routes: ["child": RouteDefinition(.coordinator("Main"))])
    let screen = ids(fixture)[0]
    let before = fixture.engine.tree
    let outcomes = [
      [], ["A", "nowhere"], ["A", "child"], [.screen(screen), .screen(screen)],
      [.screen(ScreenID(bits: 99))],
    ].map { fixture.text(fixture.main.setStack($0)) }
    #expect(
      outcomes == [
        "rejected(badArgument)", "rejected(unknownRoute)", "rejected(notPushable)",
        "rejected(duplicateInstance)", "rejected(viewNotFound)",
      ])
    #expect(fixture.engine.tree == before)
  }

  @Test func `setting a stack finishes coordinators that were pushed onto it`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    try fixture.show("Child", .push)
    #expect(fixture.shape == "nav[A|A]")
    #expect(fixture.text(fixture.main.setStack(["A"])) == "done \"pop\"")
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.log == ["Child didFinish replaced", "Main childDidFinish Child replaced"])
  }

  @Test func `T27 setting all screens but one removes a screen from the middle`() {
    let fixture = NavigationFixture.launched("A", "B", "C")
    let remove = { (name: String) in
      fixture.main.setStack(
        fixture.engine.stack(of: fixture.main.coordinator).filter { $0.name != name }.map {
          .screen($0.id)
        })
    }
    #expect(fixture.text(remove("B")) == "done \"none\"")
    #expect(fixture.shape == "nav[A,C]")
    #expect(fixture.text(remove("X")) == "noop(unchanged) \"none\"")
  }

  @Test func `T29 setting a new screen with the same name replaces the old screen`() {
    let fixture = NavigationFixture.launched("A", "B", "C")
    let before = ids(fixture)
    fixture.main.setStack(["A", .new("B"), "X"])
    #expect(fixture.shape == "nav[A,B,X]")
    #expect(ids(fixture)[0] == before[0])
    #expect(!fixture.engine.isAlive(before[1]))
  }

  // MARK: - Replacing

  @Test func `replaceTop replaces the topmost screen, even if it is the root`() {
    let fixture = NavigationFixture.launched("A", "B")
    let events = fixture.events(.lifecycle) {
      #expect(fixture.text(fixture.main.replaceTop(with: "C")) == "done")
    }
    #expect(fixture.shape == "nav[A,C]")
    #expect(
      events == [
        "willDisappear B", "willAppear C", "didDisappear B", "didAppear C", "screen.destroyed B",
      ])
    fixture.main.pop()
    fixture.main.replaceTop(with: "D")
    #expect(fixture.shape == "nav[D]")
    #expect(fixture.family == "Main")
  }

  @Test func `a coordinator can replace a screen on the stack`() throws {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.define("Child", routes: ["child": RouteDefinition(.coordinator("Child"))])
    fixture.define("Main", routes: ["child": RouteDefinition(.coordinator("Child"))])
    #expect(fixture.text(fixture.main.replaceTop(with: "child")) == "done Child")
    #expect(fixture.shape == "nav[A|A]")
    #expect(fixture.text(fixture.main.replaceTop(with: "C")) == "rejected(childActive)")
    let outcome = fixture.main.replaceTop(with: "C", [:], .with(.automatic, .popChildren))
    #expect(fixture.text(outcome) == "done")
    #expect(fixture.shape == "nav[C]")
  }

  // MARK: - Shortening

  @Test func `T12 popTo keeps the given number of screens above the root`() {
    let fixture = NavigationFixture.launched("R", "A", "B", "C")
    let outcomes = [2, 1, 0, -1].map { index in
      "\(fixture.text(fixture.main.pop(toIndex: index))) \(fixture.shape)"
    }
    #expect(
      outcomes == [
        "noop(alreadyTop) nav[R,A,B,C]", "done [C] nav[R,A,B]", "done [B] nav[R,A]",
        "done [A] nav[R]",
      ])
    #expect(fixture.text(fixture.main.pop(toIndex: -1)) == "noop(atRoot)")
    #expect(fixture.text(fixture.main.pop(toIndex: 0)) == "rejected(badArgument)")
  }

  @Test func `T13 going back to a screen that is not on the stack changes nothing`() {
    let fixture = NavigationFixture.launched("R", "A", "B", "C")
    let outcomes = ["X", "B", "A"].map { name in
      "\(fixture.text(fixture.main.popToView(name))) \(fixture.shape)"
    }
    #expect(
      outcomes == [
        "rejected(viewNotFound) false nav[R,A,B,C]", "done true nav[R,A,B]", "done true nav[R,A]",
      ])
  }

  @Test func `T22 popping a root screen is rejected, and its completion is called once`() {
    let fixture = NavigationFixture.launched("A")
    let root = ids(fixture)[0]
    #expect(fixture.text(fixture.main.pop(root, fixture.completing("pop"))) == "noop(atRoot)")
    fixture.main.navigate(to: "B")
    fixture.main.pop()
    #expect(fixture.log == ["pop noop(atRoot)"])
  }

  @Test
  func `popping a screen removes all items above it, and popping a first screen removes its layer`()
  {
    let fixture = NavigationFixture.launched("A", "B", "C")
    #expect(fixture.text(fixture.main.pop(ids(fixture)[1])) == "done [C,B]")
    fixture.main.present("X")
    fixture.main.present("Y", [:], .with(.sheet, .withNavigation))
    fixture.main.navigate(to: "Z", [:], .with(.push, .targetFront))
    let front = fixture.engine.front ?? ScreenID(bits: 0)
    #expect(fixture.text(fixture.main.pop(front)) == "done [Z]")
    #expect(fixture.shape == "nav[A] L1:sheet(X) L2:sheet(nav[Y])")
    #expect(fixture.text(fixture.main.pop(fixture.engine.front ?? front)) == "done [Y]")
    #expect(fixture.text(fixture.main.pop(fixture.engine.front ?? front)) == "done [X]")
    #expect(fixture.text(fixture.main.pop(front)) == "rejected(stale)")
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `T23 popLast removes the item that was shown last, whether pushed or presented`()
    throws
  {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.define("Child") { router in
      router.startFlow(at: "X")
      router.navigate(to: "Y")
    }
    fixture.main.present("X")
    #expect(fixture.text(fixture.main.popLast()) == "done")
    #expect(fixture.shape == "nav[A,B]")
    try fixture.show("Child", .push)
    #expect(fixture.text(fixture.main.popLast()) == "done [Y,X]")
    #expect(fixture.text(fixture.main.popLast()) == "done [B]")
    #expect(fixture.text(fixture.main.popLast()) == "noop(emptyStack)")
  }

  @Test func `popLast treats screens that were pushed behind a layer as newer than the layer`() {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.main.present("X")
    fixture.main.navigate(to: "C")
    fixture.main.popLast()
    #expect(fixture.shape == "nav[A,B] L1:sheet(X)")
    fixture.main.popLast()
    #expect(fixture.shape == "nav[A,B]")
  }
  @Test func `T18 R7 a path binding is shortened when the user goes back`() {
    let fixture = NavigationFixture.launched("R", "A", "B", "C", "D")
    let main = fixture.main
    var path = ["A", "B", "C", "D"]
    _ = fixture.engine.observe([.didNavigate]) { [unowned fixture] _ in
      path = fixture.engine.stack(of: main.coordinator).dropFirst().map(\.name)
    }
    #expect(fixture.engine.perform("longPressBack") { $0.count = 1 }?.description == "done")
    #expect(path == ["A", "B"])
    main.pop()
    #expect(path == ["A"])
  }

  @Test func `R8 setting a stack in a different order keeps its screens`() {
    let fixture = NavigationFixture.launched("A", "B", "C")
    let before = ids(fixture)
    fixture.main.setStack(["A", "C", "B"])
    #expect(fixture.shape == "nav[A,C,B]")
    #expect(ids(fixture) == [before[0], before[2], before[1]])
  }
}
