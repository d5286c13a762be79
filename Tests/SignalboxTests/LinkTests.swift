import Testing

@testable import Signalbox

struct LinkTests {
  /// A table with the given patterns of one type.
  private func table(_ patterns: [String]) throws -> LinkTable {
    let table = LinkTable()
    try table.replace(patterns, of: Symbol(rawValue: 1))
    return table
  }

  /// Returns the matches of a link: `pattern { arguments }`.
  private func matches(_ patterns: [String], _ url: String) throws -> [String] {
    try table(patterns).matches(url).map { "\($0.match.pattern) \($0.match.arguments)" }
  }

  @Test(arguments: [
    ("shop://home", "shop://home {}"),
    ("SHOP://home", "shop://home {}"),
    ("shop://home/", "shop://home {}"),
    ("shop:home", "shop://home {}"),
    ("shop://product/42", "shop://product/:id { id = 42 }"),
    ("shop://product/042", "shop://product/:id { id = \"042\" }"),
    ("shop://product/a%20b%2Fc", "shop://product/:id { id = \"a b/c\" }"),
    ("shop://product/50%", "shop://product/:id { id = \"50%\" }"),
    (
      "shop://product/1?id=2&b=x+y&flag&e=",
      "shop://product/:id "
        + "{ b = \"x y\", e = \"\", flag = true, id = 1 }"
    ),
    ("shop://home?q=%C3%A4&n=-7", "shop://home { n = -7, q = \"ä\" }"),
    ("shop://files/a/b/c", "shop://files/*path { path = \"a/b/c\" }"),
  ])
  func `a link matches a pattern and provides the named values`(url: String, expected: String)
    throws
  {
    let patterns = ["shop://home", "shop://product/:id", "shop://files/*path"]
    #expect(try matches(patterns, url) == [expected])
  }

  @Test(arguments: [
    "shop://nowhere", "shop://product", "shop://product/1/2", "other://home", "home", "", ":",
    "://",
    "shop://files",
  ])
  func `a link that matches no pattern has no match`(url: String) throws {
    let patterns = ["shop://home", "shop://product/:id", "shop://files/*path"]
    #expect(try matches(patterns, url) == [])
  }

  @Test func `a literal segment takes precedence over a named one, and a named one over the rest`()
    throws
  {
    let patterns = ["a://*rest", "a://:x/:y", "a://:x/c", "a://b/:y", "a://b/c"]
    #expect(
      try matches(patterns, "a://b/c") == [
        "a://b/c {}", "a://b/:y { y = \"c\" }", "a://:x/c { x = \"b\" }",
        "a://:x/:y { x = \"b\", y = \"c\" }", "a://*rest { rest = \"b/c\" }",
      ])
  }

  @Test(arguments: ["/a", "/:a"])
  func `a link with 100,000 segments is matched without recursion`(segment: String) throws {
    let path = (0..<100_000).map { "\(segment)\($0)" }.joined()
    let patterns = ["shop://x\(path)/end", "shop://x/*rest", "shop://x\(path)"]
    let found = try table(patterns).matches("shop://x\(path)")
    #expect(found.map(\.target.index) == [2, 1])
  }

  @Test func `the fragment of a link is returned separately`() throws {
    let match = try table(["a://b"]).matches("a://b?x=1#top%21").first?.match
    #expect(match?.fragment == "top!")
    #expect(match?.arguments == ["x": 1])
    #expect(match?.url == "a://b?x=1#top%21")
  }

  @Test(arguments: [
    ("home", "link pattern \"home\": expected scheme://host/path"),
    ("a://:", "link pattern \"a://:\": the parameter name in \":\" is empty or already used"),
    (
      "a://:x/:x",
      "link pattern \"a://:x/:x\": the parameter name in \":x\" is empty or already used"
    ),
    ("a://*x/b", "link pattern \"a://*x/b\": \"*x\" must be the last segment"),
  ])
  func `malformed link patterns are rejected without registering any pattern`(
    pattern: String, message: String
  ) {
    let fixture = NavigationFixture()
    let type = CoordinatorType(
      name: "Broken", links: [LinkHandler(pattern) { _, _ in .handled }]
    ) { id, _ in
      FixtureCoordinator(
        "Broken", AnyRouter(engine: fixture.engine, coordinator: id), fixture: fixture
      ) { _ in }
    }
    let hint = "a pattern looks like \"shop://product/:id\""
    #expect(throws: NavigationError(.badArgument, message, hint: hint)) {
      try fixture.engine.register(type)
    }
    #expect(fixture.engine.coordinatorTypeNames == [])
  }

  @Test func `replacing the link patterns of a type removes the old patterns`() throws {
    let table = try table(["a://b"])
    try table.replace(["a://c"], of: Symbol(rawValue: 1))
    #expect(table.matches("a://b").isEmpty)
    #expect(table.matches("a://c").count == 1)
  }

  /// Main with a sheet `Child` above it. The test determines how both of them respond to `a://b`.
  private func opening(_ answers: [String: LinkAnswer]) throws -> NavigationFixture {
    let fixture = NavigationFixture()
    let handler = { (name: String) in
      LinkHandler("a://:x") { [unowned fixture] _, match in
        fixture.log.append("\(name) \(match.arguments)")
        return answers[name] ?? .unhandled
      }
    }
    for name in ["Main", "Child"] { fixture.define(name, links: [handler(name)]) }
    fixture.engine.launch("Main")
    try fixture.show("Child")
    return fixture
  }

  @Test
  func
    `T118 a link is opened by the first coordinator that handles it, starting with the main one`()
    throws
  {
    let both = try opening(["Main": .handled, "Child": .handled])
    #expect(both.text(both.user("open", "a://b")) == "done 2")
    #expect(both.log == ["Main { x = \"b\" }"])
    let child = try opening(["Child": .handled])
    let events = child.events([.linkOpened, .linkUnhandled]) { child.user("open", "a://b") }
    #expect(child.log == ["Main { x = \"b\" }", "Child { x = \"b\" }"])
    #expect(events == ["link.opened a://b"])
  }

  @Test
  func
    `T118 a link that no coordinator handles is passed to each coordinator exactly once`()
    throws
  {
    let fixture = try opening([:])
    try fixture.show("Child")
    let events = fixture.events([.linkOpened, .linkUnhandled]) { fixture.user("open", "a://b") }
    #expect(fixture.log == ["Main", "Child", "Child"].map { "\($0) { x = \"b\" }" })
    #expect(events == ["link.unhandled a://b"])
  }

  @Test func `a link without a handler is reported and changes nothing`() throws {
    let fixture = try opening([:])
    let before = fixture.engine.tree
    let events = fixture.events([.linkOpened, .linkUnhandled]) {
      #expect(fixture.text(fixture.user("open", "a://b")) == "done 2")
      let outcome = fixture.user("open", "b://b")
      #expect(
        outcome?.error?.description
          == "unhandled: open: no running coordinator handles \"b://b\"; declared: \"a://:x\", "
          + "\"a://:x\"")
    }
    #expect(events == ["link.unhandled a://b", "link.unhandled b://b"])
    #expect(fixture.engine.tree == before)
  }

  @Test func `R12 a link that arrives before launch waits until the application is ready`() {
    let fixture = NavigationFixture()
    fixture.define(
      "Main",
      links: [
        LinkHandler("a://b") { [unowned fixture] id, _ in
          fixture.engine.router(of: id).navigate(to: "B")
          return .handled
        }
      ])
    let early = fixture.user("open", "a://b", fixture.completing("open"))
    #expect(fixture.text(early) == "noop(notReady)")
    let events = fixture.events([.applicationReady, .linkOpened]) { fixture.engine.launch("Main") }
    #expect(events == ["app.ready", "link.opened a://b"])
    #expect(fixture.shape == "nav[A,B]")
    #expect(fixture.log == ["open noop(notReady)"])
  }
}
