import Dispatch
import SignalboxScripting
import Testing

@testable import SignalboxREPL

/// Stopping what clients run; the host runs on the thread of the test, the clients on another.
@Suite struct InterruptionTests {
  private let loop = "print 'started' while true do end"
  private let queue = DispatchQueue(label: "clients")

  /// Serves until the client is done with what it does on its own thread.
  private func serve(
    _ server: SessionServer, _ body: @escaping @Sendable () -> [HostMessage]
  ) -> [HostMessage] {
    let done = DispatchSemaphore(value: 0)
    let box = Box()
    queue.async {
      box.messages = body()
      done.signal()
    }
    while done.wait(timeout: .now()) == .timedOut { server.serve(waiting: .milliseconds(20)) }
    return box.messages
  }

  /// Written by one thread before the other looks.
  private final class Box: @unchecked Sendable {
    var messages: [HostMessage] = []
  }

  @Test func `a client stops its own input and nobody else's`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let (first, second) = (try RawClient(to: server), try RawClient(to: server))
    let loop = loop
    let messages = serve(server) {
      first.send(ClientMessage(id: 1, .evaluate(loop)))
      var heard = [first.next()].compactMap(\.self)
      second.send(ClientMessage(id: 1, .evaluate("x = 'waits'")))
      second.send(ClientMessage(id: 2, .interrupt))
      heard += second.messages(upTo: 2)
      second.send(ClientMessage(id: 3, .evaluate("print(x)")))
      // The loop still runs: what it answers would come first.
      first.send(ClientMessage(id: 2, .ping))
      heard += first.messages(upTo: 2)
      first.send(ClientMessage(id: 3, .interrupt))
      heard += first.messages(upTo: 1)
      return heard + second.messages(upTo: 3)
    }
    #expect(
      messages == [
        .output(id: 1, text: "started\n"),
        .rejected(Rejection(id: 1, .interrupted, "interrupted before it ran")), .done(id: 2),
        .done(id: 2), .done(id: 3), .output(id: 1, text: "\n✗ interrupted\n"),
        .evaluated(id: 1, state(hasFailed: true)), .output(id: 3, text: "nil\n"),
        .evaluated(id: 3, state()),
      ])
  }

  @Test func `a client that vanishes takes its input with it`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    let path = server.path
    let token = server.token
    let loop = loop
    let messages = serve(server) {
      guard let client = try? RawClient(to: path) else { return [] }
      client.send(ClientMessage(id: 0, .hello(ClientMessage.Greeting(token: token))))
      client.send(ClientMessage(id: 1, .evaluate(loop)))
      client.send(ClientMessage(id: 2, .evaluate("never = true")))
      return [client.next(), client.next()].compactMap(\.self)
    }
    #expect(messages.last == .output(id: 1, text: "started\n"))
    while !server.clients.isEmpty { server.serve(waiting: .milliseconds(1000)) }
    guard case .values(let values) = session.evaluate("never") else {
      Issue.record("the session does not go on")
      return
    }
    #expect(values == [])
  }

  @Test func `a stop that comes too late is not for the next input`() throws {
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

  @Test func `scripts that serve clients do not serve them inside themselves`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    let client = try RawClient(to: server)
    client.send(ClientMessage(id: 1, .evaluate("x = 1")))
    var isServed = false
    session.addHooks(
      SessionHooks(output: { _ in
        // Until the request has arrived, and then once more.
        server.serve(waiting: .milliseconds(1000))
        server.serve()
        isServed = client.socket.receive(1000) != []
      }))
    try session.run(Array("print 'turn'".utf8), name: "host.lua")
    #expect(!isServed)
    #expect(client.next(serving: server) == .evaluated(id: 1, state()))
  }

  @Test func `an input of a client ends at its deadline, with all that it causes`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket) { $0.timeout = .milliseconds(100) }
    let client = try RawClient(to: server)
    let loop = "main ▸ home> while true do end"
    // A transcript is one request of several inputs.
    let answers = client.answers(
      1, .evaluate(([loop] + Array(repeating: loop, count: 20)).joined(separator: "\n")),
      serving: server)
    guard case .output(id: 1, let text, isFailure: false)? = answers.first else {
      Issue.record("nothing was answered")
      return
    }
    #expect(text.split(separator: "\n").count(where: { $0.hasPrefix("✗ ") }) == 21)
    #expect(answers.last == .evaluated(id: 1, state(hasFailed: true)))
    #expect(
      client.answers(2, .evaluate("6 * 7"), serving: server) == [
        .output(id: 2, text: "42\n"), .evaluated(id: 2, state(hasFailed: true)),
      ])
    #expect(RemoteSessionOptions().timeout == .seconds(10))
  }
}
