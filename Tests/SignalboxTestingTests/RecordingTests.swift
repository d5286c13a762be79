import Signalbox
import SignalboxScriptTesting
import Testing

struct RecordingTests {
  @Test func `a recording can be opened as a fixture that continues the session`() throws {
    let first = try Shop.fixture()
    let recording = try first.record()
    first.launch()
    first.open("shop://product/7")

    let app = try ScriptFixture(
      recording: .lines(recording.lines), scripts: ["Scripts/shop.lua"],
      define: Shop.definePayment)
    app.expectStack("catalog", .screen("product", ["id": 7]))
    app.back()
    app.expectStack("catalog")
  }

  @Test func `a recording from the prompt can be opened as a fixture`() throws {
    let app = try ScriptFixture(
      recording: .file("Scripts/product.record"), scripts: ["Scripts/shop.lua"],
      define: Shop.definePayment)
    app.expectStack("catalog", .screen("product", ["id": 7]))
    app.expectEvents([])
    app.back()
    app.tap("Buy")
    app.expectStack("amount")
  }

  @Test func `opening a file that is not a recording is rejected`() {
    let error = #expect(throws: NavigationError.self) {
      try ScriptFixture(recording: .lines(["{}"]))
    }
    #expect(
      error?.description
        == "malformed: replay: the first line does not name the "
        + "format signalbox.session"
    )
  }

  @Test func `a recording with a different result fails at the first difference`() throws {
    let first = try Shop.fixture()
    let recording = try first.record()
    first.launch()
    first.tap("Buy")
    let found = messages {
      _ = try ScriptFixture(
        recording: .lines(recording.lines), scripts: ["Scripts/shop.lua"]
      ) { app in
        try app.define("Payment") { $0.screen("other") }
      }
    }
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        "the result of the replay differs from the recording\n\nstep 2 "
          + "(line 6), tap: ")
        == true,
      "\(found)")
  }
}
