import Testing

@testable import Signalbox

struct PolicyTests {
  private func keyed(_ key: String) -> OperationOptions {
    var options = OperationOptions()
    options.key = key
    return options
  }

  @Test func `a strict engine rejects operations that would have no effect`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.engine.isStrict = true
    #expect(fixture.text(fixture.main.pop()) == "rejected(atRoot)")
    #expect(
      fixture.text(fixture.main.batch { fixture.main.dismiss() }) == "rejected(nothingPresented)")
    #expect(fixture.text(fixture.user("swipeDown")) == "rejected(notInteractive)")
    #expect(fixture.text(fixture.main.navigate(to: "B")) == "done")
    fixture.define("Eager") { router in
      router.startFlow(at: "A")
      router.pop()
    }
    let eager = try fixture.make("Eager")
    #expect(fixture.text(fixture.main.navigate(to: eager.coordinator)) == "rejected(atRoot)")
  }

  @Test func `operations that would wait are dropped or rejected as their policy requires`() {
    let fixture = NavigationFixture.launched("A")
    fixture.engine.isClockAutomatic = false
    let main = fixture.main
    main.navigate(to: "B")
    let events = fixture.events {
      main.navigate(to: "C", [:], fixture.logging("C", .automatic, .dropWhenBusy))
      main.navigate(to: "D", [:], fixture.logging("D", .automatic, .rejectWhenBusy))
    }
    #expect(fixture.log == ["C cancelled(busy)", "D rejected(busy)"])
    #expect(
      events == [
        "op.cancelled navigate busy", "op.settled navigate busy",
        "op.rejected navigate busy: navigate: another operation is in progress; queue the "
          + "operation, or wait until the current operation "
          + "has finished", "op.settled navigate busy",
      ])
    fixture.engine.settle()
    #expect(fixture.shape == "nav[A,B]")
    #expect(fixture.text(main.navigate(to: "C", [:], .with(.automatic, .dropWhenBusy))) == "waits")
    fixture.engine.settle()
    #expect(fixture.shape == "nav[A,B,C]")
  }

  @Test func `the first operation that a tap submits is not rejected as busy because of that tap`()
  {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    fixture.actions["A"] = [
      (
        "go",
        { [unowned fixture] _ in
          for screen in ["B", "C"] {
            main.navigate(to: screen, [:], fixture.logging(screen, .automatic, .dropWhenBusy))
          }
        }
      )
    ]
    fixture.user("tap", "go")
    #expect(fixture.log == ["C cancelled(busy)", "B done"])
  }

  @Test func `an operation with the key of the previous operation is rejected`() {
    let fixture = NavigationFixture.launched("A")
    let main = fixture.main
    let outcomes = [
      main.navigate(to: "B", [:], keyed("k")), main.navigate(to: "B", [:], keyed("k")),
      main.navigate(to: "B", [:], keyed("k")), main.navigate(to: "B", [:], keyed("other")),
      main.navigate(to: "B", [:], keyed("k")), main.pop(),
      main.navigate(to: "B", [:], keyed("k")), main.navigate(to: "nowhere", [:], keyed("n")),
      main.navigate(to: "B", [:], keyed("n")),
    ].map { fixture.text($0) }
    #expect(
      outcomes == [
        "done", "rejected(duplicate)", "rejected(duplicate)", "done", "done", "done [B]", "done",
        "rejected(unknownRoute)", "done",
      ])
    #expect(fixture.shape == "nav[A,B,B,B,B]")
  }

  @Test func `T24 singleTop has no effect if the same screen is in front`() {
    let fixture = NavigationFixture.launched("R", "A", "B")
    let main = fixture.main
    let once = OperationOptions.with(.automatic, .singleTop)
    #expect(fixture.text(main.navigate(to: "B", [:], once)) == "noop(alreadyTop)")
    #expect(fixture.text(main.navigate(to: "B", ["id": .integer(1)], once)) == "done")
    #expect(fixture.text(main.navigate(to: "B", ["id": .integer(1)], once)) == "noop(alreadyTop)")
    #expect(fixture.text(main.present("B", ["id": .integer(1)], once)) == "noop(alreadyTop)")
    main.pop()
    #expect(fixture.text(main.navigate(to: "B")) == "done")
    #expect(fixture.shape == "nav[R,A,B,B]")
  }
}
