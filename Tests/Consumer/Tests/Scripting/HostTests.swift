import Signalbox
import SignalboxScripting
import Testing

struct HostTests {
  private func texts(_ evaluation: Evaluation) throws -> [String] {
    switch evaluation {
    case .values(let values): return values
    case .failed(let error): throw error
    case .incomplete: return ["incomplete"]
    }
  }

  // MARK: - Definitions

  @Test func `a host can define functions and declarators, and remove them together`() throws {
    let session = try ScriptSession()
    let host = session.host
    let owner = host.makeOwner("kitchen")
    var steps: [ScriptValue] = []
    try host.define("double", owner: owner) { call throws(ScriptError) in
      guard let number = call[1].integer else {
        throw .badArgument("double: got \(call[1].kindName)", hint: "pass an integer")
      }
      return [.integer(2 * number)]
    }
    let recipe = ScriptTable(fields: [
      ("count", .function(host.makeFunction("count") { _ in [.integer(steps.count)] })),
      (
        "step",
        .function(
          host.makeDeclarator("step") { call in
            steps += [call[1], call[2]]
            return []
          })
      ),
    ])
    try host.define("recipe", owner: owner, value: .table(recipe))
    try session.run(Array("recipe:step 'stir' { 3 }".utf8), name: "recipe.lua")
    #expect(steps.first == "stir")
    #expect(steps.last?.table?.list == [3])
    #expect(try texts(session.evaluate("double(4), recipe.count()")) == ["8", "2"])
    let error = #expect(throws: ScriptError.self) { try texts(session.evaluate("double 'x'")) }
    #expect(error?.code == "badArgument")
    #expect(error?.message.contains("double: got string; pass an integer") == true)
    host.takeBack(owner)
    #expect(try texts(session.evaluate("type(double), type(recipe)")) == ["\"nil\"", "\"nil\""])
  }

  @Test func `a host can compile a script and call it as a function`() throws {
    let session = try ScriptSession()
    let function = try session.load(Array("return ... * 2, 'x'".utf8), name: "double.lua")
    #expect(try function.call([4]) == [8, "x"])
  }

  // MARK: - Hooks

  @Test func `a host can receive output in scopes, and errors that no code observed`() throws {
    let session = try ScriptSession()
    var (outer, inner): ([String], [String]) = ([], [])
    let scope = session.addHooks(SessionHooks(output: { outer.append($0) }))
    let printer = Array("print 'text'".utf8)
    try session.run(printer, name: "a.lua")
    try session.withHooks(SessionHooks(output: { inner.append($0) })) {
      try session.run(printer, name: "b.lua")
    }
    try session.run(printer, name: "c.lua")
    session.removeHooks(scope)
    try session.withHooks(SessionHooks(output: { _ in })) {
      try session.run(printer, name: "d.lua")
    }
    #expect(outer == ["text", "text"])
    #expect(inner == ["text"])
  }

  @Test func `a host can read and clear the errors that no code observed`() throws {
    let session = try ScriptSession()
    let script = """
      coordinator "Main" {
        routes = { home = {} },
        start = function(self) self.router:startFlow "home" end,
        links = { ["main://fails"] = function() error "no link" end },
      }
      app:launch "Main"
      pcall(app.open, app, "main://fails")
      """
    try session.run(Array(script.utf8), name: "main.lua")
    #expect(session.unhandled.map { $0.message.contains("no link") } == [true])
    session.clearUnhandled()
    #expect(session.unhandled.map(\.message) == [])
  }

  // MARK: - Going back

  @Test func `a host can return to a checkpoint or to the prepared state`() throws {
    var configuration = ScriptConfiguration()
    configuration.isReused = true
    let session = try ScriptSession(configuration)
    _ = session.evaluate("count = 1")
    #expect(session.prepareForReuse())
    _ = session.evaluate("count = 2")
    let checkpoint = try session.checkpoint()
    _ = session.evaluate("count = 3")
    try session.rewind(to: checkpoint)
    #expect(try texts(session.evaluate("count")) == ["2"])
    #expect(session.reset(modules: nil))
    #expect(try texts(session.evaluate("count")) == ["1"])
    let error = #expect(throws: ScriptError.self) { try session.rewind(to: checkpoint) }
    #expect(error?.code == "stale")
  }

  @Test func `a host can reload its files and repeat the recorded calls`() throws {
    func load(into session: ScriptSession, version: Int) throws(ScriptError) {
      let script = """
        coordinator "Shop" {
          routes = { list = {}, item = {} },
          start = function(self) self.router:startFlow "list" end,
        }
        version = \(version)
        """
      try session.run(Array(script.utf8), name: "shop.lua", sharesEnvironment: true)
    }
    let session = try ScriptSession()
    try load(into: session, version: 1)
    try session.beginRecord()
    _ = session.evaluate("app:launch 'Shop'")
    _ = session.evaluate("app.top.router:navigate 'item'")
    let reload = try session.reload { new throws(ScriptError) in
      try load(into: new, version: 2)
    }
    #expect(reload.stepCount == 2)
    #expect(reload.divergence == nil)
    #expect(reload.session.engine.tree == session.engine.tree)
    #expect(try texts(reload.session.evaluate("version")) == ["2"])
  }

  // MARK: - Reference

  @Test func `a host can write definitions for editors`() {
    let lines = ScriptReference.editorDefinitions().split(separator: "\n")
    #expect(lines.first == "---@meta")
    let hasTree = lines.contains("function App:tree() end")
    #expect(hasTree)
  }
}
