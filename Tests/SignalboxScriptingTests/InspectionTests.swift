import SignalboxScripting
import Testing

@Suite struct InspectionTests {
  @Test func `the documented functions for inspection are available in Lua`() throws {
    let session = try ScriptSession()
    for name in LuaNames.globals where name != "_G" {
      #expect(session.inspection.value(named: name) != nil, "\(name)")
    }
  }

  @Test func `every member of every kind of handle has a description`() {
    for kind in ScriptReference.kinds where kind != "host" {
      let described = Set(ScriptReference.described(of: kind).map(\.name))
      #expect(described == ScriptReference.memberNames(of: kind), "\(kind)")
    }
  }

  @Test func `the state of one session can be transferred to another`() throws {
    let definitions = """
      Shop = coordinator "Shop" { routes = { list = {}, item = {} } }
      function Shop:start() self.cart = { 1, 2 }; self.router:startFlow "list" end
      """
    let (old, new) = (try ScriptSession(), try ScriptSession())
    for session in [old, new] { _ = session.evaluate(definitions) }
    for input in [
      "app:launch 'Shop'", "shop = app.top", "front = app.front", "n = { a = { true } }",
      "router = shop.router", "shop.cart[3] = 3", "deep = setmetatable({}, {}); deep.me = deep",
      "router:navigate('item', { id = 1 })",
    ] {
      if case .failed(let error) = old.evaluate(input) { Issue.record(error) }
    }
    let capture = try #require(ScriptCapture(of: old))
    #expect(capture.missing == ["Shop", "deep"])
    #expect(capture.restore(in: new))
    for (input, text) in [
      "app:tree()": "\"Shop  list ▸ item { id = 1 }      ← front\"", "n.a[1]": "true",
      "#shop.cart": "3", "shop == app.top": "true", "router == app.top.router": "true",
      "front == app.front": "false", "front.name": "\"list\"",
    ] {
      guard case .values(let values) = new.evaluate(input) else {
        Issue.record("\(input) failed")
        continue
      }
      #expect(values == [text], "\(input)")
    }
    #expect(try #require(ScriptCapture(of: new)).missing == ["Shop"])
  }
}
