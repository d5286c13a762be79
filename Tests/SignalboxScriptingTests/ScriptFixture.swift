import Signalbox
import SignalboxScripting
import Testing

/// A session that stores the output of its scripts.
final class ScriptFixture {
  let session: ScriptSession
  private let lines: Lines

  private final class Lines {
    var printed: [String] = []
  }

  /// Modules by name, for `require`.
  final class Modules: ModuleSource {
    var sources: [String: String] = [:]

    func module(named name: String) throws(ScriptError) -> ScriptModule? {
      sources[name].map { ScriptModule(path: "\(name).lua", source: Array($0.utf8)) }
    }

    func searched(for name: String) -> [String] { ["lib/\(name).lua"] }
  }

  init(
    _ definitions: String = "", modules: [String: String] = [:],
    memoryLimit: Int = 64 << 20
  ) throws {
    let source = Modules()
    source.sources = modules
    let lines = Lines()
    self.lines = lines
    session = try ScriptSession(ScriptConfiguration(memoryLimit: memoryLimit, modules: source))
    session.addHooks(SessionHooks(output: { lines.printed.append($0) }))
    if !definitions.isEmpty { try session.run(Array(definitions.utf8), name: "app.lua") }
  }

  /// The output since the last call.
  func takePrinted() -> [String] {
    defer { lines.printed = [] }
    return lines.printed
  }

  /// Runs a script and returns its output.
  @discardableResult
  func run(_ script: String, timeout: Duration? = nil) throws -> [String] {
    try session.run(Array(script.utf8), name: "test.lua", timeout: timeout)
    return takePrinted()
  }

  /// Runs a script that must fail and returns the text of its error.
  func failure(of script: String) -> String {
    do {
      try session.run(Array(script.utf8), name: "test.lua")
      return "no error"
    } catch {
      return error.description
    }
  }

  /// Returns a description of the result of an input at the prompt.
  func evaluate(_ input: String) -> String {
    switch session.evaluate(input) {
    case .values(let values): values.joined(separator: ", ")
    case .incomplete: "incomplete"
    case .failed(let error): "failed: \(error)"
    }
  }

  /// A shop that presents a checkout.
  static let shop = """
    local Checkout = coordinator "Checkout" {
      style = "sheet",
      routes = { address = { title = "Address", actions = { "Next" } }, payment = {} },
    }
    function Checkout:start() self.router:startFlow("address") end
    function Checkout:onNext() self.router:navigate("payment") end

    local Shop = coordinator "Shop" {
      routes = {
        catalog = { title = "Catalog" },
        product = {
          title = function(args) return "Product " .. args.id end,
          args = { id = "integer", note = "string?" },
          actions = { "Buy", { "Reviews (12)", "showReviews" } },
        },
        checkout = { coordinator = "Checkout", onFinish = "checkedOut" },
      },
      links = { ["shop://product/:id"] = function(self, link)
        self.router:navigate("product", { id = link.id })
      end },
    }
    function Shop:start() self.router:startFlow("catalog") end
    function Shop:onBuy() self.router:navigate("checkout") end
    function Shop:checkedOut(result, reason) print("checked out", result and result.paid, reason) end
    application "Shop demo" { main = "Shop" }
    """

  /// The launched shop, whose router is the global `r` in the script that follows.
  static func launchedShop() throws -> ScriptFixture {
    let fixture = try ScriptFixture(shop)
    try fixture.run("app:launch()")
    return fixture
  }
}
