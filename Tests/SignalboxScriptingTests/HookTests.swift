import Signalbox
import SignalboxScripting
import Testing

/// Tests the scopes of hooks: hooks that observe in every scope, and the hook that returns a
/// result.
@Suite struct HookTests {
  private final class Log { var lines: [String] = [] }

  private func hooks(_ name: String, _ log: Log) -> SessionHooks {
    SessionHooks(
      output: { log.lines.append("\(name) printed \($0)") },
      onUnhandled: { log.lines.append("\(name) failed \($0.message)") },
      onCall: { log.lines.append("\(name) call \($0.operation)") },
      onInnerCall: { log.lines.append("\(name) inner \($0.operation)") },
      onCommand: { log.lines.append("\(name) command \($0)") },
      onPause: { log.lines.append("\(name) pause \($0.reason ?? "")") })
  }

  private static let script = """
    print "x"
    app:pause "here"
    app:command "tree"
    after(1, function() router:navigate("product", { id = 1 }) error("late", 0) end)
    clock.advance(1)
    app.top.router:pop()
    """

  private func observed(_ session: ScriptSession, _ log: Log) throws -> [String] {
    log.lines = []
    try session.run(Array(Self.script.utf8), name: "hooks.lua", sharesEnvironment: true)
    return log.lines
  }

  private static func answers(_ name: String) -> [String] {
    ["\(name) printed x", "\(name) pause here", "\(name) command tree"]
  }

  private static func all(_ observers: [String], _ answering: String) -> [String] {
    answers(answering) + observers.map { "\($0) inner navigate" } + ["\(answering) failed late"]
      + observers.map { "\($0) call pop" }
  }

  private func shop(_ log: Log) throws -> ScriptSession {
    let session = try ScriptFixture.launchedShop().session
    try session.run(
      Array("router = app.top.router".utf8), name: "start.lua", sharesEnvironment: true)
    return session
  }

  @Test func `observing hooks are called in every scope, and returning hooks in the innermost one`()
    throws
  {
    let log = Log()
    let session = try shop(log)
    session.addHooks(hooks("a", log))
    #expect(try observed(session, log) == Self.all(["a"], "a"))
    var (inner, innermost): ([String], [String]) = ([], [])
    try session.withHooks(hooks("b", log)) {
      inner = try observed(session, log)
      let output = SessionHooks(output: { log.lines.append("c printed \($0)") })
      innermost = try session.withHooks(output) { try observed(session, log) }
    }
    let both = Self.all(["a", "b"], "b")
    #expect(inner == both)
    #expect(innermost == ["c printed x"] + both.dropFirst())
    #expect(try observed(session, log) == Self.all(["a"], "a"))
  }

  @Test func `the output of a script can be collected in a scope`() throws {
    let session = try ScriptSession()
    let script = Array("print 'lamp'".utf8)
    var lines: [String] = []
    try session.withHooks(SessionHooks(output: { lines.append($0) })) {
      try session.run(script, name: "shop.lua")
    }
    #expect(lines == ["lamp"])
  }

  @Test func `a scope of hooks ends when its body throws`() throws {
    let log = Log()
    let session = try shop(log)
    session.addHooks(hooks("a", log))
    #expect(throws: ScriptError.self) {
      try session.withHooks(hooks("b", log)) {
        try session.run(Array("error 'no'".utf8), name: "error.lua")
      }
    }
    #expect(try observed(session, log) == Self.all(["a"], "a"))
  }

  @Test func `scopes of hooks can be removed in any order, but only once`() throws {
    let log = Log()
    let session = try shop(log)
    let (first, second) = (session.addHooks(hooks("a", log)), session.addHooks(hooks("b", log)))
    session.removeHooks(first)
    #expect(try observed(session, log) == Self.all(["b"], "b"))
    session.addHooks(hooks("c", log))
    session.removeHooks(second)
    session.removeHooks(second)
    #expect(try observed(session, log) == Self.all(["c"], "c"))
  }

  /// An object that only a session's hook retains.
  private func hookLog(of session: ScriptSession) -> Log {
    let log = Log()
    session.addHooks(SessionHooks(output: { log.lines.append($0) }))
    return log
  }

  @Test func `a closed session keeps no hooks`() throws {
    let session = try ScriptSession()
    weak let log = hookLog(of: session)
    #expect(log != nil)
    session.close()
    #expect(log == nil)
  }

  @Test func `errors of titles are reported for calls of the host, but not while it reads`()
    throws
  {
    let log = Log()
    let session = try ScriptFixture().session
    try session.run(
      Array(
        """
        local Home = coordinator "Home" {
          routes = { home = { title = function() error("no title", 0) end } },
        }
        function Home:start() self.router:startFlow("home") end
        app:launch(Home)
        """.utf8), name: "home.lua")
    session.clearUnhandled()
    session.addHooks(hooks("host", log))
    let engine = session.engine
    let run = HostRun(in: session, timeout: nil)
    #expect(try run.read { engine.front.flatMap { engine.title(of: $0) } } == "home")
    #expect(log.lines == [])
    #expect(session.unhandled.map(\.message) == [])
    #expect(try run.run { engine.front.flatMap { engine.title(of: $0) } } == "home")
    #expect(log.lines == ["host failed no title"])
    #expect(session.unhandled.map(\.message) == ["no title"])
  }
}
