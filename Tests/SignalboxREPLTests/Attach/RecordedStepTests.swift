import Signalbox
import SignalboxInspector
import SignalboxProtocol
import SignalboxScenarios
import SignalboxScripting
import Testing

@testable import SignalboxREPL

/// Tests `trace/read`, `trace/restore` and `trace/changed`.
@Suite struct RecordedStepTests {
  private let push = #"app.top.router:navigate("product")"#

  private func read(
    _ client: AttachedClient, from index: Int = 0
  ) throws -> TraceReadMethod.Result {
    try client.client.request(TraceReadMethod.self, TraceReadMethod.Params(from: index))
  }

  /// Returns the calls of the steps in a chunk.
  private func calls(_ result: TraceReadMethod.Result) -> [String] {
    let steps = result.part?.steps.table?["steps"]?.list ?? []
    return steps.map { $0.table?["c"]?.text ?? "" }
  }

  @Test
  func `a client reads steps from its first request on and is notified once of further steps`()
    throws
  {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    let client = try AttachedClient(to: server, at: folder.socket)
    let start = try read(client)
    #expect((start.session, start.count, start.dropped, start.present) == (1, 0, 0, nil))
    #expect(start.part?.count == 0)
    #expect(start.isLaunched)
    _ = client.take()
    for _ in 0..<2 { _ = session.evaluate(push, name: "host") }
    server.serve()
    server.serve()
    #expect(try client.wait(for: .steps(2)) == [.steps(2)])
    let steps = try read(client)
    #expect(
      calls(steps) == [#"Main:navigate("product")"#, #"Main:navigate("product")"#])
    #expect((steps.count, steps.present, steps.undoable) == (2, 1, 3))
    #expect(try read(client, from: 2).part == nil)
    server.serve()
    _ = try client.client.request(PingMethod.self, NoFields())
    #expect(client.take() == [])
  }

  @Test func `recorded steps contain lines, changes, events, states and the resulting view`()
    throws
  {
    let session = try ScriptSession()
    let trace = LiveTrace(recording: session, SourceCache())
    let script = """
      Main = coordinator "Main" { routes = { home = { title = "Start", actions = { "Go" } } } }
      function Main:start() self.router:startFlow("home") end
      app:launch "Main"
      """
    try session.run(Array(script.utf8), name: "shop.lua", sharesEnvironment: true)
    trace.settle { StepView(of: session.engine, events: $0) }
    let part = try #require(trace.part(with: 0))
    let step = try #require(part.steps.table?["steps"]?.list?.first?.table)
    #expect(step["c"] == #"app:launch("Main")"#)
    #expect(step["at"] == "shop.lua:3")
    #expect(step["i"] == [["at": "shop.lua:2", "call": #"Main:startFlow("home")"#]])
    #expect(step["e"] == "⤒ root ▸ home ⌂ Main")
    #expect(step["n"] == 1)
    #expect(
      step["d"] == [
        ["coordinators", "", [], ["Main [home]"]], ["layers", "", [], ["root Main"]],
      ])
    #expect(
      part.steps.table?["views"] == [["layers": [["title": "Start", "actions": ["Go"]]]]])
    #expect(step["x"]?.list?.isEmpty == false)
  }

  @Test func `a client can go back to a step, go forward again, and continue from an earlier step`()
    throws
  {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    session.engine.keepsFinished = true
    let client = try AttachedClient(to: server, at: folder.socket)
    _ = try read(client)
    for _ in 0..<3 { _ = try client.evaluate(push) }
    func restore(_ step: Int) throws -> Int {
      let params = TraceRestoreMethod.Params(step: step)
      let outcome = try client.client.request(TraceRestoreMethod.self, params)
      #expect(outcome.status == .done)
      return session.engine.tree.main?.stack.count ?? 0
    }
    #expect(try restore(0) == 2)
    #expect(try restore(2) == 4)
    #expect(try restore(2) == 4)
    #expect(try restore(1) == 3)
    #expect(try read(client).present == 5)
    _ = try client.evaluate("app.top.router:pop()")
    do throws(ProtocolError) {
      _ = try client.client.request(
        TraceRestoreMethod.self, TraceRestoreMethod.Params(step: 2))
      Issue.record("restored")
    } catch {
      #expect(
        error.message
          == "step 3 cannot be restored: a later step has continued from an earlier state")
    }
    #expect(try restore(0) == 2)
    do throws(ProtocolError) {
      _ = try client.client.request(
        TraceRestoreMethod.self, TraceRestoreMethod.Params(step: 99))
      Issue.record("restored")
    } catch {
      #expect(error.message == "there is no step 100; the last step is 8")
    }
  }

  @Test func `reading a later step of a recording without steps returns its state`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let client = try AttachedClient(to: server, at: folder.socket)
    let first = try read(client, from: 100)
    #expect((first.count, first.part?.first, first.part?.count) == (0, 0, 0))
  }

  @Test func `indices and line numbers of clients have a maximum`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let client = try AttachedClient(to: server, at: folder.socket)
    _ = try read(client)
    func message(_ body: () throws(ProtocolError) -> Void) -> String? {
      do throws(ProtocolError) {
        try body()
        return nil
      } catch {
        return error.message
      }
    }
    let expectation = "expected an integer from 0 to 1000000000"
    #expect(
      message { () throws(ProtocolError) in
        _ = try client.client.request(TraceRestoreMethod.self, .init(step: .max))
      } == "params.step is integer \(Int.max), \(expectation)")
    #expect(
      message { () throws(ProtocolError) in
        _ = try client.client.request(TraceReadMethod.self, .init(from: .max))
      } == "params.from is integer \(Int.max), \(expectation)")
    #expect(
      message { () throws(ProtocolError) in
        _ = try client.client.request(ScriptEvaluateMethod.self, .init(".nosuch", line: .max))
      } == "params.line is integer \(Int.max), expected an integer from 1 to 1000000000")
  }

  @Test func `reading a step of an empty recording is an error that states this`() throws {
    let trace = LiveTrace(of: try ScriptSession().engine)
    do throws(NavigationError) {
      _ = try trace.state(after: 0)
      Issue.record("found")
    } catch {
      #expect(error.message == "there is no step 1, because no step has been recorded")
    }
  }

  @Test func `only the most recent steps are kept, and the total number of steps is known`() throws
  {
    let session = try ScriptSession()
    let trace = LiveTrace(of: session.engine)
    try session.run(
      Array("for i = 1, 10150 do clock.advance(1) end".utf8), name: "loop.lua")
    trace.settle { StepView(of: session.engine, events: $0) }
    #expect((trace.count, trace.dropped) == (10_150, 200))
    let first = try #require(trace.part(with: 0))
    #expect((first.first, first.count) == (200, 100))
    let last = try #require(trace.part(with: 10_149))
    #expect((last.first, last.count) == (10_100, 50))
    #expect(last.steps.table?["steps"]?.list?.last?.table?["n"] == 10_150)
    #expect(trace.part(with: 10_150) == nil)
  }

  @Test func `the steps of a session that replaces another one start at the beginning`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let client = try AttachedClient(to: server, at: folder.socket)
    _ = try read(client)
    _ = try client.evaluate(push)
    let next = try ScriptSession()
    server.session = next
    server.serve()
    let result = try read(client)
    #expect((result.session, result.count, result.isLaunched) == (2, 0, false))
  }

  @Test func `the oldest steps are dropped if the retained ones are too large`() throws {
    let session = try ScriptSession()
    let trace = LiveTrace(recording: session, SourceCache())
    trace.maxBytes = 500_000
    let script = """
      Main = coordinator "Main" { routes = { home = {}, item = { args = { text = "string" } } } }
      function Main:start() self.router:startFlow("home") end
      app:launch "Main"
      for n = 1, 149 do
        app.main.router:navigate("item", { text = ("x"):rep(1000) .. n })
        app.main.router:pop()
      end
      """
    try session.run(Array(script.utf8), name: "app.lua")
    trace.settle { _ in nil }
    #expect(trace.count == 299)
    #expect(trace.dropped == 100)
    #expect(trace.part(with: 0)?.first == 100)
    #expect(throws: NavigationError.self) { try trace.state(after: 99) }
    #expect(try trace.state(after: 150) > 0)
  }

  @Test
  func `the overview counts the uses of declarations, and the source of a script can be read`()
    throws
  {
    let folder = try SocketFolder()
    let sources = SourceCache()
    sources["app.lua"] = Array("one\ntwo\n".utf8)
    let (server, session) = try shop(at: folder.socket) { $0.sources = sources }
    let client = try AttachedClient(to: server, at: folder.socket)
    _ = try read(client)
    _ = session.evaluate(push, name: "host")
    let overview = try client.client.request(TraceOverviewMethod.self, NoFields())
    let routes = overview.coverage?.table?["routes"]?.list
    #expect(routes?.contains(["Main.product", 1]) == true, "\(String(describing: routes))")
    for (path, lines) in ["app.lua": ["one", "two"], "missing.lua": []] {
      let source = try client.client.request(
        TraceSourceMethod.self, TraceSourceMethod.Params(path: path))
      #expect(source.lines == lines)
    }
  }
}
