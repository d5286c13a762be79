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

  @Test func `nothing said selects everything`() throws {
    #expect(try select(flows) { _ in }.count == 4)
  }

  @Test func `all texts must be in the title or the file`() throws {
    #expect(try select(flows) { $0.keywords = ["PAYS"] } == ["pays [card]", "pays [voucher]"])
    #expect(try select(flows) { $0.keywords = ["pays", "voucher"] } == ["pays [voucher]"])
    #expect(try select(flows) { $0.keywords = ["deep/"] } == ["Returns"])
    #expect(try select(flows) { $0.keywords = ["nowhere"] } == [])
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
    #expect(
      try select(flows) { $0.places = [Place(path: "flows/a.flow.lua", line: 2)] } == [])
  }

  @Test(arguments: [
    ("smoke", ["buys", "pays [card]"]), ("smoke and not slow", ["buys"]),
    ("not (smoke or slow)", ["Returns"]),
    ("slow or smoke and slow", ["pays [card]", "pays [voucher]"]),
    ("#slow", ["pays [card]", "pays [voucher]"]), ("not not smoke", ["buys", "pays [card]"]),
  ])
  func `tags are selected by expressions`(expression: String, names: [String]) throws {
    #expect(try select(flows) { $0.tags = [try TagExpression(expression)] } == names)
  }

  @Test func `a tag that no flow has is refused with the nearest one`() throws {
    let refusal = #expect(throws: FlowSelector.Refusal.self) {
      try select(flows) { $0.tags = [try TagExpression("smok")] }
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
    let refusal = #expect(throws: TagExpression.Malformed.self) { try TagExpression(expression) }
    #expect(refusal?.message == message)
  }

  @Test func `only leaves out the others, unless lines are asked for`() throws {
    let flows = flows + [Self.flow("flows/c.flow.lua", 1, "focused", isOnly: true)]
    #expect(try select(flows) { _ in } == ["focused"])
    #expect(try select(flows) { $0.keywords = ["buys"] } == ["buys"])
    #expect(
      try select(flows) {
        $0.places = [.init(path: "flows/a.flow.lua", line: 3), .init(path: "flows/c.flow.lua")]
      } == ["buys", "focused"])
  }
}
