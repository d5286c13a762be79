import SignalboxREPL
import SignalboxScripting

/// Collects the output of a prompt.
private final class Text { var text = "" }

/// A prompt with the test shop and with files in memory.
final class CommandFixture {
  let prompt: Prompt
  let host = MemoryHost()

  static let shop = """
    local Shop = coordinator "Shop" {
      routes = {
        catalog = { actions = { "Wrong" } },
        product = { args = { id = "integer" }, actions = { "Buy" } },
        checkout = { coordinator = "Checkout" },
      },
      links = { ["shop://product/:id"] = function(self, link)
        self.router:navigate("product", { id = link.id })
      end },
    }
    function Shop:start() self.router:startFlow("catalog") end
    function Shop:onBuy() self.router:navigate("checkout") end
    function Shop:onWrong() self.router:navigate("prodct") end
    local Checkout = coordinator "Checkout" {
      routes = { address = { actions = { "Confirm" } }, payment = {} },
    }
    function Checkout:start() self.router:startFlow("address") end
    function Checkout:onConfirm() self.router:navigate("payment") end
    local Profile = coordinator "Profile" { routes = { profile = {} } }
    function Profile:start() self.router:startFlow("profile") end
    tabs "Home" {
      pages = { { id = "shop", coordinator = "Shop" }, { id = "me", coordinator = "Profile" } },
    }
    app:launch "Home"
    """

  /// - Parameter loaded: Whether the shop is loaded before the first input.
  init(_ configuration: ScriptConfiguration = ScriptConfiguration(), loaded: Bool = true) throws {
    let session = try ScriptSession(configuration)
    let written = Text()
    prompt = Prompt(session: session) { written.text += $0 }
    read = { written.text }
    clear = { written.text = "" }
    host.files["shop.lua"] = Self.shop
    prompt.context.host = host
    prompt.host.prepare = { [host, context = prompt.context] session in
      for path in context.scripts {
        let source = Array((host.files[path] ?? "").utf8)
        guard (try? session.run(source, name: path, sharesEnvironment: true)) != nil else {
          return false
        }
      }
      return true
    }
    if loaded {
      prompt.context.files = ["shop.lua"]
      try session.run(Array(Self.shop.utf8), name: "shop.lua", sharesEnvironment: true)
    }
    try session.beginRecord()
  }

  private let read: () -> String
  private let clear: () -> Void

  /// Returns the prompt's output for the lines.
  func answers(_ lines: String...) -> String { answers(lines) }

  func answers(_ lines: [String]) -> String {
    clear()
    for line in lines { prompt.take(line) }
    return read()
  }
}
