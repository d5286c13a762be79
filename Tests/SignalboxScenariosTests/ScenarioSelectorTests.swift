import SignalboxScenarios
import Testing

struct ScenarioSelectorTests {
  private static func scenario(
    _ file: String, _ line: Int, _ name: String, tags: [String] = [], isOnly: Bool = false
  ) -> ScenarioDescription {
    var options = ScenarioOptions()
    options.tags = tags
    options.isOnly = isOnly
    return ScenarioDescription(
      file: file, line: line, suites: ["Shop"], name: name, options: options)
  }

  private let scenarios = [
    scenario("scenarios/a.scenario.lua", 3, "buys", tags: ["smoke"]),
    scenario("scenarios/a.scenario.lua", 9, "pays [card]", tags: ["slow", "smoke"]),
    scenario("scenarios/a.scenario.lua", 9, "pays [voucher]", tags: ["slow"]),
    scenario("scenarios/deep/b.scenario.lua", 1, "Returns"),
  ]

  private func select(
    _ scenarios: [ScenarioDescription], _ change: (inout ScenarioSelector) throws -> Void
  ) throws -> [String] {
    var selector = ScenarioSelector()
    try change(&selector)
    return try selector.select(scenarios).map(\.name)
  }

  private func text(_ expression: String) throws -> SelectionExpression {
    try SelectionExpression(expression, of: .texts)
  }

  @Test(arguments: [
    ("pays and not voucher", ["pays [card]"]), ("buys or returns", ["buys", "Returns"]),
    ("Shop › buys", ["buys"]), ("not (pays or deep/)", ["buys"]),
    ("\"pays [card]\"", ["pays [card]"]), ("\"card\" or \"and\"", ["pays [card]"]),
    ("not not buys", ["buys"]),
  ])
  func `expressions select scenarios by title, regardless of case`(
    expression: String, names: [String]
  ) throws {
    #expect(try select(scenarios) { $0.keywords = [try text(expression)] } == names)
  }

  @Test(arguments: [
    ("", "expected a text instead of \"\""),
    ("pays and", "expected a text after \"and\" in \"pays and\""),
    ("(pays", "a parenthesis is missing in \"(pays\""),
    ("pays) buys", "unexpected \")\" in the texts \"pays) buys\""),
    ("and pays", "unexpected \"and\" in the texts \"and pays\""),
  ])
  func `an invalid expression for titles is rejected`(expression: String, message: String) {
    let rejection = #expect(throws: SelectionExpression.Malformed.self) { try text(expression) }
    #expect(rejection?.message == message)
  }

  @Test func `selecting a line before all scenarios or an unknown name is rejected`() {
    let line = #expect(throws: ScenarioSelector.Rejection.self) {
      try select(scenarios) { $0.locations = [.init(path: "scenarios/a.scenario.lua", line: 2)] }
    }
    #expect(
      line?.message
        == "scenarios/a.scenario.lua:2 is before the first scenario of the file, which is on line 3"
    )
    let name = #expect(throws: ScenarioSelector.Rejection.self) {
      try select(scenarios) {
        $0.ids = ["scenarios/a.scenario.lua::Shop › bys", "gone.scenario.lua::a"]
      }
    }
    #expect(
      name?.message == "there is no scenario scenarios/a.scenario.lua::Shop › bys; did you mean "
        + "\"scenarios/a.scenario.lua::Shop › buys\"?")
  }

  @Test func `without a selection, all scenarios are selected`() throws {
    #expect(try select(scenarios) { _ in }.count == 4)
  }

  @Test func `a scenario is selected if its title or file contains all texts`() throws {
    #expect(
      try select(scenarios) { $0.keywords = [try text("PAYS")] } == [
        "pays [card]", "pays [voucher]",
      ])
    #expect(
      try select(scenarios) { $0.keywords = [try text("pays"), try text("voucher")] } == [
        "pays [voucher]"
      ])
    #expect(try select(scenarios) { $0.keywords = [try text("deep/")] } == ["Returns"])
    #expect(try select(scenarios) { $0.keywords = [try text("nowhere")] } == [])
  }

  @Test func `files, folders and lines of files select scenarios`() throws {
    typealias Location = ScenarioSelector.Location
    #expect(
      try select(scenarios) { $0.locations = [Location(path: "scenarios/deep")] } == ["Returns"])
    #expect(try select(scenarios) { $0.locations = [Location(path: "scenario")] } == [])
    #expect(try select(scenarios) { $0.locations = [Location(path: ".")] }.count == 4)
    #expect(
      try select(scenarios) { $0.locations = [Location(path: "scenarios/a.scenario.lua", line: 8)] }
        == [
          "buys"
        ])
    #expect(
      try select(scenarios) {
        $0.locations = [Location(path: "scenarios/a.scenario.lua", line: 12)]
      }
        == ["pays [card]", "pays [voucher]"])
  }

  @Test(arguments: [
    ("smoke", ["buys", "pays [card]"]), ("smoke and not slow", ["buys"]),
    ("not (smoke or slow)", ["Returns"]),
    ("slow or smoke and slow", ["pays [card]", "pays [voucher]"]),
    ("#slow", ["pays [card]", "pays [voucher]"]), ("not not smoke", ["buys", "pays [card]"]),
  ])
  func `expressions select scenarios by tag`(expression: String, names: [String]) throws {
    #expect(
      try select(scenarios) { $0.tags = [try SelectionExpression(expression, of: .tags)] } == names)
  }

  @Test func `selecting an unknown tag is rejected with the nearest tag`() throws {
    let rejection = #expect(throws: ScenarioSelector.Rejection.self) {
      try select(scenarios) { $0.tags = [try SelectionExpression("smok", of: .tags)] }
    }
    #expect(rejection?.message == "no scenario has the tag \"smok\"; did you mean \"smoke\"?")
  }

  @Test(arguments: [
    ("", "expected a tag instead of \"\""),
    ("smoke and", "expected a tag after \"and\" in \"smoke and\""),
    ("(smoke", "a parenthesis is missing in \"(smoke\""),
    ("smoke slow", "unexpected \"slow\" in the tags \"smoke slow\""),
    ("smoke && slow", "unexpected \"&&\" in the tags \"smoke && slow\""),
    ("or", "unexpected \"or\" in the tags \"or\""),
  ])
  func `an invalid expression for tags is rejected`(expression: String, message: String) {
    let rejection = #expect(throws: SelectionExpression.Malformed.self) {
      try SelectionExpression(expression, of: .tags)
    }
    #expect(rejection?.message == message)
  }

  @Test func `the mark only excludes all other scenarios, unless lines are selected`() throws {
    let scenarios =
      scenarios + [Self.scenario("scenarios/c.scenario.lua", 1, "focused", isOnly: true)]
    #expect(try select(scenarios) { _ in } == ["focused"])
    #expect(try select(scenarios) { $0.keywords = [try text("buys")] } == ["buys"])
    #expect(
      try select(scenarios) {
        $0.locations = [
          .init(path: "scenarios/a.scenario.lua", line: 3), .init(path: "scenarios/c.scenario.lua"),
        ]
      } == ["buys", "focused"])
  }
}
