import Signalbox
import SignalboxTesting
import Testing

struct RecordingTests {
  @Test func `a recording becomes a fixture that goes on`() throws {
    let first = try Shop.fixture()
    let recording = try first.record()
    first.launch()
    first.open("shop://product/7")

    let app = try NavigationFixture(
      recording: .lines(recording.lines), scripts: ["Scripts/shop.lua"],
      define: Shop.definePayment)
    app.expectStack("catalog", .screen("product", ["id": 7]))
    app.back()
    app.expectStack("catalog")
  }

  @Test func `a recording that comes to something else fails where it does`() throws {
    let first = try Shop.fixture()
    let recording = try first.record()
    first.launch()
    first.tap("Buy")
    let found = messages {
      _ = try NavigationFixture(
        recording: .lines(recording.lines), scripts: ["Scripts/shop.lua"]
      ) { app in
        try app.define("Payment") { $0.screen("other") }
      }
    }
    #expect(found.count == 1)
    #expect(
      found.first?.contains("the recording came to something else\n\nstep 2 (line 6), tap: ")
        == true,
      "\(found)")
  }
}
