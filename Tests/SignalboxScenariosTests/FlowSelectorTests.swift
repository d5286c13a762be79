import SignalboxScenarios
import Testing

struct FlowSelectorTests {
  private static func flow(
    _ file: String, _ line: Int, _ name: String, tags: [String] = [], isOnly: Bool = false
  ) -> FlowDescription {
    var options = FlowOptions()
    options.tags = tags
    options.isOnly = isOnly
    return FlowDescription(file: file, line: line, suites: ["Shop"], name: name, options: options)
  }

  private let flows = [
    flow("flows/a.flow.lua", 3, "buys", tags: ["smoke"]),
    flow("flows/a.flow.lua", 9, "pays [card]", tags: ["slow", "smoke"]),
    flow("flows/a.flow.lua", 9, "pays [voucher]", tags: ["slow"]),
    flow("flows/deep/b.flow.lua", 1, "Returns"),
  ]

  private func select(
    _ flows: [FlowDescription], _ change: (inout FlowSelector) throws -> Void
  ) throws -> [String] {
    var selector = FlowSelector()
    try change(&selector)
    return try selector.select(flows).map(\.name)
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
  func `texts are selected by expressions, whatever their case`(
    expression: String, names: [String]
  ) throws {
    #expect(try select(flows) { $0.keywords = [try text(expression)] } == names)
  }

  @Test(arguments: [
    ("", "a text is missing in \"\""), ("pays and", "a text is missing in \"pays and\""),
    ("(pays", "a parenthesis is missing in \"(pays\""),
    ("pays) buys", "\")\" was not expected in the texts \"pays) buys\""),
    ("and pays", "\"and\" was not expected in the texts \"and pays\""),
  ])
  func `what is no expression over texts is refused`(expression: String, message: String) {
    let refusal = #expect(throws: SelectionExpression.Malformed.self) { try text(expression) }
    #expect(refusal?.message == message)
  }

  @Test func `a line before all flows and a name that no flow has are refused`() {
    let line = #expect(throws: FlowSelector.Refusal.self) {
      try select(flows) { $0.places = [.init(path: "flows/a.flow.lua", line: 2)] }
    }
    #expect(
      line?.message == "flows/a.flow.lua:2 is before the first flow of the file, in line 3")
    let name = #expect(throws: FlowSelector.Refusal.self) {
      try select(flows) { $0.ids = ["flows/a.flow.lua::Shop › bys", "gone.flow.lua::a"] }
    }
    #expect(
      name?.message == "there is no flow flows/a.flow.lua::Shop › bys; did you mean "
        + "\"flows/a.flow.lua::Shop › buys\"?")
  }

  @Test func `nothing said selects everything`() throws {
    #expect(try select(flows) { _ in }.count == 4)
  }

  @Test func `all texts must be in the title or the file`() throws {
    #expect(
      try select(flows) { $0.keywords = [try text("PAYS")] } == ["pays [card]", "pays [voucher]"])
    #expect(
      try select(flows) { $0.keywords = [try text("pays"), try text("voucher")] } == [
        "pays [voucher]"
      ])
    #expect(try select(flows) { $0.keywords = [try text("deep/")] } == ["Returns"])
    #expect(try select(flows) { $0.keywords = [try text("nowhere")] } == [])
  }

  @Test func `places are files, folders, and lines of files`() throws {
    typealias Place = FlowSelector.Place
    #expect(try select(flows) { $0.places = [Place(path: "flows/deep")] } == ["Returns"])
    #expect(try select(flows) { $0.places = [Place(path: "flow")] } == [])
    #expect(try select(flows) { $0.places = [Place(path: ".")] }.count == 4)
    #expect(
      try select(flows) { $0.places = [Place(path: "flows/a.flow.lua", line: 8)] } == ["buys"])
    #expect(
      try select(flows) { $0.places = [Place(path: "flows/a.flow.lua", line: 12)] }
        == ["pays [card]", "pays [voucher]"])
  }

  @Test(arguments: [
    ("smoke", ["buys", "pays [card]"]), ("smoke and not slow", ["buys"]),
    ("not (smoke or slow)", ["Returns"]),
    ("slow or smoke and slow", ["pays [card]", "pays [voucher]"]),
    ("#slow", ["pays [card]", "pays [voucher]"]), ("not not smoke", ["buys", "pays [card]"]),
  ])
  func `tags are selected by expressions`(expression: String, names: [String]) throws {
    #expect(
      try select(flows) { $0.tags = [try SelectionExpression(expression, of: .tags)] } == names)
  }

  @Test func `a tag that no flow has is refused with the nearest one`() throws {
    let refusal = #expect(throws: FlowSelector.Refusal.self) {
      try select(flows) { $0.tags = [try SelectionExpression("smok", of: .tags)] }
    }
    #expect(refusal?.message == "no flow has the tag \"smok\"; did you mean \"smoke\"?")
  }

  @Test(arguments: [
    ("", "a tag is missing in \"\""), ("smoke and", "a tag is missing in \"smoke and\""),
    ("(smoke", "a parenthesis is missing in \"(smoke\""),
    ("smoke slow", "\"slow\" was not expected in the tags \"smoke slow\""),
    ("smoke && slow", "\"&&\" was not expected in the tags \"smoke && slow\""),
    ("or", "\"or\" was not expected in the tags \"or\""),
  ])
  func `what is no expression is refused`(expression: String, message: String) {
    let refusal = #expect(throws: SelectionExpression.Malformed.self) {
      try SelectionExpression(expression, of: .tags)
    }
    #expect(refusal?.message == message)
  }

  @Test func `only leaves out the others, unless lines are asked for`() throws {
    let flows = flows + [Self.flow("flows/c.flow.lua", 1, "focused", isOnly: true)]
    #expect(try select(flows) { _ in } == ["focused"])
    #expect(try select(flows) { $0.keywords = [try text("buys")] } == ["buys"])
    #expect(
      try select(flows) {
        $0.places = [.init(path: "flows/a.flow.lua", line: 3), .init(path: "flows/c.flow.lua")]
      } == ["buys", "focused"])
  }
}
