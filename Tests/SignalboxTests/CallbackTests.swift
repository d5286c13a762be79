import Testing

@testable import Signalbox

/// Tests the records of callbacks and their contents after a rejected operation.
@Suite struct CallbackTests {
  private final class Payload {}

  @Test func `a rollback restores the callbacks that an operation added or removed`() {
    let state = NavigationState()
    let (old, new) = (Payload(), Payload())
    let place = state.keep(Callbacks(payload: old))
    let mark = state.mark
    #expect(state.takeCallbacks(at: place).payload === old)
    let other = state.keep(Callbacks(buttons: [AlertButton("Yes")], payload: new))
    #expect(state.callbacks(at: other).payload === new)
    state.rollBack(to: mark)
    #expect(state.callbacks(at: place).payload === old)
    #expect(state.callbacks.count == 1)
    #expect(state.mark == mark)
  }

  @Test
  func `removed callbacks are retained until the operation ends, and restored if still owned`() {
    let state = NavigationState()
    var payload: Payload? = Payload()
    weak let held = payload
    let place = state.keep(Callbacks(payload: payload))
    let mark = state.mark
    state.takeCallbacks(at: place)
    payload = nil
    #expect(held != nil)
    payload = held
    state.loosenCallbacks(since: mark)
    state.rollBack(to: mark)
    var record = state.callbacks[place]
    #expect(record.callbacks.payload == nil)
    #expect(record.revive(of: { "screen s1" }, besides: { _ in false }) == nil)
    #expect(record.callbacks.payload === payload)
    payload = nil
    record = state.callbacks[place]
    #expect(held == nil)
    #expect(record.revive(of: { "screen s1" }, besides: { _ in false }) == "screen s1")
  }

  @Test func `functions are released with their owners, but labels of buttons are kept`() {
    func lost(_ callbacks: Callbacks) -> String? {
      var record = CallbackRecord(callbacks)
      record.loosen(keepsDelegate: true)
      return record.revive(of: { "it" }, besides: { _ in false })
    }
    #expect(lost(Callbacks(onFinish: { _ in })) == "the onFinish handler of it")
    #expect(lost(Callbacks(onDismiss: { _ in })) == "the onDismiss handler of it")
    #expect(lost(Callbacks(buttons: [AlertButton("Yes") {}])) == "a button handler of it")
    #expect(lost(Callbacks(buttons: [AlertButton("Yes")])) == nil)
  }

  @Test func `an onFinish that a rejected operation replaced is still called later`() throws {
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
