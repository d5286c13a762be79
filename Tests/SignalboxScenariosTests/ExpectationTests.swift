import SignalboxScenarios
import SignalboxScripting
import Testing

struct ExpectationTests {
  private let fixture = ScenarioFixture()
  /// Product 42 on top of the catalog, with the checkout's sheet above it.
  private let sheet = "app:launch() app:open 'shop://product/42' app:tap 'Buy' "

  @Test(arguments: [
    "stack = { 'address' }", "stack = { { 'address' } }", "front = 'address'", "top = 'address'",
    "front = match '^addr'", "front = function(name) return #name == 7 end",
    "modal = { 'address' }",
    "layers = 2", "layers = { 'root', 'sheet' }", "coordinator = 'Checkout'", "title = 'Address'",
    "title = match 'ress$'", "actions = { 'Next' }", "args = {}", "alert = false", "toast = false",
    "result = false", "leaks = 0", "leaks = {}", "pages = {}", "badges = {}",
    "events = { 'entry.pushed product', 'layer.presented' }",
    "tab = function(tab) return not tab end",
    "links = { ['shop://product/1'] = 'shop://product/:id', ['shop://cellar'] = false }",
    "exactly = true, modal = { 'address' }, stack = { 'address' }",
  ])
  func `a scenario passes if its expectation matches the state`(expectation: String) throws {
    #expect(try fixture.failures(of: "\(sheet) app:expect { \(expectation) }") == [])
  }

  @Test(arguments: [
    ("stack = { 'catalog' }", "stack expected { \"catalog\" }, actual { \"address\" }"),
    ("stack = {}", "stack expected {}, actual { \"address\" }"),
    ("front = 'product'", "front expected \"product\", actual \"address\""),
    (
      "front = { 'address', id = 1 }",
      "front expected { \"address\", id = 1 }, actual { \"address\" }"
    ),
    ("modal = {}", "modal expected {}, actual { \"address\" }"),
    ("layers = 1", "layers expected 1, actual 2"),
    ("layers = { 'root' }", "layers expected { \"root\" }, actual { \"root\", \"sheet\" }"),
    ("title = match '^Prod'", "title expected match \"^Prod\", actual \"Address\""),
    ("leaks = 1", "leaks expected 1, actual {}"),
    ("tab = 'shop'", "tab expected \"shop\", actual nil"),
    (
      "events = { 'entry.popped', 'entry.pushed' }",
      "events expected { \"entry.popped\", \"entry.pushed\" }, actual {}"
    ),
    (
      "links = { ['shop://cellar'] = true }",
      "links expected { [\"shop://cellar\"] = true }, actual { [\"shop://cellar\"] = false }"
    ),
    ("exactly = true, stack = { 'address' }", "modal expected {}, actual { \"address\" }"),
    (
      "front = 'a', title = 'b'",
      "front expected \"a\", actual \"address\"; title expected \"b\", actual \"Address\""
    ),
  ])
  func `an expectation that does not match the state is reported in full`(
    expectation: String, message: String
  ) throws {
    #expect(
      try fixture.failures(of: "\(sheet) app:expect { \(expectation) }") == [
        "expectation test.scenario.lua:3: expect: \(message)"
      ])
  }

  @Test func `expectations compare only the specified arguments, and with exactly all arguments`()
    throws
  {
    let open = "app:launch() app:open 'shop://product/42' "
    #expect(
      try fixture.failures(
        of: open
          + "app:expect { stack = { 'catalog', { 'product', id = 42 } }, args = { id = 42 } }"
      ) == [])
    #expect(
      try fixture.failures(of: open + "app:expect { front = { 'product' } }") == [])
    #expect(
      try fixture.failures(of: open + "app:expect { exactly = true, front = { 'product' } }") == [
        "expectation test.scenario.lua:3: expect: front expected { \"product\" }, "
          + "actual { \"product\", id = 42 }"
      ])
  }

  @Test func `the matcher result compares the result of the coordinator that finished last`() throws
  {
    #expect(
      try fixture.failures(of: sheet + "app:tap 'Next' app:expect { result = { paid = true } }")
        == [])
  }

  @Test(arguments: [
    (
      "app:expect { stak = {} }",
      "unknownMatcher: expect has no matcher \"stak\"; did you mean \"stack\"?"
    ),
    ("app:softExpect {}", "badArgument: softExpect: got {}, which expects nothing"),
    (
      "app:expect 'x'",
      "badArgument: expect: got \"x\", expected a table: expect { stack = { … } }"
    ),
    (
      "app:eventually({ whitin = '1s' }, { front = 'a' })",
      "badArgument: eventually has no key \"whitin\"; did you mean \"within\"?"
    ),
    (
      "app:eventually({ within = 'soon' }, { front = 'a' })",
      "badArgument: eventually: within is \"soon\", expected a duration such as \"500ms\" or "
        + "\"30s\""
    ),
    (
      "app:step('x')", "badArgument: step: got \"x\" and a nil, expected a name and a function"
    ),
    ("app:expect { events = 'x' }", "badArgument: events are \"x\", expected a list of strings"),
    ("app:snapshot(7)", "badArgument: snapshot: got 7, expected a name"),
  ])
  func `an invalid call of a scenario function is an error at its line`(
    verb: String, message: String
  ) throws {
    #expect(try fixture.failures(of: verb) == ["error test.scenario.lua:3: \(message)"])
  }

  @Test func `failed soft expectations are recorded, and the scenario continues`() throws {
    let results = try fixture.run(
      """
      require "shop"
      scenario "a" { function(app)
        app:launch()
        print(app:softExpect { front = "cart" }, app:softExpect { front = "catalog" })
        error "later"
      end }
      """)
    #expect(results[0].output == ["false\ttrue"])
    #expect(results[0].failures.map(\.kind) == [.error, .softExpect])
  }

  @Test func `eventually advances the clock from timer to timer, and no further than necessary`()
    throws
  {
    let results = try fixture.run(
      """
      require "shop"
      scenario "a" { function(app)
        app:launch()
        after("2s", function() app.top.router:navigate("product", { id = 1 }) end)
        after("9s", function() app.top.router:pop() end)
        app:eventually({ within = "30s" }, { front = "product" })
        print(clock.now() >= 2000 and clock.now() < 9000)
        app:eventually({ front = "catalog" })
        app:eventually({ within = "5s" }, { front = "product" })
      end }
      """)
    #expect(results[0].output == ["true"])
    #expect(results[0].failures.map(\.error.location?.line) == [9])
  }

  @Test func `a failed expectation that a script catches is not a failure`() throws {
    #expect(try fixture.failures(of: "pcall(app.expect, app, { front = 'a' })") == [])
  }

  @Test func `expect supports matchers that plugins register`() throws {
    let runner = ScenarioRunner { _ throws(ScriptError) in
      let session = try ScriptSession()
      let owner = session.host.makeOwner("plugin test")
      let function = session.host.makeFunction("even") { call in
        [.boolean(call[2].integer.map { $0 % 2 == 0 } ?? false), .string("odd")]
      }
      try session.host.add(
        ScriptExtension(name: "even", summary: "", value: .function(function), owner: owner),
        to: .matcher)
      return session
    }
    let file = fixture.file(
      "scenario 'a' { function(app) app:expect { even = 2 } app:expect { even = 3 } end }")
    let results = try runner.scenarios(of: file).map { runner.run($0, of: file) }
    #expect(
      results[0].failures.map(\.error.message) == ["expect: even expected 3, actual \"odd\""])
  }
}
