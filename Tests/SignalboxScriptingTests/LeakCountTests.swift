import Signalbox
import Testing

@testable import LuaRuntime
@testable import SignalboxScripting

/// Counts the objects that remain after sessions have ended.
@Suite struct LeakCountTests {
  /// An object with the same lifetime as its owner.
  private final class Token {
    let count: Count

    init(_ count: Count) {
      self.count = count
      count.living += 1
    }

    deinit { count.living -= 1 }
  }

  private final class Count {
    var living = 0
  }

  /// Observes the objects of a session without retaining them.
  private struct Watch {
    weak var session: ScriptSession?
    weak var engine: NavigationEngine?
    weak var luaState: LuaState?
    weak var interrupter: LuaInterrupter?
    weak var lifeline: LuaLifeline?
    weak var definition: CoordinatorDefinition?
    weak var native: LuaNative?

    init(_ session: ScriptSession) {
      self.session = session
      engine = session.engine
      luaState = session.luaState
      interrupter = session.luaState.interrupter
      lifeline = session.luaState.lifeline
      definition = session.definitions.values.first
      native = session.luaState.hostContents.natives.last
    }

    var isWatching: Bool { session != nil && definition != nil && native != nil }

    var living: Int {
      let all: [AnyObject?] = [
        session, engine, luaState, interrupter, lifeline, definition, native,
      ]
      return all.count { $0 != nil }
    }
  }

  /// Coordinators with all kinds of callbacks. Each callback retains an object.
  private static let life = """
    local held = {}
    app:on("entry", function(event) held[#held + 1] = event end)
    app:guard(function(request) held.last = request end)
    app:launch(nil, nil, { completion = function() held.launched = true end })
    local r = app.main.router
    r:navigate("product", { id = 1 }, { onDismiss = function() held.gone = r end })
    r:navigate("checkout", nil, { onFinish = function() held.finished = r end })
    after("1h", function() print(held) end)
    waiting = coroutine.create(function() local x <close> = setmetatable({}, {
      __close = function() held = nil end }) coroutine.yield(r) end)
    coroutine.resume(waiting)
    kept = app:saveState()
    stop = app:record()
    app:tap "Next"
    """

  /// The ways that a session can end.
  private static let endings = [
    "app:undo(2)", "error({ held = app })", "r:nothing()", "while true do end",
    "local t = {} while true do t[#t + 1] = ('x'):rep(1e5) .. #t end",
    "coroutine.wrap(function() while true do pcall(error) end end)()",
    "app:on('entry', function() error('listener') end) app:back()", "app:restoreState(kept)",
    // An operation that waits forever. Its completion would be called with a rejection.
    "clock.manual() app:on('willNavigate', function() app.main.router:pop() end) app:back()",
  ]

  private static func live(_ number: Int, _ count: Count) throws -> Watch {
    let session = try ScriptSession(
      ScriptConfiguration(memoryLimit: 4 << 20, countsInstructions: number.isMultiple(of: 3)))
    let token = Token(count)
    session.addHooks(
      SessionHooks(
        output: { [token] _ in _ = token }, onUnhandled: { [token] _ in _ = token }))
    try session.run(Array(ScriptFixture.shop.utf8), name: "app.lua")
    try session.run(Array(life.utf8), name: "life.lua")
    let ending = endings[number % endings.count]
    try? session.run(Array(ending.utf8), name: "end.lua", timeout: .milliseconds(10))
    let watch = Watch(session)
    #expect(watch.isWatching)
    if number.isMultiple(of: 2) { session.close() }
    return watch
  }

  @Test func `two hundred sessions are released completely`() throws {
    let count = Count()
    let watches = try (0..<200).map { try Self.live($0, count) }
    #expect(watches.map(\.living) == Array(repeating: 0, count: 200))
    #expect(count.living == 0)
  }
}
