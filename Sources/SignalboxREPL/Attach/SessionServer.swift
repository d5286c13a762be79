internal import Dispatch
internal import Signalbox
internal import SignalboxScenarios
public import SignalboxScripting

/// Offers a script session of this process to `signalbox repl --attach`, on a Unix socket.
///
/// Nothing listens unless a host makes one of these. Only processes of the same user that show the
/// token are let in. The session stays where it is: a thread of the server's own reads and writes, and
/// what clients ask for is done in ``serve()``, which the host calls where the session lives. The host
/// never waits for a client.
///
/// ```swift
/// let server = try SessionServer(session, at: "/run/user/1000/shop/session.sock")
/// while isRunning {
///   doWhatTheApplicationDoes()
///   server.serve()
/// }
/// server.close()
/// ```
public final class SessionServer {
  /// Where clients find the session.
  public let path: String
  /// The word that lets clients in.
  public var token: String { word.text }
  /// The session that is offered; another one may take its place, between turns.
  public var session: ScriptSession {
    didSet {
      guard session !== oldValue else { return }
      hub.replace(session.stopper)
      for prompt in prompts.values { prompt.adopt(session) }
      lastReported = session.engine.eventCount
    }
  }
  /// Called with what clients do, a line each: `client 1: ✓ push product`.
  public var onChange: (String) -> Void = { _ in }
  /// Called with what keeps clients from attaching, a sentence each; once for each shortage.
  public var onReport: (String) -> Void = { _ in }

  private let options: RemoteSessionOptions
  private let word: AttachToken
  private let hub: AttachHub
  private let place: SocketAddress
  private let socket: ListeningSockets.Socket
  /// Runs the loop of the sockets and nothing else.
  private let queue = DispatchQueue(label: "signalbox.attach")
  private var prompts: [Int: AttachedPrompt] = [:]
  private var isServing = false
  private var isClosed = false
  /// The last event that clients were told of.
  private var lastReported: Int

  /// Begins to listen; what a dead host has left at that place is replaced.
  ///
  /// - Parameters:
  ///   - session: Stays with its owner, who calls ``serve()``.
  ///   - path: The socket, of at most about 100 bytes. A folder that is missing is made, for its owner
  ///     alone.
  /// - Throws: where the place is not free or not safe, or the system rejects.
  public convenience init(
    _ session: ScriptSession, at path: String,
    options: RemoteSessionOptions = RemoteSessionOptions()
  ) throws(AttachError) {
    try self.init(session, at: path, options: options, limits: AttachLimits())
  }

  init(
    _ session: ScriptSession, at path: String, options: RemoteSessionOptions, limits: AttachLimits
  ) throws(AttachError) {
    self.session = session
    self.path = path
    self.options = options
    var bounds = limits
    bounds.clients = max(1, options.maxClients)
    word = options.token.map { AttachToken($0) } ?? .random()
    guard !word.text.isEmpty else {
      throw AttachError(.notAdmitted, "a token has at least one byte", hint: "leave it out")
    }
    place = SocketAddress(path)
    let limits = bounds
    hub = try AttachHub(stopper: session.stopper, limits: limits, onRequest: options.onRequest)
    lastReported = session.engine.eventCount
    let listener = try place.listen(writing: options.token == nil ? word : nil)
    socket = ListeningSockets.Socket(
      place: place, identity: listener.identity, hasTokenFile: options.token == nil)
    ListeningSockets.add(socket)
    let welcome = HostMessage.Welcome(
      version: AttachProtocol.version, host: options.name, lua: ScriptSession.luaRelease, client: 0)
    queue.async { [hub, word] in
      SocketLoop(listener.descriptor, hub, token: word, welcome: welcome, limits: limits).run()
    }
  }

  deinit { end() }

  /// The numbers of the clients that are attached.
  public var clients: [Int] { prompts.keys.sorted() }

  /// Readable while clients want something, for hosts that poll.
  public var descriptor: Int32 { hub.hostPipe.descriptor }

  // MARK: - Turns

  /// Does what clients want by now, one after the other, and tells them what has changed.
  ///
  /// Does nothing while a script of the session runs: clients wait until it has ended.
  public func serve() {
    guard !isClosed, !isServing, !session.isRunning else { return }
    isServing = true
    defer { isServing = false }
    hub.hostPipe.rest()
    reportChanges(by: nil)
    var left = hub.taskCount
    while left > 0, let task = hub.next() {
      left -= 1
      perform(task)
      reportChanges(by: task.client)
    }
    for prompt in prompts.values { prompt.sendLabel() }
    // Clients that ask without end do not keep the host.
    if hub.taskCount > 0 { hub.askAgain() }
  }

  /// Waits for clients and does what they want, for hosts with nothing else to do.
  ///
  /// Signals end the wait.
  /// - Parameter milliseconds: How long to wait at most.
  public func serve(waiting milliseconds: Int32) {
    var waiting = Waiting()
    waiting.add(descriptor)
    waiting.wait(milliseconds)
    serve()
  }

  /// Lets all clients go and takes the socket away; the session goes on. Does nothing the second time.
  public func close() { end() }

  private func end() {
    guard !isClosed else { return }
    isClosed = true
    hub.close()
    queue.sync {}
    prompts = [:]
    ListeningSockets.remove(socket)
    place.remove(socket.identity, withToken: socket.hasTokenFile)
  }

  private func perform(_ task: AttachHub.Task) {
    switch task {
    case .join(let client, let greeting):
      prompts[client] = AttachedPrompt(client: client, greeting, session, options, hub)
    case .leave(let client): prompts[client] = nil
    case .report(let text): onReport(text)
    case .request(let client, let request):
      prompts[client]?.answer(request)
      // A stop that came when the input had ended already is not for the next one.
      if hub.end() { session.dropLateStop() }
    }
  }

  // MARK: - ReportTime

  /// Tells everybody what has changed since the last time.
  ///
  /// - Parameter client: Who has done it; `nil` for the host itself.
  private func reportChanges(by client: Int?) {
    let engine = session.engine
    let first = lastReported + 1
    guard engine.eventCount >= first else { return }
    lastReported = engine.eventCount
    if let line = ChangeSummary(engine, from: first).line(.plain)?.trimmed, line.hasPrefix("✓") {
      let who = client.map { "client \($0)" } ?? "host"
      for prompt in prompts.values where prompt.client != client && prompt.level != .none {
        hub.send(.change("\(who): \(line)"), to: prompt.client)
      }
      if client != nil { onChange("\(who): \(line)") }
    }
    let listeners = prompts.values.filter { $0.level == .all }
    guard !listeners.isEmpty else { return }
    for event in engine.events(from: first) {
      for listener in listeners { hub.send(.event(event.description), to: listener.client) }
    }
  }
}
