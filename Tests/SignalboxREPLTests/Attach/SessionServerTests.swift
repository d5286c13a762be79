import Foundation
import Signalbox
import SignalboxProtocol
import SignalboxScenarios
import SignalboxScripting
import Testing

@testable import SignalboxREPL

@Suite struct SessionServerTests {
  private let push = #"app.top.router:navigate("product")"#

  @Test func `a client sees the session, its own inputs and their output`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let client = try AttachedClient(to: server, at: folder.socket)
    #expect(server.clients == [1])
    #expect(try client.evaluate("print 'hi' return 1") == state())
    #expect(client.take() == [.output("hi\n1\n")])
    #expect(try client.evaluate(push) == state("main ▸ product"))
    #expect(client.take() == [.output("  ✓ push product\n")])
    #expect(try client.evaluate("x = (") == state("main ▸ product", isPending: true))
    #expect(try client.evaluate("") { $0.startsOver = true } == state("main ▸ product"))
    #expect(try client.evaluate("x = (\n  5\n)\nreturn x") == state("main ▸ product"))
    #expect(client.take() == [.output("5\n")])
    #expect(try client.evaluate(".quit") == state("main ▸ product", isFinished: true))
  }

  @Test func `a client receives completions and hints while its user types`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let client = try AttachedClient(to: server, at: folder.socket)
    let completion = try client.client.request(
      ScriptCompleteMethod.self, ScriptCompleteMethod.Params(".qu", cursor: 3))
    #expect(completion.start == 1)
    #expect(
      completion.suggestions == [
        ScriptCompleteMethod.Suggestion(
          text: "quit", detail: "Leaves the prompt, as Ctrl-D does")
      ])
    let hint = try client.client.request(
      ScriptCompleteMethod.self, ScriptCompleteMethod.Params(".qu", isPassive: true))
    #expect(hint.hint == "it")
    #expect(hint.suggestions == [])
  }

  @Test func `a remote assistant sends no request for empty text and drops hints that arrive late`()
    throws
  {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let client = try AttachedClient(to: folder.socket, token: server.token).client
    let assistant = try AttachedAssistant(client)
    assistant.textChanged(".qu")
    // The first request was `initialize`.
    #expect(client.isOpen(.number(2)))
    #expect(assistant.hint(for: ".qu") == nil)
    #expect(!client.isOpen(.number(2)))
    assistant.textChanged("")
    #expect(!client.isOpen(.number(3)))
    assistant.textChanged(".q")
    #expect(client.isOpen(.number(3)))
    assistant.cancelRequest()
    #expect(!client.isOpen(.number(3)))
  }

  @Test func `results have numbers if the client has a terminal, and calls have previews`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    server.access.previews = {
      PreviewRecipe(timeout: .seconds(60)) { () throws(ScriptError) in
        let session = try ScriptSession()
        let script = """
          Main = coordinator "Main" { routes = { home = {}, product = {} } }
          """
        try session.run(Array(script.utf8), name: "shop.lua", sharesEnvironment: true)
        return session
      }
    }
    let client = try AttachedClient(to: server, at: folder.socket)
    _ = try client.evaluate("6 * 7") {
      $0.display = PromptDisplay(columns: 40, showsMarks: true)
    }
    guard case .output(let text)? = client.take().first else {
      Issue.record("there is no output")
      return
    }
    #expect(text.hasPrefix("42 ") && text.hasSuffix(" _1\n"))
    _ = try client.client.request(
      ScriptCompleteMethod.self, ScriptCompleteMethod.Params(push, isPassive: true))
    #expect(try client.wait() == [.preview("⤷ would push product")])
    #expect(session.engine.tree.description == "Main[home] | root Main")
  }

  /// Returns a session whose coordinator has the given route instead of `home`.
  private static func session(with route: String) throws(ScriptError) -> ScriptSession {
    let session = try ScriptSession()
    let script = """
      Main = coordinator "Main" { routes = { home = {}, \(route) = {} } }
      function Main:start() self.router:startFlow("home") end
      """
    try session.run(Array(script.utf8), name: "shop.lua", sharesEnvironment: true)
    return session
  }

  @Test func `previews show the session that has replaced another one`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    var route = "product"
    server.access.previews = {
      PreviewRecipe(timeout: .seconds(60)) { [route] () throws(ScriptError) in
        try Self.session(with: route)
      }
    }
    let client = try AttachedClient(to: server, at: folder.socket)
    route = "offer"
    let next = try Self.session(with: route)
    try next.run(Array("app:launch 'Main'".utf8), name: "launch.lua", sharesEnvironment: true)
    session.close()
    server.session = next
    _ = try client.evaluate("")
    _ = client.take()
    _ = try client.client.request(
      ScriptCompleteMethod.self,
      ScriptCompleteMethod.Params(#"app.top.router:navigate("offer")"#, isPassive: true))
    #expect(try client.wait() == [.preview("⤷ would push offer")])
  }

  @Test func `a client cannot reload or replace the session of the host`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    var lines: [String] = []
    session.addHooks(SessionHooks(output: { lines.append($0) }))
    let client = try AttachedClient(to: server, at: folder.socket)
    #expect(try client.evaluate(".reload") == state(hasFailed: true))
    #expect(client.take() == [.output("✗ not reloaded: the session belongs to a host\n")])
    _ = try client.evaluate("function say(x) print(x) end say 'to the client'")
    try session.run(Array("print 'to the host'".utf8), name: "host.lua")
    #expect(lines == ["to the host"])
    #expect(!session.engine.keepsFinished)
  }

  @Test func `two clients share the session and are notified of each other's changes`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    var changes: [String] = []
    server.onChange = { changes.append($0) }
    let first = try AttachedClient(to: server, at: folder.socket)
    let second = try AttachedClient(to: server, at: folder.socket)
    _ = try first.evaluate("half = (")
    #expect(try second.evaluate(push) == state("main ▸ product"))
    let pending = state("main ▸ product", isPending: true).label
    #expect(
      try first.wait(through: .label(pending)) == [
        .change("client 2: ✓ push product"), .label(pending),
      ])
    #expect(try first.evaluate("1)") == state("main ▸ product"))
    _ = second.take()
    #expect(try second.evaluate("half") == state("main ▸ product"))
    #expect(second.take() == [.output("1\n")])

    try session.run(Array("app.top.router:pop()".utf8), name: "host.lua")
    for client in [first, second] {
      let label = AttachedClient.Received.label("main ▸ home> ")
      #expect(try client.wait(through: label) == [.change("host: ✓ pop product"), label])
    }
    #expect(changes == ["client 2: ✓ push product"])
  }

  @Test func `a client without a prompt performs operations, and prompts are notified of them`()
    throws
  {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let prompt = try AttachedClient(to: server, at: folder.socket)
    let tool = try AttachedClient(to: folder.socket, token: server.token) { server.serve() }
    _ = try tool.client.request(EventsSubscribeMethod.self, EventsSubscribeMethod.Params())
    let outcome = try tool.client.request(
      OperationPerformMethod.self,
      CallDocument(["operation": "navigate", "caller": "Main", "name": "product"]))
    #expect(outcome.status == .done)
    #expect(
      try prompt.wait(through: .label("main ▸ product> ")) == [
        .change("client 2: ✓ push product"), .label("main ▸ product> "),
      ])
    guard case .events(let count)? = try tool.wait().first else {
      Issue.record("there are no events")
      return
    }
    #expect(count > 0)
  }

  @Test
  func `text that callbacks of an operation print is sent to its client until the time limit`()
    throws
  {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket) { $0.timeout = .seconds(3) }
    let script = """
      Loop = coordinator "Loop" { routes = { a = {} } }
      function Loop:start() print "starting" while true do end end
      """
    try session.run(Array(script.utf8), name: "loop.lua", sharesEnvironment: true)
    let client = try AttachedClient(to: server, at: folder.socket)
    do throws(ProtocolError) {
      _ = try client.client.request(
        OperationPerformMethod.self, CallDocument(["operation": "launch", "name": "Loop"]))
      Issue.record("answered")
    } catch {
      #expect(error.code == "timeout")
    }
    #expect(client.take() == [.output("starting\n")])
    #expect(session.engine.tree.description == "Main[home] | root Main")
    #expect(try client.evaluate("6 * 7") == state())
  }

  @Test func `clients continue with the session that replaces another session`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    let client = try AttachedClient(to: server, at: folder.socket)
    let next = try ScriptSession()
    try next.run(Array("x = 'new'".utf8), name: "new.lua", sharesEnvironment: true)
    session.close()
    server.session = next
    #expect(try client.evaluate("x") == state("signalbox"))
    #expect(client.take().contains(.output("\"new\"\n")))
  }

  // MARK: - Files

  @Test
  func `a command reads files that the client sends, and the client writes files of the host`()
    throws
  {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    try session.beginRecord()
    let host = MemoryHost()
    server.access.host = host
    server.access.files = ["shop.lua"]
    let client = try AttachedClient(to: server, at: folder.socket)
    _ = try client.evaluate(".load tax.lua")
    #expect(
      client.take() == [
        .output(
          "✗ the client has not sent tax.lua; send the file in the `files` field of the request\n")
      ])
    _ = try client.evaluate(".load tax.lua") {
      $0.files = [ScriptEvaluateMethod.File(path: "tax.lua", text: "tax = 19")]
    }
    _ = try client.client.request(
      ScriptLoadMethod.self, ScriptLoadMethod.Params(path: "more.lua", text: "tax = tax + 1"))
    _ = try client.evaluate("tax")
    #expect(client.take() == [.output("20\n")])
    _ = try client.evaluate(".record bug.jsonl!")
    _ = try client.evaluate(push)
    let files = client.take()
    guard case .file(let line)? = files.last(where: { if case .file = $0 { true } else { false } })
    else {
      Issue.record("nothing was recorded")
      return
    }
    #expect(files.first == .file(.init(path: "bug.jsonl", mode: .replace, text: "")))
    #expect(line.mode == .append)
    #expect(line.text.contains(#""operation":"navigate""#) && line.text.hasSuffix("\n"))
    _ = try client.evaluate(".record stop")
    #expect(client.take().first == .file(.init(path: "bug.jsonl", mode: .close, text: "")))
  }

  @Test func `a recording at a client ends when the client disconnects`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    var client: AttachedClient? = try AttachedClient(to: server, at: folder.socket)
    _ = try client?.evaluate(".record bug.jsonl")
    #expect(session.engine.isRecording)
    client = nil
    while !server.clients.isEmpty { server.serve(waiting: .milliseconds(1000)) }
    #expect(!session.engine.isRecording)
  }

  // MARK: - Limits

  @Test func `a client that does not read loses text and does not block the host`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let client = try AttachedClient(to: folder.socket, token: server.token)
    let id = try client.client.post(
      ScriptEvaluateMethod.self,
      ScriptEvaluateMethod.Params("for i = 1, 100000 do print(('x'):rep(99)) end"))
    let other = try AttachedClient(to: server, at: folder.socket)
    #expect(try other.evaluate("done = true") == state())
    #expect(try client.client.wait(for: id, of: ScriptEvaluateMethod.self) == state())
    var (printed, dropped) = (0, 0)
    for item in client.take() {
      switch item {
      case .output(let text):
        #expect(text.utf8.count.isMultiple(of: 100))
        printed += text.utf8.count / 100
      case .dropped(let count): dropped += count
      default: break
      }
    }
    #expect(dropped > 0)
    #expect(printed + dropped == 100_000)
  }

  @Test func `the size of a client's incomplete input is limited`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let client = try AttachedClient(to: server, at: folder.socket)
    let half = "x = [[" + String(repeating: "y", count: 600_000)
    #expect(try client.evaluate(half) == state(isPending: true))
    #expect(
      throws: ProtocolError(
        .tooLong,
        "the incomplete input would have 1200012 bytes, but at most 1048576 are kept; it was "
          + "discarded")
    ) { try client.evaluate(half) }
    #expect(try client.evaluate("6 * 7") == state())
    #expect(client.take().last == .output("42\n"))
  }

  @Test func `a client without the token receives no data`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket) { $0.token = "word" }
    #expect(throws: ProtocolError.self) {
      try AttachedClient(to: folder.socket, token: "guess") { server.serve() }
    }
    server.serve()
    #expect(server.clients == [])
    #expect(server.token == "word")
    #expect(throws: TransportFault.self) {
      do {
        _ = try shop(at: folder.path + "/other") { $0.token = "" }
      } catch {
        throw TransportFault(text: "\(error)")
      }
    }
  }

  private struct TransportFault: Error { let text: String }

  @Test func `clients that connect and disconnect while the host is busy leave no data behind`()
    throws
  {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    for _ in 0..<50 {
      let client = try AttachedClient(to: folder.socket, token: server.token)
      _ = try client.client.post(
        ScriptEvaluateMethod.self, ScriptEvaluateMethod.Params("x = 1"))
    }
    let last = try AttachedClient(to: server, at: folder.socket)
    for _ in 0..<100 where server.clients.count > 1 { server.serve(waiting: .milliseconds(100)) }
    #expect(try last.evaluate("") == state())
    #expect(server.clients.count == 1)
  }

  // MARK: - Hooks

  @Test func `a server that ends releases its connections and pipes`() throws {
    let folder = try SocketFolder()
    weak var connections: ProtocolServer?
    do {
      let (server, _) = try shop(at: folder.socket)
      connections = server.server
      _ = try AttachedClient(to: server, at: folder.socket)
    }
    #expect(connections == nil)
  }

  @Test func `a client and a pause leave the hooks of the host unchanged`() throws {
    let folder = try SocketFolder()
    let sources = SourceCache()
    sources["input 1"] = Array("the host's".utf8)
    let (server, session) = try shop(at: folder.socket) { $0.sources = sources }
    var observed: [String] = []
    session.addHooks(
      SessionHooks(
        output: { observed.append("printed \($0)") },
        onUnhandled: { observed.append("failed \($0.message)") },
        onCommand: { observed.append("command \($0)") },
        onPause: { pause in observed.append("paused \(pause.reason ?? "")") }))
    let script = """
      print 'x' app:pause 'here' app:command 'tree' after(1, function() error('late', 0) end)
      clock.advance(1)
      """
    let expected = ["printed x", "paused here", "command tree", "failed late"]
    func run() throws -> [String] {
      observed = []
      try session.run(Array(script.utf8), name: "host.lua")
      return observed
    }
    #expect(try run() == expected)
    let client = try AttachedClient(to: server, at: folder.socket)
    #expect(try run() == expected)
    _ = client.take()
    #expect(try client.evaluate("x = 5 print(x) app:command 'layers'") == state())
    #expect(client.take() == [.output("5\nMain\n")])
    #expect(try run() == expected)
    #expect(try client.evaluate("app:pause()") == state(hasFailed: true))
    #expect(try run() == expected)
    #expect(sources["input 1"] == Array("the host's".utf8))
    try Prompt.open(
      pause(of: session), in: session, sources: sources, palette: .plain, timeout: nil,
      style: PromptStyle(),
      converse: { prompt in
        prompt.take("y = 1")
        prompt.finish()
      }, write: { _ in })
    #expect(try run() == expected)
    #expect(sources["input 1"] == Array("the host's".utf8))
  }

  /// Returns a pause in a script.
  private func pause(of session: ScriptSession) throws -> ScriptPause {
    var found: ScriptPause?
    try session.withHooks(SessionHooks(onPause: { found = $0 })) {
      try session.run(Array("app:pause()".utf8), name: "pause.lua")
    }
    return try #require(found)
  }
}
