import SignalboxREPL
import SignalboxScenarios
import SignalboxScripting
import Testing

@Suite struct PromptTests {
  /// Returns the terminal output: each prompt with the typed text, and the output.
  private func transcript(_ lines: String...) throws -> String {
    var text = ""
    let prompt = Prompt(session: try ScriptSession()) { text += $0 }
    for line in lines {
      text += "\(prompt.label)\(line)\n"
      prompt.take(line)
    }
    return text
  }

  private static let shop = [
    """
    Shop = coordinator "Shop" {
      routes = {
        catalog = { actions = { "Wrong" } },
        product = { args = { id = "integer" } },
        checkout = { coordinator = "Checkout" },
        filter = { coordinator = "Filter", style = "push" },
        hint = { style = "sheet" },
      },
      links = { ["shop://product/:id"] = function(self, link)
        self.router:navigate("product", { id = link.id })
      end },
    }
    """,
    #"function Shop:start() self.router:startFlow("catalog") end"#,
    #"function Shop:onWrong() self.router:navigate("prodct") end"#,
    #"Checkout = coordinator "Checkout" { routes = { address = {}, payment = {} } }"#,
    #"function Checkout:start() self.router:startFlow("address") end"#,
    #"Filter = coordinator "Filter" { routes = { brand = {} } }"#,
    #"function Filter:start() self.router:startFlow("brand") end"#,
    #"Profile = coordinator "Profile" { routes = { profile = {} } }"#,
    #"function Profile:start() self.router:startFlow("profile") end"#,
    """
    Home = tabs "Home" {
      pages = { { id = "shop", coordinator = "Shop" }, { id = "me", coordinator = "Profile" } },
    }
    """,
  ]

  /// Returns the prompt's output in the launched shop.
  private func answers(_ lines: String...) throws -> String {
    var text = ""
    let prompt = Prompt(session: try ScriptSession()) { text += $0 }
    for line in Self.shop { prompt.take(line) }
    #expect(text == "")
    prompt.take(#"app:launch "Home""#)
    prompt.take("shop = app.top")
    #expect(text == "  ✓ launch Home\n")
    text = ""
    for line in lines { prompt.take(line) }
    return text
  }

  // MARK: - Lua

  @Test func `the prompt shows the values of expressions but not of statements`() throws {
    #expect(
      try transcript("1 + 1", "x = 5", "x, 'two'", "=x", "nil", "") == """
        signalbox> 1 + 1
        2
        signalbox> x = 5
        signalbox> x, 'two'
        5
        "two"
        signalbox> =x
        5
        signalbox> nil
        signalbox>\(" ")

        """)
  }

  @Test func `an input runs when it is complete`() throws {
    #expect(
      try transcript("for i = 1, 2 do", "  print(i)", "end", "{", "1 }") == """
        signalbox> for i = 1, 2 do
                …>   print(i)
                …> end
        1
        2
        signalbox> {
                …> 1 }
        { 1 }

        """)
  }

  @Test func `an interrupt cancels waiting operations`() throws {
    var text = ""
    let prompt = Prompt(session: try ScriptSession()) { text += $0 }
    prompt.take("function f(")
    prompt.interrupt()
    prompt.take("1")
    #expect(text == "1\n")
  }

  @Test func `an input that is still incomplete at the end is an error`() throws {
    var text = ""
    let prompt = Prompt(session: try ScriptSession()) { text += $0 }
    prompt.take("function f(")
    prompt.finish()
    #expect(text == "✗ syntax error: unexpected end of input\n")
    #expect(prompt.isFinished && prompt.hasFailed)
  }

  @Test func `an error in the typed line is shown in one line, and other errors have a location`()
    throws
  {
    #expect(
      try transcript("error('no', 0)", "function f()", "  local t", "  return t.x, 1", "end", "f()")
        == """
        signalbox> error('no', 0)
        ✗ no
        signalbox> function f()
                …>   local t
                …>   return t.x, 1
                …> end
        signalbox> f()
        ✗ attempt to index a nil value (local 't')
          input 2:3

           1 │ function f()
           2 │   local t
         ▸ 3 │   return t.x, 1
             │          ^
           4 │ end

        """)
  }

  @Test func `a local variable from an earlier input is available in later inputs`() throws {
    #expect(
      try transcript("local t = {}", "t.x = 1", "t.x", "local u", "u.x = 1") == """
        signalbox> local t = {}
        signalbox> t.x = 1
        signalbox> t.x
        1
        signalbox> local u
        signalbox> u.x = 1
        ✗ attempt to index a nil value (local 'u')

        """)
  }

  @Test func `an endless input ends at its time limit, and the prompt continues`() throws {
    var text = ""
    let prompt = Prompt(session: try ScriptSession(), timeout: .seconds(3)) { text += $0 }
    prompt.take("while true do end")
    prompt.take("1")
    #expect(text == "✗ timed out\n1\n")
  }

  @Test func `exceeding the memory limit is an error, and the prompt continues`() throws {
    var text = ""
    let session = try ScriptSession(ScriptConfiguration(memoryLimit: 4 << 20))
    let prompt = Prompt(session: session) { text += $0 }
    prompt.take("local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end")
    prompt.take("1")
    #expect(
      text == """
        ✗ not enough memory
          globals and locals keep their values in memory; set large ones to nil
        1

        """)
  }

  // MARK: - Current position

  @Test func `the prompt shows the current coordinator and screen`() throws {
    var labels: [String] = []
    let prompt = Prompt(session: try ScriptSession()) { _ in }
    for line in Self.shop { prompt.take(line) }
    let steps = [
      #"app:launch "Home""#, #"r = app.top.router; r:navigate("product", { id = 42 })"#,
      #"r:navigate("checkout")"#, "app:back()", #"app:tapTab "me""#,
    ]
    for step in steps {
      labels.append(prompt.label)
      prompt.take(step)
    }
    labels.append(prompt.label)
    #expect(
      labels == [
        "signalbox> ", "shop ▸ catalog> ", "shop ▸ product(42)> ", "checkout ▸ address> ",
        "shop ▸ product(42)> ", "me ▸ profile> ",
      ])
  }

  // MARK: - Changes

  @Test func `the prompt prints the changes of an operation`() throws {
    #expect(
      try answers(
        #"shop.router:navigate("product", { id = 42 })"#, "shop.router:pop()",
        #"app:open "shop://product/7""#, #"shop.router:navigate("filter")"#, "app:back()",
        #"shop.router:navigate("checkout")"#, #"app.top.router:navigate("payment")"#,
        "app.top.router:finishFlow()", #"shop.router:navigate("hint")"#, "shop.router:dismiss()",
        #"shop.router:navigate("checkout")"#, "app:swipeDown()", #"app:tapTab "me""#)
          == """
            ✓ push product { id = 42 }
            ✓ pop product
            ✓ open shop://product/7 · push product { id = 7 }
            ✓ push Filter ▸ brand
            ✓ pop brand
            ✓ present sheet Checkout ▸ address
            ✓ push payment
            ✓ finish Checkout
            ✓ present sheet hint
            ✓ dismiss sheet hint
            ✓ present sheet Checkout ▸ address
            ✓ dismiss sheet Checkout
            ✓ select me

          """)
  }

  @Test func `the prompt reports why an operation had no effect`() throws {
    #expect(
      try answers("shop.router:pop()", #"app:tapTab "shop""#) == """
          · pop did nothing: atRoot
          · tapTab did nothing: alreadySelected

        """)
  }

  @Test func `a long list of changes is truncated`() throws {
    #expect(
      try answers(#"for i = 1, 8 do shop.router:navigate("product", { id = i }) end"#)
        == "  ✓ … 3 more · push product { id = 4 } · push product { id = 5 } · "
        + "push product { id = 6 } · push product { id = 7 } · push product { id = 8 }\n")
  }

  @Test func `the prompt shows all results of an operation on request`() throws {
    #expect(
      try answers("=shop.router:pop()") == """
          · pop did nothing: atRoot
        router of Shop (c2)
        "noop"
        "atRoot"

        """)
  }

  @Test func `the prompt reports a rejection with the actual and the expected value`() throws {
    #expect(
      try answers(#"shop.router:navigate("prodct")"#)
        == "✗ unknownRoute: navigate: Shop has no route \"prodct\"; did you mean \"product\"?\n")
  }

  @Test func `the prompt reports a rejection in a callback with its line`() throws {
    #expect(
      try answers(#"app:tap "Wrong""#) == """
        ✗ unknownRoute: navigate: Shop has no route "prodct"; did you mean "product"?
          input 3:1

         ▸ 1 │ function Shop:onWrong() self.router:navigate("prodct") end
             │                                               ^^^^^^
          ✓ tap

        """)
  }

  @Test func `an unclosed quote is an immediate error if no further line could close it`() throws {
    #expect(
      try answers("x = 'abc", "1", "'a\\", "b'", "x = [[a", "b]]", "x")
        == """
        ✗ syntax error: unfinished string near <eof>
        1
        "a\\nb"
        "a\\nb"

        """)
  }
}
