internal import Dispatch
internal import Signalbox
internal import SignalboxScenarios
public import SignalboxScripting

/// Shares a script session of this process with `signalbox repl --attach`, on a Unix socket.
///
/// Nothing listens unless a host creates a server. Only processes of the same user that send the
/// token are accepted. The session stays in its isolation: a thread of the server reads and writes,
/// and requests of clients run in ``serve()``, which the host calls there. The host never waits for
/// a client.
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
  /// The path of the socket.
  public let path: String
  /// The token of clients.
  public var token: String { word.text }
  /// The shared session; it can be replaced between inputs.
  public var session: ScriptSession {
    didSet {
      guard session !== oldValue else { return }
      hub.replace(session.stopper)
      for prompt in prompts.values { prompt.adopt(session) }
      lastReported = session.engine.eventCount
    }
  }
  /// Called with the activity of clients, one line each: `client 1: ✓ push product`.
  public var onChange: (String) -> Void = { _ in }
  /// Called with conditions that prevent clients from attaching, one sentence each; once for each
  /// condition.
  public var onReport: (String) -> Void = { _ in }

  private let options: RemoteSessionOptions
  private let word: AttachToken
  private let hub: AttachHub
  private let place: SocketAddress
  private let socket: ListeningSockets.Socket
  /// Runs only the loop of the sockets.
  private let queue = DispatchQueue(label: "signalbox.attach")
  private var prompts: [Int: AttachedPrompt] = [:]
  private var isServing = false
  private var isClosed = false
  /// The last event that was reported to clients.
  private var lastReported: Int

  /// Starts to listen; the socket of a host that has ended is replaced.
  ///
  /// - Parameters:
  ///   - session: Remains with its owner, who calls ``serve()``.
  ///   - path: The socket, of at most about 100 bytes. A missing folder is created, for its owner
  ///     only.
  ///   - options: The name of the host, the token of clients, and the limits of clients and inputs.
  /// - Throws: ``AttachError`` if the path is in use or not safe, or the system rejects it.
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
      throw AttachError(.notAdmitted, "a token must have at least one byte", hint: "leave it out")
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

  /// The numbers of the attached clients.
  public var clients: [Int] { prompts.keys.sorted() }

  /// Readable while there are requests, for hosts that poll.
  public var descriptor: Int32 { hub.hostPipe.descriptor }

  // MARK: - Turns

  /// Runs the pending requests of clients in order, and notifies them of changes.
  ///
  /// Has no effect while a script of the session runs: clients wait until it has ended.
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
    // Clients with many requests do not block the host.
    if hub.taskCount > 0 { hub.askAgain() }
  }

  /// Waits for requests and runs them, for hosts without other work.
  ///
  /// Signals end the wait.
  /// - Parameter duration: The maximum time to wait, rounded up to a whole number of milliseconds; a
  ///   negative one counts as zero.
  public func serve(waiting duration: Duration) {
    var waiting = Waiting()
    waiting.add(descriptor)
    waiting.wait(Int32(clamping: max(0, duration.wholeMilliseconds)))
    serve()
  }

  /// Disconnects all clients and removes the socket; the session continues. Further calls have no
  /// effect.
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
      // A stop that arrived after the end of the input does not apply to the next one.
      if hub.end() { session.dropLateStop() }
    }
  }

  // MARK: - ReportTime

  /// Reports all changes since the last call to all clients.
  ///
  /// - Parameter client: The client that made the changes; `nil` for the host itself.
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
