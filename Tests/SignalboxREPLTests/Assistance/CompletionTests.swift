import LineEditor
import SignalboxREPL
import SignalboxScripting
import Testing

/// Input with a cursor, and all suggestions at the cursor.
struct CompletionCase: Sendable, CustomStringConvertible {
  let text: String
  let suggestions: [String]

  init(_ text: String, _ suggestions: String...) {
    self.text = text
    self.suggestions = suggestions
  }

  var description: String { text }
}

@Suite struct CompletionTests {
  private static let names: [CompletionCase] = [
    CompletionCase("Sh⎸", "Shop"),
    CompletionCase("che⎸", "Checkout"),
    CompletionCase("cloc⎸", "clock"),
    CompletionCase("clock.a⎸", "advance", "automatic"),
    CompletionCase("math.ma⎸", "max", "maxinteger"),
    CompletionCase("('x'):upp⎸", "upper"),
    CompletionCase("local na⎸"),
    CompletionCase("x = 1 -- app.⎸"),
    CompletionCase("local total = 3\nprint(tot⎸", "total"),
    CompletionCase("retur⎸", "return"),
    CompletionCase("a..Sho⎸", "Shop"),
    CompletionCase("nothing.there.⎸"),
    CompletionCase(#"keyed["⎸"#, #"a b""#, #"plain""#, #"sub""#),
    CompletionCase("keyed['a⎸']", "a b"),
    CompletionCase(#"keyed.sub["x⎸"#, #"x-y""#),
    CompletionCase(#"keyed["\112\x6c\u{61}⎸"#, #"plain""#),
    CompletionCase(#"keyed["p\z  l⎸"#, #"plain""#),
    CompletionCase(#"keyed["\q⎸"#),
    CompletionCase("f().⎸"),
  ]

  private static let members: [CompletionCase] = [
    CompletionCase("app.t⎸", "top"),
    CompletionCase("app.top.router:na⎸", "navigate"),
    CompletionCase("app.top.router:sel⎸"),
    CompletionCase("app.main.router:sel⎸", "select"),
    CompletionCase("print(app.front.ti⎸)", "title"),
    CompletionCase("app.top.cart.⎸", "total"),
    CompletionCase("app.top:onB⎸", "onBrowse", "onBuy"),
    CompletionCase("app:coordinator('Shop').router:popT⎸", "popToRoot", "popToView", "popTo"),
    CompletionCase("app:layers()[1].sty⎸", "style"),
    CompletionCase("Shop:⎸", "extend", "new", "onBrowse", "onBuy", "start"),
    CompletionCase("Shop:new():replaceT⎸", "replaceTop"),
    CompletionCase("app:navi⎸"),
    CompletionCase("app:ta⎸", "tap", "tapTab", "tapAlert"),
  ]

  private static let arguments: [CompletionCase] = [
    CompletionCase(#"app.top.router:navigate "pro⎸"#, #"product""#),
    CompletionCase(
      #"app.top.router:navigate("⎸"#, #"catalog""#, #"checkout""#, #"hint""#, #"product""#),
    CompletionCase(#"app.top.router:navigate("pro⎸")"#, "product"),
    CompletionCase("app.top.router:navigate('ch⎸", "checkout'"),
    CompletionCase("app.top.router:navigate [[ch⎸", "checkout]]"),
    CompletionCase(#"app.top.router:navigate("product", { ⎸"#, "id = ", "isNew = ", "tab = "),
    CompletionCase(#"app.top.router:navigate("product", { id = 1, t⎸"#, "tab = "),
    CompletionCase(#"app.top.router:navigate("product", { t⎸ = "x" })"#, "tab"),
    CompletionCase(
      #"app.top.router:navigate("product", { id = 1 }, { ani⎸"#, "animated = "),
    CompletionCase(#"app.top.router:navigate("hint", {}, { style = "she⎸"#, #"sheet""#),
    CompletionCase(#"app.top.router:popToView("catalog", { which = "⎸"#, #"nearest""#, #"first""#),
    CompletionCase(#"app.main.router:select "m⎸"#, #"me""#),
    CompletionCase(#"app.top.router:popToView "⎸"#, #"catalog""#),
    CompletionCase(#"app:tapTab "⎸"#, #"shop""#, #"me""#),
    CompletionCase(#"app:tap "B⎸"#, #"Buy""#, #"Browse""#),
    CompletionCase(#"app:tap "say⎸"#, #"Say \"hi\"""#),
    CompletionCase(#"app:tap 'say⎸"#, #"Say "hi"'"#),
    CompletionCase("app:tap ⎸", #""Buy""#, #""Browse""#, #""Say \"hi\"""#),
    CompletionCase(#"app:open "⎸"#, #"shop://cart""#, "shop://product/"),
    CompletionCase(#"app:on("tab.ch⎸"#, #"tab.changed""#),
    CompletionCase(#"app:render "st⎸"#, #"stack""#),
    CompletionCase(#"app:routes "Sh⎸"#, #"Shop""#),
    CompletionCase(#"router:navigate "pro⎸"#, #"product""#),
    CompletionCase(#"function Checkout:onNext() self.router:navigate "⎸"#, #"address""#),
    CompletionCase(#"require "sup⎸"#, #"support""#),
    CompletionCase(#"Checkout:new { ⎸"#, "order = "),
    CompletionCase(#"coordinator "X" { li⎸"#, "links = "),
    CompletionCase(#"coordinator "X" { routes = { a = { inter⎸"#, "interactivePop = "),
    CompletionCase(
      #"coordinator "X" { routes = { a = { args = { id = "int⎸"#, #"integer""#, #"integer?""#),
    CompletionCase(#"tabs "X" { pages = { { lazy = f⎸ } } }"#, "false", "for", "function"),
    CompletionCase(
      "coordinator 'X' {\n  routes = {\n    a = { coordinator = 'Ch⎸' },\n  },\n}", "Checkout"),
  ]

  private static let commands: [CompletionCase] = [
    CompletionCase(".tre⎸", "tree"),
    CompletionCase(".help sc⎸", "screen"),
    CompletionCase(".load ⎸", "scenarios/", "shop.lua", "shop notes.txt"),
    CompletionCase(".load scenarios/b⎸", "buy.lua"),
    CompletionCase(".cd S⎸", "Shop", "shop"),
    CompletionCase(".cd Home/m⎸", "me"),
    CompletionCase(".events 5 tab.r⎸", "tab.reselected"),
    CompletionCase("!cat sho⎸", "shop.lua", "shop notes.txt"),
    CompletionCase("?app.ope⎸", "open"),
    CompletionCase("?rout⎸", "router"),
    CompletionCase("?router:popL⎸", "popLast"),
  ]

  private func check(_ row: CompletionCase) throws {
    let found = try AssistanceFixture().suggestions(row.text)
    #expect(found == row.suggestions)
  }

  @Test func `methods that have an effect now are suggested first for the application`() throws {
    let new = try AssistanceFixture(isLaunched: false)
    #expect(try new.suggestions("app:⎸").prefix(3) == ["launch", "open", "tap"])
    let launched = try AssistanceFixture()
    #expect(
      try launched.suggestions("app:⎸").prefix(5)
        == ["tap", "open", "tapTab", "tapAlert", "enterText"])
    let deep = try AssistanceFixture(#"app:tap "Browse""#)
    #expect(try deep.suggestions("app:⎸").prefix(3) == ["open", "back", "tapTab"])
  }

  @Test func `methods that were called before precede other methods with an equal effect`() throws {
    let fixture = try AssistanceFixture("app:tree()", "app:tree()", "app:leaks()")
    let all = try fixture.suggestions("app:⎸")
    let named = all.filter { ["leaks", "tree", "stack"].contains($0) }
    #expect(named == ["tree", "leaks", "stack"])
  }

  @Test(arguments: names) func `names in scope are suggested`(_ row: CompletionCase) throws {
    try check(row)
  }

  @Test(arguments: members) func `members of existing values are suggested`(
    _ row: CompletionCase
  ) throws { try check(row) }

  @Test(arguments: arguments) func `possible arguments of a call, such as routes, are suggested`(
    _ row: CompletionCase
  ) throws { try check(row) }

  @Test(arguments: commands) func `commands and their arguments are suggested`(
    _ row: CompletionCase
  ) throws { try check(row) }

  @Test func `suggestions contain a description and the start of the word that they replace`()
    throws
  {
    let fixture = try AssistanceFixture()
    #expect(
      try fixture.completion(of: #"é = app.top.router:navigate "p⎸"#)
        == LineCompletion(
          start: 29,
          suggestions: [
            LineSuggestion(
              #"product""#,
              detail: "screen(id: integer, isNew?: boolean, tab?: string)")
          ]))
    #expect(
      try fixture.completion(of: #"app.top.router:navigate("product", { i⎸"#).suggestions == [
        LineSuggestion("id = ", detail: "integer"),
        LineSuggestion("isNew = ", detail: "boolean?"),
      ])
    #expect(
      try fixture.completion(of: "app:tap⎸").suggestions.first
        == LineSuggestion(
          "tap",
          detail:
            "(label)  Taps an action of the front screen, or of an enclosing tab view, by its "
            + "label. The handler runs, and the operations that it submits settle."))
  }

  @Test func `looser matches are suggested only without a prefix match`() throws {
    let fixture = try AssistanceFixture()
    #expect(try fixture.suggestions("app.READ⎸") == ["isReady"])
    #expect(try fixture.suggestions("app:rndr⎸") == ["render"])
    #expect(try fixture.suggestions("app.T⎸") == ["top"])
  }

  @Test func `names are also suggested from the __index tables of a table`() throws {
    let fixture = try AssistanceFixture(
      "Base = { shared = 1 }", "thing = setmetatable({ own = 2 }, { __index = Base })",
      isLaunched: false)
    #expect(try fixture.suggestions("thing.⎸") == ["own", "shared"])
  }

  @Test func `suggestions never run script code`() throws {
    let fixture = try AssistanceFixture(
      "hits = 0",
      "function hit() hits = hits + 1; error('touched') end",
      "evil = setmetatable({ a = 1 }, { __index = hit, __pairs = hit, __len = hit, "
        + "__tostring = hit, __name = hit, __call = hit, __eq = hit })",
      "loop = setmetatable({}, {}); getmetatable(loop).__index = loop; loop.me = loop",
      isLaunched: false)
    #expect(try fixture.suggestions("evil.⎸") == ["a"])
    #expect(try fixture.suggestions("evil.b.⎸") == [])
    #expect(try fixture.suggestions("loop.me.me.⎸") == ["me"])
    #expect(try fixture.suggestions("evil().⎸") == [])
    fixture.prompt.take("assert(hits == 0)")
    #expect(!fixture.prompt.hasFailed)
  }

  @Test func `names in a table are suggested even if it has many list elements`() throws {
    let fixture = try AssistanceFixture(
      "long = {}; for i = 1, 20000 do long[i] = i end; long.name = 1",
      "wide = {}; for i = 1, 20000 do wide['k' .. i] = i end", isLaunched: false)
    #expect(try fixture.suggestions("long.⎸") == ["name"])
    #expect(try fixture.suggestions("wide.⎸").count == 200)
  }
}
