import SignalboxScenarios
import SignalboxScripting
import Testing

struct FlowFileTests {
  private let fixture = FlowFixture()

  @Test func `a file tells its flows in their order, with what their suites say`() throws {
    let flows = try fixture.flows(
      """
      flow "first" { function() end }
      suite "Checkout" { tags = { "shop", "slow" }, timeout = "2s", retries = 1,
        properties = { team = "buy" },
        flow "buys" { tags = { "smoke", "slow" }, bugs = { "NAV-1" }, function() end },
        suite "Payment" { skip = "no card",
          flow "pays" { timeout = "500ms", function() end },
        },
        flow "later" { todo = "NAV-311" },
      }
      flow("last", { fails = true, only = true, function() end })
      """)

    #expect(
      flows.map(\.id) == [
        "test.flow.lua::first", "test.flow.lua::Checkout › buys",
        "test.flow.lua::Checkout › Payment › pays", "test.flow.lua::Checkout › later",
        "test.flow.lua::last",
      ])
    #expect(flows.map(\.line) == [1, 4, 6, 8, 10])
    var suite = FlowOptions()
    suite.tags = ["shop", "slow"]
    suite.timeout = .seconds(2)
    suite.retries = 1
    suite.properties = ["team": "buy"]
    var buys = suite
    buys.tags = ["shop", "slow", "smoke"]
    buys.bugs = ["NAV-1"]
    var pays = suite
    pays.skip = "no card"
    pays.timeout = .milliseconds(500)
    var later = suite
    later.todo = "NAV-311"
    var last = FlowOptions()
    last.fails = ""
    last.isOnly = true
    #expect(flows.map(\.options) == [FlowOptions(), buys, pays, later, last])
  }

  @Test func `cases have names of their own, in the order of their rows`() throws {
    let flows = try fixture.flows(
      """
      each { { "card", 1 }, { "voucher", 2 } }:flow "pays with %s, %d%%" { function() end }
      each { "a", "b" }:flow "plain" { function() end }
      each { { to = "me" }, { to = "me" } }:flow "goes to %{to}" { function() end }
      """)
    #expect(
      flows.map(\.name) == [
        "pays with card, 1%", "pays with voucher, 2%", "plain [a]", "plain [b]", "goes to me",
        "goes to me (2)",
      ])
  }

  @Test func `a case gets its cells, one by name gets its table`() throws {
    let results = try fixture.run(
      """
      each { { "card", 1 }, "plain", { to = "me" } }:flow "case" {
        function(app, first, second)
          print(type(app), type(first) == "table" and first.to or first, second)
        end,
      }
      """)
    #expect(
      results.flatMap(\.output) == [
        "userdata\tcard\t1", "userdata\tplain\tnil", "userdata\tme\tnil",
      ])
  }

  @Test(arguments: [
    (
      "flow 'a' { tgas = 'x', function() end }",
      "test.flow.lua:1: badArgument: flow \"a\" has no key \"tgas\"; did you mean \"tags\"?"
    ),
    (
      "flow 'a' { fixture = print, function() end }",
      "test.flow.lua:1: badArgument: flow \"a\" has no key \"fixture\"; known: \"bugs\", "
        + "\"fails\", \"only\", \"properties\", \"retries\", \"skip\", \"tags\", \"timeout\" "
        + "and 1 more"
    ),
    (
      "flow(7)",
      "test.flow.lua:1: badArgument: flow is given 7, expected a name: flow \"name\" { … }"
    ),
    (
      "flow 'a' 'b'",
      "test.flow.lua:1: badArgument: flow \"a\" is \"b\", expected a table: "
        + "flow \"a\" { … }"
    ),
    (
      "flow 'a' { retries = -1, function() end }",
      "test.flow.lua:1: badArgument: flow \"a\": retries is -1, expected a number from 0 to 100"
    ),
    (
      "local f = flow 'a' { function() end } suite 'x' { f } suite 'y' { f }",
      "test.flow.lua:1: badArgument: suite \"y\": element 1 is { flow = 1 }, expected "
        + "flow \"…\" { … }, suite \"…\" { … } or each { … }:flow \"…\" { … }, each in one suite only"
    ),
    (
      "each {}",
      "test.flow.lua:1: badArgument: each is given {}, expected a list of cases: "
        + "each { { 1, \"one\" }, … }:flow \"name %s\" { … }"
    ),
    (
      "match '['",
      "test.flow.lua:1: badArgument: match is given \"[\", which is no pattern: "
        + "malformed pattern (missing ']')"
    ),
    (
      "suite 'a' { fixture = 3 }",
      "test.flow.lua:1: badArgument: suite \"a\": fixture is 3, expected a function"
    ),
  ])
  func `a mistake is told with its line and what was meant`(source: String, message: String) {
    #expect(fixture.refusal(of: source) == message)
  }
}
