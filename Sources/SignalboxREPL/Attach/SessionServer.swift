internal import PortableMutex
internal import Signalbox
package import SignalboxInspector
public import SignalboxProtocol
internal import SignalboxScenarios
public import SignalboxScripting
public import SignalboxTransports

/// Shares a script session of this process with `signalbox repl --attach` and other clients of the
/// protocol.
///
/// A session accepts no clients unless a server is created for it. The server accepts only clients
/// that send the token. On a Unix socket, it accepts only processes of the same user. The session
/// remains in its isolation: a server thread reads and writes, and client requests run in
/// ``serve()``, which the host calls in the session's isolation. Outside ``serve(waiting:)``, the
/// host never waits for a client to send or receive data.
///
/// ```swift
/// let server = try SessionServer(session, at: [.unix(path)])
/// ```
///
/// ```swift
/// while isRunning {
///   doWhatTheApplicationDoes()
///   server.serve()
/// }
/// server.close()
/// ```
public final class SessionServer {
  /// The protocol server, to which the host can attach further transports.
  public let server: ProtocolServer
  /// The port on the loopback interface, or `nil` if the server does not listen on a port.
  public var port: UInt16? { transport.port }
  /// The token that clients must send.
  public var token: String { server.token }
  /// The shared session, which can be replaced between inputs.
  public var session: ScriptSession {
    didSet {
      guard session !== oldValue else { return }
      server.onStop { [stopper = session.stopper] in stopper.stop() }
      service.engine = session.engine
      for prompt in prompts.values { prompt.adopt(session, access) }
      recording.adopt(session)
      debugging.adopt(session)
      lastReported = session.engine.eventCount
    }
  }
  /// A closure that is called with one line for each change that a client makes, such as
  /// `client 1: ✓ push product`. The closure is also called when a script begins to wait for a
  /// client's debugger, and when it continues without the debugger.
  public var onChange: (String) -> Void = { _ in }

  /// A closure that is called with a sentence for each condition that prevents clients from
  /// attaching. The closure is called once for each occurrence of a condition.
  public var onReport: (String) -> Void = { _ in }
  /// The resources that client prompts can use in addition to the session.
  package var access = PromptAccess() {
    didSet {
      debugFiles.access = access
      recording.folder = access.folder
    }
  }

  private let options: RemoteSessionOptions
  private let service: EngineService
  private let transport: ServerTransport
  private let hostPipe: WakePipe
  private var prompts: [Int: AttachedPrompt] = [:]
  private let shortage: Shortage
  /// The handler that answers requests for further methods, or `nil` if the host has no such
  /// methods.
  private let handler: (any RequestHandler)?
  /// The text that the host printed before a client was attached.
  private var notes = HostNotes()
  /// The service that answers requests for recorded steps.
  private let recording: TraceService
  /// The service that lets a client debug the scripts.
  private let debugging: DebugService
  private let debugFiles: SessionDebugFiles
  private var isClosed = false
  /// The number of the last event that was reported to clients.
  private var lastReported: Int

  /// Starts listening for clients. If a terminated host has left a Unix socket behind, the socket
  /// is replaced.
  ///
  /// - Parameters:
  ///   - session: The session to share. The session remains in the isolation of its owner, who
  ///     calls ``serve()``.
  ///   - endpoints: The endpoints to which clients connect. The path of a Unix socket has at most
  ///     about 100 bytes. A missing folder is created with access for its owner only. Pass an empty
  ///     array if clients connect only through transports that the host attaches to ``server``.
  ///   - options: The name of the host, the token that clients must send, and the limits for
  ///     clients and requests.
  /// - Throws: ``/SignalboxTransports/TransportError`` if an endpoint is in use, is not safe or is
  ///   rejected by the system, or if clients cannot send the token.
  public convenience init(
    _ session: ScriptSession, at endpoints: [ServerTransport.Endpoint],
    options: RemoteSessionOptions = RemoteSessionOptions()
  ) throws(TransportError) {
    try self.init(session, at: endpoints, options: options, handler: nil)
  }

  /// - Parameter handler: The handler for methods that need neither the engine nor a prompt, or
  ///   `nil` if there are no such methods.
  package init(
    _ session: ScriptSession, at endpoints: [ServerTransport.Endpoint],
    options: RemoteSessionOptions, handler: (any RequestHandler)?
  ) throws(TransportError) {
    let pipe = try WakePipe()
    let onRequest = options.onRequest
    var limits = options.limits
    limits.requestTime = options.timeout
    server = ProtocolServer(
      ServerDescription(
        InitializeMethod.Program(name: options.name, version: ScriptSession.luaRelease),
        token: options.token.map { AccessToken($0) } ?? .random(), limits: limits,
        methods: MethodCatalog.methods + ScriptMethodCatalog.methods + (handler?.methods ?? []))
    ) {
      pipe.wake()
      onRequest()
    }
    let shortage = Shortage()
    self.shortage = shortage
    transport = try ServerTransport(server, at: endpoints, onStreamsEnd: options.onStreamsEnd) {
      shortage.isDue.withLock { $0 = true }
      pipe.wake()
      onRequest()
    }
    (self.session, self.options, hostPipe) = (session, options, pipe)
    self.handler = handler
    handler?.begin(server)
    service = EngineService(session.engine, of: server)
    recording = TraceService(server, session, options.sources)
    debugFiles = SessionDebugFiles(options.sources)
    do throws(ScriptError) {
      debugging = try DebugService(server, session, debugFiles)
    } catch {
      throw TransportError(.system, error.message, hint: error.hint)
    }
    lastReported = session.engine.eventCount
    server.onStop { [stopper = session.stopper] in stopper.stop() }
    service.hooks = makeHooks()
    debugging.onWait = { [unowned self] in onChange($0) }
  }

  deinit { end() }

  /// The numbers of the attached clients.
  public var clients: [Int] { service.clientNumbers }

  /// A file descriptor that is readable while requests are pending, for hosts that poll.
  public var descriptor: Int32 { hostPipe.descriptor }

  /// Allows clients to read a recording that the host began before it shared the session.
  ///
  /// - Parameter trace: A recording of ``session``.
  package func keep(_ trace: LiveTrace) { recording.keep(trace) }

  // MARK: - Turns

  /// Runs the pending client requests in the order of arrival, and notifies clients of changes.
  ///
  /// This method has no effect while a script is running in the session. In this case, clients wait
  /// until the script has ended.
  public func serve() { serve(atMost: .max) }

  /// - Parameter maxRequests: The maximum number of requests to run before the host continues with
  ///   its own work.
  package func serve(atMost maxRequests: Int) {
    guard !isClosed, !session.inputs.isRunning else { return }
    hostPipe.rest()
    if shortage.take() {
      onReport("no file descriptors are left; new clients are rejected with the error `full`")
    }
    debugging.endStep()
    debugging.serve()
    service.serve(atMost: maxRequests)
  }

  /// Waits for requests and runs them. Use this method in hosts that do nothing else.
  ///
  /// A signal ends the wait.
  /// - Parameter duration: The maximum time to wait, rounded up to whole milliseconds. Negative
  ///   durations count as zero.
  public func serve(waiting duration: Duration) {
    var waiting = Waiting()
    waiting.add(descriptor)
    waiting.wait(Int32(clamping: max(0, duration.wholeMilliseconds)))
    serve()
  }

  /// Sends text that the host prints outside requests to all clients. If no client is attached, the
  /// text is sent to the next client that attaches.
  package func note(_ text: String, isFailure: Bool = false) {
    if clients.isEmpty { return notes.add(text, isFailure: isFailure) }
    for client in clients { server.send(text, of: nil, isFailure: isFailure, to: client) }
  }

  /// Disconnects all clients and removes the sockets. The session continues. Further calls to this
  /// method have no effect.
  public func close() { end() }

  private func end() {
    guard !isClosed else { return }
    isClosed = true
    server.close()
    transport.close()
    debugging.close()
    prompts = [:]
  }

  // MARK: - Requests

  private func makeHooks() -> ServiceHooks {
    var hooks = ServiceHooks()
    hooks.isBusy = { [unowned self] in session.inputs.isRunning }
    hooks.willServe = { [unowned self] in
      reportChanges(by: nil)
      recording.willServe()
    }
    hooks.didServe = { [unowned self] in
      for prompt in prompts.values { prompt.sendLabel() }
      recording.report()
    }
    hooks.didJoin = { [unowned self] client in
      for note in notes.take() { server.send(OutputTextMethod.self, note, to: client) }
    }
    hooks.didLeave = { [unowned self] client in
      prompts.removeValue(forKey: client)?.end()
      recording.leave(client)
    }
    let names = Set((handler?.methods ?? []).map(\.name))
    hooks.answer = { [unowned self] request, client throws(ProtocolError) in
      if let handler, names.contains(request.method) { return try handler.answer(request) }
      if let answer = try recording.answer(request) { return answer }
      return try prompt(of: client.number).answer(request)
    }
    hooks.perform = { [unowned self] request, body throws(ProtocolError) in
      try perform(request, body)
    }
    hooks.didAnswer = { [unowned self] in reportChanges(by: $0) }
    hooks.pausedTime = { [unowned self] in session.pausedTime }
    hooks.dropLateStop = { [unowned self] in session.dropLateStop() }
    return hooks
  }

  private func prompt(of client: Int) -> AttachedPrompt {
    if let prompt = prompts[client] { return prompt }
    let prompt = AttachedPrompt(client: client, session, options, access, server)
    prompts[client] = prompt
    return prompt
  }

  /// Runs an engine request as an input. The time limit applies to script callbacks, and the client
  /// receives the output and errors of these callbacks.
  private func perform(
    _ request: ProtocolServer.Request,
    _ body: () throws(ProtocolError) -> NavigationArguments?
  ) throws(ProtocolError) -> NavigationArguments? {
    let (server, client, id) = (server, request.client, request.id)
    var hooks = SessionHooks(output: { server.send($0 + "\n", of: id, to: client) })
    hooks.onUnhandled = { server.send("✗ \($0)\n", of: id, isFailure: true, to: client) }
    session.clearUnhandled()
    let answer: Result<NavigationArguments?, ProtocolError>
    do throws(ScriptError) {
      answer = try session.withHooks(hooks) { () throws(ScriptError) in
        try HostRun(in: session, timeout: options.timeout).run {
          Result { () throws(ProtocolError) in try body() }
        }
      }
    } catch {
      if error.kind == .interrupted, server.isStopped {
        throw ProtocolError(.cancelled, "cancelled while it ran")
      }
      if error.kind == .timeout { throw ProtocolError(.timeout, error.message) }
      throw ProtocolError(code: error.code ?? error.kind.rawValue, error.message, hint: error.hint)
    }
    return try answer.get()
  }

  // MARK: - Changes

  /// Reports the changes since the previous report to all prompts except the client's own prompt.
  ///
  /// - Parameter client: The client that made the changes, or `nil` for the host.
  private func reportChanges(by client: Int?) {
    let engine = session.engine
    let first = lastReported + 1
    guard engine.eventCount >= first else { return }
    lastReported = engine.eventCount
    let who = client.map { "client \($0)" } ?? "host"
    guard let notice = ChangeSummary.notice(of: engine, from: first, by: who) else { return }
    for prompt in prompts.values where prompt.client != client { prompt.report(notice) }
    if client != nil { onChange(notice) }
  }
}

/// Records that the transport has no file descriptors for further clients.
private final class Shortage: Sendable {
  // The transport thread sets this flag, and the session thread clears it.
  let isDue = Mutex(false)

  func take() -> Bool {
    isDue.withLock { isDue in
      defer { isDue = false }
      return isDue
    }
  }
}
