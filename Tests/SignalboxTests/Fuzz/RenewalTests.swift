import LuaRuntime
import Signalbox
import Testing

@testable import SignalboxScripting

/// Tests that a reused session behaves like a new session, regardless of the code that ran in it
/// before.
struct RenewalTests {
  /// Returns all visible results of a program.
  private struct Show: Equatable {
    var printed: [String] = []
    var error = ""
    var unhandled: [String] = []
    var events: [String] = []
    var tree = ""
  }

  private static func session(isReused: Bool) throws -> ScriptSession {
    var configuration = ScriptConfiguration(
      memoryLimit: 64 << 20, countsInstructions: true, journalCapacity: 500, undoCapacity: 100)
    configuration.isReused = isReused
    return try ScriptSession(configuration)
  }

  /// Runs a program after the code that sets up its environment.
  ///
  /// - Returns: The results, or `nil` if the program was stopped at any point.
  private static func show(_ program: String, in session: ScriptSession) -> Show? {
    var show = Show()
    session.addHooks(SessionHooks(output: { show.printed.append($0) }))
    defer { session.addHooks(SessionHooks(output: { _ in })) }
    for text in [ProgramGenerator.prelude, program] {
      // A time limit would end programs at other points on a busy machine.
      session.luaState.instructionBudget = text == program ? 20_000 : nil
      do throws(ScriptError) {
        try session.run(Array(text.utf8), name: "fuzz.lua", sharesEnvironment: true)
      } catch {
        if [.timeout, .memory, .interrupted].contains(error.kind) { return nil }
        show.error = error.message
      }
    }
    show.unhandled = session.unhandled.map(\.message)
    let engine = session.engine
    show.events = (1...max(1, engine.eventCount)).compactMap { engine.event(numbered: $0) }
      .map { "\($0)" }
    show.tree = "\(engine.tree)"
    return show
  }

  /// Memory addresses differ from session to session.
  private static func plain(_ show: Show) -> Show {
    func plain(_ text: String) -> String { text.replacing(/0x[0-9a-f]+/, with: "0x") }
    var show = show
    show.printed = show.printed.map(plain)
    show.error = plain(show.error)
    show.unhandled = show.unhandled.map(plain)
    return show
  }

  /// A program is run first, and again after other programs. Separate sessions cannot be compared,
  /// because Lua randomizes the order of `pairs` in each of them.
  private static func fault(_ seed: UInt64) -> String? {
    do {
      let session = try session(isReused: true)
      defer { session.close() }
      guard session.prepareForReuse() else { return "it cannot be prepared" }
      let program = ProgramGenerator.program(seed: seed)
      let fresh = show(program, in: session).map(plain)
      for other in 1...3 as ClosedRange<UInt64> {
        guard session.reset(modules: nil) else { return "it cannot be renewed before \(other)" }
        _ = show(ProgramGenerator.program(seed: ~seed &* 31 &+ other), in: session)
        guard session.reset(modules: nil) else { return "it cannot be renewed behind \(other)" }
        let again = show(program, in: session).map(plain)
        if let fresh, let again, fresh != again {
          return "behind \(other):\n\(again)\nis not\n\(fresh)\nin:\n\(program)"
        }
      }
      return nil
    } catch {
      return "no session: \(error)"
    }
  }

  @Test func `random programs behave the same in a reused session as in a new one`() {
    FuzzRun(target: "renewal", smoke: 12).check(Self.fault)
  }

  @Test func `resetting a session resets identifiers, events, times and names`() throws {
    let session = try Self.session(isReused: true)
    #expect(session.prepareForReuse())
    let text = """
      local Main = coordinator "Main" { routes = { home = {}, more = {} }, links = { ["a://b"] = "more" } }
      function Main:start() self.router:startFlow "home" end
      presentationStyle "curtain" {}
      app:guard(function() return true end)
      app:on("op", function() end)
      after("1s", function() end)
      app.isStrict = true
      clock.manual()
      app:launch "Main"
      app:open "a://b"
      clock.advance "200ms"
      app.main.router:navigate "more"
      print(app.front, app.main, app:events()[1], clock.now(), #app:events())
      """
    var shown: [[String]] = []
    var trees: [StateDocument] = []
    for _ in 0..<3 {
      var lines: [String] = []
      session.addHooks(SessionHooks(output: { lines.append($0) }))
      try session.run(Array(text.utf8), name: "main.lua")
      shown.append(lines)
      trees.append(session.engine.tree)
      #expect(session.reset(modules: nil))
      #expect(session.engine.coordinatorTypeNames == [])
      #expect(session.engine.eventCount == 0)
      #expect(session.engine.now == .zero)
      #expect(!session.engine.isStrict && session.engine.isClockAutomatic)
      #expect(session.engine.symbols.find("Main") == nil)
      #expect(!session.engine.registry.transitionStyleNames.contains("curtain"))
    }
    #expect(shown.allSatisfy { $0 == shown[0] && $0.count == 1 })
    #expect(trees.allSatisfy { $0 == trees[0] })
  }

  @Test func `resetting a session releases values that scripts left behind`() throws {
    let session = try Self.session(isReused: true)
    #expect(session.prepareForReuse())
    try session.run(Array("kept = app:guard(function() return true end)".utf8), name: "a.lua")
    weak var witness: Witness?
    do {
      let made = Witness()
      witness = made
      try session.host.define("hold", owner: session.host.makeOwner("test")) { _ in
        _ = made
        return []
      }
    }
    #expect(witness != nil)
    #expect(session.reset(modules: nil))
    #expect(witness == nil)
    #expect(throws: ScriptError.self) { try session.run(Array("hold()".utf8), name: "b.lua") }
  }

  private final class Witness {}

  @Test func `resetting a session is rejected while code runs or a snapshot is retained`() throws {
    let session = try Self.session(isReused: true)
    #expect(!session.reset(modules: nil))
    #expect(session.prepareForReuse())
    #expect(!session.prepareForReuse())
    var answers: [Bool] = []
    try session.host.define("again", owner: session.host.makeOwner("test")) { _ in
      answers.append(session.reset(modules: nil))
      return []
    }
    try session.run(Array("again()".utf8), name: "a.lua")
    #expect(answers == [false])

    var snapshot: NavigationSnapshot? = session.engine.snapshot()
    #expect(!session.reset(modules: nil))
    #expect(snapshot?.tree == session.engine.tree)
    snapshot = nil
    #expect(session.reset(modules: nil))

    session.close()
    #expect(!session.reset(modules: nil))
  }

  @Test
  func `resetting a session keeps plugins from before the reset point and removes later ones`()
    throws
  {
    let session = try Self.session(isReused: true)
    try session.plugins.load("deeplink")
    #expect(session.prepareForReuse())
    for _ in 1...3 {
      #expect(session.plugins.loaded.map(\.name) == ["deeplink"])
      let count = session.plugins.registry.contributions.count
      try session.run(
        Array(
          """
          local steps = require "steps"
          local links = require "deeplink"
          assert(not seen) seen = true
          """.utf8), name: "a.lua")
      #expect(session.plugins.loaded.map(\.name) == ["deeplink", "steps"])
      #expect(session.plugins.tearDown().isEmpty)
      #expect(session.reset(modules: nil))
      #expect(session.plugins.registry.contributions.count == count)
    }
    session.close()
  }

  @Test func `resetting a session keeps definitions from before the reset point`() throws {
    let session = try Self.session(isReused: true)
    let definitions = """
      Main = coordinator "Main" { routes = { home = {}, more = {} }, links = { ["a://b"] = "more" } }
      function Main:start() self.router:startFlow "home" end
      application "App" { main = "Main" }
      presentationStyle "curtain" {}
      local guards, seen = 0, 0
      app:guard(function() guards = guards + 1 return true end)
      app:on("entry.pushed", function(event) seen = seen + 1 print(guards, seen, event) end)
      app.isStrict = true
      """
    try session.run(Array(definitions.utf8), name: "app.lua")
    #expect(session.prepareForReuse())
    var shown: [[String]] = []
    for _ in 0..<3 {
      var lines: [String] = []
      session.addHooks(SessionHooks(output: { lines.append($0) }))
      try session.run(
        Array(
          """
          app:launch()
          app:open "a://b"
          print(app.front, app.isStrict, app:events()[1])
          coordinator "Main" { routes = {} }
          coordinator "Other" { links = { ["c://d"] = "x" }, routes = { x = {} } }
          app:guard(function() return false end)
          """.utf8), name: "main.lua")
      shown.append(lines)
      #expect(session.reset(modules: nil))
      #expect(session.engine.coordinatorTypeNames == ["Main"])
      #expect(session.engine.registry.transitionStyleNames.contains("curtain"))
      #expect(session.application?.main == "Main")
    }
    #expect(shown.allSatisfy { $0 == shown[0] && $0.count == 2 }, "\(shown)")
  }

  @Test
  func
    `a session with visible screens, recorded calls or pending work cannot be prepared for reuse`()
    throws
  {
    for text in [
      "coordinator \"Main\" { routes = {} } app:launch \"Main\"", "after(\"1s\", function() end)",
      "clock.advance \"1s\"",
    ] {
      let session = try Self.session(isReused: true)
      try? session.run(Array(text.utf8), name: "a.lua")
      #expect(!session.prepareForReuse(), "\(text)")
      session.close()
    }
  }
}
