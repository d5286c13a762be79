import Signalbox
import SignalboxProtocol
import Testing

enum ShopRoute: Route, Codable {
  case catalog
  case product(id: Int)

  static var samples: [ShopRoute] { [.catalog, .product(id: 1)] }
}

final class Shop: Coordinator {
  let router: Router<ShopRoute>

  init(_ router: Router<ShopRoute>) { self.router = router }

  static var links: [RouteLink<ShopRoute>] {
    [RouteLink("shop://product/:id") { try .product(id: $0["id"]) }]
  }

  func start() throws { try router.startFlow(at: .catalog) }

  func actions(of route: ShopRoute) -> [ScreenAction] {
    [ScreenAction("Buy") { [self] in try router.navigate(to: .product(id: 1)) }]
  }
}

/// An application that a server shares with one client.
final class ServedShop {
  let engine = NavigationEngine()
  let server: ProtocolServer
  let service: EngineService
  let connection: ProtocolConnection
  let client: ProtocolClient
  private(set) var notifications: [ProtocolClient.Notification] = []

  init() throws {
    try engine.register(Shop.self) { Shop($0) }
    try engine.launch(Shop.self)
    server = ProtocolServer(name: "shop", token: "word")
    service = EngineService(engine, of: server)
    connection = server.connect()
    client = ProtocolClient(DirectTransport(connection, service))
    try client.initialize(InitializeMethod.Program(name: "test"), token: "word")
    client.onNotification = { [unowned self] in notifications.append($0) }
  }

  /// The state as a client sees it.
  var state: String {
    get throws { try client.request(StateGetMethod.self, NoFields()).text }
  }

  /// Returns the state after the call of a method.
  func state<Method: ProtocolMethod>(
    after method: Method.Type, _ params: Method.Params
  ) throws -> String {
    _ = try client.request(method, params)
    return try state
  }
}
