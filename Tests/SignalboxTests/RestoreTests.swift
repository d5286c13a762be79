import Testing

@testable import Signalbox

struct RestoreTests {
  /// Three layers with tabs: a sheet with a coordinator that pushed another coordinator, and a full
  /// screen.
  private static func define(_ fixture: NavigationFixture) {
    fixture.define("Inner", style: .push)
    fixture.define("Child") { router in
      router.startFlow(at: "A", ["id": 1])
      if let inner = try? router.engine?.makeCoordinator("Inner", ["n": 1.5]) {
        router.navigate(to: inner)
      }
    }
    fixture.define("Page")
    fixture.define(
      "Main", kind: .tabs,
      pages: ["p1", "p2"].map { PageDefinition(id: $0, coordinator: "Page") })
  }

  private static func filled() throws -> NavigationFixture {
    let fixture = NavigationFixture()
    define(fixture)
    fixture.engine.launch("Main")
    fixture.page("p1").navigate(to: "B", ["text": "ä \"quoted\" \n", "list": [1, 2.0, [true]]])
    fixture.main.select("p2")
    try fixture.show("Child")
    fixture.page("p2").present("X", [:], .with(.fullScreen, .withNavigation))
    return fixture
  }

  @Test func `T125 three layers with tabs are restored into a fresh engine`() throws {
    let old = try Self.filled()
    let json = try old.engine.snapshot().json
    let fixture = NavigationFixture()
    Self.define(fixture)
    let events = fixture.events { fixture.engine.restore(json) }
    #expect(try fixture.engine.snapshot().json == json)
    #expect(fixture.shape == old.shape)
    #expect(fixture.family == old.family)
    #expect(fixture.engine.now == .zero)
    #expect(events.filter { $0.hasPrefix("didAppear") } == ["didAppear X"])
    #expect(events.last == "app.ready")
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test(arguments: ["child", "made", "A"])
  func `a described screen is restored even if a route with its name leads elsewhere`(
    name: String
  ) throws {
    let fixture = NavigationFixture()
    fixture.define(
      "Main",
      routes: [
        "child": RouteDefinition(.coordinator("Child")),
        "made": RouteDefinition(
          .factory { _ throws(NavigationError) in .screen(ScreenContent(name: "made")) }),
      ])
    fixture.define("Child")
    fixture.engine.launch("Main")
    fixture.main.call("navigate") { $0.subject = .content(ScreenContent(name: name)) }
    fixture.main.navigate(to: "made")
    let json = try fixture.engine.snapshot().json
    #expect(fixture.engine.restore(json)?.description == "done")
    #expect(fixture.shape == "nav[A,\(name),made]")
    #expect(try fixture.engine.snapshot().json == json)
  }

  @Test func `I17 restoring a snapshot immediately changes nothing but identifiers`() throws {
    let fixture = try Self.filled()
    let json = try fixture.engine.snapshot().json
    let (shape, family) = (fixture.shape, fixture.family)
    #expect(fixture.engine.restore(json)?.description == "done")
    #expect(try fixture.engine.snapshot().json == json)
    #expect([fixture.shape, fixture.family] == [shape, family])
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test func `a rejected operation leaves the snapshot unchanged, byte for byte (I13)`() throws {
    let fixture = try Self.filled()
    let json = try fixture.engine.snapshot().json
    fixture.main.navigate(to: "nowhere")
    fixture.main.select("p2")
    #expect(try fixture.engine.snapshot().json == json)
  }

  @Test func `snapshots of the same state have the same text`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.main.present("X", ["id": 7])
    #expect(
      try fixture.engine.snapshot().json
        == #"{"coordinators":[{"attachment":"windowRoot","kind":"navigation","#
        + #""stack":[{"name":"A"}],"type":"Main"}],"format":"signalbox.snapshot","#
        + #""layers":[{"isCovering":true,"owner":0,"style":"root"},"#
        + #"{"isInteractive":true,"owner":0,"presenter":0,"#
        + #""screen":{"arguments":{"id":7},"name":"X"},"style":"sheet"}],"version":3}"#)
  }

  @Test
  func `R9 the valid prefix of each stack is restored, and the result lists the dropped items`()
    throws
  {
    let old = NavigationFixture.launched("A", "B", "C")
    old.define("Child")
    old.main.navigate(to: "D")
    try old.show("Child")
    old.main.present("X")
    let json = try old.engine.snapshot().json
    let fixture = NavigationFixture()
    fixture.define("Main")
    let routes = fixture.engine.coordinatorType(named: "Main").map { type in
      var type = type
      type.routes["C"] = nil
      return type
    }
    try fixture.engine.register(try #require(routes))
    let outcome = fixture.engine.restore(json)
    #expect(
      fixture.text(outcome)
        == "done { dropped = { "
        + #"{ what = "coordinator Child", why = "there is no coordinator \"Child\"" }, "#
        + #"{ what = "screen \"C\" of Main", why = "Main has no route \"C\"" }, "#
        + #"{ what = "screen \"D\" of Main", why = "it was above \"C\"" }, "#
        + #"{ what = "screen \"A\" of Child", why = "its coordinator is gone" }, "#
        + #"{ what = "layer 1 (sheet) of Child", why = "its coordinator is gone" }, "#
        + #"{ what = "layer 2 (sheet) of Main", why = "it was above layer 1" } } }"#)
    #expect(fixture.shape == "nav[A,B]")
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
  }

  @Test func `a snapshot whose main coordinator is unknown is rejected`() throws {
    let json = try NavigationFixture.launched("A").engine.snapshot().json
    let fixture = NavigationFixture()
    fixture.define("Other")
    fixture.engine.launch("Other")
    let before = fixture.engine.tree
    #expect(
      fixture.engine.restore(json)?.error?.description
        == "notRestorable: restoreState: the main coordinator Main cannot be restored: "
        + "there is no coordinator \"Main\"")
    #expect(fixture.engine.tree == before)
  }

  @Test func `restoring a snapshot that was taken before launch clears the window`() throws {
    let empty = try NavigationFixture().engine.snapshot().json
    let fixture = try Self.filled()
    #expect(fixture.engine.restore(empty)?.description == "done")
    #expect(fixture.engine.main == nil)
    #expect(fixture.engine.layers == [])
    #expect(!fixture.engine.isReady)
    #expect(InvariantCheck.faults(of: fixture.engine) == [])
    #expect(fixture.engine.launch("Main")?.description == "done")
  }

  @Test
  func `restored coordinators receive didRestore instead of start, and report to their parents`()
    throws
  {
    let fixture = NavigationFixture()
    fixture.define("Child")
    fixture.define(
      "Main",
      routes: [
        "child": RouteDefinition(
          .coordinator("Child"),
          onFinish: { [unowned fixture] notice in
            fixture.log.append("child \(notice.reason.name)")
          })
      ])
    fixture.engine.launch("Main")
    fixture.main.navigate(to: "child")
    let json = try fixture.engine.snapshot().json
    fixture.engine.restore(json)
    fixture.log = []
    fixture.main.dismiss()
    #expect(
      fixture.log
        == ["Child didFinish dismissed", "child dismissed", "Main childDidFinish Child dismissed"])
  }

  @Test(arguments: [
    ("", "JSON, line 1, column 1: expected a value, but the text ends"),
    ("{\n  \"a\": tru\n}", "JSON, line 2, column 8: expected a value"),
    ("[1, 2", "JSON, line 1, column 6: expected \",\" or \"]\", but the text ends"),
    ("{} x", "JSON, line 1, column 4: expected the end"),
    ("[01]", "JSON, line 1, column 3: expected no digit after a leading 0"),
    ("[\"\\ud800\"]", "JSON, line 1, column 9: expected a complete surrogate pair"),
    ("[1e999]", "JSON, line 1, column 2: expected a number in the range of a double"),
    ("[null]", "JSON, line 1, column 2: expected a value: a list cannot contain null"),
    ("[]", "this is not a snapshot: its format is not signalbox.snapshot"),
    (
      "{\"format\":\"signalbox.snapshot\",\"version\":2}",
      "snapshot.version is integer 2, expected 3"
    ),
    (
      #"{"format":"signalbox.snapshot","version":3,"coordinators":[{"type":1,"kind":"tabs","attachment":"windowRoot"}]}"#,
      "snapshot.coordinators[0].type is integer 1, expected a string"
    ),
    (
      #"{"format":"signalbox.snapshot","version":3,"coordinators":[{"type":"Main","kind":"navigation","attachment":"windowRoot","stack":[{"name":"A"}]}],"layers":[{"style":"root","owner":0,"isInteractive":true}]}"#,
      "snapshot: layers[0]: the root layer cannot be swiped away"
    ),
  ])
  func `a malformed snapshot is rejected with the position of the error`(
    json: String, message: String
  ) {
    let fixture = NavigationFixture.launched("A")
    let outcome = fixture.engine.restore(json)
    #expect(outcome?.reason == .malformed)
    #expect(outcome?.error?.message == message)
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `U13 a number that JSON cannot represent is rejected with the path of the argument`() {
    let fixture = NavigationFixture.launched("A")
    fixture.main.navigate(to: "B", ["list": [1, ["x": .number(.infinity)]]])
    #expect(
      throws: NavigationError(
        .notSerializable,
        "screen s2 B: argument list[2].x is math.huge, a number that JSON cannot represent")
    ) { try fixture.engine.snapshot().json }
  }

  @Test(arguments: [
    "true", "-7", "1.0", "1e+20", "-0.5", "\"\"", "\"\\u0001 \\\" \\\\ ä 🚂\"", "[]", "{}",
    "[1,[2.5,\"x\"],{\"a\":false,\"b\":{}}]",
  ])
  func `a JSON value that is read and written has the same text`(json: String) throws {
    #expect(try JSONWriter.text(of: try JSONReader.value(json)) == json)
  }

  @Test func `names in JSON are sorted, and the last of several duplicate names is kept`() throws {
    let value = try JSONReader.value(#"{"b":1,"a":2,"b":3,"c":null,"\u0064":"\ud83d\ude82"}"#)
    #expect(try JSONWriter.text(of: value) == #"{"a":2,"b":3,"d":"🚂"}"#)
  }
}
