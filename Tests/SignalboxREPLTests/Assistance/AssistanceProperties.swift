import LineEditor
import Signalbox
import SignalboxScripting
import Testing

@testable import SignalboxREPL

@Suite struct AssistanceProperties {
  /// Returns the tokens of a string. The tests check where the tokens end and whether they are
  /// terminated.
  private func tokens(_ text: String) -> [LuaToken] {
    Array(LuaTokens(Array(text.utf8), isFile: false, keepsComments: true))
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `suggestions at random positions in random text can be inserted`(
    _ seed: UInt64
  ) throws {
    let fixture = try AssistanceFixture()
    var random = RandomText(seed: seed + 1)
    for _ in 0..<60 {
      let text = random.text(fragments: Int.random(in: 0...14, using: &random))
      let cursor = Int.random(in: 0...text.count, using: &random)
      let completion = fixture.assistant.completion(of: text, at: cursor)
      #expect((0...cursor).contains(completion.start), "\(text.debugDescription) at \(cursor)")
      for suggestion in completion.suggestions.prefix(5) {
        let head = text.prefix(completion.start) + suggestion.text
        let before = tokens(String(text.prefix(cursor))).last
        let after = tokens(String(head)).last
        // An unterminated string is now terminated, or the user continues it.
        if before?.kind == .string, before?.isUnfinished == true, after?.isUnfinished == true,
          case .lua = PromptText(text).form
        {
          #expect(suggestion.text.hasSuffix("/"), "\(head.debugDescription)")
        }
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `highlighted ranges are ordered and inside the text, and hints only append text`(
    _ seed: UInt64
  ) throws {
    let fixture = try AssistanceFixture()
    var random = RandomText(seed: seed + 1000)
    for _ in 0..<60 {
      let text = random.text(fragments: Int.random(in: 0...20, using: &random))
      var end = 0
      for span in fixture.assistant.styles(of: text) {
        #expect(span.range.lowerBound >= end && !span.range.isEmpty)
        end = span.range.upperBound
      }
      #expect(end <= text.count)
      #expect(fixture.assistant.hint(for: text) != "")
      _ = fixture.assistant.isComplete(text)
      _ = fixture.assistant.previewJob(for: text)
    }
  }

  /// The state that previews must not change.
  private struct Moment: Equatable {
    let tree: StateDocument
    let snapshot: String
    let events: Int
    let undoable: Int
    let redoable: Int
    let now: Int
    let globals: [InspectedName]
    let random: ScriptValue?

    init(_ prompt: Prompt) throws {
      let engine = prompt.session.engine
      tree = engine.tree
      snapshot = try engine.snapshot().json
      events = engine.eventCount
      undoable = engine.undoableCount
      redoable = engine.redoableCount
      now = engine.milliseconds
      globals = prompt.session.inspection.ownNames
      random = prompt.session.inspection.value(named: "drawn")
    }
  }

  private static let calls = [
    "app:tap 'Buy'", "app:tap 'Browse'", "app:tap 'Draw'", "app:tap 'None'", "app:back()",
    "app:tapTab 'me'", "app:tapTab 'shop'", "app:open 'shop://product/3'", "app:swipeDown()",
    "app.top.router:navigate('product', { id = 5 })", "app.top.router:pop()",
    "app.main:select 'shop'", "app.top.router:finishFlow()", "app:restartApp()",
    "app.top.router:popToRoot { animated = false }", "app.top.router:setStack { 'catalog' }",
  ]

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `previews have no effect on the session and predict the outcome of the call`(_ seed: UInt64)
    throws
  {
    let fixture = try AssistanceFixture(
      "drawn = 0", "math.randomseed(7)",
      "Shop:extend { routes = { catalog = { actions = { 'Buy', 'Browse', 'Draw' } } } }",
      "function Shop:onDraw() drawn = math.random(1000) end")
    let recipe = PreviewRecipe(timeout: .seconds(20)) { () throws(ScriptError) in
      try ScriptSession()
    }
    let factory = PreviewFactory(recipe)
    var random = RandomText(seed: seed + 77)
    var written = ""
    for _ in 0..<12 {
      let call = try #require(Self.calls.randomElement(using: &random))
      let before = try Moment(fixture.prompt)
      let job = fixture.assistant.previewJob(for: call)
      let preview = job.flatMap { factory.preview($0) }
      #expect(try Moment(fixture.prompt) == before, "\(call)")
      let first = fixture.prompt.session.engine.eventCount + 1
      written = ""
      fixture.prompt.take(call)
      let changes = ChangeSummary(fixture.prompt.session.engine, from: first)
      if let preview, preview.hasPrefix("would "), !preview.hasPrefix("would do nothing") {
        let described = changes.changes.prefix(3).joined(separator: " · ")
        #expect(preview.hasPrefix("would \(described)"), "\(call)\(written)")
      }
    }
  }
}
