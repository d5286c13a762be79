import Signalbox
import SignalboxScripting
import Testing

struct HostDefinitionTests {
  @Test func `a host function accepts and returns values, and tables are ordered by key`()
    throws
  {
    let fixture = try ScriptFixture()
    var calls: [[ScriptValue]] = []
    try fixture.session.host.define("todo", owner: fixture.session.host.makeOwner("test")) { call in
      calls.append(call.arguments)
      return [.string("done"), .integer(call.arguments.count), ["a", "b"], ["x": 1, "y": false]]
    }

    let printed = try fixture.run(
      """
      local text, count, list, fields = todo(nil, true, 7, 1.5, "a\\0b", nil)
      print(text, count, #list, list[2], fields.x, fields.y)
      """)
    #expect(printed == ["done\t6\t2\tb\t1\tfalse"])
    #expect(
      calls == [[.nil, .boolean(true), .integer(7), .number(1.5), .string([97, 0, 98]), .nil]])
  }

  @Test func `a host reads a script's table in order, and the table keeps its identity`() throws {
    let fixture = try ScriptFixture()
    var pairs: [String] = []
    try fixture.session.host.define("same", owner: fixture.session.host.makeOwner("test")) { call in
      let table = call[1].table ?? ScriptTable([])
      pairs = table.pairs.map {
        "\(call.session.text(of: $0.key)) \(call.session.text(of: $0.value))"
      }
      return [call[1], .boolean(call[1] == call[2])]
    }

    let printed = try fixture.run(
      """
      local t = { z = 1, a = { 2 }, "one", "two" }
      local again, isSame = same(t, t)
      print(again == t, isSame)
      """)
    #expect(printed == ["true\ttrue"])
    #expect(pairs == ["1 \"one\"", "2 \"two\"", "\"a\" { 2 }", "\"z\" 1"])
  }

  @Test func `a host's table has the pairs that scripts receive, the last one of each key`() throws
  {
    let fixture = try ScriptFixture()
    let table = ScriptTable([
      (.boolean(true), .integer(1)), (.string("gone"), .integer(2)), (.integer(2), .integer(3)),
      (.integer(1), .integer(4)), (.integer(2), .integer(5)), (.boolean(true), .integer(6)),
      (.string("gone"), .nil),
    ])
    try fixture.session.host.define("pairsOf", owner: fixture.session.host.makeOwner("test")) { _ in
      [.table(table)]
    }
    let printed = try fixture.run(
      "local t = pairsOf() print(t[1], t[2], t[true], t.gone)")
    #expect(printed == ["4\t5\t6\tnil"])
    #expect(table.list == [.integer(4), .integer(5)])
    #expect(
      table
        == ScriptTable([
          (.integer(1), .integer(4)), (.integer(2), .integer(5)), (.boolean(true), .integer(6)),
        ]))
  }

  @Test func `a handle is passed to the host as its object and returned as the same value`() throws
  {
    let fixture = try ScriptFixture.launchedShop()
    var kinds: [String] = []
    try fixture.session.host.define("same", owner: fixture.session.host.makeOwner("test")) { call in
      kinds = call.arguments.map(\.kindName)
      return call.arguments
    }

    let printed = try fixture.run(
      """
      local all = { app, app.top, app.top.router, app.front, app:layers()[1], app:events()[1] }
      local back = table.pack(same(table.unpack(all)))
      for i, value in ipairs(all) do print(value == back[i]) end
      """)
    #expect(printed == Array(repeating: "true", count: 6))
    #expect(kinds == ["app", "coordinator", "router", "screen", "layer", "event"])
  }

  @Test func `an error in a host function is raised at the calling line and keeps its code`() throws
  {
    let fixture = try ScriptFixture()
    try fixture.session.host.define("todo", owner: fixture.session.host.makeOwner("test")) {
      _ throws(ScriptError) in
      throw ScriptError(.runtime, code: "tooMany", "tooMany: 3 of 2", hint: "take one away")
    }

    let error = #expect(throws: ScriptError.self) { try fixture.run("local x = 1\ntodo()") }
    #expect(error?.description == "test.lua:2: tooMany: 3 of 2; take one away")
    #expect(error?.code == "tooMany")
    #expect(
      fixture.failure(of: "error((select(2, pcall(todo))))")
        == "test.lua:1: tooMany: 3 of 2; take one away")
  }

  @Test func `a host function receives the line of its call`() throws {
    let fixture = try ScriptFixture()
    var location: ScriptLocation?
    try fixture.session.host.define("here", owner: fixture.session.host.makeOwner("test")) { call in
      location = call.location
      return []
    }
    try fixture.run("local x = 1\n\nhere()")
    #expect(location == ScriptLocation(file: "test.lua", line: 3))
  }

  @Test func `a host can call a script's function with values, also from within a call of it`()
    throws
  {
    let fixture = try ScriptFixture()
    var results: [ScriptValue] = []
    try fixture.session.host.define("twice", owner: fixture.session.host.makeOwner("test")) {
      call throws(ScriptError) in
      guard let function = call[1].function else { throw .badArgument("twice needs a function") }
      let once = try function.call([call[2]])
      results = try function.call(once)
      return results
    }

    #expect(
      try fixture.run("print(twice(function(x) return x * 2, 'more' end, 5))") == ["20\tmore"])
    #expect(results == [.integer(20), .string("more")])
    #expect(fixture.failure(of: "twice(1)") == "test.lua:1: badArgument: twice needs a function")
  }

  @Test func `an error in a called function passes through the host with its value and line`()
    throws
  {
    let fixture = try ScriptFixture()
    try fixture.session.host.define("run", owner: fixture.session.host.makeOwner("test")) {
      call throws(ScriptError) in
      try call[1].function?.call() ?? []
    }

    let printed = try fixture.run(
      """
      local thrown = {}
      local ok, caught = pcall(run, function() error(thrown) end)
      print(ok, caught == thrown)
      """)
    #expect(printed == ["false\ttrue"])
    #expect(fixture.failure(of: "run(function()\n  error('no')\nend)") == "test.lua:2: no")
  }

  @Test func `a function can be released after its session`() throws {
    var function: ScriptFunction?
    let fixture = try ScriptFixture()
    try fixture.session.host.define("keep", owner: fixture.session.host.makeOwner("test")) { call in
      function = call[1].function
      return []
    }
    try fixture.run("keep(function() return 1 end)")
    #expect(try function?.call() == [.integer(1)])
    fixture.session.close()

    let error = #expect(throws: ScriptError.self) { try function?.call() }
    #expect(error?.kind == .closed)
  }

  @Test func `a timeout stops a called function that never returns`() throws {
    var function: ScriptFunction?
    let fixture = try ScriptFixture()
    try fixture.session.host.define("keep", owner: fixture.session.host.makeOwner("test")) { call in
      function = call[1].function
      return []
    }
    try fixture.run("keep(function() while true do end end)")

    let error = #expect(throws: ScriptError.self) {
      try function?.call(timeout: .milliseconds(20))
    }
    #expect(error?.kind == .timeout)
    #expect(try fixture.run("print 'goes on'") == ["goes on"])
  }

  // MARK: - Methods and owners

  @Test func `a method that a host defines is available on its handles and in hints`() throws {
    let fixture = try ScriptFixture.launchedShop()
    let owner = fixture.session.host.makeOwner("test")
    try fixture.session.host.define("shake", on: .app, owner: owner) { call in
      [.string("\(call.receiver.kindName) \(call.arguments.count)")]
    }
    try fixture.session.host.define("swap", on: .router, owner: owner) { call in
      [.string(call.receiver.kindName), .boolean(call.receiver.handle?.coordinator != nil)]
    }

    #expect(try fixture.run("print(app:shake(1, 2))") == ["app 2"])
    #expect(try fixture.run("print(app.top.router:swap())") == ["router\ttrue"])
    #expect(try fixture.run("print(app.top:swap())") == ["coordinator\ttrue"])
    #expect(
      fixture.failure(of: "app:shak()")
        == "test.lua:1: app has no \"shak\"; did you mean \"shake\"?")
  }

  @Test func `a host cannot define existing or invalid names`() throws {
    let fixture = try ScriptFixture()
    let session = fixture.session
    let (first, second) = (
      session.host.makeOwner("plugin first"), session.host.makeOwner("plugin second")
    )
    try session.host.define("todo", owner: first, value: 1)
    try session.host.define("shake", on: .app, owner: first) { _ in [] }

    func rejection(_ body: () throws -> Void) -> String {
      #expect(throws: ScriptError.self, performing: body)?.description ?? ""
    }
    #expect(
      rejection { try session.host.define("todo", owner: second, value: 2) }
        == "nameTaken: todo is defined by plugin first")
    #expect(
      rejection { try session.host.define("print", owner: second, value: 2) }
        == "nameTaken: print is defined by Lua")
    #expect(
      rejection { try session.host.define("shake", on: .app, owner: second) { _ in [] } }
        == "nameTaken: app:shake is defined by plugin first")
    #expect(
      rejection { try session.host.define("navigate", on: .router, owner: second) { _ in [] } }
        == "nameTaken: router:navigate is defined by Signalbox")
    #expect(
      rejection { try session.host.define("end", owner: second, value: 2) }
        == "badArgument: \"end\" is not a valid Lua name")
  }

  @Test func `the globals and methods of an owner can be removed and defined again`() throws {
    let fixture = try ScriptFixture()
    let session = fixture.session
    let owner = session.host.makeOwner("plugin steps")
    try session.host.define("todo", owner: owner) { _ in [1] }
    try session.host.define("shake", on: .app, owner: owner) { _ in [2] }
    try session.run(
      Array("kept, method = todo, app.shake".utf8), name: "keep.lua", sharesEnvironment: true)

    session.host.takeBack(owner)
    #expect(fixture.evaluate("todo") == "")
    #expect(fixture.evaluate("app:shake()").hasPrefix("failed: stdin:1: app has no \"shake\""))
    #expect(
      fixture.evaluate("kept()")
        == "failed: stdin:1: takenBack: todo was removed with the plugin steps that defined it")
    #expect(fixture.evaluate("method(app)").contains("takenBack: shake"))

    try session.host.define("todo", owner: session.host.makeOwner("other")) { _ in [3] }
    #expect(fixture.evaluate("todo()") == "3")
  }

  @Test func `a declarator receives name, value and line in one call, and can be removed`()
    throws
  {
    let fixture = try ScriptFixture()
    let session = fixture.session
    let owner = session.host.makeOwner("plugin steps")
    var calls: [String] = []
    try session.host.define(declarator: "page", owner: owner) { call in
      calls.append(
        call.arguments.map(session.text(of:)).joined(separator: " ")
          + " \(call.location?.description ?? "")")
      return [call[1]]
    }
    let printed = try fixture.run(
      """
      kept = page "one"
      print(page "two"
        { 2 })
      page("three", 3)
      page(4)
      kept { 1 }
      """)
    #expect(printed == ["two"])
    #expect(
      calls == [
        "\"two\" { 2 } test.lua:2", "\"three\" 3 test.lua:4", "4 nil test.lua:5",
        "\"one\" { 1 } test.lua:1",
      ])

    try session.run(Array("\npage 'five'".utf8), name: "later.lua")
    let unfinished = try #require(session.host.unfinishedDeclaration)
    #expect(unfinished.declarator == "page")
    #expect(unfinished.name == "five")
    #expect(unfinished.location == ScriptLocation(file: "later.lua", line: 2))

    try session.run(Array("word = page".utf8), name: "keep.lua", sharesEnvironment: true)
    session.host.takeBack(owner)
    #expect(
      fixture.evaluate("word 'six' {}")
        == "failed: stdin:1: takenBack: page was removed with the plugin steps that defined it")
    session.close()
    #expect(session.host.unfinishedDeclaration?.name == nil)
  }

  @Test func `a host can add members to lists by name and remove them`() throws {
    let session = try ScriptSession()
    let owner = session.host.makeOwner("plugin steps")
    let member = ScriptExtension(name: "badge", summary: "A badge", value: 1, owner: owner)
    try session.host.add(member, to: .matcher)

    let error = #expect(throws: ScriptError.self) { try session.host.add(member, to: .matcher) }
    #expect(error?.description == "nameTaken: matcher badge is defined by plugin steps")
    #expect(session.host.extensions(of: .matcher).map(\.name) == ["badge"])
    session.host.takeBack(owner)
    #expect(session.host.extensions(of: .matcher).isEmpty)
  }

  @Test func `a host can load a string as a function`() throws {
    let session = try ScriptSession()
    let function = try session.load(Array("local a, b = ...; return b, a".utf8), name: "swap.lua")
    #expect(try function.call([1, 2]) == [2, 1])

    let error = #expect(throws: ScriptError.self) {
      try session.load(Array("x =".utf8), name: "bad.lua")
    }
    #expect(error?.kind == .syntax)
    #expect(error?.location == ScriptLocation(file: "bad.lua", line: 1))
  }

  @Test
  func `calls outside callbacks are reported with their lines, and calls in callbacks are not`()
    throws
  {
    let fixture = try ScriptFixture.launchedShop()
    var calls: [String] = []
    fixture.session.addHooks(
      SessionHooks(onCall: {
        calls.append("\($0.location?.line ?? 0) \($0.operation) \($0.argument ?? "-")")
      }))
    try fixture.run(
      """
      app.top.router:navigate("product", { id = 1 })
      app:tap "Buy"

      app:back()
      """)
    #expect(calls == ["1 navigate product", "2 tap Buy", "4 back -"])
  }

  @Test func `a duration is a number of milliseconds or a string with a unit`() {
    #expect(ScriptValue.string("2s").duration == .seconds(2))
    #expect(ScriptValue.integer(5).duration == .milliseconds(5))
    #expect(ScriptValue.string("soon").duration == nil)
    #expect(ScriptValue.number(-1).duration == nil)
  }
}
