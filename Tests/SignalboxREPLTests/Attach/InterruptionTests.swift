import Dispatch
import Signalbox
import SignalboxScripting
import Testing

@testable import SignalboxProtocol
@testable import SignalboxREPL

/// Tests the interruption of clients' inputs. The host runs on the test's thread, and the clients
/// run on another thread.
@Suite struct InterruptionTests {
  private let loop = "print 'started' while true do end"
  private let queue = DispatchQueue(label: "clients")

  /// Serves until the clients have finished on their own thread.
  private func serve<Value: Sendable>(
    _ server: SessionServer, _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let box = Box<Value>()
    queue.async {
      box.result = Result { try body() }
      done.signal()
    }
    while done.wait(timeout: .now()) == .timedOut { server.serve(waiting: .milliseconds(20)) }
    return try #require(box.result).get()
  }

  /// The other thread reads this variable only after this thread has written it.
  private final class Box<Value>: @unchecked Sendable {
    var result: Result<Value, any Error>?
  }

  private struct Texts: Sendable, Equatable {
    var first: [AttachedClient.Received] = []
    var second: [AttachedClient.Received] = []
    var states: [PromptState] = []
    var cancelled: ProtocolError?
  }

  @Test
  func `a client can stop only its own input, and receives the name of the client it waits for`()
    throws
  {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket) { $0.limits.progressTime = .zero }
    let (path, token, loop) = (folder.socket, server.token, loop)
    let texts = try serve(server) {
      var texts = Texts()
      let first = try AttachedClient(to: path, token: token)
      let second = try AttachedClient(to: path, token: token)
      let running = try first.client.post(
        ScriptEvaluateMethod.self, ScriptEvaluateMethod.Params(loop))
      texts.first = try first.wait(for: .output("started\n"))
      let waiting = try second.client.post(
        ScriptEvaluateMethod.self, ScriptEvaluateMethod.Params("x = 'waits'"))
      texts.second = try second.wait()
      _ = try second.client.request(ScriptInterruptMethod.self, NoFields())
      do throws(ProtocolError) {
        _ = try second.client.wait(for: waiting, of: ScriptEvaluateMethod.self)
      } catch {
        texts.cancelled = error
      }
      // The loop is still running.
      #expect(first.client.isOpen(running))
      try first.client.notify(
        CancelRequestMethod.self, CancelRequestMethod.Params(id: running))
      texts.states.append(try first.client.wait(for: running, of: ScriptEvaluateMethod.self))
      texts.first += first.take()
      texts.states.append(try second.evaluate("x"))
      return texts
    }
    #expect(
      texts
        == Texts(
          first: [.output("started\n"), .output("\n✗ interrupted\n")],
          second: [.progress("waiting for client 1 (test): script/evaluate")],
          states: [state(hasFailed: true), state()],
          cancelled: ProtocolError(.cancelled, "cancelled before it ran")))
  }

  @Test func `the running input of a client that disconnects is stopped`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    let (path, token, loop) = (folder.socket, server.token, loop)
    let received = try serve(server) {
      let client = try AttachedClient(to: path, token: token)
      _ = try client.client.post(ScriptEvaluateMethod.self, ScriptEvaluateMethod.Params(loop))
      _ = try client.client.post(
        ScriptEvaluateMethod.self, ScriptEvaluateMethod.Params("never = true"))
      return try client.wait(for: .output("started\n"))
    }
    #expect(received == [.output("started\n")])
    while !server.clients.isEmpty { server.serve(waiting: .milliseconds(1000)) }
    guard case .values(let values) = session.evaluate("never") else {
      Issue.record("the session does not continue")
      return
    }
    #expect(values == [])
  }

  @Test(arguments: [true, false])
  func `after a cancellation or a disconnection, no further input of a transcript runs`(
    isCancelled: Bool
  ) throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    let script = """
      ran = ""
      function note(name) ran = ran .. name .. " " return 0 end
      """
    try session.run(Array(script.utf8), name: "notes.lua", sharesEnvironment: true)
    let connection = server.server.connect(.lines, needsToken: false)
    func send(_ message: ProtocolMessage) {
      connection.receive(MessageFraming.lines.frame((try? message.text) ?? ""))
    }
    func evaluate(_ id: Int, _ text: String) {
      send(
        .request(
          id: .number(id), method: ScriptEvaluateMethod.name, params: ["text": .string(text)]))
    }
    send(
      .request(
        id: .number(0), method: InitializeMethod.name,
        params: ["client": ["name": "test"], "versions": [1]]))
    evaluate(1, ".watch note('watch')")
    server.serve()
    _ = session.engine.schedule(after: .milliseconds(1)) {
      guard isCancelled else { return connection.close() }
      send(.notification(method: CancelRequestMethod.name, params: ["id": 2]))
    }
    let inputs = ["clock.advance(5)", "note('second')", "note('third')"]
    evaluate(2, inputs.map { "main ▸ home> \($0)" }.joined(separator: "\n"))
    server.serve()
    guard case .values(let values) = session.evaluate("ran") else {
      Issue.record("the session does not continue")
      return
    }
    // The watched expression runs when it is entered, and after the interrupted input.
    #expect(values == [#""watch watch ""#])
  }

  @Test func `a stop request that arrives after an input has ended does not affect the next input`()
    throws
  {
    let session = try ScriptSession()
    session.stopper.stop()
    session.dropLateStop()
    session.dropLateStop()
    guard case .values(let values) = session.evaluate("1 + 1") else {
      Issue.record("the next input was stopped")
      return
    }
    #expect(values == ["2"])
  }

  @Test func `a script that serves clients cannot be called recursively by a client`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    let client = try AttachedClient(to: folder.socket, token: server.token)
    let id = try client.client.post(
      ScriptEvaluateMethod.self, ScriptEvaluateMethod.Params("x = 1"))
    var isServed = false
    session.addHooks(
      SessionHooks(output: { _ in
        // Waits until the request has arrived, and then serves once more.
        server.serve(waiting: .milliseconds(1000))
        server.serve()
        try? client.client.read()
        isServed = !client.client.isOpen(id)
      }))
    try session.run(Array("print 'turn'".utf8), name: "host.lua")
    #expect(!isServed)
    while client.client.isOpen(id) {
      server.serve(waiting: .milliseconds(100))
      try client.client.read()
    }
    #expect(try client.client.wait(for: id, of: ScriptEvaluateMethod.self) == state())
  }

  @Test func `an input of a client ends at its deadline, including all operations that it caused`()
    throws
  {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket) { $0.timeout = .milliseconds(100) }
    let client = try AttachedClient(to: server, at: folder.socket)
    let loop = "main ▸ home> while true do end"
    // A transcript is one request with several inputs.
    let transcript = ([loop] + Array(repeating: loop, count: 20)).joined(separator: "\n")
    #expect(try client.evaluate(transcript) == state(hasFailed: true))
    guard case .output(let text)? = client.take().first else {
      Issue.record("there is no output")
      return
    }
    #expect(text.split(separator: "\n").count(where: { $0.hasPrefix("✗ ") }) == 21)
    #expect(try client.evaluate("6 * 7") == state(hasFailed: true))
    #expect(client.take() == [.output("42\n")])
    #expect(RemoteSessionOptions().timeout == .seconds(10))
  }

  @Test func `a replay of a client ends at its deadline`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket) { $0.timeout = .milliseconds(100) }
    var lines: [String] = []
    try session.engine.record { lines.append($0) }
    session.engine.advance(by: .milliseconds(7))
    session.engine.stopRecording()
    try session.run(
      Array("local function tick() after(1, tick) end tick()".utf8), name: "timer.lua")
    let text = lines.joined(separator: "\n")
      .replacing(#""milliseconds":7"#, with: #""milliseconds":1000000000000"#)
    let client = try AttachedClient(to: server, at: folder.socket)
    _ = try client.evaluate(".replay r.jsonl") {
      $0.files = [ScriptEvaluateMethod.File(path: "r.jsonl", text: text)]
    }
    #expect(client.take() == [.output("✗ timed out\n")])
  }

  /// Returns the output of `.save` for a client if the scenario's scripts never end.
  private func saved(
    _ timeout: Duration, _ onSession: @escaping (SessionServer) -> Void = { _ in }
  ) throws -> [AttachedClient.Received] {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket) { $0.timeout = timeout }
    try session.beginRecord()
    let host = MemoryHost()
    host.files["shop.lua"] = "while true do end"
    host.onSession = { onSession(server) }
    server.access.host = host
    server.access.files = ["shop.lua"]
    let client = try AttachedClient(to: server, at: folder.socket)
    _ = try client.evaluate(#"app.top.router:navigate("product")"#)
    _ = client.take()
    _ = try client.evaluate(".save a.scenario.lua")
    return client.take()
  }

  @Test func `checking a scenario before it is saved ends at the deadline of the client's input`()
    throws
  {
    #expect(
      try saved(.milliseconds(500)) == [
        .output(
          "✗ .save: timed out before the scenario was checked; raise the time limit, or use "
            + ".record\n")
      ])
  }

  @Test func `a client can stop the check of a scenario before it is saved`() throws {
    #expect(
      try saved(.seconds(120)) { $0.server.cancel(nil, of: 1) } == [
        .output("✗ .save: interrupted\n")
      ])
  }
}
