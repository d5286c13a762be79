import Testing

@testable import Signalbox

/// The table of callbacks, and what an operation that is rejected leaves of it.
@Suite struct CallbackTests {
  private final class Payload {}

  private static let screen = ScreenID(slot: 1, serial: 7)

  @Test func `what an operation adds and takes is as before when it is rolled back`() {
    var table = CallbackTable()
    let (old, new) = (Payload(), Payload())
    table.add(.payload(old), .payload(Self.screen))
    table.settle()
    table.take(.payload(Self.screen))
    table.add(.payload(new), .payload(Self.screen))
    table.add(.buttons([AlertButton("Yes")]), .buttons(LayerID(slot: 2, serial: 3)))
    let hasTaken = table.hasTaken
    table.rollBack()
    let (keys, payload, count) = (
      table.keys, table[.payload(Self.screen)]?.payload, table.changeCount
    )
    #expect(hasTaken)
    #expect(keys == [.payload(Self.screen)])
    #expect(payload === old)
    #expect(count == 0)
  }

  @Test func `a part of an operation is rolled back alone`() {
    var table = CallbackTable()
    let payload = Payload()
    table.add(.payload(payload), .payload(Self.screen))
    let point = table.changeCount
    table.take(.payload(Self.screen))
    table.rollBack(to: point)
    let (part, hasTaken) = (table.keys, table.hasTaken)
    table.rollBack()
    let whole = table.keys
    #expect(part == [.payload(Self.screen)])
    #expect(!hasTaken)
    #expect(whole == [])
  }

  @Test func `what was taken is found until it is final`() {
    var table = CallbackTable()
    let payload = Payload()
    table.add(.payload(payload), .payload(Self.screen))
    table.settle()
    let first = table.take(.payload(Self.screen))?.payload
    let second = table.take(.payload(Self.screen))?.payload
    let (found, taken) = (table[.payload(Self.screen)]?.payload, table.takenPayloads)
    table.settle()
    let final = table[.payload(Self.screen)]?.payload
    #expect(first === payload)
    #expect(second == nil)
    #expect(found === payload)
    #expect(taken.keys.map { $0 } == [Self.screen])
    #expect(final == nil)
  }

  @Test func `an onFinish that a rejected operation replaced is called in the end`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child") { $0.startFlow(at: "X") }
    let child = try fixture.make("Child")
    let id = child.coordinator
    var log: [String] = []
    fixture.main.call("addDependency") { call in
      call.subject = .coordinator(id)
      call.options.onFinish = { _ in log.append("first") }
    }
    fixture.main.batch {
      fixture.main.call("navigate") { call in
        call.subject = .coordinator(id)
        call.options.onFinish = { _ in log.append("second") }
      }
      fixture.main.navigate(to: "nowhere")
    }
    #expect(log == [])
    fixture.main.call("navigate") { $0.subject = .coordinator(id) }
    child.finishFlow()
    #expect(log == ["first"])
  }
}
