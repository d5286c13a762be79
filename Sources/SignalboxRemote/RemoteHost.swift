public import Signalbox
internal import SignalboxProtocol
public import SignalboxTransports
internal import SystemLibrary

/// Listens for `signalbox test --app`, `repl --app`, `record --app` and other clients of the protocol,
/// which use the engine of an application, in debug builds.
///
/// ```swift
/// let remote = try RemoteHost(engine, name: "Shop")
/// ```
///
/// Clients read the state, perform operations and gestures, and receive events; there is no Lua in the
/// application. Keep the object as long as clients may connect. A release build does not
/// listen: ``isListening`` is `false`.
///
/// An application that does not run on the main actor serves its clients itself, with
/// `ProtocolServer`, `EngineService` and `ServerTransport`.
@MainActor
public final class RemoteHost {
  /// The environment variable with which `signalbox test --app` starts an application: the path of the
  /// Unix socket on which it listens.
  public static let variable = "SIGNALBOX_REMOTE"

  private let server: ProtocolServer
  private let service: EngineService
  private var transport: ServerTransport?
  private var observation: ObserverID?
  /// Whether a turn of ``serve()`` is due.
  private var isDue = false

  /// Listens for clients of an engine.
  ///
  /// - Parameters:
  ///   - engine: The engine of the application, which the main actor uses.
  ///   - name: The name of the application for clients, and of its Unix socket.
  ///   - endpoints: Where clients connect; by default the Unix socket `NAME.sock` of
  ///     `signalbox repl --attach`. An application that `signalbox test --app` has started listens
  ///     only where the tool expects it, and ends when the tool disconnects.
  /// - Throws: ``TransportError`` if an endpoint is in use or not safe.
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
      wake.host = self
    #endif
  }

  /// Whether clients can connect.
  public var isListening: Bool { transport != nil }

  /// The port of the loopback interface; `nil` if there is none.
  public var port: UInt16? { transport?.port }

  /// The token of clients.
  public var token: String { server.token }

  /// Disconnects all clients; the application continues. Further calls have no effect.
  public func close() {
    if let observation { service.engine.stopObserving(observation) }
    transport?.close()
    (transport, observation) = (nil, nil)
  }

  fileprivate func serve() {
    isDue = false
    guard isListening else { return }
    service.serve()
    // The asynchronous work that `idle/wait` waits for may end without an event.
    if !server.deferred.isEmpty { requestTurn(after: .milliseconds(10)) }
  }

  /// Sends the events of this turn of the main actor at its end.
  private func requestTurn(after time: Duration = .zero) {
    guard !isDue else { return }
    isDue = true
    Task { [weak self] in
      if time > .zero { try? await Task.sleep(for: time) }
      self?.serve()
    }
  }
}

/// Wakes the main actor from the thread of the transport.
private final class WakeUp: Sendable {
  @MainActor weak var host: RemoteHost?

  func request() { Task { @MainActor in host?.serve() } }
}
