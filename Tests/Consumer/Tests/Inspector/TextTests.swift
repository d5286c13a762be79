import Signalbox
import SignalboxInspector
import Testing

/// The texts from which a package builds renderers and prompts of its own.
struct TextTests {
  @Test func `text is measured, shortened and aligned in the cells of a terminal`() {
    #expect(DisplayText.width(of: "ab漢") == 4)
    #expect(DisplayText.width(of: "漢" as Character) == 2)
    #expect(DisplayText.truncate("catalog", to: 4) == "cat…")
    #expect(DisplayText.pad("漢", to: 4) == "漢  ")
    #expect(DisplayText.center("ab", in: 5) == " ab  ")
    #expect(DisplayText.alignRight("7", to: 3) == "  7")
  }

  @Test func `text from an application cannot control a terminal`() {
    #expect(DisplayText.clean("a\u{1B}[31m\u{202E}") == "a\u{FFFD}[31m\u{FFFD}")
    #expect(DisplayText.line("a\nb") == "a\u{FFFD}b")
    #expect(DisplayText.lines("a\r\nb\u{7}") == "a\nb\u{FFFD}")
    #expect(
      DisplayText.line(String(repeating: "a", count: 20_000)).hasSuffix("a… 10000 more bytes"))
  }

  @Test func `a screen is described by its coordinator or its page`() throws {
    let app = try ShopApplication()
    let tree = app.engine.tree
    let front = try #require(tree.front)
    #expect(CoordinatorText.type(of: front.owner, in: tree) == "Shop")
    #expect(CoordinatorText.owner(of: front, in: tree) == "shop")
    #expect(CoordinatorText.type(of: front.owner, in: NavigationEngine().tree) == "\(front.owner)")
  }

  @Test func `the screens of a stack are described with their arguments`() throws {
    let app = try ShopApplication()
    try app.shop.navigate(to: .product(id: 1))
    let stack = app.engine.stack(of: app.shop.coordinator)
    #expect(stack.map(ScreenText.name) == ["catalog", "product { id = 1 }"])
    #expect(ScreenText.path(stack) == "catalog ▸ product { id = 1 }")
  }

  @Test func `the label of a tab fits the width`() throws {
    let app = try ShopApplication()
    let home = app.engine.router(of: try #require(app.engine.main))
    home.setBadge(of: "shop", to: "3")
    let page = try #require(app.engine.tree.main?.pages.first)
    let labels = [15, 10, 6, 3].map { TabText.label(page, title: "Shop", width: $0) }
    #expect(TabText.name(page) == "shop :bag: (3)")
    #expect(labels == [":bag: Shop (3)", "Shop (3)", "S… (3)", "Sh…"])
  }

  @Test func `changes are described as sentences with the position of a screen`() throws {
    let app = try ShopApplication()
    try app.shop.navigate(to: .product(id: 1))
    let pushed = try #require(
      app.engine.eventNumbers(of: [.entryPushed]).last.flatMap(app.engine.event))
    #expect(ChangeDescription([pushed]).sentence(for: pushed) == "product was pushed")
    #expect(ChangeDescription.mark(for: pushed) == "▸ product")
    #expect(
      ChangeDescription.last(of: [.entryPushed], in: app.engine)?.sentence == "product was pushed")
    #expect(ChangeDescription.place(after: pushed, in: app.engine) == nil)
    try app.shop.navigate(to: .help)
    #expect(ChangeDescription.place(after: pushed, in: app.engine) == "beneath help")
  }
}
