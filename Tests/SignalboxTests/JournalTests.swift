import Testing

@testable import Signalbox

struct JournalTests {
  @Test(arguments: [1, 2, 7, 64])
  func `a full journal keeps the newest events and their sequence numbers`(capacity: Int) {
    let small = NavigationFixture(journalCapacity: capacity)
    let large = NavigationFixture()
    for fixture in [small, large] {
      fixture.define("Main")
      fixture.engine.launch("Main")
      for _ in 1...30 {
        fixture.main.navigate(to: "B")
        fixture.main.pop(0)
        fixture.main.pop()
      }
    }
    #expect(small.engine.eventCount == large.engine.eventCount)
    #expect(small.engine.events() == large.engine.events().suffix(capacity))
    #expect(small.engine.events(from: .max) == [])
  }

  @Test(arguments: [7, 1000])
  func `event counts by kind for a range match the stored events`(
    capacity: Int
  ) {
    let fixture = NavigationFixture(journalCapacity: capacity)
    fixture.define("Main")
    fixture.engine.launch("Main")
    for _ in 1...5 {
      fixture.main.navigate(to: "B")
      fixture.main.pop()
    }
    let engine = fixture.engine
    let kinds: Set<NavigationEvent.Kind> = [.entryPushed, .entryPopped]
    let count = engine.eventCount
    for range in [0..<0, 0..<Int.max, 3..<9, count - 2..<count + 5, count + 1..<count + 2] {
      let expected = engine.events().filter {
        kinds.contains($0.kind) && range.contains($0.sequence)
      }
      #expect(engine.eventNumbers(of: kinds, in: range) == expected.map(\.sequence))
    }
    #expect(engine.eventNumbers(of: kinds).isEmpty == false)
  }

  @Test func `sequence numbers increase by one and are never reused`() {
    let fixture = NavigationFixture.launched("A", "B", "C")
    fixture.main.popToRoot()
    let sequences = fixture.engine.events().map(\.sequence)
    #expect(sequences == Array(1...fixture.engine.eventCount))
    #expect(fixture.engine.events(from: 5).first?.sequence == 5)
  }

  @Test func `repeating the same commands emits the same events`() {
    let runs = (1...2).map { _ in
      let fixture = NavigationFixture.launched("A", "B")
      fixture.main.present("X")
      fixture.user("swipeDown")
      fixture.main.restartApp()
      return fixture.engine.events()
    }
    #expect(runs[0] == runs[1])
  }

  @Test func `events identify their subjects, and state the reason`() throws {
    let fixture = NavigationFixture.launched("A")
    let main = try #require(fixture.engine.main)
    let first = fixture.engine.eventCount + 1
    fixture.main.navigate(to: "B")
    let screen = try #require(fixture.engine.front)
    fixture.main.present("X")
    let layer = try #require(fixture.engine.layers.last?.id)
    fixture.user("swipeDown")
    fixture.user("back")
    fixture.main.pop()
    let kinds: Set<NavigationEvent.Kind> = [
      .entryPushed, .entryPopped, .layerPresented, .layerDismissed, .operationNoop,
    ]
    let events = fixture.engine.events(from: first).filter { kinds.contains($0.kind) }
    #expect(
      events.map(\.subject) == [
        .screen(screen), .layer(layer), .layer(layer), .screen(screen), .operation(.pop),
      ])
    #expect(
      events.map(\.reason) == [
        .none, .none, .ending(.userSwipe), .ending(.userBack), .outcome(.atRoot),
      ])
    #expect(events.map(\.other) == Array(repeating: main, count: 5))
    #expect(events.map(\.screen) == [screen, nil, nil, screen, nil])
    #expect(events.map(\.call?.name) == [nil, nil, nil, nil, "pop"])
  }

  @Test func `a record of an event takes 40 bytes`() {
    #expect(MemoryLayout<EventRecord>.stride == 40)
  }

  @Test func `every kind of event has a unique name and can be found by it`() {
    let kinds = NavigationEvent.Kind.allCases
    #expect(Set(kinds.map(\.name)).count == kinds.count)
    #expect(kinds.map { NavigationEvent.Kind(name: $0.name) } == kinds)
    #expect(NavigationEvent.Kind(name: "nothing") == nil)
  }

  @Test
  func
    `observers receive only events of the kinds that they requested, until the observation ends`()
  {
    let fixture = NavigationFixture.launched("A")
    let pushes = fixture.engine.observe([.entryPushed]) { fixture.log.append($0.name) }
    let all = fixture.engine.observe { _ in fixture.log.append("*") }
    fixture.main.navigate(to: "B")
    fixture.engine.stopObserving(all)
    fixture.main.navigate(to: "C")
    fixture.engine.stopObserving(pushes)
    fixture.main.navigate(to: "D")
    #expect(fixture.log.joined(separator: " ") == "* * * * * B * * * * * C")
  }
}
