import LineEditor
import SignalboxREPL
import SignalboxScripting
import Testing

/// A prompt with the launched shop: `Home` has the pages `shop` and `me`, and the catalog is in
/// front.
struct AssistanceFixture {
  let prompt: Prompt
  let assistant: PromptAssistant

  private static let definitions = [
    """
    Shop = coordinator "Shop" {
      routes = {
        catalog = { actions = { "Buy", "Browse", 'Say "hi"' } },
        product = { args = { id = "integer", tab = "string?", isNew = "boolean?" } },
        checkout = { coordinator = "Checkout" },
        hint = { style = "sheet" },
      },
      links = { ["shop://product/:id"] = function(self, link)
        self.router:navigate("product", { id = link.id })
      end, ["shop://cart"] = function() end },
    }
    """,
    #"function Shop:start() self.cart = { total = 3 }; self.router:startFlow("catalog") end"#,
    #"function Shop:onBuy() self.router:navigate("checkout") end"#,
    #"function Shop:onBrowse() self.router:navigate("product", { id = 1 }) end"#,
    """
    Checkout = coordinator "Checkout" {
      args = { order = "integer?" }, routes = { address = { actions = { "Confirm", "Next" } } } }
    """,
    #"function Checkout:start() self.router:startFlow("address") end"#,
    #"Profile = coordinator "Profile" { routes = { profile = {} } }"#,
    #"function Profile:start() self.router:startFlow("profile") end"#,
    """
    Home = tabs "Home" {
      pages = { { id = "shop", coordinator = "Shop" },
        { id = "me", coordinator = "Profile", title = "Me" } },
    }
    """,
    "keyed = { ['a b'] = 1, plain = 2, sub = { ['x-y'] = 3 } }",
    #"app:launch "Home""#,
  ]

  init(_ inputs: String..., isLaunched: Bool = true) throws {
    prompt = Prompt(session: try ScriptSession()) { _ in }
    assistant = PromptAssistant(
      prompt,
      files: { folder in
        [".": ["scenarios/", "shop.lua", "shop notes.txt", ".hidden"], "scenarios/": ["buy.lua"]][
          folder]
          ?? []
      }, modules: { ["support"] })
    for input in isLaunched ? Self.definitions + inputs : inputs {
      for line in input.split(separator: "\n") { prompt.take(String(line)) }
    }
    try #require(!prompt.hasFailed)
  }

  /// Returns the suggestions at the position of `⎸`.
  func completion(of marked: String) throws -> LineCompletion {
    let cursor = try #require(marked.firstIndex(of: "⎸"))
    let text = marked.replacing("⎸", with: "")
    return assistant.completion(
      of: text, at: marked.distance(from: marked.startIndex, to: cursor))
  }

  /// Returns the texts of the suggestions at the position of `⎸`.
  func suggestions(_ marked: String) throws -> [String] {
    try completion(of: marked).suggestions.map(\.text)
  }
}
