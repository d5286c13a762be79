import SignalboxScenarios
import SignalboxScripting
import Testing

struct ScenarioFileTests {
  private let fixture = ScenarioFixture()

  @Test func `the scenarios of a file are listed in order, with the options of their suites`()
    throws
  {
    let scenarios = try fixture.scenarios(
      """
      scenario "first" { function() end }
      suite "Checkout" { tags = { "shop", "slow" }, timeout = "2s", retries = 1,
        properties = { team = "buy" },
        scenario "buys" { tags = { "smoke", "slow" }, bugs = { "NAV-1" }, function() end },
        suite "Payment" { skip = "no card",
          scenario "pays" { timeout = "500ms", function() end },
        },
        scenario "later" { todo = "NAV-311" },
      }
      scenario("last", { fails = true, only = true, function() end })
      """)

    #expect(
      scenarios.map(\.id) == [
        "test.scenario.lua::first", "test.scenario.lua::Checkout › buys",
        "test.scenario.lua::Checkout › Payment › pays", "test.scenario.lua::Checkout › later",
        "test.scenario.lua::last",
      ])
    #expect(scenarios.map(\.line) == [1, 4, 6, 8, 10])
    var suite = ScenarioOptions()
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
    var last = ScenarioOptions()
    last.fails = ""
    last.isOnly = true
    #expect(scenarios.map(\.options) == [ScenarioOptions(), buys, pays, later, last])
  }

  @Test func `cases of each have their own names, in the order of their rows`() throws {
    let scenarios = try fixture.scenarios(
      """
      each { { "card", 1 }, { "voucher", 2 } }:scenario "pays with %s, %d%%" { function() end }
      each { "a", "b" }:scenario "plain" { function() end }
      each { { to = "me" }, { to = "me" } }:scenario "goes to %{to}" { function() end }
      """)
    #expect(
      scenarios.map(\.name) == [
        "pays with card, 1%", "pays with voucher, 2%", "plain [a]", "plain [b]", "goes to me",
        "goes to me (2)",
      ])
  }

  @Test func `a case receives the cells of its row, and a named case receives its table`() throws {
    let results = try fixture.run(
      """
      each { { "card", 1 }, "plain", { to = "me" } }:scenario "case" {
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
      "scenario 'a' { tgas = 'x', function() end }",
      "test.scenario.lua:1: badArgument: scenario \"a\" has no key \"tgas\"; did you mean \"tags\"?"
    ),
    (
      "scenario 'a' { setup = print, function() end }",
      "test.scenario.lua:1: badArgument: scenario \"a\" has no key \"setup\"; known: \"bugs\", \"exhaustive\", "
        + "\"fails\", \"only\", \"properties\", \"retries\", \"skip\", \"tags\" "
        + "and 2 more"
    ),
    (
      "scenario(7)",
      "test.scenario.lua:1: badArgument: scenario: got 7, expected a name: scenario \"name\" { … }"
    ),
    (
      "scenario 'a' 'b'",
      "test.scenario.lua:1: badArgument: scenario \"a\" is \"b\", expected a table: "
        + "scenario \"a\" { … }"
    ),
    (
      "scenario 'a' { retries = -1, function() end }",
      "test.scenario.lua:1: badArgument: scenario \"a\": retries is -1, expected a number from 0 to 100"
    ),
    (
      "local f = scenario 'a' { function() end } suite 'x' { f } suite 'y' { f }",
      "test.scenario.lua:1: badArgument: suite \"y\": element 1 is { scenario = 1 }, expected "
        + "scenario \"…\" { … }, suite \"…\" { … } or each { … }:scenario \"…\" { … }, each in one suite only"
    ),
    (
      "each {}",
      "test.scenario.lua:1: badArgument: each: got {}, expected a list of cases: "
        + "each { { 1, \"one\" }, … }:scenario \"name %s\" { … }"
    ),
    (
      "match '['",
      "test.scenario.lua:1: badArgument: match: \"[\" is not a valid pattern: "
        + "malformed pattern (missing ']')"
    ),
    (
      "match 'Pro(duct'",
      "test.scenario.lua:1: badArgument: match: \"Pro(duct\" is not a valid pattern: "
        + "unfinished capture"
    ),
    (
      "suite 'a' { setup = 3 }",
      "test.scenario.lua:1: badArgument: suite \"a\": setup is 3, expected a function"
    ),
  ])
  func `an invalid declaration is reported with its line and the nearest name`(
    source: String, message: String
  ) {
    #expect(fixture.rejection(of: source) == message)
  }
}
