import Testing

@testable import Signalbox

struct ModalTests {
  @Test func `T30 U9 a sheet does not hide the screens below it`() {
    let fixture = NavigationFixture.launched("A")
    let events = fixture.events(.lifecycle) {
      #expect(fixture.text(fixture.main.present("X", [:], .with(.sheet))) == "done")
    }
    #expect(fixture.shape == "nav[A] L1:sheet(X)")
    #expect(events == ["willAppear X", "didAppear X"])
    #expect(fixture.engine.tree.visible.map(\.name) == ["X", "A"])
  }

  @Test func `T31 U9 a full screen layer hides the screens below it until it is removed`() {
    let fixture = NavigationFixture.launched("A")
    let shown = fixture.events(.lifecycle) { fixture.main.present("X", [:], .with(.fullScreen)) }
    #expect(shown == ["willDisappear A", "willAppear X", "didDisappear A", "didAppear X"])
    let gone = fixture.events(.lifecycle) { fixture.main.dismiss() }
    #expect(
      gone == [
        "willDisappear X", "willAppear A", "didDisappear X", "didAppear A", "screen.destroyed X",
      ])
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `T32 present with the style push pushes a screen`() {
    let fixture = NavigationFixture.launched("A")
    #expect(fixture.text(fixture.main.present("X", [:], .with(.push))) == "done")
    #expect(fixture.shape == "nav[A,X]")
  }

  @Test func `T33 U6 R11 dismiss without a layer has no effect and completes once`() {
    let fixture = NavigationFixture.launched("A", "B")
    let outcome = fixture.main.dismiss(fixture.completing("dismiss"))
    #expect(fixture.text(outcome) == "noop(nothingPresented)")
    #expect(fixture.log == ["dismiss noop(nothingPresented)"])
    #expect(fixture.shape == "nav[A,B]")
  }

  @Test func `T35 U7 two layers that are presented in one turn are stacked in order`() {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    fixture.actions["A"] = [
      (
        "both",
        { [unowned fixture] _ in
          main.present("X", [:], fixture.logging("X", .sheet))
          main.present("Y", [:], fixture.logging("Y", .sheet))
        }
      )
    ]
    fixture.user("tap", "both")
    #expect(fixture.shape == "nav[A] L1:sheet(X) L2:sheet(Y)")
    #expect(fixture.log == ["X done", "Y done"])
  }

  @Test
  func
    `T36 U6 R1 dismissing the lowest layer removes all layers above it and animates the visible part`()
  {
    let fixture = NavigationFixture.launched("A")
    for screen in ["X", "Y", "Z"] { fixture.main.present(screen, [:], .with(.fullScreen)) }
    let lowest = fixture.engine.layers[1].id
    var outcome: Outcome?
    let events = fixture.events(.lifecycle) {
      outcome = fixture.main.dismiss(.with(.automatic, layer: lowest))
    }
    #expect(fixture.text(outcome) == "done 3")
    #expect(fixture.shape == "nav[A]")
    #expect(
      events == [
        "willDisappear Z", "willAppear A", "didDisappear Z", "didAppear A",
        "screen.destroyed Z", "screen.destroyed Y", "screen.destroyed X",
      ])
  }

  @Test func `T37 U6 R3 dismissing down to a layer keeps that layer`() {
    let fixture = NavigationFixture.launched("A")
    for screen in ["X", "Y", "Z"] { fixture.main.present(screen) }
    let lowest = fixture.engine.layers[1].id
    let outcome = fixture.main.dismiss(.with(.automatic, .layerStays, layer: lowest))
    #expect(fixture.text(outcome) == "done 2")
    #expect(fixture.shape == "nav[A] L1:sheet(X)")
    let again = fixture.main.dismiss(.with(.automatic, .layerStays, layer: lowest))
    #expect(fixture.text(again) == "noop(nothingPresented)")
  }

  @Test func `T38 R2 dismissing the top layer keeps the one below it`() {
    let fixture = NavigationFixture.launched("A")
    for screen in ["X", "Y"] { fixture.main.present(screen) }
    #expect(fixture.text(fixture.main.dismiss()) == "done 1")
    #expect(fixture.shape == "nav[A] L1:sheet(X)")
  }

  @Test func `T42 a layer accepts pushes only if it has its own stack`() {
    let fixture = NavigationFixture.launched("A")
    fixture.main.present("X")
    let rejected = fixture.main.navigate(to: "Y", [:], .with(.push, .targetFront))
    #expect(fixture.text(rejected) == "rejected(notPushable)")
    fixture.main.dismiss()
    fixture.main.present("X", [:], .with(.sheet, .withNavigation))
    let pushed = fixture.main.navigate(to: "Y", [:], .with(.push, .targetFront))
    #expect(fixture.text(pushed) == "done")
    #expect(fixture.shape == "nav[A] L1:sheet(nav[X,Y])")
  }

  @Test func `T43 a push below a sheet is done but not visible, and emits a warning`() {
    let fixture = NavigationFixture.launched("A")
    fixture.main.present("X")
    let events = fixture.events { fixture.main.navigate(to: "B") }
    #expect(
      events == [
        "op.began navigate", "willNavigate navigate hidden", "screen.created B hidden",
        "willDisappear A hidden", "willAppear B hidden", "entry.pushed B hidden",
        "didDisappear A hidden", "didAppear B hidden", "didNavigate navigate hidden",
        "op.warning navigate pushedBehindModal", "op.settled navigate",
      ])
    #expect(fixture.shape == "nav[A,B] L1:sheet(X)")
    #expect(fixture.engine.tree.front?.name == "X")
    fixture.main.dismiss()
    #expect(fixture.engine.tree.front?.name == "B")
  }

  @Test func `T43 a coordinator that is pushed below a sheet is not visible, and emits a warning`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child") { router in
      router.startFlow(at: "B")
      router.navigate(to: "C")
    }
    fixture.main.present("X")
    let child = try fixture.make("Child")
    let events = fixture.events { fixture.main.navigate(to: child.coordinator, .with(.push)) }
    #expect(
      events.filter { !$0.hasSuffix(" hidden") } == [
        "op.began navigate", "op.warning navigate pushedBehindModal", "op.settled navigate",
      ])
    #expect(events.contains("entry.pushed B hidden"))
    #expect(fixture.shape == "nav[A|B,C] L1:sheet(X)")
    fixture.main.dismiss()
    let visible = fixture.events {
      fixture.main.navigate(to: "D", [:], .with(.push, .popChildren))
    }
    #expect(!visible.contains { $0.hasSuffix(" hidden") || $0.hasPrefix("op.warning") })
  }

  @Test
  func `a coordinator that is pushed without the children above it and their layers is visible`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child") { $0.startFlow(at: "B") }
    fixture.define("Other") { $0.startFlow(at: "C") }
    let child = try fixture.make("Child")
    fixture.main.navigate(to: child.coordinator, .with(.push))
    child.present("X")
    #expect(fixture.shape == "nav[A|B] L1:sheet(X)")
    let other = try fixture.make("Other")
    let events = fixture.events([.operationWarning, .entryPushed]) {
      fixture.main.navigate(to: other.coordinator, .with(.push, .popChildren))
    }
    #expect(fixture.shape == "nav[A|C]")
    #expect(events == ["entry.pushed C"])
  }

  @Test func `a coordinator can be pushed onto the front stack of a descendant`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child") { $0.startFlow(at: "B") }
    fixture.define("Other") { $0.startFlow(at: "C") }
    let front = OperationOptions.with(.push, .targetFront)
    let child = try fixture.show("Child")
    let other = try fixture.make("Other")
    let events = fixture.events {
      fixture.main.navigate(to: other.coordinator, front)
    }
    #expect(fixture.shape == "nav[A] L1:sheet(nav[B|C])")
    #expect(fixture.family == "Main(Child(Other))")
    #expect(!events.contains { $0.hasPrefix("op.warning") })
    #expect(InvariantCheck.faults(of: fixture.engine) == [])

    let late = try fixture.make("Other")
    child.present("X", [:], .with(.sheet, .withNavigation))
    #expect(
      fixture.text(fixture.main.navigate(to: late.coordinator, front)) == "rejected(notPushable)")
    fixture.main.dismiss(.with(.automatic, .all))
    #expect(fixture.text(fixture.main.navigate(to: late.coordinator, front)) == "done Other")
    #expect(fixture.shape == "nav[A|C]")
    #expect(fixture.family == "Main(Other)")
  }

  @Test func `T44 dismiss removes one layer with its stack, and dismiss all removes every layer`() {
    let fixture = NavigationFixture.launched("A")
    let style = OperationOptions.with(.sheet, .withNavigation)
    let front = OperationOptions.with(.push, .targetFront)
    for (index, screen) in ["B", "C", "D", "E", "F", "G"].enumerated() {
      fixture.main.navigate(to: screen, [:], index.isMultiple(of: 2) ? style : front)
    }
    #expect(fixture.shape == "nav[A] L1:sheet(nav[B,C]) L2:sheet(nav[D,E]) L3:sheet(nav[F,G])")
    #expect(fixture.text(fixture.main.dismiss()) == "done 1")
    #expect(fixture.shape == "nav[A] L1:sheet(nav[B,C]) L2:sheet(nav[D,E])")
    #expect(fixture.text(fixture.main.dismiss(.with(.automatic, .all))) == "done 2")
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `T48 a sheet can be dismissed after the user has swiped away the sheet above it`() {
    let fixture = NavigationFixture.launched("A")
    fixture.main.present("X", [:], fixture.logging("X"))
    fixture.main.present("Y", [:], fixture.logging("Y"))
    fixture.user("swipeDown")
    #expect(fixture.shape == "nav[A] L1:sheet(X)")
    #expect(fixture.text(fixture.main.dismiss()) == "done 1")
    #expect(fixture.shape == "nav[A]")
    #expect(fixture.log == ["X done", "Y done", "Y onDismiss userSwipe", "X onDismiss dismissed"])
  }

  @Test func `dismiss limits its count to the existing layers and rejects a count below one`() {
    let fixture = NavigationFixture.launched("A")
    for screen in ["X", "Y"] { fixture.main.present(screen) }
    let none = fixture.main.dismiss(.with(.automatic, count: 0))
    #expect(none?.error?.message == "dismiss: count is 0, expected 1 or more")
    #expect(fixture.text(fixture.main.dismiss(.with(.automatic, count: 9))) == "done 2")
  }

  @Test func `dismiss of a removed layer, or of a layer below the caller, is rejected`() {
    let fixture = NavigationFixture.launched("A")
    fixture.main.present("X")
    let (root, gone) = (fixture.engine.layers[0].id, fixture.engine.layers[1].id)
    fixture.main.dismiss()
    let stale = fixture.main.dismiss(.with(.automatic, layer: gone))
    #expect(fixture.text(stale) == "rejected(stale)")
    let below = fixture.main.dismiss(.with(.automatic, layer: root))
    #expect(fixture.text(below) == "rejected(unknownLayer)")
  }

  @Test func `dismiss with selfIfNone removes the caller's own layer if there is none above it`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let child = try fixture.show("Child")
    #expect(fixture.text(child.dismiss()) == "noop(nothingPresented)")
    #expect(fixture.text(child.dismiss(.with(.automatic, .selfIfNone))) == "done 1")
    #expect(fixture.shape == "nav[A]")
    let main = fixture.main.dismiss(.with(.automatic, .selfIfNone))
    #expect(fixture.text(main) == "noop(nothingPresented)")
  }

  @Test func `R4 a layer that a screen presented is removed with the screen`() {
    let fixture = NavigationFixture.launched("A", "B")
    let presenter = fixture.engine.front
    let present = {
      fixture.main.call("present", fixture.logging("X")) { call in
        call.name = fixture.engine.symbols.intern("X")
        call.presenter = presenter
      }
    }
    #expect(fixture.text(present()) == "done")
    fixture.main.present("Y", [:], fixture.logging("Y"))
    #expect(fixture.text(fixture.main.pop()) == "done [B]")
    #expect(fixture.shape == "nav[A]")
    #expect(
      fixture.log == ["X done", "Y done", "Y onDismiss cascade", "X onDismiss cascade"])
    #expect(fixture.text(present()) == "rejected(stale)")
  }

  @Test func `a layer that a coordinator presented remains when screens below it are popped`() {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.main.present("X")
    let events = fixture.events([.entryPopped, .didNavigate]) { fixture.main.pop() }
    #expect(events == ["entry.popped B popped hidden", "didNavigate pop hidden"])
    #expect(fixture.shape == "nav[A] L1:sheet(X)")
  }

  @Test func `popToRoot with dismissModals dismisses the layers of the flow`() {
    let fixture = NavigationFixture.launched("A", "B")
    fixture.main.present("X")
    #expect(fixture.text(fixture.main.popToRoot(.with(.automatic, .dismissModals))) == "done [B]")
    #expect(fixture.shape == "nav[A]")
  }

  @Test
  func `styles are found by the names that platforms use, and errors suggest the nearest name`()
    throws
  {
    let fixture = NavigationFixture.launched("A")
    for name in ["automatic", "push", "modal", "pageSheet", "alert", "modalFullScreen"] {
      _ = try fixture.engine.transitionStyle(named: name)
    }
    #expect(throws: NavigationError.self) { try fixture.engine.transitionStyle(named: "root") }
    do throws(NavigationError) {
      _ = try fixture.engine.transitionStyle(named: "shet")
    } catch {
      #expect(error.description == "unknownStyle: unknown style \"shet\"; did you mean \"sheet\"?")
    }
  }

  @Test func `a custom style covers content and can be swiped away as declared`() throws {
    let fixture = NavigationFixture.launched("A")
    let card = try fixture.engine.register(
      PresentationStyle(name: "card", isCovering: true, isInteractive: true))
    fixture.main.present("X", [:], .with(card))
    #expect(fixture.engine.tree.visible.map(\.name) == ["X"])
    #expect(fixture.text(fixture.user("swipeDown")) == "done")
  }
  @Test(arguments: ["push", "automatic", "root", "sheet", "modal", "pageSheet", "fullScreen"])
  func `a custom style cannot have the name of a platform style`(name: String) throws {
    let engine = NavigationEngine()
    let before = try? engine.transitionStyle(named: name)
    #expect {
      _ = try engine.register(PresentationStyle(name: name))
    } throws: { error in
      "\(error)"
        == "badArgument: presentationStyle \"\(name)\" is already defined by the platform; "
        + "choose another name"
    }
    #expect((try? engine.transitionStyle(named: name)) == before)
  }
}
