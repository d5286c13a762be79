import Signalbox
import Testing

@testable import SignalboxProtocol

@Suite struct SessionTests {
  private func call(_ id: Int, _ method: String, _ params: String = "{}") -> String {
    #"{"id":\#(id),"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#
  }

  private func failure(
    _ id: String, _ number: Int, _ code: String, _ message: String, hint: String? = nil
  ) -> String {
    let text = message.replacing("\"", with: "\\\"")
    let hint = hint.map { ",\"hint\":\"\($0.replacing("\"", with: "\\\""))\"" } ?? ""
    let error = #"{"code":\#(number),"data":{"code":"\#(code)"\#(hint)},"message":"\#(text)"}"#
    return id == "null"
      ? #"{"id":null,"error":\#(error),"jsonrpc":"2.0"}"#
      : #"{"error":\#(error),"id":\#(id),"jsonrpc":"2.0"}"#
  }

  // MARK: - Initialization

  @Test func `a client with the token is accepted and receives the server's methods`() throws {
    let shop = try ShopFixture()
    let client = ProtocolClient(shop.transport())
    let result = try client.initialize(InitializeMethod.Program(name: "tool"), token: "secret")
    #expect(result.version == 1)
    #expect(result.server == InitializeMethod.Program(name: "shop", version: "2.1"))
    #expect(result.client == 1)
    #expect(result.methods == MethodCatalog.methods.map(\.name))
    shop.service.serve()
    #expect(shop.service.clientNumbers == [1])
    #expect(shop.service.program(of: 1) == InitializeMethod.Program(name: "tool"))
  }

  @Test(arguments: [nil, "guess", "secret ", ""])
  func `a client without the token is disconnected, and no request runs`(token: String?) throws {
    let shop = try ShopFixture()
    let client = ProtocolClient(shop.transport())
    #expect(
      throws: ProtocolError(
        .badToken,
        token == nil ? "initialize has no token" : "the token does not match this server",
        hint: "send the token that the server printed or wrote to its token file")
    ) { try client.initialize(InitializeMethod.Program(name: "tool"), token: token) }
    shop.service.serve()
    #expect(shop.service.clientNumbers == [])
    #expect(throws: ProtocolError.self) { try client.request(StateGetMethod.self, NoFields()) }
  }

  @Test(arguments: ["\u{1B}[31mred", "a\nb", "\u{7F}", "\u{9B}1m"])
  func `a client whose name contains control characters is rejected`(name: String) throws {
    let shop = try ShopFixture()
    for program in [
      InitializeMethod.Program(name: name), InitializeMethod.Program(name: "tool", version: name),
    ] {
      let client = ProtocolClient(shop.transport())
      do throws(ProtocolError) {
        try client.initialize(program, token: "secret")
        Issue.record("accepted")
      } catch {
        #expect(error.isCode(.badParams))
        #expect(error.message.contains("contains the control character U+00"))
      }
    }
  }

  @Test func `a transport that verifies the identity of the client needs no token`() throws {
    let shop = try ShopFixture()
    let connection = shop.server.connect(needsToken: false)
    let client = ProtocolClient(DirectTransport(connection) { shop.service.serve() })
    #expect(try client.initialize(InitializeMethod.Program(name: "tool")).client == 1)
  }

  @Test func `no request is answered before initialize, which can be sent only once`() throws {
    let shop = try ShopFixture()
    let connection = shop.server.connect(.lines)
    connection.receive(Array((call(5, "state/get") + "\n").utf8))
    #expect(
      ShopFixture.lines(connection)
        == [failure("5", -32002, "notInitialized", "the first request must be initialize")])
    #expect(connection.isClosing)
    let second = try shop.exchange(
      call(1, "initialize", #"{"client":{"name":"x"},"token":"secret","versions":[1]}"#))
    #expect(
      second == [failure("1", -32002, "notInitialized", "initialize must be sent only once")])
  }

  // MARK: - Versions

  /// A method that a later version of the protocol introduces.
  private enum LaterMethod: EngineMethod {
    typealias Params = NoFields
    typealias Result = NoFields
    static let name = "state/later"
    static let since = 2
    static let summary = "Exists since version 2."
    static let example = MethodExample<Params, Result>(NoFields())
    static func answer(
      _ params: Params, in context: EngineContext
    ) throws(ProtocolError) -> Result? { NoFields() }
  }

  private func version(
    of client: [Int], _ server: ClosedRange<Int>
  ) throws -> (version: Int, hasLater: Bool, later: Result<NoFields, ProtocolError>) {
    let methods = MethodCatalog.methods + [MethodDescription(engine: LaterMethod.self)]
    let shop = try ShopFixture(methods: methods, versions: server)
    let other = ProtocolClient(shop.transport())
    let result = try other.request(
      InitializeMethod.self,
      InitializeMethod.Params(
        client: InitializeMethod.Program(name: "other"), token: "secret", versions: client))
    let later = Result { () throws(ProtocolError) in
      try other.request(LaterMethod.self, NoFields())
    }
    return (result.version, result.methods.contains(LaterMethod.name), later)
  }

  @Test func `client and server use the highest version that both support`() throws {
    let new = try version(of: [1, 2, 3], 1...2)
    #expect(new.version == 2)
    #expect(new.hasLater)
    #expect(new.later == .success(NoFields()))
    let old = try version(of: [1], 1...2)
    #expect(old.version == 1)
    #expect(!old.hasLater)
    #expect(throws: ProtocolError.self) { try old.later.get() }
    let oldServer = try version(of: [1, 2], 1...1)
    #expect(oldServer.version == 1)
    #expect(!oldServer.hasLater)
  }

  @Test func `client and server disconnect if they have no common version`() throws {
    #expect(
      throws: ProtocolError(
        .badVersion, "the server supports protocol versions 2, 3; the client supports 1",
        hint: "update the older of the two programs")
    ) { try version(of: [1], 2...3) }
  }

  // MARK: - Requests

  @Test func `unknown methods and parameters are rejected with the nearest name`() throws {
    let shop = try ShopFixture()
    let answers = try shop.exchange(
      call(1, "state/gt"), call(2, "undo", #"{"cont":2}"#), call(3, "undo", #"{"count":0}"#),
      call(4, "state/diff", #"{"from":{"nme":"a"}}"#), call(5, "link/open"),
      call(6, "operation/perform", #"{"operation":"navigate","options":{"animted":true}}"#),
      call(7, "operation/perform", #"{"operation":"tap"}"#),
      call(8, "operation/perform", #"{"operation":"pop","caller":"Home/Shop"}"#),
      call(9, "operation/perform", #"{"operation":"batch","steps":[{"operatio":"pop"}]}"#))
    #expect(
      answers == [
        failure(
          "1", -32601, "unknownMethod", "there is no method \"state/gt\"",
          hint: "did you mean \"state/get\"?"),
        failure(
          "2", -32602, "badParams", "params has no field \"cont\"", hint: "did you mean \"count\"?"),
        failure(
          "3", -32602, "badParams", "params.count is integer 0, expected an integer of at least 1"),
        failure(
          "4", -32602, "badParams", "params.from has no field \"nme\"",
          hint: "did you mean \"name\"?"),
        failure("5", -32602, "badParams", "params.url is missing, expected a string"),
        failure(
          "6", -32602, "badParams", "params.options has no field \"animted\"",
          hint: "did you mean \"animated\"?"),
        failure(
          "7", -32602, "badParams", "there is no operation \"tap\"", hint: "send gesture/perform"),
        failure("8", -32000, "stale", "there is no coordinator Home/Shop"),
        failure(
          "9", -32602, "badParams", "params.steps[0] has no field \"operatio\"",
          hint: "did you mean \"operation\"?"),
      ])
    #expect(shop.engine.tree.description == "Shop[catalog] | root Shop")
  }

  @Test func `a method cannot be called as a notification, or a notification as a request`() throws
  {
    let shop = try ShopFixture()
    let answers = try shop.exchange(
      call(1, "$/cancelRequest", #"{"id":3}"#), call(2, "events/batch"),
      #"{"jsonrpc":"2.0","method":"undo"}"#, #"{"jsonrpc":"2.0","method":"$/unknown"}"#,
      #"{"jsonrpc":"2.0","id":4,"result":{}}"#)
    #expect(
      answers == [
        failure("1", -32600, "invalidRequest", "$/cancelRequest is a notification"),
        failure("2", -32600, "invalidRequest", "only the server sends events/batch"),
        failure(
          "null", -32600, "invalidRequest",
          "this server sends no requests, so it expects no responses"),
      ])
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"undo"}"#, #"{"jsonrpc":"2.0","method":"unknown"}"#,
    #"{"jsonrpc":"2.0","method":"$/cancelRequest"}"#,
    #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":[1]}"#,
    #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":[null]}}"#,
    #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1},"more":true}"#,
  ])
  func `an invalid notification is not answered`(line: String) throws {
    let shop = try ShopFixture()
    #expect(try shop.exchange(line, call(1, "ping")) == [#"{"id":1,"jsonrpc":"2.0","result":{}}"#])
  }

  @Test func `a request whose JSON the reader rejects is answered with its id`() throws {
    let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
    let shop = try ShopFixture()
    let answers = try shop.exchange(
      call(1, "undo", #"{"count":[1,null]}"#), call(2, "undo", #"{"count":\#(deep)}"#),
      #"{"id":3,"jsonrpc":"2.0","method":"undo","other":[null]}"#, "[null]",
      #"{"id":4,"method":}"#)
    let message = "expected a value: a list cannot contain null"
    #expect(
      answers == [
        failure("1", -32602, "badParams", "JSON, line 1, column 62: \(message)"),
        failure(
          "2", -32602, "badParams",
          "JSON, line 1, column 313: expected at most 256 nested lists and tables"),
        failure("3", -32600, "invalidRequest", "JSON, line 1, column 50: \(message)"),
        failure("null", -32600, "invalidRequest", "a message must be an object"),
        failure("null", -32700, "malformed", "JSON, line 1, column 18: expected a value"),
      ])
  }

  @Test func `an error without id ends a client only if the server closes the connection`() throws {
    let shop = try ShopFixture()
    let client = try shop.client()
    shop.server.send(.failure(id: nil, ProtocolError(.malformed, "what was that")), to: 1)
    #expect(try client.request(PingMethod.self, NoFields()) == NoFields())
    let late = ProtocolError(.timedOut, "timed out: nothing was received")
    shop.server.send(.failure(id: nil, late), to: 1)
    #expect(throws: late) { try client.read() }
  }

  @Test func `a client can have a limited number of requests, each with a different id`() throws {
    var limits = ProtocolLimits()
    limits.requests = 2
    let shop = try ShopFixture(limits: limits)
    let connection = shop.server.connect(.lines, needsToken: false)
    let lines = [
      call(0, "initialize", #"{"client":{"name":"x"},"versions":[1]}"#), call(1, "idle/wait"),
      call(1, "state/get"), call(2, "idle/wait"), call(3, "idle/wait"),
    ]
    connection.receive(Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(
      ShopFixture.lines(connection).dropFirst() == [
        failure(
          "1", -32600, "invalidRequest",
          "the id 1 belongs to a request that has not been answered"),
        failure(
          "3", -32000, "busy", "2 requests of this client are already waiting",
          hint: "wait for a response before sending the next request"),
      ])
    shop.service.serve()
    #expect(ShopFixture.lines(connection).count == 2)
  }

  @Test func `the total size of a client's waiting requests is limited`() throws {
    var limits = ProtocolLimits()
    #expect(limits.requestBytes == 4 << 20)
    limits.requestBytes = 150
    let shop = try ShopFixture(limits: limits)
    let connection = shop.server.connect(.lines, needsToken: false)
    let long = call(1, "link/open", #"{"url":"\#(String(repeating: "x", count: 200))"}"#)
    let lines = [
      call(0, "initialize", #"{"client":{"name":"x"},"versions":[1]}"#), long,
      call(2, "idle/wait"),
    ]
    connection.receive(Array((lines.joined(separator: "\n") + "\n").utf8))
    let size = long.utf8.count + lines[2].utf8.count
    #expect(
      ShopFixture.lines(connection).dropFirst() == [
        failure(
          "2", -32000, "busy",
          "the waiting requests of this client would have \(size) bytes; at most 150 are kept",
          hint: "wait for a response before sending the next request")
      ])
  }

  @Test
  func `a waiting request can be cancelled, and the response to shutdown ends the connection`()
    throws
  {
    let shop = try ShopFixture()
    let connection = shop.server.connect(.lines, needsToken: false)
    let lines = [
      call(0, "initialize", #"{"client":{"name":"x"},"versions":[1]}"#), call(1, "state/get"),
      call(2, "state/get"), #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#,
      call(3, "shutdown"), call(4, "ping"),
    ]
    connection.receive(Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(
      ShopFixture.lines(connection).dropFirst() == [
        failure("1", -32800, "cancelled", "cancelled before it ran"),
        failure("2", -32800, "cancelled", "cancelled before it ran"),
        #"{"id":3,"jsonrpc":"2.0","result":{}}"#,
      ])
    #expect(connection.isClosing)
    connection.close()
    shop.service.serve()
    #expect(shop.service.clientNumbers == [])
  }

  @Test func `a ping is answered without a turn of the host`() throws {
    let shop = try ShopFixture()
    let connection = shop.server.connect(.lines, needsToken: false)
    let hello = call(0, "initialize", #"{"client":{"name":"x"},"versions":[1]}"#)
    connection.receive(Array("\(hello)\n\(call(1, "ping"))\n".utf8))
    #expect(ShopFixture.lines(connection).last == #"{"id":1,"jsonrpc":"2.0","result":{}}"#)
  }

  @Test func `a waiting client receives the name of the client for which it waits`() throws {
    var limits = ProtocolLimits()
    limits.progressTime = .zero
    let shop = try ShopFixture(limits: limits)
    let (first, second) = (try shop.client("editor"), try shop.client("tool"))
    shop.service.serve()
    _ = try first.post(StateGetMethod.self, NoFields())
    var notes: [ProgressMethod.Params] = []
    second.onNotification = { note in
      if let params = note.params(of: ProgressMethod.self) { notes.append(params) }
    }
    guard case .request? = shop.server.next() else {
      Issue.record("no request waits")
      return
    }
    let id = try second.post(StateGetMethod.self, NoFields())
    #expect(shop.server.reportWaits(at: .now + .seconds(1)) == nil)
    #expect(shop.server.reportWaits(at: .now + .seconds(2)) == nil)
    try second.read()
    #expect(
      notes == [
        ProgressMethod.Params(
          id: id, waitsFor: 1, "waiting for client 1 (editor): state/get")
      ])
  }

  // MARK: - Limits

  @Test func `connections without initialize are closed before connections of clients`() throws {
    var limits = ProtocolLimits()
    limits.clients = 2
    let shop = try ShopFixture(limits: limits)
    let silent = shop.server.connect(.lines)
    let client = try shop.client()
    let second = try shop.client()
    #expect(
      ShopFixture.lines(silent) == [
        failure(
          "null", -32000, "full",
          "no initialize was received, and the server needs room for another client")
      ])
    silent.close()
    let third = shop.server.connect(.lines)
    #expect(
      ShopFixture.lines(third) == [
        failure(
          "null", -32000, "full", "2 clients are already connected", hint: "try again later")
      ])
    #expect(third.isClosing)
    for client in [client, second] {
      #expect(try client.request(PingMethod.self, NoFields()) == NoFields())
    }
  }

  @Test func `connections that are being closed do not prevent clients from connecting`() throws {
    var limits = ProtocolLimits()
    limits.clients = 1
    let shop = try ShopFixture(limits: limits)
    let rejected = (0..<5).map { _ in
      let connection = shop.server.connect(.lines)
      connection.receive(Array("{}\n".utf8))
      return connection
    }
    #expect(rejected.filter(\.isClosing).count == 5)
    let client = try shop.client()
    #expect(try client.request(PingMethod.self, NoFields()) == NoFields())
  }

  @Test func `a silent connection and an idle client are disconnected at their time limits`() throws
  {
    var limits = ProtocolLimits()
    limits.idleTime = .seconds(60)
    let shop = try ShopFixture(limits: limits)
    let silent = shop.server.connect(.lines)
    let later = ContinuousClock.now + .seconds(120)
    #expect(!silent.expire(at: .now))
    #expect(!silent.expire(at: later))
    #expect(
      ShopFixture.lines(silent) == [
        failure("null", -32000, "timedOut", "timed out: no initialize within 10.0 seconds")
      ])
    #expect(silent.expire(at: later))
    let idle = shop.server.connect(.lines, needsToken: false)
    idle.receive(
      Array((call(0, "initialize", #"{"client":{"name":"x"},"versions":[1]}"#) + "\n").utf8))
    _ = ShopFixture.lines(idle)
    idle.receive(Array((call(1, "idle/wait") + "\n").utf8))
    #expect(!idle.expire(at: later))
    #expect(!idle.isClosing)
    shop.service.serve()
    _ = ShopFixture.lines(idle)
    #expect(!idle.expire(at: later + .seconds(120)))
    #expect(
      ShopFixture.lines(idle) == [
        failure("null", -32000, "timedOut", "timed out: nothing was received for 60.0 seconds")
      ])
  }

  @Test func `a client that sends requests without reading the responses is disconnected`() throws {
    var limits = ProtocolLimits()
    limits.total = 10_000
    let shop = try ShopFixture(limits: limits)
    let connection = shop.server.connect(.lines, needsToken: false)
    connection.receive(
      Array((call(0, "initialize", #"{"client":{"name":"x"},"versions":[1]}"#) + "\n").utf8))
    for id in 1...400 { connection.receive(Array((call(id, "ping") + "\n").utf8)) }
    #expect(connection.isOverfull)
  }

  @Test func `a client detects the end of its connection despite an unread response`()
    throws
  {
    let shop = try ShopFixture()
    let client = try shop.client()
    let ping = try client.post(PingMethod.self, NoFields())
    shop.server.close()
    try client.read()
    let ended = ProtocolError(.disconnected, "the host is ending the session")
    #expect(client.ending == ended)
    #expect(try client.answer(to: ping, of: PingMethod.self) == NoFields())
    #expect(throws: ended) { try client.read() }
  }

  @Test func `a closing server notifies all clients and accepts no new ones`() throws {
    let shop = try ShopFixture()
    let client = try shop.client()
    shop.server.close()
    #expect(throws: ProtocolError(.disconnected, "the host is ending the session")) {
      try client.request(StateGetMethod.self, NoFields())
    }
    #expect(throws: ProtocolError.self) { try shop.client() }
  }

  @Test func `a closed server no longer retains connections that have not been accepted`() {
    weak var released: ProtocolServer?
    do {
      let server = ProtocolServer(name: "shop")
      released = server
      _ = server.connect(.lines)
      server.close()
    }
    #expect(released == nil)
  }
}
