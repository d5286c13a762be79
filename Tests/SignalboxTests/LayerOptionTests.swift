import Testing

@testable import Signalbox

struct LayerOptionTests {
  @Test func `T47 a tapped button closes the alert, leaves the sheet, and acts then`() {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    main.present("X")
    var options = OperationOptions.with(.alert)
    options.buttons = [
      AlertButton("Cancel"), AlertButton("OK") { fixture.log.append("OK \(fixture.shape)") },
    ]
    options.onDismiss = { fixture.log.append("gone \($0.name)") }
    main.present("Sure", [:], options)
    fixture.define("Main", routes: ["Sure": Route()])
    #expect(fixture.text(main.present("Sure", [:], options)) == "done")
    #expect(fixture.shape == "nav[A] L1:sheet(X) L2:alert(Sure)")
    #expect(fixture.engine.layers[2].buttons == ["Cancel", "OK"])
    #expect(fixture.text(fixture.user("swipeDown")) == "noop(notInteractive)")
    #expect(fixture.text(fixture.user("back")) == "noop(backBlocked)")
    #expect(fixture.text(fixture.user("tapAlert", "KO")) == "rejected(unknownAction)")
    #expect(fixture.text(fixture.user("tapAlert", "OK")) == "done")
    #expect(fixture.log == ["gone dismissed", "OK nav[A] L1:sheet(X)"])
    #expect(fixture.text(fixture.user("tapAlert", "OK")) == "noop(gestureUnavailable)")
  }

  @Test func `an alert without buttons takes its screen's actions`() {
    let fixture = NavigationFixture.launched("A")
    fixture.actions["Q"] = [("Yes", { $0.navigate(to: "B") })]
    fixture.main.present("Q", [:], .with(.confirmationDialog))
    fixture.user("tapAlert", "Yes")
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `a layer may differ from its style`() {
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

  @Test func `routes and coordinator types say how their layers look`() throws {
    let fixture = NavigationFixture.launched("A")
    let card = fixture.engine.register(
      PresentationStyle(name: "card", isCovering: true, isInteractive: true))
    fixture.define(
      "Main",
      routes: [
        "half": Route(style: .sheet, layerTraits: LayerTraits(detents: [.medium])),
        "card": Route(style: card),
      ])
    fixture.main.navigate(to: "half")
    #expect(fixture.engine.layers[1].detents == [.medium])
    let events = fixture.events(.lifecycle) { fixture.main.navigate(to: "card") }
    #expect(fixture.shape == "nav[A] L1:sheet(half) L2:card(card)")
    #expect(events.first == "willDisappear half")
    fixture.user("swipeDown")
    #expect(fixture.shape == "nav[A] L1:sheet(half)")
  }

  @Test func `options that do not fit a style are refused`() {
    let fixture = NavigationFixture.launched("A")
    var tall = OperationOptions.with(.fullScreen)
    tall.layerTraits.detents = [.large]
    var asking = OperationOptions.with(.sheet)
    asking.buttons = [AlertButton("OK")]
    #expect(fixture.text(fixture.main.present("X", [:], tall)) == "rejected(badArgument)")
    #expect(fixture.text(fixture.main.present("X", [:], asking)) == "rejected(badArgument)")
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `a layer stays listed while the animation that dismisses it runs`() {
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
}
