import Foundation
import SignalboxScenarios
import SignalboxScripting
import Testing

@testable import SignalboxREPL

/// Connections that are no clients yet, or no more.
@Suite struct AdmissionTests {
  private func hello(_ server: SessionServer) -> ClientMessage {
    ClientMessage(id: 0, .hello(ClientMessage.Greeting(token: server.token)))
  }

  @Test func `silent connections make room for clients, the oldest first`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket) { $0.maxClients = 2 }
    let silent = [try RawClient(to: server.path), try RawClient(to: server.path)]
    let client = try RawClient(to: server)
    let message = "no hello received, and another client takes this slot"
    #expect(silent[0].next() == .rejected(Rejection(id: nil, .full, message)))
    #expect(silent[0].next() == nil)
    silent[1].send(hello(server))
    guard case .welcome? = silent[1].next(serving: server) else {
      Issue.record("the second one lost its place as well")
      return
    }
    for client in [client, silent[1]] {
      #expect(
        client.answers(1, .evaluate("x = 1"), serving: server) == [.evaluated(id: 1, state())])
    }
    #expect(server.clients.count == 2)
  }

  @Test func `a connection that does not say hello in time ends`() throws {
    let folder = try SocketFolder()
    var limits = AttachLimits()
    limits.helloTimeout = .milliseconds(1)
    let (server, _) = try shop(at: folder.socket, limits: limits)
    let client = try RawClient(to: server.path)
    let message = "timed out: no hello within 0.001 seconds"
    #expect(client.next() == .rejected(Rejection(id: nil, .notAdmitted, message)))
    #expect(client.next() == nil)
  }

  @Test func `a frame that is too long gets its answer, also while more is sent`() throws {
    let folder = try SocketFolder()
    var limits = AttachLimits()
    limits.frame = 1000
    let (server, _) = try shop(at: folder.socket, limits: limits)
    let client = try RawClient(to: server)
    // More than the buffers of a socket hold, and then as much again.
    let line = [UInt8](repeating: 0x20, count: 4 << 20)
    sendAll(line + [0x0A] + line, client)
    let message = "the frame has 4194304 bytes, at most 1000 are allowed"
    #expect(client.next(serving: server) == .rejected(Rejection(id: nil, .tooLong, message)))
    #expect(client.next(serving: server) == nil)
  }

  @Test func `a frame that is too long gets its answer though its end never comes`() throws {
    let folder = try SocketFolder()
    var limits = AttachLimits()
    limits.frame = 1000
    let (server, _) = try shop(at: folder.socket, limits: limits)
    let client = try RawClient(to: server)
    sendAll([UInt8](repeating: 0x20, count: 5000), client)
    client.socket.endSending()
    let message = "the frame has 5000 bytes, at most 1000 are allowed"
    #expect(client.next(serving: server) == .rejected(Rejection(id: nil, .tooLong, message)))
    #expect(client.next(serving: server) == nil)
  }

  /// Sends everything, and waits for room where there is none, as a client that does nothing else.
  private func sendAll(_ bytes: [UInt8], _ client: RawClient) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let count = client.socket.send(Array(rest.prefix(64 << 10))) else { return }
      rest = rest.dropFirst(count)
      guard count == 0 else { continue }
      var waiting = Waiting()
      waiting.add(client.socket.number, writing: true)
      waiting.wait(10)
    }
  }

  // MARK: - Hooks

  @Test func `a client and a pause leave the hooks of the host as they are`() throws {
    let folder = try SocketFolder()
    let sources = SourceCache()
    sources["input 1"] = Array("the host's".utf8)
    let (server, session) = try shop(at: folder.socket) { $0.sources = sources }
    var heard: [String] = []
    session.addHooks(
      SessionHooks(
        output: { heard.append("printed \($0)") },
        onUnhandled: { heard.append("failed \($0.message)") },
        onCommand: { heard.append("command \($0)") },
        onPause: { pause in heard.append("paused \(pause.reason ?? "")") }))
    let script = """
      print 'x' app:pause 'here' app:command 'tree' after(1, function() error('late', 0) end)
      clock.advance(1)
      """
    let expected = ["printed x", "paused here", "command tree", "failed late"]
    func run() throws -> [String] {
      heard = []
      try session.run(Array(script.utf8), name: "host.lua")
      return heard
    }
    #expect(try run() == expected)
    let client = try RawClient(to: server)
    #expect(try run() == expected)
    #expect(
      client.answers(1, .evaluate("x = 5 print(x) app:command 'layers'"), serving: server) == [
        .output(id: 1, text: "5\nMain\n"), .evaluated(id: 1, state()),
      ])
    #expect(try run() == expected)
    #expect(
      client.answers(2, .evaluate("app:pause()"), serving: server).last
        == .evaluated(id: 2, state(hasFailed: true)))
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

  /// A place where a script waits.
  private func pause(of session: ScriptSession) throws -> ScriptPause {
    var found: ScriptPause?
    try session.withHooks(SessionHooks(onPause: { found = $0 })) {
      try session.run(Array("app:pause()".utf8), name: "pause.lua")
    }
    return try #require(found)
  }
}
