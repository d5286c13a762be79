public import Signalbox
internal import SignalboxProtocol
public import SignalboxTransports
internal import SystemLibrary

/// Allows `signalbox test --app`, `repl --app`, `record --app` and other protocol clients to access
/// an application's engine, in debug builds.
///
/// ```swift
/// let remote = try RemoteHost(engine, name: "shop")
/// ```
///
/// Clients read the state, perform operations and gestures, and receive events. The application
/// does not need Lua. Retain the host for as long as clients should be able to connect. In a
/// release build, the host does not listen, and ``isListening`` is `false`.
///
/// If an engine does not run on the main actor, serve its clients with `ProtocolServer`,
/// `EngineService` and `ServerTransport` instead.
@MainActor
public final class RemoteHost {
  /// The environment variable that `signalbox test --app`, `repl --app` and `record --app` set for
  /// the application that they start. Its value is the path of the Unix socket on which the
  /// application listens.
  public static let variable = "SIGNALBOX_REMOTE"

  private let server: ProtocolServer
  private let service: EngineService
  private var transport: ServerTransport?
  private var observation: ObserverID?
  private var scheduleObservation: ScheduleObservation?
  /// The task that will call ``serve()``, or `nil` if none is scheduled.
  private var turn: Task<Void, Never>?

  /// Listens for clients of an engine.
  ///
  /// - Parameters:
  ///   - engine: The application's engine, which runs on the main actor.
  ///   - name: The name of the application for clients, and the name of its Unix socket.
  ///   - endpoints: The endpoints to which clients connect. The default is the Unix socket
  ///     `NAME.sock`, to which `signalbox repl --attach` connects. An application that a command
  ///     with `--app` has started listens only on the tool's socket, and ends when the tool
  ///     disconnects.
  /// - Throws: ``/SignalboxTransports/TransportError`` if an endpoint is in use or unsafe.
  public init(
    _ engine: NavigationEngine, name: String, at endpoints: [ServerTransport.Endpoint]? = nil
  ) throws(TransportError) {
    let wake = WakeUp()
    server = ProtocolServer(name: name) { wake.request() }
    service = EngineService(engine, of: server)
    #if DEBUG
      let path = getenv(Self.variable).map { String(cString: $0) }
      if path != nil { service.hooks.didLeave = { _ in exit(0) } }
      let places =
        path.map { [.unix($0)] } ?? endpoints ?? [.unix(SocketAddress(named: name).path)]
      transport = try ServerTransport(server, at: places)
      observation = engine.observe(NavigationEvent.Kind.allCases) { [weak self] _ in
        self?.requestTurn()
      }
      scheduleObservation = ScheduleObservation(of: engine) { [weak self] _ in self?.requestTurn() }
      wake.host = self
    #endif
  }

  /// Whether clients can connect.
  public var isListening: Bool { transport != nil }

  /// The port on the loopback interface, or `nil` if the host does not listen on a port.
  public var port: UInt16? { transport?.port }

  /// The token that clients must send.
  public var token: String { server.token }

  /// Stops listening and disconnects all clients. The application continues to run. Further calls
  /// to this method have no effect.
  public func close() {
    if let observation { service.engine.stopObserving(observation) }
    transport?.close()
    (transport, observation, scheduleObservation) = (nil, nil, nil)
  }

  fileprivate func serve() {
    turn?.cancel()
    turn = nil
    guard isListening else { return }
    service.serve()
    // `idle/wait` waits for asynchronous work. Such work can end without an event, so the host
    // checks again after a short time.
    if !server.deferred.isEmpty { requestTurn(after: .milliseconds(10)) }
  }

  /// Schedules a call of ``serve()`` on the main actor, which sends the events that have occurred.
  private func requestTurn(after time: Duration = .zero) {
    guard turn == nil else { return }
    turn = Task { [weak self] in
      if time > .zero { try? await Task.sleep(for: time) }
      if !Task.isCancelled { self?.serve() }
    }
  }
}

/// Wakes the main actor from the transport's thread.
private final class WakeUp: Sendable {
  @MainActor weak var host: RemoteHost?

  func request() { Task { @MainActor in host?.serve() } }
}
