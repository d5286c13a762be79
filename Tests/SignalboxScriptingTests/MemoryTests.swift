import CHeapMeter
import Foundation
import Signalbox
import SignalboxScripting
import Testing

/// Tests that all data that the host stores for a script counts toward the script's limit.
@Suite(.enabled(if: counts_heap(), "only the GNU C library's heap is counted"))
struct MemoryTests {
  private static let limit = 16 << 20
  /// The memory that one call may use before the next check: a list that doubles, and a string in
  /// two representations.
  private static let slack = limit / 4

  private static let main = """
    Main = coordinator "Main" {
      routes = { home = { actions = { "Go" } }, item = {}, sheet = { style = "sheet" } },
      links = { ["m://item/:x"] = function(self, link) self.router:navigate("item", link) end },
    }
    function Main:start() self.router:startFlow("home") end
    local count = 0
    function big(size) count = count + 1 return ("x"):rep(size or 100000) .. count end
    router = app:launch(Main).router
    """

  private static let tabs = """
    P = coordinator "P" { routes = { p = {} } }
    function P:start() self.router:startFlow("p") end
    local function page(id, title) return { id = id, title = title, icon = "i", coordinator = "P" } end
    T = tabs "T" { pages = { page("a", "A"), page("b", "B") } }
    local count = 0
    function big(size) count = count + 1 return ("x"):rep(size or 100000) .. count end
    t = app:launch(T)
    """

  private final class Peak {
    var bytes = 0
    var printed: [String] = []
  }

  /// A session whose heap memory is counted, and the maximum memory at the calls of operations.
  private func session(
    _ text: String, limit: Int = limit
  ) throws -> (ScriptSession, Peak) {
    var configuration = ScriptConfiguration(memoryLimit: limit)
    configuration.countsHeap = true
    let session = try ScriptSession(configuration)
    let peak = Peak()
    let note: (CallSite) -> Void = { [unowned session] _ in
      peak.bytes = max(peak.bytes, session.memoryHeld)
    }
    session.addHooks(
      SessionHooks(output: { peak.printed.append($0) }, onCall: note, onInnerCall: note))
    try session.run(Array(text.utf8), name: "main.lua", sharesEnvironment: true)
    return (session, peak)
  }

  /// The error of a script, or `nil` if it succeeded.
  private func end(_ script: String, in session: ScriptSession) -> ScriptError.Kind? {
    do throws(ScriptError) {
      try session.run(Array(script.utf8), name: "test.lua", sharesEnvironment: true)
      return nil
    } catch {
      return error.kind
    }
  }

  // MARK: - Memory that counts

  /// Code that uses hundreds of megabytes, which cannot be freed automatically.
  @Test(arguments: [
    (
      "screens with arguments", main,
      "for i = 1, 3000 do router:navigate('item', { a = big() }) end"
    ),
    (
      "operations that wait", main,
      "function Main:onGo() for i = 1, 3000 do router:navigate('item', { a = big() }) end end "
        + "app:tap 'Go'"
    ),
    (
      "small operations that wait", main,
      "function Main:onGo() for i = 1, 1000000 do router:navigate 'item' end end app:tap 'Go'"
    ),
    (
      "completions that wait", main,
      "function Main:onGo() for i = 1, 1000000 do router:navigate('item', nil, "
        + "{ completion = function() return i end }) end end app:tap 'Go'"
    ),
    (
      "a batch", main,
      "router:batch(function() for i = 1, 3000 do router:navigate('item', { a = big() }) end end)"
    ),
    (
      "a batch of small operations", main,
      "router:batch(function() for i = 1, 1000000 do router:navigate 'item' end end)"
    ),
    ("links that wait", "", "for i = 1, 3000 do app:open('z://' .. i .. ('x'):rep(100000)) end"),
    (
      "definitions", "",
      "for i = 1, 100000 do coordinator('C' .. i) { routes = { ['r' .. i] = {} } } end"
    ),
    (
      "routes", "",
      "for i = 1, 100 do local r = {} for j = 1, 10000 do r['r' .. i .. '_' .. j] = "
        + "{ title = 't' .. j } end coordinator('C' .. i) { routes = r } end"
    ),
    (
      "definitions with links", "",
      "for i = 1, 100000 do coordinator('C' .. i) { links = { ['a://' .. i] = 'go' } } end"
    ),
    (
      "styles", "",
      "for i = 1, 9000 do presentationStyle('s' .. i .. ('x'):rep(10000)) { covering = true } end"
    ),
    ("timers", main, "for i = 1, 1000000 do after('1h', function() return i end) end"),
    ("guards", main, "for i = 1, 1000000 do app:guard(function() return i end) end"),
    ("observers", main, "for i = 1, 1000000 do app:on('entry', function() return i end) end"),
    (
      "coordinators that are never attached", main,
      "for i = 1, 1000000 do Main:new { a = big(1000) } end"
    ),
    (
      "screens that scripts hold", main,
      "k = {} for i = 1, 1000000 do router:navigate 'item' "
        + "k[i] = app.front end"
    ),
    ("fields of coordinators", main, "for i = 1, 100000 do app.main['f' .. i] = big(1000) end"),
    ("snapshots", main, "k = {} for i = 1, 100000 do k[i] = app:saveState() end"),
    (
      "recordings", main,
      "app:record() for i = 1, 3000 do router:navigate('item', { a = big() }) "
        + "router:pop() end"
    ),
    (
      "factories of objects", "",
      "for i = 1, 100000 do object('o' .. i .. ('x'):rep(1000)) "
        + "(function() return {} end) end"
    ),
    (
      "actions", main,
      "for i = 1, 3000 do router:navigate(screen('s', { actions = { { big(), function() end } } })) end"
    ),
    (
      "alerts", main,
      "for i = 1, 3000 do router:present(screen('s', { title = big() }), nil, "
        + "{ style = 'alert', buttons = { { big(), function() end } } }) end"
    ),
    (
      "dependencies", main,
      "for i = 1, 100000 do app.main:addDependency(Main:new { a = big(1000) }, { try = true }) end"
    ),
  ])
  func `memory that the host retains for a script counts toward its limit`(
    _ name: String, _ definitions: String, _ script: String
  ) throws {
    let (session, peak) = try session(definitions)
    #expect(end(script, in: session) == .memory, "\(name)")
    #expect(peak.bytes < Self.limit + Self.slack, "\(name): \(peak.bytes)")
  }

  /// Code that would use hundreds of megabytes if old data were not discarded.
  @Test(arguments: [
    ("update", main, "local s = app.front for i = 1, 3000 do router:update(s, { a = big() }) end"),
    (
      "navigate and pop", main,
      "for i = 1, 3000 do router:navigate('item', { a = big() }) "
        + "router:pop() end"
    ),
    ("undo", main, "for i = 1, 3000 do router:navigate('item', { a = big() }) app:undo() end"),
    ("badges", tabs, "for i = 1, 3000 do t:setBadge('a', big()) end"),
    (
      "titles", tabs,
      "for i = 1, 3000 do t:setPages { { id = 'a', title = big(), icon = big(), "
        + "coordinator = 'P' } } end"
    ),
    (
      "pages", tabs,
      "for i = 1, 3000 do t:setPages { { id = big(10000), title = 'x', icon = 'i', "
        + "coordinator = 'P' } } end"
    ),
    (
      "links that are taken", main,
      "for i = 1, 3000 do app:open('m://item/' .. big()) router:pop() end"
    ),
    (
      "links that nobody takes", main,
      "for i = 1, 3000 do pcall(app.open, app, 'z://' .. big()) end"
    ),
    (
      "keys", main,
      "for i = 1, 3000 do router:navigate('item', nil, { key = big() }) router:pop() end"
    ),
    (
      "layers", main,
      "for i = 1, 3000 do router:present('sheet', { a = big() }) router:dismiss() end"
    ),
    ("roots", main, "for i = 1, 3000 do router:root('item', { a = big() }) end"),
    (
      "screens of their own names", main,
      "for i = 1, 3000 do router:navigate(screen(big(), { title = big() })) router:pop() end"
    ),
    (
      "objects", main,
      "for i = 1, 30000 do router:navigate('item', "
        + "{ a = setmetatable({ b = big(1000) }, {}) }) router:pop() end"
    ),
    (
      "errors of observers", main,
      "app:on('entry.pushed', function() error(big()) end) for i = 1, 3000 do router:navigate 'item' "
        + "router:pop() end"
    ),
    (
      "applications", "",
      "for i = 1, 3000 do application(('x'):rep(100000) .. i) { main = 'M' } end"
    ),
    (
      "definitions that replace one another", "",
      "for i = 1, 10000 do coordinator 'C' { routes = { a = { title = ('x'):rep(1000) .. i } } } end"
    ),
    ("chunks", "", "for i = 1, 10000 do load('return 1', '=c' .. ('x'):rep(10000) .. i) end"),
  ])
  func `history and journal are discarded if scripts need their memory`(
    _ name: String, _ definitions: String, _ script: String
  ) throws {
    let (session, peak) = try session(definitions)
    #expect(end(script, in: session) == nil, "\(name)")
    #expect(peak.bytes < Self.limit + Self.slack, "\(name): \(peak.bytes)")
  }

  @Test(arguments: [
    "router:navigate('u' .. big(), nil, { try = true })",
    "pcall(router.navigate, router, 'u' .. big())",
    "router:navigate('u', { a = big() }, { try = true })",
    "router:popToView(big())", "router:root(big(), nil, { try = true })",
    "router:setStack({ big() }, { try = true })",
  ])
  func `20,000 rejected navigations with 100,000 characters each do not exceed the limit`(
    _ call: String
  ) throws {
    let (session, peak) = try session(Self.main)
    #expect(end("for i = 1, 20000 do \(call) end", in: session) == nil)
    #expect(peak.bytes < Self.limit + Self.slack, "\(peak.bytes)")
    #expect(session.engine.symbols.all.reduce(0) { $0 + $1.utf8.count } < 4 << 20)
  }

  // MARK: - Exceeding the limit

  @Test func `a call that exceeds the memory limit changes nothing`() throws {
    let (session, seen) = try session(Self.main)
    let before = (session.engine.tree, session.engine.eventCount)
    let script = """
      local list, kept = {}, {}
      for i = 1, 90000 do list[i] = i end
      pcall(function() for i = 1, 1000 do kept[i] = ("y"):rep(100000) .. i end end)
      kept[#kept] = nil
      print(pcall(router.navigate, router, "item", { list = list }))
      """
    #expect(end(script, in: session) == nil)
    #expect(seen.printed == ["false\ttest.lua:5: not enough memory"])
    #expect(session.engine.tree == before.0)
    #expect(session.engine.eventCount == before.1)
  }

  @Test func `a session can be used again after a script has released its memory`() throws {
    let (session, _) = try session(Self.main)
    let fill = "for i = 1, 3000 do router:navigate('item', { a = big() }) end"
    #expect(end(fill, in: session) == .memory)
    #expect(end("router:popToRoot()", in: session) == nil)
    #expect(end("for i = 1, 100 do router:navigate('item', { a = big() }) end", in: session) == nil)
    #expect(session.engine.stack(of: session.engine.main!).count == 101)
  }

  @Test func `steps that were discarded to free memory are counted, and all others can be undone`()
    throws
  {
    let (session, _) = try session(Self.main)
    let script = "local s = app.front for i = 1, 1000 do router:update(s, { a = big() }) end"
    #expect(end(script, in: session) == nil)
    let (kept, dropped) = (session.engine.undoableCount, session.engine.releasedStepCount)
    #expect(kept > 0 && dropped > 0 && kept + dropped == 1001)
    #expect(end("app:undo(\(kept))", in: session) == nil)
    #expect(session.engine.undoableCount == 0)
  }

  @Test func `unused names are removed from memory`() throws {
    let (session, _) = try session(Self.main)
    let count = session.engine.symbols.all.count
    let script = """
      for i = 1, 20000 do
        router:navigate("unknown" .. i, nil, { try = true })
        router:navigate(screen("own" .. i)) router:pop()
      end
      """
    #expect(end(script, in: session) == nil)
    // Names that are used by events of the journal are kept.
    #expect(session.engine.symbols.all.count < count + 25_000)
    let events = session.engine.events().filter { $0.name.hasPrefix("own") }
    let names = Set(events.map(\.name))
    #expect(names.contains("own20000"))
    #expect(names.allSatisfy { Int($0.dropFirst(3)) != nil })
  }

  // MARK: - Memory that does not count

  @Test func `memory of other threads is not counted, and a session can move between threads`()
    throws
  {
    let (session, _) = try session(Self.main)
    let fill = "for i = 1, 50 do router:navigate('item', { a = big() }) end"
    #expect(end(fill, in: session) == nil)
    let before = session.memoryHeld
    #expect(before > 5_000_000)
    let held = Elsewhere.run {
      var waste = [UInt8](repeating: 1, count: 50 << 20)
      let isFine = self.end("local x = 1", in: session) == nil
      waste[0] = 2
      return isFine ? session.memoryHeld : 0
    }
    #expect(abs(held - before) < 1 << 20)
    #expect(end("router:popToRoot()", in: session) == nil)
  }

  @Test func `without the option countsHeap, a session counts only the memory of Lua`() throws {
    let session = try ScriptSession(ScriptConfiguration(memoryLimit: 4 << 20))
    try session.run(Array(Self.main.utf8), name: "main.lua", sharesEnvironment: true)
    let script = "for i = 1, 100 do router:navigate('item', { a = big() }) end"
    #expect(end(script, in: session) == nil)
  }

  @Test func `blocks are counted with the sizes that the C library reports`() {
    #expect((0...5_000).allSatisfy { heap_counts_agree($0) })
    #expect((10...27).allSatisfy { heap_counts_agree(1 << $0) })
  }
}

/// Runs a body in another thread and waits for it.
private enum Elsewhere {
  private final class Box<Value>: @unchecked Sendable {  // One thread at a time, which join orders.
    let body: () -> Value
    var value: Value?
    init(_ body: @escaping () -> Value) { self.body = body }
  }

  static func run(_ body: @escaping () -> Int) -> Int {
    let box = Box(body)
    let done = DispatchSemaphore(value: 0)
    let runner = Thread {
      box.value = box.body()
      done.signal()
    }
    runner.stackSize = 4 << 20
    runner.start()
    done.wait()
    return box.value ?? 0
  }
}

/// Costs that must grow linearly with the number of definitions instead of quadratically.
@Suite(.enabled(if: counts_heap(), "only the GNU C library's heap is counted"))
struct DefinitionCostTests {
  private func bytes(of count: Int, _ definition: String) throws -> Double {
    let session = try ScriptSession(ScriptConfiguration(memoryLimit: 0))
    let before = heap_counts_now().live
    try session.run(
      Array("for i = 1, \(count) do \(definition) end".utf8), name: "test.lua")
    return withExtendedLifetime(session) {
      Double(heap_counts_now().live - before) / Double(count)
    }
  }

  @Test(arguments: [
    "coordinator('C' .. i) { routes = { home = {}, ['r' .. i] = {} } }",
    "coordinator('C' .. i) { routes = { home = {} }, links = { ['a://b/' .. i] = 'go' } }",
    "coordinator('C' .. i) { links = { ['a://same/:id'] = 'go' } }",
    "tabs('T' .. i) { pages = { { id = 'a', coordinator = 'C' }, { id = 'b' .. i, coordinator = 'C' } } }",
  ])
  func `a definition needs the same memory among 8,000 definitions as among 1,000 definitions`(
    _ definition: String
  ) throws {
    let (few, many) = (try bytes(of: 1_000, definition), try bytes(of: 8_000, definition))
    #expect(many < 1.5 * few, "\(few) bytes each became \(many)")
  }
}
