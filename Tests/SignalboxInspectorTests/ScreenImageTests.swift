import Signalbox
import Testing

@testable import SignalboxInspector

/// Tests images of the screens in recordings.
struct ScreenImageTests {
  /// A recording of the shop: the launch, a product, and the checkout in a sheet.
  private static func recording() throws -> SessionTrace {
    let app = try DrawnApp.shop()
    var lines: [String] = []
    try app.engine.record { lines.append($0) }
    let shop = try app.router("Shop")
    _ = shop.navigate(to: "product", ["id": 42])
    _ = shop.navigate(to: "checkout")
    return try SessionTrace(lines)
  }

  /// The state of an engine in its recorded form, and its titles and actions.
  private static func stored(_ app: DrawnApp) throws -> RenderSubject {
    let state = app.engine.recordedState
    return try RenderSubject(state: state, view: StepView(of: app.engine, events: 1..<1).view)
  }

  @Test func `a recorded state is rendered like the state of the engine`() throws {
    let app = try DrawnApp.shop()
    let shop = try app.router("Shop")
    for change in [
      { _ = shop.navigate(to: "product", ["id": 42]) }, { _ = shop.navigate(to: "filter") },
      { _ = shop.pop() }, { _ = shop.navigate(to: "hint") }, { _ = shop.dismiss() },
      { _ = shop.navigate(to: "checkout") },
    ] {
      change()
      let (own, stored) = (RenderSubject(app.engine), try Self.stored(app))
      for renderer in [ScreenRenderer.self, TreeRenderer.self, LayersRenderer.self]
        as [any Renderer.Type]
      {
        #expect(renderer.render(stored) == renderer.render(own))
      }
    }
  }

  @Test func `a storyboard contains the screens that differ, with their steps`() throws {
    let screens = TraceScreens(try Self.recording())
    #expect(screens.screens.map(\.number) == [0, 1, 2])
    let shown = screens.storyboard(of: 1...2)
    #expect(
      shown.map(\.call) == [
        "Home/Shop:navigate(\"product\", { id = 42 })", "Home/Shop:navigate(\"checkout\")",
      ])
    let drawing = try ScreenFormat.svg.drawing(of: shown, titled: "Buying")
    #expect(drawing.text.ranges(of: "class=\"home\"").count == 2)
    #expect(drawing.text.contains(">Buying</text>"))
    #expect(drawing.text.ranges(of: "class=\"grabber\"").count == 1)
    #expect((drawing.width, drawing.height) == (556, 583))
    #expect(screens.screen(after: 3) == nil)
  }

  @Test func `a storyboard of a running application begins with the screen that it showed`() throws
  {
    let screens = TraceScreens(try Self.recording())
    let shown = screens.storyboard(of: 0...Int.max)
    #expect(shown.map(\.number) == [0, 1, 2])
    #expect(shown.first?.call == "at the beginning")
    let text = try ScreenFormat.txt.drawing(of: Array(shown.prefix(1)), titled: "").text
    #expect(text.contains("catalog"))
  }

  @Test func `text contains the screens one below the other`() throws {
    let screens = TraceScreens(try Self.recording())
    let text = try ScreenFormat.txt.drawing(of: screens.storyboard(of: 2...2), titled: "Buying")
      .text
    #expect(
      text == """
        Buying

        2  Home/Shop:navigate("checkout")
        ┌──────────────────────────────┐
        │ ‹ catalog  product           │
        │ ┌──────────────────────────┐ │
        │ │         address          │ │
        │ ├──────────────────────────┤ │
        │ │                          │ │
        │ └──────────────────────────┘ │
        └──────────────────────────────┘

        """)
  }

  @Test func `an image contains the colors of pages instead of variables`() throws {
    let svg = try ScreenFormat.svg.drawing(of: TraceScreens(try Self.recording()).screens[0]).text
    #expect(!svg.contains("var(") && !svg.contains("currentColor"))
    let style = "\(PageAsset.colorsStyle.text)"
    for (name, kind) in [("--skin", "skin"), ("--bar", "bar"), ("--tint", "tint")] {
      let values = style.matches(
        of: try Regex("\(name): (#[0-9a-f]{6})", as: (Substring, Substring).self)
      )
      .map(\.output.1)
      for value in Set(values) { #expect(svg.contains(".\(kind) { fill: \(value); }")) }
    }
    #expect(svg.contains("@media (prefers-color-scheme: dark)"))
  }

  @Test(arguments: [
    "</svg><script>alert(1)</script>", "\" onload=\"alert(1)", "\u{0}\u{1B}[31m\u{2028}",
    "]]>&amp;",
    "\u{202E}gnp.exe\u{2066}", String(repeating: "W", count: 10_000), "日本 👩‍👩‍👧 e\u{301}",
  ])
  func `strings never become markup`(text: String) throws {
    func drawing(_ text: String) throws -> String {
      let app = try DrawnApp.shop()
      var lines: [String] = []
      try app.engine.record { lines.append($0) }
      _ = try app.router("Shop").navigate(to: "product", ["id": .string(text)])
      let view = NavigationValue.fields([
        ("layers", [.fields([("title", .string(text)), ("actions", .texts([text]))])])
      ])
      let state = try SessionTrace(lines).steps[0].recorded.state
      let screen = TraceScreens.Screen(
        number: 1, call: text, effect: text, isFailed: true, isChanged: true, state: state,
        view: view)
      return try ScreenFormat.svg.drawing(of: [screen], titled: text).text
    }
    let (svg, plain) = (try drawing(text), try drawing("text"))
    #expect(svg.ranges(of: "<").count == plain.ranges(of: "<").count)
    #expect(!svg.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
