import Foundation
import Testing
import TmuxDriver

/// Tests `signalbox repl --app` and `signalbox record --app`: the prompt for an application in
/// another process, and changes that other clients make in it.
@Suite struct AppPromptTests {
  /// Types lines at the prompt of an application and returns the output.
  private func answers(
    _ lines: String..., fault: String = "", model: Bool = true, in tool: Tool? = nil
  ) throws -> Tool.Result {
    let own = try tool ?? RemoteShop.tool()
    defer { if tool == nil { own.remove() } }
    let arguments =
      ["repl", "--app", "\(try RemoteShop.path()) \(fault)"] + (model ? ["shop.lua"] : [])
    return try own.run(arguments, input: lines.joined(separator: "\n"))
  }

  private func text(of name: String, in tool: Tool) throws -> String {
    try String(contentsOf: tool.folder.appending(path: name), encoding: .utf8)
  }

  // MARK: - The prompt

  @Test func `operations at the prompt run in the application, and commands show its state`() throws
  {
    let result = try answers(
      ".tree", "app:tap \"Lamp\"", "app:tap \"Reviews\"", ".at", ".undo", ".redo", ".undo", ".diff",
      "app.front.args.id", "app:open \"shop://product/7\"", ".leaks")
    #expect(
      result
        == Tool.Result(
          """
          Home  tabs
          ├─ ● shop  Shop  catalog      ← you are here
          └─ ○ cart  Cart  items
            ✓ push product { id = 42 }
            ✓ push reviews { id = 42 }
            0  the beginning
            1  the application's launch  shop ▸ catalog
            2  app:tap("Lamp")           shop ▸ product(42)
          ▸ 3  app:tap("Reviews")        shop ▸ reviews(42)
            ⟲ step 2   shop ▸ product(42)
            ⟲ step 3   shop ▸ reviews(42)
            ⟲ step 2   shop ▸ product(42)
            step 1 → step 2
            Home/Shop stack
              + product { id = 42 }
          42
            ✓ open shop://product/7 · push product { id = 7 }
            · 1 undone step is discarded: the session continues from an earlier state
            nothing leaks

          """))
  }

  @Test func `the prompt measures an expression in the application and undoes it there`() throws {
    let result = try answers(".time app:tap \"Lamp\"", ".tree")
    #expect(result.code == 0)
    #expect(result.output.contains(" · 1 transition each · undone\nHome  tabs"), "\(result)")
    #expect(result.output.contains("Shop  catalog      ← you are here"), "\(result)")
  }

  @Test func `a session saved at the prompt passes on the application and on the model`() throws {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let result = try answers(
      "app:tap \"Lamp\"", "app:tap \"Reviews\"", ".undo", "app:tap \"Buy\"",
      ".save buy.scenario.lua", in: tool)
    let application = try RemoteShop.path()
    #expect(
      result.output.hasSuffix(
        " — run: signalbox test --app '\(application) ' buy.scenario.lua\n"
          + "  · the scenario passes on the model as well\n"), "\(result)")
    let saved = try text(of: "buy.scenario.lua", in: tool)
    #expect(
      saved.split(separator: "\n").filter { !$0.hasPrefix("scenario ") }.joined(separator: "\n")
        == """
        -- A session at the prompt of Signalbox, written by .save.
        require "shop"
          app:launch("Home")
          app:expect { front = "catalog", stack = { "catalog" }, layers = { "root" } }
          app:tap "Lamp"
          app:expect { front = { "product", id = 42 }, stack = { "catalog", { "product", id = 42 } } }
          app:tap "Buy"
          app:expect { front = "address", stack = { "address" }, layers = { "root", "sheet" } }
        end }
        """)
    for options in [[], ["--app", application], ["--app", application, "--compare"]] {
      let run = try tool.run(["test", "-q", "buy.scenario.lua"] + options)
      #expect(run.code == 0, "\(run)")
    }
  }

  @Test func `an input that would change another coordinator is saved with its coordinator`() throws
  {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let result = try answers(
      "app:tap \"Lamp\"", "app:tapTab \"cart\"", "r = app.top.router", ".undo", "r:popLast()",
      ".save router.scenario.lua", in: tool)
    #expect(result.code == 0, "\(result)")
    #expect(result.output.hasSuffix("  · the scenario passes on the model as well\n"), "\(result)")
    let saved = try text(of: "router.scenario.lua", in: tool)
    #expect(
      saved.hasSuffix(
        """
          r = app.top.router
          app:coordinator("Cart").router:popLast()
        end }

        """), "\(saved)")
  }

  @Test func `inputs are saved although the application has another state in each process`() throws
  {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let result = try answers(
      "app:tap \"Lamp\"", "app:tap \"Buy\"", ".save buy.scenario.lua", fault: "varies", in: tool)
    #expect(result.output.contains("  wrote 2 steps as scenario "), "\(result)")
    #expect(
      result.output.hasSuffix(
        "  · the scenario ends in a different state than the session\n"
          + "  · the scenario passes on the model as well\n"), "\(result)")
    let saved = try text(of: "buy.scenario.lua", in: tool)
    #expect(saved.contains("\n  app:tap \"Lamp\"\n"), "\(saved)")
    #expect(saved.contains("\n  app:tap \"Buy\"\n"), "\(saved)")
  }

  @Test func `a recording of the application can be replayed in it`() throws {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let result = try answers(
      ".record bug.jsonl", "app:tap \"Lamp\"", "app:tap \"Buy\"", ".record stop", ".undo 2",
      ".replay bug.jsonl", in: tool)
    #expect(
      result.output.hasSuffix(
        """
          wrote 2 calls to bug.jsonl
          ⟲ step 1   shop ▸ catalog
          ✓ replayed 2 steps as recorded
          · 2 undone steps are discarded: the session continues from an earlier state

        """), "\(result)")
  }

  // MARK: - Applications that fail

  @Test func `an application that ends is reported once, and a reload starts it again`() throws {
    let result = try answers(
      "app:tap \"Lamp\"", "=select(2, pcall(app.tap, app, \"Reviews\"))", ".tree", ".reload",
      ".tree", fault: "dies")
    #expect(
      result.output.contains(
        "unreachable: the application given with --app: it ended with exit code 3 before it responded to "
          + "gesture/perform"), "\(result)")
    #expect(
      result.output.hasSuffix(
        """
        Home  tabs
        ├─ ● shop  Shop  catalog ▸ product { id = 42 }      ← you are here
        └─ ○ cart  Cart  items
        reloaded: 1 step repeated
        Home  tabs
        ├─ ● shop  Shop  catalog ▸ product { id = 42 }      ← you are here
        └─ ○ cart  Cart  items

        """), "\(result)")
    #expect(result.code == 0)
  }

  @Test(arguments: [
    (
      "exits",
      "signalbox: appFailed: the application given with --app: it ended with exit code 3 before"
    ),
    (
      "lies",
      "signalbox: unreachable: the application sent an inconsistent state: it must "
        + "contain a number"
    ),
  ])
  func `connecting the prompt to an application that it cannot show is an error`(
    fault: String, message: String
  ) throws {
    let result = try answers(".tree", fault: fault)
    #expect(result.code == 1)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix(message), "\(result)")
  }

  @Test func `a model is an error if it has a coordinator that the application does not have`()
    throws
  {
    let tool = try Tool(["cellar.lua": "coordinator \"Cellar\" { routes = { wine = {} } }"])
    defer { tool.remove() }
    let result = try tool.run(
      ["repl", "--app", try RemoteShop.path(), "cellar.lua"], input: "app.front.name")
    #expect(result.code == 2 || result.code == 1)
    #expect(
      result.errors.contains(
        "unsupported: coordinator \"Cellar\": the application has no coordinator of this name"),
      "\(result)")
  }

  // MARK: - In a terminal

  private func terminal(_ arguments: String, in folder: String? = nil) throws -> Tmux {
    let change = folder.map { "cd \(Tmux.quoted($0)); " } ?? ""
    return try Tmux(
      "\(change)\(Tmux.program("signalbox")) \(arguments); echo code $?; cat", columns: 100,
      rows: 30)
  }

  @Test func `names from the application are suggested, and the model previews calls`() throws {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let terminal = try terminal(
      "repl --app \(Tmux.quoted(RemoteShop.path())) shop.lua", in: tool.folder.path)
    try terminal.wait(for: "application: shop")
    try terminal.wait(for: "shop ▸ catalog>")
    try terminal.type("app.top.router:navigate(\"prod\t")
    try terminal.wait(for: "app.top.router:navigate(\"product\"")
    try terminal.type(", { i\t")
    try terminal.wait(for: "app.top.router:navigate(\"product\", { id =")
    try terminal.press("C-u")
    try terminal.type("app:tap \"Lamp\"")
    try terminal.wait(for: "⤷ would push product { id = 42 }")
    try terminal.press("Enter")
    try terminal.wait(for: "✓ push product { id = 42 }")
    try terminal.type("app.front.args.id\r")
    try terminal.wait(for: "_1")
    try terminal.type("_1 + 1\r")
    try terminal.wait(for: "43")
    try terminal.press("Up", "Up", "Up", "Enter")
    try terminal.wait(for: "unknownAction")
    try terminal.press("C-d")
    try terminal.wait(for: "code 0")
  }

  @Test func `without a model, the doctor command explains why no call is previewed`() throws {
    let terminal = try terminal("repl --app \(Tmux.quoted(RemoteShop.path()))")
    try terminal.wait(for: "shop ▸ catalog>")
    try terminal.type(".doctor\r")
    try terminal.wait(for: "no file with a model of it is")
  }

  @Test func `Ctrl-C ends the wait for an application that does not respond`() throws {
    let terminal = try terminal("repl --app \(Tmux.quoted(RemoteShop.path() + " hangs"))")
    try terminal.wait(for: "shop ▸ catalog>")
    try terminal.type("app:tap \"Lamp\"\r")
    try terminal.wait(for: "shop ▸ product(42)>")
    try terminal.type("app:tap \"Reviews\"\r")
    // A key that is pressed before the call belongs to the next line.
    var attempts = 0
    try terminal.wait(for: "✗ interrupted") { rows in
      attempts += 1
      if attempts % 5 == 0 { try? terminal.press("C-c") }
      return rows.contains { $0.contains("✗ interrupted") }
    }
    try terminal.wait(for: "shop ▸ product(42)>")
    try terminal.type(".reload\r")
    try terminal.wait(for: "reloaded: 1 step repeated")
    try terminal.type(".tree\r")
    try terminal.wait(for: "catalog ▸ product { id = 42 }      ← you are here")
  }

  @Test
  func `calls of other clients in the application are shown above the line that is being typed`()
    throws
  {
    let shop = try RemoteShop()
    let terminal = try terminal("repl --app \(shop.place)")
    try terminal.wait(for: "shop ▸ catalog>")
    try terminal.type("unfinished")
    try terminal.wait(for: "unfinished")
    let tool = try Tool()
    defer { tool.remove() }
    let other = try tool.run(["repl", "--app", shop.place], input: "app:tap \"Lamp\"")
    #expect(other.code == 0, "\(other)")
    try terminal.wait(for: "· application: ✓ push product { id = 42 }")
    try terminal.wait(for: "shop ▸ product(42)> unfinished")
  }

  // MARK: - Recording

  @Test func `calls of other clients in an application are written as a scenario`() throws {
    let shop = try RemoteShop()
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let terminal = try terminal(
      "record --app \(shop.place) rec.scenario.lua shop.lua", in: tool.folder.path)
    try terminal.wait(for: "recording shop: use the application, then press Ctrl-C or Ctrl-D")
    for (input, shown) in [
      ("app:back()\napp:tap \"Lamp\"", "✓ push product"),
      ("app:tap \"Buy\"", "✓ present sheet Checkout"),
      ("app:swipeDown()", "✓ dismiss sheet Checkout"), ("app:back()\napp:back()", "✓ pop product"),
      ("app:tapTab \"cart\"", "✓ select cart"),
      ("app.top.router:navigate(\"items\")", "✓ push items"),
    ] {
      let person = try tool.run(["repl", "--app", shop.place], input: input)
      #expect(person.code == 0, "\(person)")
      try terminal.wait(for: shown)
    }
    try terminal.press("C-c")
    let rows = try terminal.wait(for: "code 0")
    #expect(rows.contains { $0.contains("passes on the model as well") }, "\(rows)")
    let saved = try text(of: "rec.scenario.lua", in: tool)
    #expect(
      saved.split(separator: "\n").filter { !$0.hasPrefix("scenario ") }.joined(separator: "\n")
        == """
        -- Recorded in an application by signalbox record.
        require "shop"
          app:launch("Home")
          app:expect { front = "catalog", stack = { "catalog" }, layers = { "root" } }
          app:tap("Lamp")
          app:expect { front = { "product", id = 42 }, stack = { "catalog", { "product", id = 42 } } }
          app:tap("Buy")
          app:expect { front = "address", stack = { "address" }, layers = { "root", "sheet" } }
          app:swipeDown()
          app:expect { front = { "product", id = 42 }, stack = { "catalog", { "product", id = 42 } }, layers = { "root" } }
          app:back()
          app:expect { front = "catalog", stack = { "catalog" } }
          app:tapTab("cart")
          app:expect { front = "items", stack = { "items" } }
          app:coordinator("Cart").router:navigate("items")
          app:expect { front = "items", stack = { "items", "items" } }
        end }
        """)
    let application = try RemoteShop.path()
    for options in [[], ["--app", application], ["--app", application, "--compare"]] {
      let run = try tool.run(["test", "-q", "rec.scenario.lua"] + options)
      #expect(run.code == 0, "\(run)")
    }
  }

  @Test func `recording ends at the end of input, and writes no file without calls`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let result = try tool.run("record", "--app", try RemoteShop.path(), "rec.scenario.lua")
    #expect(result.code == 1)
    #expect(result.output == "recording shop: use the application, then press Ctrl-C or Ctrl-D\n")
    #expect(result.errors == "signalbox: nothing was recorded: the application was not used\n")
  }

  @Test func `if the user ends the application, the recording is kept as an unchecked scenario`()
    throws
  {
    let shop = try RemoteShop()
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let terminal = try terminal(
      "record --app \(shop.place) new/flows/rec.scenario.lua shop.lua", in: tool.folder.path)
    try terminal.wait(for: "recording shop: use the application, then press Ctrl-C or Ctrl-D")
    let person = try tool.run(["repl", "--app", shop.place], input: "app:tap \"Lamp\"")
    #expect(person.code == 0, "\(person)")
    try terminal.wait(for: "✓ push product")
    shop.end()
    let rows = try terminal.wait(for: "code 1")
    #expect(
      rows.contains {
        $0.contains("wrote 1 step as a scenario that was not checked: new/flows/rec.scenario.lua")
      }, "\(rows)")
    let saved = try text(of: "new/flows/rec.scenario.lua", in: tool).split(separator: "\n")
    #expect(saved.first == "-- Recorded in an application by signalbox record.")
    #expect(saved[1].hasPrefix("-- It was not checked: no part of this session passes"), "\(saved)")
    #expect(saved.contains("  app:tap(\"Lamp\")"), "\(saved)")
    let run = try tool.run(
      ["test", "-q", "new/flows/rec.scenario.lua", "--app", try RemoteShop.path()])
    #expect(run.code == 0, "\(run)")
  }

  @Test(arguments: [
    (
      ["shop.scenario.lua/rec.scenario.lua"], 1,
      "signalbox: cannot write shop.scenario.lua/rec.scenario.lua: not a directory\n"
    ),
    (
      ["rec.scenario.lua", "my.shop.lua"], 2,
      "signalbox: a scenario in rec.scenario.lua cannot require my.shop.lua; a scenario finds "
        + "scripts in its own folder and in the current one, by names without dots\n"
    ),
  ])
  func `a recording that could not be saved does not begin`(
    arguments: [String], code: Int32, message: String
  ) throws {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let result = try tool.run(["record", "--app", try RemoteShop.path()] + arguments)
    #expect(result == Tool.Result(errors: message, code: code))
  }

  @Test(arguments: [
    (["repl", "--app", "a", "--attach", "b"], "--app and --attach cannot be combined."),
    (
      ["repl", "--app", "a", "--listen"],
      "--app and --listen cannot be combined; other clients attach to the application itself."
    ),
    (["record", "a.scenario.lua"], "record requires --app with a command, unix:PATH or tcp:PORT."),
    (
      ["record", "--app", "a", "a.lua"],
      "a.lua does not end in .scenario.lua, as scenario files must."
    ),
    (
      ["record", "--app", "a", "shop.scenario.lua"],
      "shop.scenario.lua already exists; --force replaces it."
    ),
  ])
  func `options that cannot be combined are rejected at an application's prompt`(
    arguments: [String], message: String
  ) throws {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let result = try tool.run(arguments)
    #expect(result.code == 64)
    #expect(result.errors.contains(message), "\(result)")
  }
}
