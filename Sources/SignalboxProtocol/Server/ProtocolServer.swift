internal import PortableMutex
package import Signalbox

/// Accepts clients on any transport for an engine that remains in its own isolation.
///
/// Transports call the server from any thread: ``connect(_:needsToken:onOutput:)`` for each client,
/// followed by the methods of the connection. Requests wait until an ``EngineService`` answers them
/// in the isolation of the engine. Transports and the engine do not wait for each other. Both hold
/// a lock only briefly, and no application code runs while the lock is held, except for the closure
/// that stops a script.
public final class ProtocolServer: Sendable {
  /// A task in the isolation of the engine. Tasks are performed in order of arrival.
  package enum Task: Hashable, Sendable {
    case join(client: Int, InitializeMethod.Program)
    case request(Request)
    case leave(client: Int)

    var client: Int {
      switch self {
      case .join(let client, _), .leave(let client): client
      case .request(let request): request.client
      }
    }
  }

  /// A request that is waiting or running.
  package struct Request: Hashable, Sendable {
    package let client: Int
    package let id: MessageID
    package let method: String
    package let params: NavigationArguments
    /// The size of the request's message, in bytes.
    package let size: Int
    /// The time at which the request arrived.
    let arrival: ContinuousClock.Instant
    /// Whether the client has been notified of the reason why the request is waiting.
    var isReported = false
  }

  private struct Client {
    var outbox: Outbox
    let onOutput: @Sendable () -> Void
    var program: InitializeMethod.Program?
    /// Whether events are waiting until the client has read output.
    var isWaitingForRoom = false
    /// Whether the transport has been notified of output and has not taken any output since then.
    var isNotified = false
  }

  private struct State {
    var clients: [Int: Client] = [:]
    var tasks: [Task] = []
    /// The requests that could not be answered yet.
    var deferred: [Request] = []
    /// The clients that are known to the service.
    var known: Set<Int> = []
    /// The request that is running, and whether it was stopped.
    var running: (request: Request, isStopped: Bool)?
    var stop: @Sendable () -> Void = {}
    /// The handler of urgent requests, or `nil` if there is none.
    var urgentHandler: (any UrgentRequestHandler)?
    var lastClient = 0
    /// The connections that have not been accepted, oldest first.
    var strangers: [ProtocolConnection] = []
    /// The connections whose last message is being sent. These connections do not count as clients.
    var closing: Set<Int> = []
    var isClosed = false

    /// Returns the requests from a client that are waiting or running.
    func requests(of client: Int) -> [Request] {
      var all = deferred
      for case .request(let request) in tasks { all.append(request) }
      if let running, !all.contains(running.request) { all.append(running.request) }
      return all.filter { $0.client == client }
    }

    mutating func remove(_ request: Request) {
      deferred.removeAll { $0 == request }
      tasks.removeAll { $0 == .request(request) }
    }

    /// Returns a message with the reason why a request is waiting. Returns `nil` if the running
    /// request is from the same client.
    func progress(of request: Request) -> ProtocolMessage? {
      let other = running?.request.client
      guard other != request.client else { return nil }
      let name = other.flatMap { clients[$0]?.program?.name }.map { " (\($0))" } ?? ""
      let message =
        other.map { "waiting for client \($0)\(name): \(running?.request.method ?? "")" }
        ?? "waiting for the host, which is busy"
      let params = ProgressMethod.Params(id: request.id, waitsFor: other, message)
      return .notification(method: ProgressMethod.name, params: (try? params.message) ?? [:])
    }
  }

  /// The token with which clients authenticate.
  public var token: String { description.token.text }
  /// The closure to call, on any thread, when there are tasks for the isolation of the engine.
  private let onRequest: @Sendable () -> Void
  package let description: ServerDescription
  /// The state, which is accessed by transports and in the isolation of the engine.
  private let state = Mutex(State())

  /// Creates a server without clients.
  ///
  /// - Parameters:
  ///   - name: The name of the application, which clients can see.
  ///   - version: The version of the application, or `nil` if it has none.
  ///   - token: The token with which clients authenticate, 1 to 1,024 bytes without white space.
  ///     The token is not written to a file. If `token` is `nil`, a random token is created.
  ///   - limits: The limits for messages, clients and requests.
  ///   - onRequest: A closure that is called on any thread when requests are waiting or clients
  ///     have connected or disconnected. The closure must schedule a call of
  ///     ``EngineService/serve()`` in the isolation of the engine.
  public convenience init(
    name: String, version: String? = nil, token: String? = nil,
    limits: ProtocolLimits = ProtocolLimits(), onRequest: @escaping @Sendable () -> Void = {}
  ) {
    self.init(
      ServerDescription(
        InitializeMethod.Program(name: name, version: version),
        token: token.map { AccessToken($0) } ?? .random(), limits: limits),
      onRequest: onRequest)
  }

  package init(_ description: ServerDescription, onRequest: @escaping @Sendable () -> Void) {
    (self.description, self.onRequest) = (description, onRequest)
  }

  /// The limits of the server.
  public var limits: ProtocolLimits { description.limits }

  // MARK: - Transports

  /// Adds a connection. If there are too many clients, the oldest connection without `initialize`
  /// is ended. If there is no such connection, the new connection is ended.
  ///
  /// - Parameters:
  ///   - framing: The format in which the byte stream is divided into messages.
  ///   - needsToken: Whether the client must send the token. Pass `false` only if the transport
  ///     itself authenticates the client.
  ///   - onOutput: A closure that is called on any thread when there is output or when the
  ///     connection must be closed. Afterwards, the transport calls
  ///     ``ProtocolConnection/output(atMost:)``.
  /// - Returns: The connection, which the transport uses.
  public func connect(
    _ framing: MessageFraming = .contentLength, needsToken: Bool = true,
    onOutput: @escaping @Sendable () -> Void = {}
  ) -> ProtocolConnection {
    let (number, isFull, oldest) = state.withLock { state in
      state.lastClient += 1
      state.clients[state.lastClient] = Client(
        outbox: Outbox(framing, limits: description.limits), onOutput: onOutput)
      let isFull = state.clients.count - state.closing.count > description.limits.clients
      let oldest = isFull && !state.strangers.isEmpty ? state.strangers.removeFirst() : nil
      return (state.lastClient, isFull, oldest)
    }
    let connection = ProtocolConnection(
      number, of: self,
      SessionState(of: description, client: number, framing, needsToken: needsToken))
    oldest?.end(
      ProtocolError(
        .full, "no initialize was received, and the server needs room for another client"))
    if isFull, oldest == nil {
      let count = description.limits.clients
      connection.end(
        ProtocolError(.full, "\(count) clients are already connected", hint: "try again later"))
    } else if state.withLock({ $0.isClosed }) {
      connection.end(Self.ended)
    } else {
      state.withLock { $0.strangers.append(connection) }
    }
    return connection
  }

  private static let ended = ProtocolError(.disconnected, "the host is ending the session")

  /// Adds a request to be handled in the isolation of the engine.
  ///
  /// - Returns: The reason why the request is not accepted, or `nil` if the request is accepted.
  func add(_ request: Request) -> ProtocolError? {
    let maxRequests = description.limits.requests
    let maxBytes = description.limits.requestBytes
    let error: ProtocolError? = state.withLock { state in
      let own = state.requests(of: request.client)
      guard own.count < maxRequests else {
        return ProtocolError(
          .busy, "\(maxRequests) requests of this client are already waiting",
          hint: "wait for a response before sending the next request")
      }
      let size = own.reduce(request.size) { $0 + $1.size }
      guard own.isEmpty || size <= maxBytes else {
        return ProtocolError(
          .busy,
          "the waiting requests of this client would have \(size) bytes; at most "
            + "\(maxBytes) are kept", hint: "wait for a response before sending the next request")
      }
      guard !own.contains(where: { $0.id == request.id }) else {
        return ProtocolError(
          .invalidRequest,
          "the id \(request.id.value) belongs to a request that has not been answered")
      }
      state.tasks.append(.request(request))
      return nil
    }
    if error == nil { onRequest() }
    return error
  }

  /// Sets the handler of requests that the host can answer while it is busy.
  package func passUrgentRequests(to handler: any UrgentRequestHandler) {
    state.withLock { $0.urgentHandler = handler }
  }

  /// Passes an urgent request to its handler.
  func pass(_ request: Request) {
    guard let handler = state.withLock({ $0.urgentHandler }) else {
      let error = ProtocolError(
        .unknownMethod, "this host does not support the method \(request.method)")
      return send(.failure(id: request.id, error), to: request.client)
    }
    handler.take(request)
  }

  func join(_ connection: ProtocolConnection, _ program: InitializeMethod.Program) {
    state.withLock { state in
      state.strangers.removeAll { $0 === connection }
      state.clients[connection.number]?.program = program
      state.tasks.append(.join(client: connection.number, program))
    }
    onRequest()
  }

  /// Cancels a request of a client, or all of the client's requests if `id` is `nil`.
  func cancel(_ id: MessageID?, of client: Int) {
    state.withLock { state in
      if let running = state.running?.request, running.client == client,
        id == nil || running.id == id
      {
        state.running?.isStopped = true
        state.stop()
      }
      for request in state.requests(of: client) where id == nil || request.id == id {
        guard request != state.running?.request else { continue }
        let when = state.deferred.contains(request) ? "before it was answered" : "before it ran"
        state.remove(request)
        state.clients[client]?.outbox.append(
          .failure(id: request.id, ProtocolError(.cancelled, "cancelled \(when)")))
      }
    }
    notify(client)
  }

  /// Removes a connection and ends its requests.
  func leave(_ connection: ProtocolConnection) {
    let client = connection.number
    let urgentHandler = state.withLock { state -> (any UrgentRequestHandler)? in
      if state.running?.request.client == client {
        state.running?.isStopped = true
        state.stop()
      }
      state.clients[client] = nil
      state.closing.remove(client)
      state.strangers.removeAll { $0 === connection }
      state.tasks.removeAll { $0.client == client }
      state.deferred.removeAll { $0.client == client }
      // Clients that connect and disconnect while the host is busy leave no data behind.
      if state.known.contains(client) { state.tasks.append(.leave(client: client)) }
      return state.urgentHandler
    }
    urgentHandler?.leave(client)
    onRequest()
  }

  /// Records that a connection is being closed. The connection no longer counts as a client, and a
  /// new connection does not replace it.
  func forget(_ connection: ProtocolConnection) {
    state.withLock { state in
      state.strangers.removeAll { $0 === connection }
      if state.clients[connection.number] != nil { state.closing.insert(connection.number) }
    }
  }

  func output(of client: Int, atMost count: Int) -> [UInt8] {
    let (bytes, hasRoom) = state.withLock { state in
      state.clients[client]?.isNotified = false
      let bytes = state.clients[client]?.outbox.take(count) ?? []
      guard let own = state.clients[client], own.isWaitingForRoom, own.outbox.hasRoomForEvents
      else { return (bytes, false) }
      state.clients[client]?.isWaitingForRoom = false
      return (bytes, true)
    }
    if hasRoom { onRequest() }
    return bytes
  }

  func putBack(_ rest: ArraySlice<UInt8>, of client: Int) {
    state.withLock { state in state.clients[client]?.outbox.putBack(rest) }
  }

  func isOverfull(_ client: Int) -> Bool {
    state.withLock { $0.clients[client]?.outbox.isOverfull ?? false }
  }

  func hasOutput(_ client: Int) -> Bool {
    state.withLock { $0.clients[client]?.outbox.isEmpty == false }
  }

  /// The number of connections, including connections that have not been accepted or must be
  /// closed.
  package var connectionCount: Int { state.withLock { $0.clients.count } }

  /// Returns whether requests from a client are waiting or running.
  func isBusy(_ client: Int) -> Bool {
    state.withLock { !$0.requests(of: client).isEmpty }
  }

  /// Notifies clients of the reasons why their requests are waiting, if the requests have waited
  /// for ``ProtocolLimits/progressTime``.
  ///
  /// - Returns: The time at which this method must be called again, or `nil` if there is no further
  ///   waiting request to report.
  package func reportWaits(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let time = description.limits.progressTime
    let (next, clients) = state.withLock { state in
      var (next, clients): (ContinuousClock.Instant?, Set<Int>) = (nil, [])
      for index in state.tasks.indices {
        guard case .request(var request) = state.tasks[index], !request.isReported else { continue }
        guard request.arrival + time <= now else {
          next = min(next ?? request.arrival + time, request.arrival + time)
          continue
        }
        request.isReported = true
        state.tasks[index] = .request(request)
        guard let message = state.progress(of: request) else { continue }
        state.clients[request.client]?.outbox.append(message)
        clients.insert(request.client)
      }
      return (next, clients)
    }
    for client in clients { notify(client) }
    return next
  }

  // MARK: - Output

  /// Sends a message to a client.
  package func send(_ message: ProtocolMessage, to client: Int) {
    state.withLock { $0.clients[client]?.outbox.append(message) }
    notify(client)
  }

  /// Sends a notification to a client.
  package func send<Method: ProtocolMethod>(
    _ method: Method.Type, _ params: Method.Params, to client: Int
  ) {
    // The parameters of notifications are plain data, so the conversion cannot fail.
    send(.notification(method: method.name, params: (try? params.message) ?? [:]), to: client)
  }

  /// Sends text that a request prints, or text that the host itself prints if `id` is `nil`.
  package func send(_ text: String, of id: MessageID?, isFailure: Bool = false, to client: Int) {
    state.withLock { $0.clients[client]?.outbox.append(text, of: id, isFailure: isFailure) }
    notify(client)
  }

  /// Returns whether a client has read enough output to receive events. If the result is `false`,
  /// the engine's isolation is notified when the client has read enough.
  package func hasRoomForEvents(_ client: Int) -> Bool {
    state.withLock { state in
      let hasRoom = state.clients[client]?.outbox.hasRoomForEvents ?? false
      if !hasRoom { state.clients[client]?.isWaitingForRoom = true }
      return hasRoom
    }
  }

  private func notify(_ client: Int) {
    let onOutput = state.withLock { state -> (@Sendable () -> Void)? in
      guard let own = state.clients[client], !own.isNotified else { return nil }
      state.clients[client]?.isNotified = true
      return own.onOutput
    }
    onOutput?()
  }

  // MARK: - Tasks in the isolation of the engine

  /// The number of waiting tasks.
  package var taskCount: Int { state.withLock { $0.tasks.count } }

  /// Removes and returns the next task, or returns `nil` if there is none. A request that is
  /// returned counts as running until ``end(with:)`` is called.
  package func next() -> Task? {
    state.withLock { state in
      guard !state.tasks.isEmpty else { return nil }
      let task = state.tasks.removeFirst()
      switch task {
      case .join(let client, _): state.known.insert(client)
      case .leave(let client): state.known.remove(client)
      case .request(let request): state.running = (request, false)
      }
      return task
    }
  }

  /// The requests that are waiting for the application, in the order of arrival.
  package var deferred: [Request] { state.withLock { $0.deferred } }

  /// Resumes a deferred request. The request counts as running until ``end(with:)`` is called.
  ///
  /// - Returns: Whether the request is still waiting.
  package func resume(_ request: Request) -> Bool {
    state.withLock { state in
      guard state.deferred.contains(request) else { return false }
      state.running = (request, false)
      return true
    }
  }

  /// Ends the running request.
  ///
  /// - Parameter answer: The response, or `nil` to defer the request.
  /// - Returns: Whether the request was stopped.
  @discardableResult
  package func end(with answer: ProtocolMessage?) -> Bool {
    let (client, isStopped) = state.withLock { state -> (Int?, Bool) in
      guard let (request, isStopped) = state.running else { return (nil, false) }
      state.running = nil
      let wasDeferred = state.deferred.contains(request)
      if answer != nil || isStopped { state.deferred.removeAll { $0 == request } }
      if let answer {
        state.clients[request.client]?.outbox.append(answer)
      } else if isStopped {
        state.clients[request.client]?.outbox.append(
          .failure(id: request.id, ProtocolError(.cancelled, "cancelled while it waited")))
      } else if state.clients[request.client] != nil, !wasDeferred {
        state.deferred.append(request)
      }
      return (request.client, isStopped)
    }
    if let client { notify(client) }
    return isStopped
  }

  /// Whether the running request was stopped because its client has cancelled it or disconnected.
  package var isStopped: Bool { state.withLock { $0.running?.isStopped ?? false } }

  /// Sets the closure that stops the code of the running request. The closure may be called on any
  /// thread.
  package func onStop(_ stop: @escaping @Sendable () -> Void) {
    state.withLock { $0.stop = stop }
  }

  /// Calls ``onRequest`` because tasks remain after a call of ``EngineService/serve()``.
  package func askAgain() { onRequest() }

  /// Disconnects all clients and sends them the reason. Later connections are rejected.
  public func close() {
    // Connections retain their server, so a closed server must not retain connections.
    let (clients, _) = state.withLock { state in
      state.isClosed = true
      for client in state.clients.keys {
        state.clients[client]?.outbox.append(.failure(id: nil, Self.ended))
      }
      defer { state.strangers = [] }
      return (Array(state.clients.keys), state.strangers)
    }
    for client in clients { notify(client) }
  }

  /// Whether the server has been closed.
  package var isClosed: Bool { state.withLock { $0.isClosed } }
}

/// Answers requests that a host can answer while it is busy. A server calls the handler on the
/// threads of transports.
package protocol UrgentRequestHandler: AnyObject, Sendable {
  /// Takes a request, which the handler answers now or later.
  func take(_ request: ProtocolServer.Request)
  /// Called when a client has disconnected.
  func leave(_ client: Int)
}
