import Signalbox
import Testing

@testable import SignalboxProtocol

/// A Swift application with one stack, without Lua.
final class ShopFixture {
  let engine: NavigationEngine
  let server: ProtocolServer
  let service: EngineService

  /// - Parameters:
  ///   - isLaunched: Whether the shop shows its catalog.
  ///   - journalCapacity: The number of events that the engine keeps.
  init(
    isLaunched: Bool = true, journalCapacity: Int = 100_000,
    limits: ProtocolLimits = ProtocolLimits(),
    methods: [MethodDescription] = MethodCatalog.methods,
    versions: ClosedRange<Int> = ProtocolVersion.all,
    onRequest: @escaping @Sendable () -> Void = {}
  ) throws {
    engine = NavigationEngine(journalCapacity: journalCapacity)
    server = ProtocolServer(
      ServerDescription(
        InitializeMethod.Program(name: "shop", version: "2.1"),
        token: AccessToken("secret", isGenerated: true),
        limits: limits, methods: methods, versions: versions), onRequest: onRequest)
    service = EngineService(engine, of: server)
    try engine.register(Self.shop(engine))
    if isLaunched { _ = engine.launch("Shop") }
  }

  private static func shop(_ engine: NavigationEngine) -> CoordinatorType {
    CoordinatorType(
      name: "Shop",
      routes: [
        "catalog": RouteDefinition(),
        "product": RouteDefinition(parameters: [RouteParameter("id", .integer)]),
        "help": RouteDefinition(.coordinator("Help")),
      ],
      links: [
        LinkHandler("shop://product/:id") { [unowned engine] coordinator, link in
          engine.router(of: coordinator).navigate(to: "product", link.arguments)
          return .handled
        }
      ]
    ) { [unowned engine] id, _ in ShopDelegate(engine.router(of: id)) }
  }

  /// Connects and initializes a client on the same thread.
  func client(_ name: String = "tool") throws -> ProtocolClient {
    let client = ProtocolClient(transport())
    try client.initialize(InitializeMethod.Program(name: name), token: "secret")
    return client
  }

  func transport(_ framing: MessageFraming = .contentLength) -> DirectTransport {
    DirectTransport(server.connect(framing)) { [service] in service.serve() }
  }

  /// Returns the messages of a server in response to the lines of an initialized client, one line
  /// for each message.
  func exchange(_ lines: String...) throws -> [String] {
    let connection = server.connect(.lines)
    let hello =
      #"{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"client":{"name":"raw"},"#
      + #""token":"secret","versions":[1]}}"#
    connection.receive(Array((hello + "\n").utf8))
    service.serve()
    _ = Self.lines(connection)
    for line in lines {
      connection.receive(Array((line + "\n").utf8))
      service.serve()
    }
    return Self.lines(connection)
  }

  static func lines(_ connection: ProtocolConnection) -> [String] {
    var all: [UInt8] = []
    while case let bytes = connection.output(), !bytes.isEmpty { all += bytes }
    return String(decoding: all, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// The behavior of the shop.
private final class ShopDelegate: CoordinatorDelegate {
  private let router: AnyRouter

  init(_ router: AnyRouter) { self.router = router }

  func start(animated: Bool) throws { router.startFlow(at: "catalog") }
  func actions(of screen: ScreenID) -> [String] { ["Buy"] }
  func perform(action: String, on screen: ScreenID) throws {
    router.navigate(to: "product", ["id": 1])
  }
}

/// A transport within the process. Each wait runs a turn of the server.
final class DirectTransport: ClientTransport {
  private let connection: ProtocolConnection
  private let serve: () -> Void

  init(_ connection: ProtocolConnection, serve: @escaping () -> Void) {
    (self.connection, self.serve) = (connection, serve)
  }

  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard !connection.isClosing else { return nil }
    connection.receive(bytes)
    return bytes.count
  }

  func receive() -> [UInt8]? {
    let bytes = connection.output()
    return bytes.isEmpty && connection.isClosing ? nil : bytes
  }

  func wait(writing isWriting: Bool, atMost time: Duration) { serve() }

  deinit { connection.close() }
}
