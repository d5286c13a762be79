import Testing

@testable import Signalbox

struct LayerOptionTests {
  @Test func `T47 tapping a button closes the alert, keeps the sheet, and then runs the action`() {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    main.present("X")
    var options = OperationOptions.with(.alert)
    options.buttons = [
      AlertButton("Cancel"), AlertButton("OK") { fixture.log.append("OK \(fixture.shape)") },
    ]
    options.onDismiss = { fixture.log.append("gone \($0.name)") }
    main.present("Sure", [:], options)
    fixture.define("Main", routes: ["Sure": RouteDefinition()])
    #expect(fixture.text(main.present("Sure", [:], options)) == "done")
    #expect(fixture.shape == "nav[A] L1:sheet(X) L2:alert(Sure)")
    #expect(fixture.engine.layers[2].buttons.map(\.title) == ["Cancel", "OK"])
    #expect(fixture.text(fixture.user("swipeDown")) == "noop(notInteractive)")
    #expect(fixture.text(fixture.user("back")) == "noop(backBlocked)")
    #expect(fixture.text(fixture.user("tapAlert", "KO")) == "rejected(unknownAction)")
    #expect(fixture.text(fixture.user("tapAlert", "OK")) == "done")
    #expect(fixture.log == ["gone dismissed", "OK nav[A] L1:sheet(X)"])
    #expect(fixture.text(fixture.user("tapAlert", "OK")) == "noop(gestureUnavailable)")
  }

  @Test func `an alert without buttons shows the actions of its screen`() {
    let fixture = NavigationFixture.launched("A")
    fixture.actions["Q"] = [("Yes", { $0.navigate(to: "B") })]
    fixture.main.present("Q", [:], .with(.confirmationDialog))
    fixture.user("tapAlert", "Yes")
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `the traits of a layer can differ from its style`() {
    let fixture = NavigationFixture.launched("A")
    var options = OperationOptions.with(.sheet)
    options.layerTraits = LayerTraits(
      isCovering: true, isInteractive: false, detents: [])
    let events = fixture.events(.lifecycle) { fixture.main.present("X", [:], options) }
    #expect(events == ["willDisappear A", "willAppear X", "didDisappear A", "didAppear X"])
    #expect(fixture.text(fixture.user("swipeDown")) == "noop(notInteractive)")
    fixture.main.dismiss()
    options.layerTraits = LayerTraits(detents: [.medium, .fraction(0.3), .height(240)])
    fixture.main.present("X", [:], options)
    #expect(fixture.engine.layers[1].detents == [.medium, .fraction(0.3), .height(240)])
    #expect(fixture.text(fixture.user("swipeDown")) == "done")
  }

  @Test func `routes and coordinator types can declare the appearance of their layers`() throws {
    let fixture = NavigationFixture.launched("A")
    let card = try fixture.engine.register(
      PresentationStyle(name: "card", isCovering: true, isInteractive: true))
    fixture.define(
      "Main",
      routes: [
        "half": RouteDefinition(style: .sheet, layerTraits: LayerTraits(detents: [.medium])),
        "card": RouteDefinition(style: card),
      ])
    fixture.main.navigate(to: "half")
    #expect(fixture.engine.layers[1].detents == [.medium])
    let events = fixture.events(.lifecycle) { fixture.main.navigate(to: "card") }
    #expect(fixture.shape == "nav[A] L1:sheet(half) L2:card(card)")
    #expect(events.first == "willDisappear half")
    fixture.user("swipeDown")
    #expect(fixture.shape == "nav[A] L1:sheet(half)")
  }

  @Test func `layer options that do not apply to a style are rejected`() {
    let fixture = NavigationFixture.launched("A")
    var tall = OperationOptions.with(.fullScreen)
    tall.layerTraits.detents = [.large]
    var asking = OperationOptions.with(.sheet)
    asking.buttons = [AlertButton("OK")]
    #expect(fixture.text(fixture.main.present("X", [:], tall)) == "rejected(badArgument)")
    #expect(fixture.text(fixture.main.present("X", [:], asking)) == "rejected(badArgument)")
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `options of a layer are rejected if the destination is pushed`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let main = fixture.main
    let changes: [(name: String, set: (inout OperationOptions) -> Void)] = [
      ("withNavigation", { $0.switches = .withNavigation }),
      ("withNavigation", { $0.switches = .withoutNavigation }),
      ("covering", { $0.layerTraits.isCovering = true }),
      ("interactive", { $0.layerTraits.isInteractive = false }),
      ("detents", { $0.layerTraits.detents = [.medium] }),
      ("message", { $0.layerTraits.message = "Hello" }),
      ("fields", { $0.layerTraits.fields = [AlertField("name")] }),
      ("buttons", { $0.buttons = [AlertButton("OK")] }),
    ]
    for (name, set) in changes {
      var options = OperationOptions.with(.push)
      set(&options)
      let child = try fixture.make("Child")
      let outcomes = [
        main.navigate(to: "B", [:], options), main.present("B", [:], options),
        main.navigate(to: child.coordinator, options),
      ]
      let message =
        "badArgument: navigate: style \"push\" presents no layer and does not support \"\(name)\"; "
        + "omit the options, or use a style that presents a layer"
      #expect(outcomes.map { $0?.error?.description } == [message, message, message])
    }
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.engine.children(of: main.coordinator) == [])
  }

  @Test func `the buttons of a coordinator's layer need the style of a dialog`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let main = fixture.main
    var options = OperationOptions.with(.sheet)
    options.buttons = [AlertButton("OK") { fixture.log.append("OK") }]
    let child = try fixture.make("Child")
    #expect(
      [
        main.navigate(to: child.coordinator, options),
        main.call("present", options) { $0.subject = .coordinator(child.coordinator) },
      ].map(fixture.text) == ["rejected(badArgument)", "rejected(badArgument)"])
    options.style = .alert
    #expect(fixture.text(main.navigate(to: child.coordinator, options)) == "done Child")
    #expect(fixture.engine.layers[1].buttons.map(\.title) == ["OK"])
    fixture.user("tapAlert", "OK")
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.log.contains("OK"))
  }

  @Test func `a layer is listed until the animation of its dismissal ends`() {
    let fixture = NavigationFixture.launched("A")
    fixture.main.present("X")
    fixture.main.present("Y")
    fixture.engine.isClockAutomatic = false
    fixture.main.dismiss(.with(.automatic, .all))
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.engine.layers.map(\.phase) == [.presented, .dismissing, .dismissing])
    #expect(fixture.engine.layers.map { $0.screens.map(\.name) } == [[], ["X"], ["Y"]])
    fixture.engine.settle()
    #expect(fixture.engine.layers.map(\.phase) == [.presented])
  }
  // MARK: - Consecutive layers

  @Test func `T40 U14 R6 a layer that replaces a sheet does not receive the sheet's onDismiss`() {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    main.present("X", [:], fixture.logging("X"))
    let outcome = main.batch {
      main.dismiss()
      main.present("Y", [:], fixture.logging("Y"))
    }
    #expect(fixture.text(outcome) == "done")
    #expect(fixture.shape == "nav[A] L1:sheet(Y)")
    #expect(fixture.log.filter { $0.contains("onDismiss") } == ["X onDismiss dismissed"])
    let again = main.present("Y", [:], .with(.automatic, .singleTop))
    #expect(fixture.text(again) == "noop(alreadyTop)")
  }

  @Test func `T45 the front stack returns to its root and the stack below is unchanged`() {
    let fixture = NavigationFixture.launched("R", "A")
    fixture.main.present("B", [:], .with(.sheet, .withNavigation))
    fixture.main.navigate(to: "C", [:], .with(.push, .targetFront))
    #expect(fixture.shape == "nav[R,A] L1:sheet(nav[B,C])")
    let outcome = fixture.engine.perform("longPressBack") { $0.count = -1 }
    #expect(fixture.text(outcome) == "done [C]")
    #expect(fixture.shape == "nav[R,A] L1:sheet(nav[B])")
  }

  @Test func `U5 present completes when its screen has appeared above all other layers`() {
    let fixture = NavigationFixture.launched("A")
    fixture.main.present("X")
    _ = fixture.engine.observe([.didAppear]) { [unowned fixture] in fixture.log.append($0.brief) }
    fixture.main.present("Y", [:], fixture.logging("Y"))
    #expect(fixture.shape == "nav[A] L1:sheet(X) L2:sheet(Y)")
    #expect(fixture.log == ["didAppear Y", "Y done"])
  }

  @Test func `R5 presenting during a dismissal reports each end once and keeps the last layer`() {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    main.present("X", [:], fixture.logging("X"))
    fixture.engine.isClockAutomatic = false
    main.dismiss()
    main.present("Y", [:], fixture.logging("Y"))
    main.dismiss()
    main.present("Z", [:], fixture.logging("Z"))
    #expect(fixture.engine.waitingCount == 4)
    fixture.engine.settle()
    #expect(fixture.shape == "nav[A] L1:sheet(Z)")
    #expect(
      fixture.log == [
        "X done", "X onDismiss dismissed", "Y done", "Y onDismiss dismissed", "Z done",
      ])
  }

  @Test func `R12 a start may push or present several screens at once`() {
    let pushed = NavigationFixture.launched("R", "A", "B", "C")
    #expect(pushed.shape == "nav[R,A,B,C]")
    let presented = NavigationFixture()
    presented.define("Main") { router in
      router.startFlow(at: "R")
      for screen in ["A", "B", "C"] { router.present(screen) }
    }
    let events = presented.events([.didNavigate]) { presented.engine.launch("Main") }
    #expect(presented.shape == "nav[R] L1:sheet(A) L2:sheet(B) L3:sheet(C)")
    #expect(events == ["didNavigate launch"])
  }
}
