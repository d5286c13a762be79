import Testing

@testable import Signalbox

struct ValueTests {
  @Test(
    arguments: [
      (true, "true"), (-3, "-3"), (1.5, "1.5"), (1e300, "1e+300"), ("a", "\"a\""),
      (.integer(.min), "math.mininteger"), (.number(.infinity), "math.huge"),
      (.number(-.infinity), "-math.huge"), (.number(.nan), "(0/0)"),
      ("q\"b\\n\n\t\u{0}\u{7F}é", "\"q\\\"b\\\\n\\n\\t\\000\\127é\""), ([], "{}"), ([:], "{}"),
      ([1, "a", [true]], "{ 1, \"a\", { true } }"),
      (
        ["b": 1, "a": [:], "end": 2, "x y": 3, "": 4, "9": 5],
        "{ [\"\"] = 4, [\"9\"] = 5, a = {}, b = 1, [\"end\"] = 2, [\"x y\"] = 3 }"
      ),
    ] as [(NavigationValue, String)])
  func `values are printed as Lua`(value: NavigationValue, expected: String) {
    #expect(value.description == expected)
  }

  @Test func `values report the names of their Lua types`() {
    let values: [NavigationValue] = [true, 1, 1.5, "a", [], [:]]
    #expect(
      values.map(\.kindName) == ["boolean", "integer", "number", "string", "table", "table"])
  }

  @Test func `arguments have one value for each name and are sorted by name`() {
    var arguments: NavigationArguments = ["b": 1, "a": 2, "b": 3]
    #expect(arguments.fields.map(\.name) == ["a", "b"])
    #expect(arguments["b"] == 3)
    arguments["a"] = nil
    arguments["none"] = nil
    arguments["c"] = 4
    #expect(arguments == ["c": 4, "b": 3])
    #expect(arguments.count == 2)
    #expect(arguments["a"] == nil)
  }

  @Test(
    arguments: [
      ("prodct", "product"), ("PRODUCT", "product"), ("prodcut", "product"), ("hme", "home"),
      ("x", nil), ("", nil), ("product", nil), ("unrelated", nil),
    ] as [(String, String?)])
  func `the nearest name is returned only if it is similar enough`(name: String, expected: String?)
  {
    #expect(nearestName(to: name, in: ["home", "product"]) == expected)
  }

  @Test func `a name of more than 64 characters has no nearest name`() {
    let name = String(repeating: "a", count: 64)
    #expect(nearestName(to: name, in: [name + "b"]) == name + "b")
    #expect(nearestName(to: name + "a", in: [name]) == nil)
    #expect(nearestName(to: String(repeating: "é", count: 1 << 20), in: [name]) == nil)
    #expect(nearestName(to: "a", in: [String(repeating: "a", count: 1 << 20)]) == nil)
  }

  @Test func `the text of a rejection is truncated to 2,000 bytes at a character boundary`() {
    let error = NavigationError(.badArgument, "a" + String(repeating: "é", count: 2000), hint: "b")
    #expect(error.message == "a" + String(repeating: "é", count: 999) + "… 2002 more bytes")
    #expect(error.hint == "b")
  }

  @Test func `each of many arguments is found by its name`() {
    let pairs = (0..<1000).map { ("n\($0 * 7919 % 1000)", NavigationValue.integer($0)) }
    var arguments = NavigationArguments(pairs + [("n5", "last")])
    #expect(arguments.fields.map(\.name) == (0..<1000).map { "n\($0)" }.sorted())
    #expect(arguments["n5"] == "last")
    #expect(pairs.allSatisfy { $0.0 == "n5" || arguments[$0.0] == $0.1 })
    arguments["n500"] = nil
    arguments["zz"] = 1
    #expect(arguments["n500"] == nil)
    #expect(arguments["zz"] == 1)
    #expect(arguments.count == 1000)
  }

  @Test func `among equally similar names, the first in alphabetical order is selected`() {
    #expect(nearestName(to: "cat", in: ["hat", "bat"]) == "bat")
  }

  @Test func `a hint names the nearest candidate, or lists the existing ones`() {
    #expect(nameHint(for: "hme", in: ["home"]) == "did you mean \"home\"?")
    #expect(nameHint(for: "zzz", in: ["home", "about"]) == "known: \"about\", \"home\"")
    #expect(nameHint(for: "zzz", in: (1...9).map { "name\($0)" })?.hasSuffix("and 1 more") == true)
    #expect(nameHint(for: "zzz", in: [String]()) == nil)
  }

  /// Returns the rejection of the given arguments by a route with the given parameters.
  private func rejection(
    _ parameters: [RouteParameter], _ arguments: NavigationArguments
  ) -> String? {
    let fixture = NavigationFixture()
    fixture.define("Main", routes: ["product": RouteDefinition(parameters: parameters)])
    fixture.engine.launch("Main")
    return fixture.main.navigate(to: "product", arguments)?.error?.description
  }

  @Test(
    arguments: [
      ([:], "badArgument: route \"product\": argument \"id\" is missing, expected integer"),
      (
        ["id": "x"],
        "badArgument: route \"product\": argument \"id\" is string \"x\", "
          + "expected integer"
      ),
      (
        ["id": 1.5],
        "badArgument: route \"product\": argument \"id\" is number 1.5, "
          + "expected integer"
      ),
      (
        ["id": 1, "tpa": 2],
        "badArgument: route \"product\" does not declare argument \"tpa\"; "
          + "did you mean \"tap\"?"
      ),
      (
        ["id": 1, "animated": false],
        "badArgument: route \"product\" does not declare argument \"animated\"; "
          + "pass the options as the third argument of navigate"
      ),
      (
        ["style": "sheet"],
        "badArgument: route \"product\" does not declare argument \"style\"; "
          + "pass the options as the third argument of navigate"
      ),
      (["id": 1], nil), (["id": 1, "tap": [1]], nil),
    ] as [(NavigationArguments, String?)])
  func `arguments are checked against the declaration of a route`(
    arguments: NavigationArguments, expected: String?
  ) {
    let parameters = [
      RouteParameter("id", .integer), RouteParameter("tap", .table, isOptional: true),
    ]
    #expect(rejection(parameters, arguments) == expected)
  }

  @Test func `every kind of parameter accepts only matching values`() {
    final class Content: Sendable {}
    let object = NavigationObject(type: "Cart", factory: nil, number: 1, content: Content())
    let values: [NavigationValue] = [true, 1, 1.5, "a", [1], ["a": 1], .object(object)]
    let taken = RouteParameter.Kind.allCases.map { kind in
      values.filter { RouteParameter("x", kind).accepts($0) }
    }
    #expect(
      taken == [["a"], [1], [1, 1.5], [true], [[1], ["a": 1]], [.object(object)], values])
  }

  @Test func `the arguments of coordinators are checked like those of routes`() {
    let fixture = NavigationFixture()
    fixture.define("Main", parameters: [RouteParameter("id", .integer)])
    #expect(
      fixture.engine.launch("Main")?.error?.message
        == "coordinator Main: argument \"id\" is missing, expected integer")
    #expect(fixture.text(fixture.engine.launch("Main", ["id": 7])) == "done Main")
    #expect(fixture.engine.arguments(of: fixture.main.coordinator) == ["id": 7])
  }

  @Test func `a factory determines where its route leads, or rejects the call`() {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    let factory = { (request: RouteRequest) throws(NavigationError) -> RouteTarget in
      switch request.arguments["kind"] {
      case "screen": return .screen(ScreenContent(name: "made", arguments: ["from": "factory"]))
      case "child": return .coordinator("Child", style: .fullScreen)
      default: throw NavigationError(.factoryFailed, "no kind")
      }
    }
    fixture.define("Main", routes: ["made": RouteDefinition(.factory(factory))])
    let before = fixture.engine.tree
    #expect(fixture.text(fixture.main.navigate(to: "made")) == "rejected(factoryFailed)")
    #expect(fixture.engine.tree == before)
    #expect(fixture.text(fixture.main.navigate(to: "made", ["kind": "screen"])) == "done")
    #expect(fixture.text(fixture.main.navigate(to: "made", ["kind": "child"])) == "done Child")
    #expect(fixture.shape == "nav[A,made] L1:fullScreen(nav[A])")
  }

  @Test
  func
    `identifiers have a short text, are sorted by age, and can be converted to and from numbers`()
    throws
  {
    let fixture = NavigationFixture.launched("A", "B")
    let ids = fixture.engine.stack(of: fixture.main.coordinator).map(\.id)
    #expect(ids.map(\.description) == ["s1", "s2"])
    #expect(ids == ids.sorted())
    #expect(ids.map { ScreenID(bits: $0.bits) } == ids)
    #expect(!fixture.engine.isAlive(ScreenID(bits: .max)))
  }

  @Test(arguments: [
    NavigationValue.string(""), "a\"b\\c\n\r\t\u{1}é😀", [], [:], [1, 2.5, true, "x"],
    ["a": ["b": [[], ["c"]]], "\u{1F}\"": -12],
  ])
  func `the size of a value as JSON is computed in advance, and the JSON can be read`(
    value: NavigationValue
  ) throws {
    let text = try JSONWriter.text(of: value)
    #expect(try JSONWriter.size(of: value) == text.utf8.count)
    #expect(try NavigationValue(json: text) == value)
  }

  @Test
  func `the memory for reading JSON depends on the number of values, not on the length of strings`()
  {
    #expect(JSONReader.weight(of: #""a,[{:\",b""#) == 2 * 11)
    #expect(JSONReader.weight(of: #"{"a":[1,2]}"#) == 2 * 11 + 64 * 4)
  }
}
