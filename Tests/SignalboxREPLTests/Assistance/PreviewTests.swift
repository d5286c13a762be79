import Dispatch
import LineEditor
import PortableMutex
import Signalbox
import SignalboxScripting
import Testing

@testable import SignalboxREPL

@Suite struct PreviewTests {
  private static let recipe = PreviewRecipe(timeout: .seconds(20)) { () throws(ScriptError) in
    try ScriptSession()
  }

  /// Returns the preview for an input, created on this thread.
  private func preview(_ text: String, in fixture: AssistanceFixture) throws -> String? {
    guard let job = fixture.assistant.previewJob(for: text) else { return nil }
    return PreviewFactory(Self.recipe).preview(job)
  }

  private static let rows: [(String, String?)] = [
    (#"app:tap "Buy""#, "would present sheet Checkout ▸ address"),
    (#"app:tap "Bu"#, "would present sheet Checkout ▸ address"),
    (#"app:tap "Confrim""#, #"no action "Confrim"; known: "Browse", "Buy", "Say "hi"""#),
    (#"app:tap "Buyy""#, #"no action "Buyy"; did you mean "Buy"?"#),
    (
      #"app.top.router:navigate("product", { id = 42 })"#, "would push product { id = 42 }"
    ),
    (#"app.top.router:navigate "prodct""#, #"no route "prodct"; did you mean "product"?"#),
    (
      #"shop.router:navigate("product", { id = number })"#, "would push product { id = 7 }"
    ),
    (#"app.top.router:pop()"#, "would do nothing: atRoot"),
    (#"app:tapTab "me""#, "would select me"),
    (#"app:open "shop://product/3""#, "would open shop://product/3 · push product { id = 3 }"),
    (#"app.main:select("me")"#, "would select me"),
    (
      #"app.top.router:navigate("product", { id = true })"#,
      #"route "product": argument "id" is boolean true, expected integer"#
    ),
    (
      #"app:tap("Browse"):navigate "x""#,
      #"no "navigate"; call it on a router: app.top.router:navigate(…)"#
    ),
    ("app:tree()", nil), ("go()", nil), (#"x = app:tap "Buy""#, nil), ("app:undo()", nil),
    (#"app:tap "Buy"; app:tap "Next""#, nil), (#"app:tap(go())"#, nil), ("nobody:pop()", nil),
    (#"app.top.router:navigate("product", { id = 1 }, { completion = go })"#, nil),
    ("for i = 1, 2 do app:tap 'Buy' end", nil), (#"app:tap "Buy" + 1"#, nil),
    ("clock.advance(10)", nil), (".tree", nil),
  ]

  @Test(arguments: rows) func `a preview shows the effect of a call`(_ row: (String, String?))
    throws
  {
    let fixture = try AssistanceFixture(
      "shop = app.top", "local number = 7", "function go() return 'Buy' end")
    let found = try preview(row.0, in: fixture)
    #expect(found == row.1)
  }

  @Test func `a preview starts from the visible state, with fields, locals and finished inputs`()
    throws
  {
    let fixture = try AssistanceFixture(
      "local extra = 10",
      "function Shop:onBrowse() self.cart.total = self.cart.total + 1; "
        + "self.router:navigate('product', { id = self.cart.total + extra }) end",
      "app:tap 'Browse'", "app.top.router:pop()", "extra = 20")
    #expect(try preview("app:tap 'Browse'", in: fixture) == "would push product { id = 25 }")
  }

  @Test func `a definition that the copy of the session lacks prevents a preview`() throws {
    let fixture = try AssistanceFixture()
    try fixture.prompt.session.run(
      Array(
        """
        Hidden = coordinator "Hidden" { routes = { a = {} } }
        function Hidden:start() self.router:startFlow "a" end
        """.utf8), name: "hidden.lua",
      sharesEnvironment: true)
    fixture.prompt.take("app.top.router:navigate(Hidden:new())")
    #expect(try preview("app:tap 'Buy'", in: fixture) == nil)
  }

  @Test func `previews are disabled for large states`() throws {
    let fixture = try AssistanceFixture(
      "for i = 1, 600 do app.top.router:navigate('product', { id = i }) end")
    #expect(try preview("app:back()", in: fixture) == nil)
  }

  @Test func `the preview of a call that never ends is abandoned`() throws {
    let fixture = try AssistanceFixture("function Shop:onBuy() while true do end end")
    let job = try #require(fixture.assistant.previewJob(for: "app:tap 'Buy'"))
    let recipe = PreviewRecipe(timeout: .milliseconds(20)) { () throws(ScriptError) in
      try ScriptSession()
    }
    #expect(PreviewFactory(recipe).preview(job) == nil)
  }

  @Test func `the failure to copy a session is reported before anything was typed`() throws {
    let fixture = try AssistanceFixture()
    #expect(fixture.assistant.previewFailure() == nil)
    let recipe = PreviewRecipe { () throws(ScriptError) in
      throw ScriptError(.module, "it needs a permission")
    }
    fixture.assistant.startPreviews(recipe) { _, _ in }
    #expect(fixture.assistant.previewFailure() == "it needs a permission")
    let job = try #require(fixture.assistant.previewJob(for: "app:tap 'Buy'"))
    #expect(PreviewFactory(recipe).preview(job) == nil)
    fixture.assistant.startPreviews(Self.recipe) { _, _ in }
    #expect(fixture.assistant.previewFailure() == nil)
  }

  @Test func `a reload replaces a preview that is being created, without another key`() throws {
    let fixture = try AssistanceFixture()
    let (began, isReloaded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let shown = DispatchSemaphore(value: 0)
    let copies = Mutex<[String]>([])
    let copiesAtFirst = Mutex<[String]?>(nil)
    let old = PreviewRecipe(timeout: .seconds(20)) { () throws(ScriptError) in
      copies.withLock { $0.append("old") }
      began.signal()
      isReloaded.wait()
      return try ScriptSession()
    }
    let new = PreviewRecipe(timeout: .seconds(20)) { () throws(ScriptError) in
      copies.withLock { $0.append("new") }
      return try ScriptSession()
    }
    let show = { @Sendable (preview: String, line: String) in
      let made = copies.withLock(\.self)
      copiesAtFirst.withLock { if $0 == nil { $0 = made } }
      shown.signal()
    }
    fixture.assistant.startPreviews(old, show: show)
    fixture.assistant.textChanged("app:tap 'Buy'")
    began.wait()
    fixture.assistant.startPreviews(new, show: show)
    isReloaded.signal()
    shown.wait()
    #expect(copiesAtFirst.withLock(\.self) == ["old", "new"])
  }

  @Test func `a preview that another thread computes belongs to the newest text`() throws {
    let fixture = try AssistanceFixture()
    let shown = Mutex<[String]>([])
    fixture.assistant.startPreviews(Self.recipe) { preview, line in
      shown.withLock { $0.append("\(line) \(preview)") }
    }
    for text in ["app:tap 'Bro", "app:tap 'B", "app:tap 'Buy"] {
      fixture.assistant.textChanged(text)
    }
    let clock = ContinuousClock()
    let end = clock.now + .seconds(60)
    while shown.withLock({ $0.last?.hasPrefix("app:tap 'Buy ") != true }), clock.now < end {
      _ = fixture.assistant.styles(of: "app:tap 'Buy'")
    }
    #expect(
      shown.withLock(\.last) == "app:tap 'Buy ⤷ would present sheet Checkout ▸ address")
  }
}
