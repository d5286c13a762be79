import PortableMutex
import Signalbox
import SignalboxTesting
import Testing

struct ExhaustivityTests {
  private func trip(
    _ exhaustivity: Exhaustivity, isClockAutomatic: Bool = true, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) throws -> NavigationFixture {
    try NavigationFixture(
      isClockAutomatic: isClockAutomatic, exhaustivity: exhaustivity, fileID: fileID,
      filePath: filePath, line: line
    ) { app in
      try app.define("Trip") { trip in
        trip.screen(
          "home",
          actions: [
            "Map": { $0.router.navigate(to: "map") },
            "Book": { $0.router.navigate(to: "booking") },
            "Remind": { trip in
              trip.router.engine?.schedule(after: .seconds(5), owner: trip.router.coordinator) {}
            },
            "Load": { trip in
              try trip.router.work { clock in
                try await clock.sleep(for: .seconds(3))
              } then: { _ in
              }
            },
          ])
        trip.screen("map")
        trip.route("booking", to: "Booking", style: .sheet)
      }
      try app.define("Booking") { booking in
        booking.screen("dates", actions: ["Done": { $0.router.finishFlow() }])
      }
    }
  }

  /// Returns the messages of the issues of a body, without the visible state and the steps.
  private func findings(_ body: () throws -> Void, line: Int = #line) -> [String] {
    messages(body, line: line).map { String($0.split(separator: "\n\nshown").first ?? "") }
  }

  @Test func `a sheet that no expectation covers fails at the step that presented it`() {
    let found = findings {
      let app = try trip(.on)
      app.launch("Trip")
      app.expectStack("home")
      app.tap("Book")
      app.expectStack("dates")
      app.close()
    }
    #expect(
      found == [
        """
        +4 exhaustivity: no expectation has compared the changes caused by tap "Book"

          layer.presented sheet

        expect them after the step with expectTree or expectEvents, or call skipChanges()
        """
      ])
  }

  @Test func `each step with changes that no expectation covers is a separate finding`() {
    let found = findings {
      let app = try trip(.on)
      app.launch("Trip")
      app.tap("Book")
      app.tap("Done")
      app.close()
    }
    #expect(
      found.map { String($0.split(separator: "\n\nexpect").first ?? "") } == [
        """
        +2 exhaustivity: no expectation has compared the changes caused by launch "Trip"

          entry.pushed home
          root.changed Trip
        """,
        """
        +3 exhaustivity: no expectation has compared the changes caused by tap "Book"

          layer.presented sheet
          entry.pushed dates
        """,
        """
        +4 exhaustivity: no expectation has compared the changes caused by tap "Done"

          layer.dismissed sheet finished
          entry.popped dates finished
          coordinator.finished Booking finished
        """,
      ])
  }

  static let expectations: [@Sendable (NavigationFixture) -> Void] = [
    { $0.expectTree($0.tree) },
    { app in
      app.expectStack("dates")
      app.expectModals("dates")
    },
    { app in
      app.expectEvents([
        "layer.presented root", "entry.pushed home", "root.changed Trip", "layer.presented sheet",
        "entry.pushed dates",
      ])
    },
    { $0.skipChanges() },
    { $0.exhaustivity = .off },
    { $0.exhaustivity = .on([.work, .timers]) },
  ]

  @Test(arguments: expectations.indices)
  func `an exhaustive fixture passes if expectations cover all changes`(index: Int) {
    #expect(
      findings {
        let app = try trip(.on)
        app.launch("Trip")
        app.tap("Book")
        Self.expectations[index](app)
        app.close()
      } == [])
  }

  @Test func `a fixture is not exhaustive by default`() {
    #expect(
      findings {
        let app = try NavigationFixture { try $0.define("Main") { $0.screen("home") } }
        app.launch("Main")
        app.close()
      } == [])
  }

  @Test func `a scheduled timer fails with its step and its remaining time`() {
    var time = Duration.zero
    let found = findings {
      let app = try trip(.on(.timers))
      app.launch("Trip")
      app.tap("Remind")
      time = app.now
      app.close()
    }
    #expect(
      found == [
        """
        +3 exhaustivity: a timer of Trip has been pending since tap "Remind"

          it fires in 5.0 seconds of virtual time, at \(time + .seconds(5))

        let it fire with advance(by: .milliseconds(5000)), cancel it, or finish its coordinator
        """
      ])
    #expect(
      findings {
        let app = try trip(.on(.timers))
        app.launch("Trip")
        app.tap("Remind")
        app.advance(by: .seconds(5))
        app.close()
      } == [])
  }

  @Test func `open work fails with its step, and its sleep does not count as a timer`() {
    let found = findings {
      let app = try trip(.on([.work, .timers]))
      app.launch("Trip")
      app.tap("Load")
      app.close()
    }
    #expect(
      found == [
        """
        +3 exhaustivity: asynchronous work of Trip has been in progress since tap "Load"

        let it end with advance(by:) or await finishWork(), cancel it, or finish its coordinator
        """
      ])
    #expect(
      findings {
        let app = try trip(.on([.work, .timers]))
        app.launch("Trip")
        app.tap("Load")
        app.advance(by: .seconds(3))
        app.close()
      } == [])
  }

  @Test func `a running animation fails at the last step`() {
    let found = findings {
      let app = try trip(.on(.work), isClockAutomatic: false)
      app.launch("Trip")
      app.settle()
      app.tap("Map")
      app.close()
    }
    #expect(
      found == [
        """
        +4 exhaustivity: an operation is still in progress or waiting

        let it end with settle()
        """
      ])
  }

  @Test @MainActor func `a task that sleeps with the clock of a fixture fails`() async throws {
    let found = Mutex<[String]>([])
    try await withKnownIssue {
      let app = try trip(.on)
      let clock = app.clock
      let task = Task { try await clock.sleep(for: .seconds(30)) }
      await app.advance(by: .seconds(1))
      app.close()
      _ = await task.result
    } matching: { issue in
      found.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    #expect(
      found.withLock { $0.map { String($0.split(separator: "\n\nsteps").first ?? "") } } == [
        """
        exhaustivity: a task is still sleeping on the fixture's clock, until 30.0 seconds of virtual time

        wake it with await advance(by: .milliseconds(29000)), or cancel it
        """
      ])
  }

  @Test func `an expectation of the front covers only the push of the front screen`() {
    let found = findings {
      let app = try trip(.on)
      app.launch("Trip")
      app.expectFront("home")
      app.tap("Map")
      app.perform { $0.navigate(to: "home") }
      app.expectFront("home")
      app.close()
    }
    #expect(
      found == [
        """
        +4 exhaustivity: no expectation has compared the changes caused by tap "Map"

          entry.pushed map

        expect them after the step with expectTree or expectEvents, or call skipChanges()
        """
      ])
  }

  @Test func `an expectation of the modals covers their layers and screens, but not screens below`()
  {
    let found = findings {
      let app = try trip(.on)
      app.launch("Trip")
      app.expectStack("home")
      app.tap("Map")
      app.expectModals()
      app.perform { $0.navigate(to: "booking") }
      app.expectModals("dates")
      app.close()
    }
    #expect(
      found.map { String($0.split(separator: "\n\nexpect").first ?? "") } == [
        """
        +4 exhaustivity: no expectation has compared the changes caused by tap "Map"

          entry.pushed map
        """
      ])
  }

  @Test func `an expectation of a result covers only finished coordinators of its type`() {
    let found = findings {
      let app = try NavigationFixture(exhaustivity: .on) { app in
        try app.define("Main") { main in
          main.screen("home")
          main.route("rows", to: "Rows")
          main.route("dates", to: "Dates")
        }
        for name in ["Rows", "Dates"] { try app.define(name) { $0.screen("first") } }
      }
      app.launch("Main")
      for name in ["rows", "dates"] {
        app.perform { $0.navigate(to: name) }
        app.perform { $0.finishFlow(3) }
      }
      app.expectStack("home")
      app.expectModals()
      #expect(try app.result(of: "Dates") == 3)
      app.close()
    }
    #expect(
      found.map { String($0.split(separator: "\n\nexpect").first ?? "") } == [
        """
        +12 exhaustivity: no expectation has compared the changes caused by perform

          coordinator.finished Rows finished
        """
      ])
  }

  @Test func `events of kinds that a call does not compare remain for the next call`() {
    #expect(
      findings {
        let app = try trip(.on)
        app.launch("Trip")
        app.expectEvents(["root.changed Trip"], of: [.rootChanged])
        app.expectEvents(["layer.presented root", "entry.pushed home"])
        app.expectEvents([])
        app.close()
      } == [])
  }

  @Test func `a request to leave the application is covered by an expectation of its event`() {
    let found = findings {
      let app = try trip(.on)
      app.launch("Trip")
      app.expectTree(app.tree)
      app.back()
      app.close()
    }
    #expect(
      found == [
        """
        +4 exhaustivity: no expectation has compared the changes caused by back

          app.exitRequested

        expect them after the step with expectEvents, or call skipChanges()
        """
      ])
  }

  @Test func `a fixture whose definition fails reports only that error`() {
    struct Failure: Error {}
    let found = messages {
      _ = try NavigationFixture(exhaustivity: .on) { app in
        try app.define("Trip") { $0.screen("home") }
        app.launch("Trip")
        _ = app.engine.schedule(after: .seconds(1)) {}
        throw Failure()
      }
    }
    #expect(found.map { String($0.drop { $0 != " " }) } == [" Failure()"])
  }

  @Test func `findings can be warnings`() {
    let found = issues {
      let app = try trip(.warnings)
      app.launch("Trip")
      app.close()
    }
    #expect(found.map(\.isFailure) == [false])
  }

  @Test func `a fixture that is released without close performs its checks`() {
    let found = findings {
      let app = try trip(.on)
      app.launch("Trip")
    }
    #expect(found.count == 1)
  }

  @Test func `expectations of the front, the modals and the tab compare names and arguments`()
    throws
  {
    let app = try trip(.off)
    app.launch("Trip")
    app.expectFront("home")
    app.expectModals()
    app.tap("Book")
    app.expectFront(.screen("dates", [:]))
    app.expectModals("dates")
    let found = findings {
      app.expectFront(.screen("dates", ["day": 1]))
      app.expectModals()
      app.expectTab("home")
    }
    #expect(
      found == [
        """
        +1 expectFront: the state differs from what was expected

          front  expected  { { "dates", day = 1 } }
                 actual    { { "dates" } }
        """,
        """
        +2 expectModals: the state differs from what was expected

          modals  expected  {}
                  actual    { "dates" }
        """,
        """
        +3 expectTab: the state differs from what was expected

          tab  expected  "home"
               actual    no tabs are shown
        """,
      ])
  }
}
