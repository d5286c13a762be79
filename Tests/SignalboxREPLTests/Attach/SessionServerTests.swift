import Foundation
import LineEditor
import Signalbox
import SignalboxScripting
import Testing

@testable import SignalboxREPL

@Suite struct SessionServerTests {
  private let push = #"app.top.router:navigate("product")"#

  @Test func `a client sees the session, its own input and what that prints`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let client = try RawClient(to: server)
    #expect(server.clients == [1])
    #expect(
      client.answers(1, .evaluate("print 'hi' return 1"), serving: server)
        == [.output(id: 1, text: "hi\n1\n"), .evaluated(id: 1, state())])
    #expect(
      client.answers(2, .evaluate(push), serving: server) == [
        .output(id: 2, text: "  ✓ push product\n"), .evaluated(id: 2, state("main ▸ product")),
      ])
    #expect(
      client.answers(3, .evaluate("x = ("), serving: server)
        == [.evaluated(id: 3, state("main ▸ product", isPending: true))])
    #expect(
      client.answers(4, .drop, serving: server) == [.evaluated(id: 4, state("main ▸ product"))])
    #expect(
      client.answers(5, .complete(".qu", cursor: 3), serving: server) == [
        .completed(
          id: 5,
          LineCompletion(
            start: 1,
            suggestions: [
              LineSuggestion(
                "quit",
                detail: "Leaves the prompt, as "
                  + "Ctrl-D does")
            ]))
      ])
    #expect(
      client.answers(6, .evaluate(".quit"), serving: server)
        == [.evaluated(id: 6, state("main ▸ product", isFinished: true))])
  }

  @Test func `the session belongs to its host`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    var lines: [String] = []
    session.addHooks(SessionHooks(output: { lines.append($0) }))
    let client = try RawClient(to: server)
    #expect(
      client.answers(1, .evaluate(".reload"), serving: server) == [
        .output(id: 1, text: "✗ not reloaded: the session belongs to a host\n"),
        .evaluated(id: 1, state(hasFailed: true)),
      ])
    _ = client.answers(
      2, .evaluate("function say(x) print(x) end say 'to the client'"), serving: server)
    try session.run(Array("print 'to the host'".utf8), name: "host.lua")
    #expect(lines == ["to the host"])
    #expect(!session.engine.keepsFinished)
  }

  @Test func `two clients share the session and hear of each other and of the host`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    var told: [String] = []
    server.onChange = { told.append($0) }
    let (first, second) = (try RawClient(to: server), try RawClient(to: server))
    _ = first.answers(1, .evaluate("half = ("), serving: server)
    #expect(
      second.answers(1, .evaluate(push), serving: server).last
        == .evaluated(id: 1, state("main ▸ product")))
    #expect(first.next(serving: server) == .change("client 2: ✓ push product"))
    #expect(
      first.next(serving: server) == .label(state("main ▸ product", isPending: true).label))
    #expect(
      first.answers(2, .evaluate("1)"), serving: server)
        == [.evaluated(id: 2, state("main ▸ product"))])
    #expect(
      second.answers(2, .evaluate("half"), serving: server)
        == [.output(id: 2, text: "1\n"), .evaluated(id: 2, state("main ▸ product"))])

    try session.run(Array("app.top.router:pop()".utf8), name: "host.lua")
    for client in [first, second] {
      #expect(client.next(serving: server) == .change("host: ✓ pop product"))
      #expect(client.next(serving: server) == .label("main ▸ home> "))
    }
    #expect(told == ["client 2: ✓ push product"])
  }

  @Test func `a client chooses what it hears`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    let (all, none) = (try RawClient(to: server), try RawClient(to: server))
    #expect(all.answers(1, .events(.all), serving: server) == [.done(id: 1)])
    #expect(none.answers(1, .events(.none), serving: server) == [.done(id: 1)])
    let first = session.engine.eventCount + 1
    _ = none.answers(2, .evaluate(push), serving: server)
    let events = session.engine.events(from: first).map { HostMessage.event($0.description) }
    var heard: [HostMessage] = []
    while heard.count <= events.count, let message = all.next(serving: server) {
      heard.append(message)
    }
    #expect(heard == [.change("client 2: ✓ push product")] + events)
    try session.run(Array("app.top.router:pop()".utf8), name: "host.lua")
    #expect(none.next(serving: server) == .label("main ▸ home> "))
  }

  @Test func `clients go on with the session that takes the place of another`() throws {
    let folder = try SocketFolder()
    let (server, session) = try shop(at: folder.socket)
    let client = try RawClient(to: server)
    let next = try ScriptSession()
    try next.run(Array("x = 'new'".utf8), name: "new.lua", sharesEnvironment: true)
    session.close()
    server.session = next
    let answers = client.answers(1, .evaluate("x"), serving: server)
    #expect(answers.contains(.output(id: 1, text: "\"new\"\n")))
    #expect(answers.last == .evaluated(id: 1, state("signalbox")))
  }

  // MARK: - Too much

  @Test func `a client that does not read loses text, not the host`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let client = try RawClient(to: server)
    let line = String(repeating: "x", count: 99)
    client.send(
      ClientMessage(id: 1, .evaluate("for i = 1, 100000 do print(('x'):rep(99)) end")))
    #expect(served(server, "done = true"))
    var (printed, dropped, end) = (0, 0, HostMessage?.none)
    while end == nil, let message = client.next(serving: server) {
      switch message {
      case .output(1, let text, isFailure: false):
        #expect(text == String(repeating: line + "\n", count: text.utf8.count / 100))
        printed += text.utf8.count / 100
      case .dropped(let count): dropped += count
      case .change: break
      default: end = message
      }
    }
    #expect(end == .evaluated(id: 1, state()))
    #expect(dropped > 0)
    #expect(printed + dropped == 100_000)
  }

  /// Whether another client's input has run, which is after those before it.
  private func served(_ server: SessionServer, _ input: String) -> Bool {
    guard let client = try? RawClient(to: server) else { return false }
    return client.answers(1, .evaluate(input), serving: server) == [.evaluated(id: 1, state())]
  }

  @Test func `a client that asks without reading the answers is let go`() throws {
    let folder = try SocketFolder()
    var limits = AttachLimits()
    limits.total = 10_000
    let (server, _) = try shop(at: folder.socket, limits: limits)
    let client = try RawClient(to: server)
    let pings = (0..<1000).flatMap { ClientMessage(id: $0, .ping).frame }
    // The socket itself holds a few hundred KB; nobody reads, so that the rest stays with the host.
    for _ in 0..<40 where !server.clients.isEmpty {
      client.send(pings)
      server.serve(waiting: .milliseconds(20))
    }
    while !server.clients.isEmpty { server.serve(waiting: .milliseconds(1000)) }
    #expect(served(server, "x = 1"))
  }

  @Test func `requests that wait and clients have a limit`() throws {
    let folder = try SocketFolder()
    var limits = AttachLimits()
    limits.requests = 2
    let (server, _) = try shop(at: folder.socket, limits: limits) { $0.maxClients = 2 }
    let (client, second) = (try RawClient(to: server), try RawClient(to: server))
    let third = try RawClient(to: server.path)
    #expect(
      third.next(serving: server)
        == .rejected(Rejection(id: nil, .full, "2 clients are already attached")))
    #expect(third.next(serving: server) == nil)
    client.send((1...3).flatMap { ClientMessage(id: $0, .evaluate("x = \($0)")).frame })
    #expect(
      client.messages(upTo: 3)
        == [.rejected(Rejection(id: 3, .busy, "2 requests of this client are already waiting"))])
    server.serve()
    #expect(
      client.answers(4, .evaluate("x"), serving: server) == [
        .evaluated(id: 1, state()), .evaluated(id: 2, state()), .output(id: 4, text: "2\n"),
        .evaluated(id: 4, state()),
      ])
    #expect(second.answers(1, .ping, serving: server) == [.done(id: 1)])
  }

  @Test func `whoever does not know the token gets nothing`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket) { $0.token = "word" }
    let client = try RawClient(to: server.path)
    client.send(ClientMessage(id: 1, .hello(ClientMessage.Greeting(token: "guess"))))
    #expect(
      client.next(serving: server)
        == .rejected(Rejection(id: 1, .badToken, "the token does not match this host")))
    #expect(client.next(serving: server) == nil)
    server.serve()
    #expect(server.clients == [])
    #expect(server.token == "word")
    #expect(!FileManager.default.fileExists(atPath: folder.socket + ".token"))
  }

  @Test func `clients that come and go while the host is busy leave nothing behind`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let hello = ClientMessage(id: 0, .hello(ClientMessage.Greeting(token: server.token)))
    for _ in 0..<50 {
      let client = try RawClient(to: server.path)
      client.send(hello)
      client.send(ClientMessage(id: 1, .evaluate("x = 1")))
      #expect(client.next() != nil)
    }
    let last = try RawClient(to: server)
    for _ in 0..<100 where server.clients.count > 1 { server.serve(waiting: .milliseconds(100)) }
    #expect(last.answers(1, .evaluate(""), serving: server) == [.evaluated(id: 1, state())])
    #expect(server.clients == [51])
  }
}
