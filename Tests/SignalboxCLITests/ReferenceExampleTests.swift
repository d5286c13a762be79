import Foundation
import Testing

/// Every function in `docs/reference.md` has an example. The program runs all examples.
@Suite struct ReferenceExampleTests {
  /// A row of the page that describes a function.
  private struct Function {
    let section: String
    let call: String
    let example: String

    /// The path, such as `Router pop`.
    var path: String { "\(section) \(call.prefix { $0 != "(" })" }
  }

  private static func functions() throws -> [Function] {
    let page = try String(
      contentsOf: DocumentationTests.root.appending(path: "docs/reference.md"), encoding: .utf8)
    var section = ""
    var hasExamples = false
    var functions: [Function] = []
    for line in page.split(separator: "\n") {
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      let cells = line.replacing("\\|", with: "¦").split(separator: "|")
        .map { $0.trimmingCharacters(in: .whitespaces).replacing("¦", with: "|") }
      if line.hasPrefix("|-") || line.hasPrefix("| ") && cells.contains("description") {
        hasExamples = line.hasPrefix("|-") ? hasExamples : cells.contains("example")
      }
      if line.hasPrefix("| operation") { hasExamples = true }
      guard hasExamples, line.hasPrefix("| `"), let call = cells.first, call.hasSuffix(")`") else {
        continue
      }
      let last = cells.count > 2 ? cells.last ?? "" : ""
      let example = last.hasPrefix("`") ? String(last.dropFirst().dropLast()) : ""
      functions.append(
        Function(section: section, call: String(call.dropFirst().dropLast()), example: example))
    }
    return functions
  }

  /// The application for the examples.
  private static let definitions = """
    local Checkout = coordinator "Checkout" { routes = { basket = {}, payment = {} } }
    function Checkout:start() self.router:startFlow("basket") end
    local Me = coordinator "Me" { routes = { profile = {} } }
    function Me:start() self.router:startFlow("profile") end
    local Shop = coordinator "Shop" {
      routes = {
        list = {},
        product = { args = { id = "integer?" }, actions = { ["Buy"] = function() end } },
        checkout = { coordinator = "Checkout" },
      },
      links = { ["shop://product/:id"] = function(self, link)
        self.router:navigate("product", { id = link.id })
      end },
    }
    function Shop:start() self.router:startFlow("list") end
    local Home = tabs "Home" {
      pages = { { id = "shop", coordinator = "Shop" }, { id = "me", coordinator = "Me" } },
    }
    application "Demo" { main = "Home" }

    """

  private static let launch = """
    app:launch()
    local home, router = app.main.router, app:coordinator("Shop").router
    router:navigate("product", { id = 7 })
    router:navigate("product", { id = 7 })
    router:pop()

    """

  /// The code that must run before some examples.
  private static let preparations = [
    "App diff": "local state = app:saveState()",
    "App restoreState": "local state = app:saveState()",
    "App replay": "local stop = app:record() router:pop() local lines = stop()",
    "App redo": "app:undo()",
    "App tapAlert":
      #"router:present("product", {}, { style = "alert", buttons = { "Delete" } })"#,
    "App swipeDown": #"router:navigate("checkout")"#,
    "Router finishFlow": #"router:navigate("checkout")"#,
    "Router dismissCoordinator": #"router:navigate("checkout")"#,
    "Router removeDependency":
      "local dependency = Checkout:new() router:addDependency(dependency)",
  ]

  /// Examples that declare scenarios, and examples that require a prompt.
  private static let declarations: Set = [
    "Scenarios scenario", "Scenarios suite", "Scenarios resource", "Scenarios each",
  ]
  private static let prompts: Set = ["App command", "App pause"]

  /// The events in response to which the engine calls the methods of the section "Lifecycle". `nil`
  /// means that the launch is sufficient.
  private static let events = [
    "restored": "app:restoreState(app:saveState())",
    "didFinish": #"router:navigate("checkout") app.top.router:finishFlow { paid = true }"#,
    "childFinished": #"router:navigate("checkout") app.top.router:finishFlow { paid = true }"#,
    "currentPageChanged": #"app:tapTab("me")"#,
    "onBack": #"app:back() app:expect { front = "product" }"#,
    "shouldDismiss":
      #"router:navigate("checkout") app:swipeDown() app:expect { front = "product" }"#,
  ]

  @Test func `the engine calls each lifecycle method of the reference`() throws {
    let methods = try Self.functions().filter { $0.section == "Lifecycle" }
    #expect(methods.count == 8)
    var text = Self.definitions
    for method in methods {
      let name = String(method.call.prefix { $0 != "(" })
      let definition = try #require(method.example.firstMatch(of: /function (\w+):/)?.output.1)
      text += """
        scenario "\(name)" { function(app)
        \(name == "startEmpty" ? "function Shop:start() end" : "")
        \(method.example)
        local method, calls = \(definition).\(name), 0
        function \(definition):\(name)(...) calls = calls + 1 return method(self, ...) end
        app:launch()
        local router = app:coordinator("Shop").router
        router:navigate("product", { id = 7 })
        \(Self.events[name] ?? "")
        assert(calls > 0, "\(name) was not called")
        end }

        """
    }
    try expectPasses(text, reporting: " 8 passed")
  }

  /// Runs scenarios, which pass with a summary in their report.
  private func expectPasses(_ scenarios: String, reporting summary: String) throws {
    let tool = try Tool(["examples.scenario.lua": scenarios])
    defer { tool.remove() }
    let result = try tool.run("test", "--no-shuffle")
    #expect(result.code == 0, "\(result)")
    #expect(result.output.contains(summary), "\(result)")
  }

  @Test func `every function in the reference has an example`() throws {
    let functions = try Self.functions()
    #expect(functions.count > 118)
    #expect(functions.filter(\.example.isEmpty).map(\.path) == [])
  }

  @Test func `the reference examples for scripts and scenarios run`() throws {
    var text = Self.definitions
    var count = 0
    for function in try Self.functions()
    where !["Host", "In plugins", "Lifecycle"].contains(function.section)
      && !Self.prompts.contains(function.path)
    {
      count += 1
      if Self.declarations.contains(function.path) {
        text += "do \(function.example) end\n"
        continue
      }
      let launch = function.path == "App launch" ? "" : Self.launch
      text += """
        scenario "\(function.path)" { function(app)
        \(launch)\(Self.preparations[function.path] ?? "")
        do \(function.example) end
        end }

        """
    }
    try expectPasses(text, reporting: " 1 skipped")
    #expect(count > 85)
  }

  @Test func `the reference examples for plugins run`() throws {
    let functions = try Self.functions().filter { ["Host", "In plugins"].contains($0.section) }
    #expect(functions.count > 18)
    let body = functions.map { "do \($0.example) end" }.joined(separator: "\n")
    let tool = try Tool([
      "plugins/example/plugin.lua": """
      return {
        name = "example", version = "1.0.0", api = 1, summary = "runs the examples",
        permissions = { "run", "fs:read:texts", "fs:write:texts" },
        setup = function(host)
        \(body)
        end,
      }
      """,
      "texts/hello.txt": "hello",
    ])
    defer { tool.remove() }

    let result = try tool.run(
      "--allow", "run", "--allow", "fs:read:texts", "--allow", "fs:write:texts", "-e",
      "print(greet('you'))")
    #expect(result == Tool.Result("hello.txt\nhello you\n"))
  }

  @Test
  func `each command example in the reference runs at the prompt, and a pause needs a terminal`()
    throws
  {
    let tool = try Tool(["app.lua": Self.definitions + Self.launch])
    defer { tool.remove() }
    let examples = try Self.functions().filter { Self.prompts.contains($0.path) }.map(\.example)

    let command = try tool.run("repl", "app.lua", input: examples[0] + "\n")
    #expect(command.code == 0, "\(command)")
    let pause = try tool.run("repl", "app.lua", input: examples[1] + "\n")
    #expect(pause.errors.contains("noPrompt: pause: there is no terminal"), "\(pause)")
  }
}
