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

  @Test func `tabs have the icons of the pages, or the first letter of the title`() throws {
    let app = DrawnApp()
    try app.define("List", start: "list", routes: ["list": RouteDefinition()])
    try app.define(
      "Home",
      pages: [
        PageDefinition(
          id: "bag", title: "Bag", icon: "circle", selectedIcon: "bag.fill", coordinator: "List"),
        PageDefinition(id: "home", title: "Home", icon: "HomeKit", coordinator: "List"),
        PageDefinition(id: "other", title: "Other", icon: "circle", coordinator: "List"),
      ])
    app.engine.launch("Home")
    let state = app.engine.recordedState
    let screen = TraceScreens.Screen(
      number: 1, call: "launch", effect: "", isFailed: false, isChanged: true, state: state,
      view: nil)
    let svg = try ScreenFormat.svg.drawing(of: [screen], titled: "Tabs").text
    let drawn = try #require(svg.firstRange(of: "</style>"))
    #expect(
      svg[drawn.upperBound...] == """

        <defs><clipPath id="device-screen"><rect width="227.6" height="448.4" rx="23.5"/></clipPath></defs>
        <rect class="ground" x="0" y="0" width="288" height="582.8" rx="12"/>
        <text class="heading" x="24" y="29" font-size="15">Tabs</text>
        <g transform="translate(24 44)">
        <rect class="step" x="0" y="6" width="26" height="20" rx="6"/>
        <text class="step-number" x="13" y="20.5" font-size="12" text-anchor="middle">1</text>
        <text class="caption" x="34" y="20.5" font-size="12.5">launch</text>
        <g transform="translate(0 54)">
        <rect class="skin" x="0" y="0" width="240" height="460.8" rx="29"/>
        <g transform="translate(6.2 6.2)" clip-path="url(#device-screen)">
        <rect class="screen" x="0" y="0" width="227.6" height="448.4"/>
        <rect class="screen" x="0" y="0" width="227.6" height="448.4"/>
        <rect class="bar" x="0" y="0" width="227.6" height="58"/>
        <path class="rule" d="M0 58L227.6 58"/>
        <text class="title" x="113.8" y="46.5" font-size="11.6" text-anchor="middle">list</text>
        <rect class="bar" x="0" y="398.4" width="227.6" height="50"/>
        <path class="rule" d="M0 398.4L227.6 398.4"/>
        <g transform="translate(31.3 403.3) scale(0.72)">
        <path class="symbol on" d="M6 8h12l1 12H5zM9 8V7a3 3 0 0 1 6 0v1"/>
        </g>
        <text class="tint strong" x="39.9" y="429.9" font-size="8.6" text-anchor="middle">Bag</text>
        <g transform="translate(105.2 403.3) scale(0.72)">
        <path class="symbol" d="M4 11l8-7 8 7v9h-5v-6H9v6H4z"/>
        </g>
        <text class="soft strong" x="113.8" y="429.9" font-size="8.6" text-anchor="middle">Home</text>
        <rect class="letter" x="180.2" y="404.4" width="15" height="15" rx="4.5"/>
        <text class="soft strong" x="187.7" y="415.7" font-size="10" text-anchor="middle">O</text>
        <text class="soft strong" x="187.7" y="429.9" font-size="8.6" text-anchor="middle">Other</text>
        <rect class="cell" x="9" y="68" width="209.6" height="27" rx="9"/>
        <text class="soft" x="18" y="85" font-size="10.6">route</text>
        <text class="ink" x="209.6" y="85" font-size="10.6" text-anchor="end">list</text>
        <rect class="home" x="78.8" y="440.4" width="70" height="3" rx="1.5"/>
        </g>
        <rect class="skin" x="95" y="11.5" width="50" height="11" rx="5.5"/>
        </g>
        </g>
        </svg>

        """)
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
