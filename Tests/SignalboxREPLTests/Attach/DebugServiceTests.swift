import Dispatch
import Signalbox
import SignalboxProtocol
import SignalboxScenarios
import SignalboxScripting
import SignalboxTransports
import Testing

@testable import SignalboxREPL

/// Tests clients that debug the scripts of a remote session. The host runs on the test's thread, and
/// the clients run on another thread.
@Suite struct DebugServiceTests {
  private static let script = """
    function price(id)
      local net = id * 100
      local tax = net * 19 // 100
      return net + tax
    end
    function buy()
      bought = price(2)
      return bought
    end
    """

  /// A session that loaded `shop.lua` and listens.
  private final class Shop {
    let server: SessionServer
    var path: String { folder.socket }
    private let folder: SocketFolder

    init() throws {
      var options = RemoteSessionOptions()
      options.timeout = .seconds(120)
      let folder = try SocketFolder()
      server = try SessionServer(
        try Self.session(in: options), at: [.unix(folder.socket)], options: options)
      self.folder = folder
    }

    static func session(in options: RemoteSessionOptions) throws -> ScriptSession {
      let session = try ScriptSession()
      session.addHooks(SessionHooks(output: { _ in }))
      options.sources["shop.lua"] = Array(script.utf8)
      try session.run(Array(script.utf8), name: "shop.lua", sharesEnvironment: true)
      return session
    }
  }

  /// The other thread writes this variable before it signals, and this thread reads it afterwards.
  private final class Box<Value>: @unchecked Sendable {
    var result: Result<Value, any Error>?
  }

  /// Serves until the clients have finished on their own thread.
  private func serve<Value: Sendable>(
    _ server: SessionServer, _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    let (done, box) = (DispatchSemaphore(value: 0), Box<Value>())
    DispatchQueue(label: "clients").async {
      box.result = Result { try body() }
      done.signal()
    }
    while done.wait(timeout: .now()) == .timedOut { server.serve(waiting: .milliseconds(20)) }
    return try #require(box.result).get()
  }

  private func post(_ client: AttachedClient, _ text: String) throws -> MessageID {
    try client.client.post(ScriptEvaluateMethod.self, ScriptEvaluateMethod.Params(text))
  }

  private func wait(_ client: AttachedClient, for id: MessageID) throws -> PromptState {
    try client.client.wait(for: id, of: ScriptEvaluateMethod.self)
  }

  @Test
  func
    `a client stops, inspects, changes and steps a script, and disconnecting leaves the session as it was`()
    throws
  {
    let shop = try Shop()
    let (path, token) = (shop.path, shop.server.token)
    var notes: [String] = []
    shop.server.onChange = { notes.append($0) }
    let found = try serve(shop.server) { () throws -> [String] in
      let user = try AttachedClient(to: path, token: token)
      let debugger = try DebuggingClient(to: path, token: token)
      var found = ["\(try debugger.attach(breakpoints: [3, 40]))"]
      let running = try post(user, "buy()")
      found.append(try debugger.stop())
      found.append(try debugger.value("net"))
      let frames = try debugger.ask("stackTrace", ["threadId": 1])["stackFrames"]?.list ?? []
      let frame = frames.first?.table?["id"] ?? 0
      let scopes = try debugger.ask("scopes", ["frameId": frame])["scopes"]?.list ?? []
      let locals = scopes.first?.table?["variablesReference"] ?? 0
      let variables = try debugger.ask("variables", ["variablesReference": locals])["variables"]
      found.append("\((variables?.list ?? []).map { $0.table?["name"]?.text ?? "" })")
      try debugger.ask(
        "setVariable", ["variablesReference": locals, "name": "net", "value": "1000"])
      found.append(try debugger.after("next"))
      found.append(try debugger.value("net + tax"))
      found.append(try debugger.after("stepOut"))
      try debugger.ask("continue", ["threadId": 1])
      _ = try wait(user, for: running)
      try debugger.ask("disconnect")
      _ = try user.evaluate("buy()")
      _ = user.take()
      _ = try user.evaluate("bought")
      found.append("\(user.take())")
      return found
    }
    #expect(
      found == [
        "[Optional(true), Optional(false)]",
        "breakpoint: /apps/shop.lua:3 < /apps/shop.lua:7", "200", #"["id", "net"]"#,
        "step: /apps/shop.lua:4 < /apps/shop.lua:7", "1190",
        "step: /apps/shop.lua:8", "\([AttachedClient.Received.output("238\n")])",
      ])
    #expect(notes == ["client 2: a script waits for the debugger at shop.lua:3; Ctrl-C ends it"])
  }

  @Test func `a client attaches while an endless script runs, pauses it, and leaves it running`()
    throws
  {
    let shop = try Shop()
    let (path, token) = (shop.path, shop.server.token)
    let found = try serve(shop.server) { () throws -> [String] in
      let user = try AttachedClient(to: path, token: token)
      let running = try post(user, "n = 0 print 'started' while not done do n = n + 1 end")
      _ = try user.wait(for: .output("started\n"))
      let debugger = try DebuggingClient(to: path, token: token)
      try debugger.attach()
      try debugger.ask("pause", ["threadId": 1])
      var found = [try debugger.stop(), try debugger.value("n > 0")]
      try debugger.ask("continue", ["threadId": 1])
      try debugger.ask("pause", ["threadId": 1])
      found.append(try debugger.stop())
      try debugger.ask("evaluate", ["expression": "done = true", "context": "repl"])
      try debugger.ask("disconnect")
      found.append("\(try wait(user, for: running).hasFailed)")
      return found
    }
    #expect(
      found == ["pause: input 1:1", "true", "pause: input 1:1", "false"])
  }

  @Test(arguments: ["debugger", "user"])
  func
    `a script that waits continues if the debugger disconnects, and ends if its client cancels it`(
      who: String
    ) throws
  {
    let shop = try Shop()
    let (path, token) = (shop.path, shop.server.token)
    var notes: [String] = []
    shop.server.onChange = { notes.append($0) }
    let found = try serve(shop.server) { () throws -> [String] in
      let user = try AttachedClient(to: path, token: token)
      var debugger: DebuggingClient? = try DebuggingClient(to: path, token: token)
      try debugger?.attach(breakpoints: [4])
      let running = try post(user, "buy()")
      _ = try debugger?.stop()
      if who == "debugger" {
        // The socket is closed without a request.
        debugger = nil
      } else {
        try user.client.notify(CancelRequestMethod.self, CancelRequestMethod.Params(id: running))
        _ = try debugger?.event("continued")
      }
      let state = try wait(user, for: running)
      _ = user.take()
      _ = try user.evaluate("bought or false")
      return ["\(state.hasFailed)", "\(user.take())"]
    }
    let isDone = who == "debugger"
    let output = [AttachedClient.Received.output(isDone ? "238\n" : "false\n")]
    #expect(found == ["\(!isDone)", "\(output)"])
    let waits = "client 2: a script waits for the debugger at shop.lua:4; Ctrl-C ends it"
    let continues = "client 2: the debugger has disconnected, and the script continues"
    #expect(notes == (isDone ? [waits, continues] : [waits]))
  }

  @Test func `a step ends with its script, and the next input does not wait`() throws {
    let shop = try Shop()
    let (path, token) = (shop.path, shop.server.token)
    let found = try serve(shop.server) { () throws -> [String] in
      let user = try AttachedClient(to: path, token: token)
      let debugger = try DebuggingClient(to: path, token: token)
      try debugger.attach(breakpoints: [4])
      let running = try post(user, "buy()")
      var found = [try debugger.stop(), try debugger.after("next")]
      try debugger.ask("next", ["threadId": 1])
      _ = try wait(user, for: running)
      _ = user.take()
      _ = try user.evaluate("bought + 1")
      found.append("\(user.take())")
      return found
    }
    #expect(
      found == [
        "breakpoint: /apps/shop.lua:4 < /apps/shop.lua:7", "step: /apps/shop.lua:8",
        "\([AttachedClient.Received.output("239\n")])",
      ])
  }

  @Test func `one client debugs at a time, and what a host's session cannot do is rejected`() throws
  {
    let shop = try Shop()
    let (path, token) = (shop.path, shop.server.token)
    let found = try serve(shop.server) { () throws -> [String?] in
      let user = try AttachedClient(to: path, token: token)
      let first = try DebuggingClient(to: path, token: token)
      var found = [first.failure("threads")]
      try first.attach(breakpoints: [4])
      let second = try DebuggingClient(to: path, token: token)
      found.append(second.failure("initialize"))
      found += ["attach", "launch", "restart", "terminate", "stackTrace", "nxt"].map {
        first.failure($0)
      }
      let running = try post(user, "buy()")
      _ = try first.stop()
      found += ["stepBack", "reverseContinue"].map { first.failure($0) }
      try first.ask("disconnect")
      _ = try wait(user, for: running)
      found.append(first.failure("threads"))
      found.append(second.failure("initialize"))
      return found
    }
    let owned = "the session of a host; use disconnect"
    let backward =
      "debuggerRejected: a session that belongs to a host cannot step backward; launch the script instead"
    #expect(
      found == [
        "debuggerRejected: the first request must be initialize",
        "busy: client 2 is debugging the session; try again after it disconnects",
        "debuggerRejected: attach must be sent only once, and not after launch",
        "debuggerRejected: the session is already running; use attach",
        "debuggerRejected: a debugger cannot restart \(owned)",
        "debuggerRejected: a debugger cannot end \(owned)",
        "debuggerRejected: the script is running; pause it first",
        "debuggerRejected: there is no request \"nxt\"; did you mean \"next\"?", backward, backward,
        "debuggerRejected: the first request must be initialize", nil,
      ])
  }

  @Test func `a rejected operation and an error stop the script`() throws {
    let shop = try Shop()
    let (path, token) = (shop.path, shop.server.token)
    let found = try serve(shop.server) { () throws -> [String] in
      let user = try AttachedClient(to: path, token: token)
      let debugger = try DebuggingClient(to: path, token: token)
      try debugger.attach(filters: ["rejection", "error"])
      let main = """
        Main = coordinator "Main" { routes = { home = {} } }
        function Main:start() self.router:startFlow("home") end
        app:launch "Main"
        """
      _ = try user.evaluate(main)
      var found: [String] = []
      for text in [#"app.top.router:navigate("nope")"#, "local x = nil + 1"] {
        let running = try post(user, text)
        found.append(try debugger.stop())
        found.append(try debugger.ask("exceptionInfo")["exceptionId"]?.text ?? "")
        try debugger.ask("continue", ["threadId": 1])
        _ = try wait(user, for: running)
      }
      return found
    }
    #expect(
      found == ["exception: input 2:1", "rejection", "exception: input 3:1", "error"])
  }

  @Test func `a client reads only sources that the session has loaded`() throws {
    let shop = try Shop()
    let (path, token) = (shop.path, shop.server.token)
    shop.server.access.resolve = { $0.hasPrefix("/etc/") ? $0 : nil }
    let found = try serve(shop.server) { () throws -> [String?] in
      let debugger = try DebuggingClient(to: path, token: token)
      try debugger.attach()
      let loaded = try debugger.ask("source", ["source": ["path": "/apps/shop.lua"]])
      return [
        loaded["content"]?.text,
        debugger.failure("source", ["source": ["path": "/etc/passwd"]]),
        debugger.failure("source", ["source": ["path": "../none.lua"]]),
        debugger.failure("breakpointLocations", ["source": ["path": "/etc/passwd"], "line": 1]),
      ]
    }
    let end = "; an attached debugger reads only loaded sources"
    let failure = "debuggerRejected: the session has not loaded"
    #expect(
      found == [
        Self.script, "\(failure) /etc/passwd\(end)", "\(failure) ../none.lua\(end)",
        "\(failure) /etc/passwd\(end)",
      ])
  }

  @Test func `breakpoints remain when the host replaces its session`() throws {
    let shop = try Shop()
    let (path, token) = (shop.path, shop.server.token)
    let debugger = Box<DebuggingClient>()
    _ = try serve(shop.server) {
      let client = try DebuggingClient(to: path, token: token)
      try client.attach(breakpoints: [4])
      debugger.result = .success(client)
    }
    shop.server.session = try Shop.session(in: RemoteSessionOptions())
    let found = try serve(shop.server) { () throws -> String in
      let user = try AttachedClient(to: path, token: token)
      let running = try post(user, "buy()")
      let client = try #require(debugger.result).get()
      let found = try client.stop()
      try client.ask("continue", ["threadId": 1])
      _ = try wait(user, for: running)
      return found
    }
    #expect(found == "breakpoint: /apps/shop.lua:4 < /apps/shop.lua:7")
  }
}
