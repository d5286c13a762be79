import Testing

@testable import Signalbox
@testable import SignalboxScripting

/// Tests sessions for engines that hosts have created.
@Suite struct HostEngineTests {
  private enum ShopRoute: Route, Codable, Equatable {
    case catalog
    case product(id: Int)

    static var samples: [ShopRoute] { [.catalog, .product(id: 1)] }
  }

  private final class Shop: Coordinator {
    let router: Router<ShopRoute>

    init(_ router: Router<ShopRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .catalog) }

    func actions(of route: ShopRoute) -> [ScreenAction] {
      [ScreenAction("Lamp") { [router] in try router.navigate(to: .product(id: 42)) }]
    }
  }

  /// An application in Swift that shows a product.
  private func shop() throws -> NavigationEngine {
    let engine = NavigationEngine()
    try engine.register(Shop.self) { Shop($0) }
    try engine.launch(Shop.self)
    engine.topCoordinator.map { _ = engine.router(of: $0).navigate(to: "product", ["id": 7]) }
    return engine
  }

  private func run(_ text: String, in session: ScriptSession) throws {
    try session.run(Array(text.utf8), name: "test")
  }

  @Test func `scripts can read and change the state that the host has created before`() throws {
    let engine = try shop()
    let session = try ScriptSession(engine: engine)
    try run(
      """
      assert(app.front.name == "product" and app.front.args.id == 7)
      app:back()
      app:tap "Lamp"
      """, in: session)
    #expect(engine.tree.description == "Shop[catalog,product { id = 42 }] | root Shop")
    #expect(session.engine === engine)
  }

  @Test func `coordinators of scripts and of the host can show each other`() throws {
    let engine = try shop()
    let session = try ScriptSession(engine: engine)
    try run(
      """
      Help = coordinator "Help" { routes = { topics = {}, shop = { coordinator = "Shop" } } }
      function Help:start() self.router:startFlow("topics") end
      app.top.router:navigate(Help:new(), nil, { style = "sheet" })
      app.top.router:navigate("shop")
      """, in: session)
    #expect(
      engine.tree.description
        == "Shop[catalog,product { id = 7 }] Shop/Help[topics] Shop/Help/Shop[catalog] "
        + "| root Shop, sheet Shop/Help, sheet Shop/Help/Shop")
  }

  @Test func `the host's engine and recording continue after the session ends`() throws {
    let engine = try shop()
    var lines: [String] = []
    try engine.record(isKept: true) { lines.append($0) }
    let session = try ScriptSession(engine: engine)
    try run(
      """
      Help = coordinator "Help" { routes = { topics = { actions = { "More" } } } }
      function Help:start() self.router:startFlow("topics") end
      app.top.router:navigate(Help:new(), nil, { style = "sheet" })
      app:record(print)
      """, in: session)
    session.close()
    let count = lines.count
    #expect(engine.tree.layers.count == 2)
    #expect(engine.perform("tap") { $0.text = "More" }?.status == .rejected)
    #expect(engine.perform("swipeDown")?.status == .done)
    #expect(engine.tree.description == "Shop[catalog,product { id = 7 }] | root Shop")
    #expect(lines.count == count + 2)
    #expect(!engine.isRecording)
  }

  @Test func `an engine can have only one session at a time`() throws {
    let engine = try shop()
    let session = try ScriptSession(engine: engine)
    let error = #expect(throws: ScriptError.self) { try ScriptSession(engine: engine) }
    #expect(
      error?.description
        == "engineInUse: another script session uses this engine; close that session first, or "
        + "use it instead of a new one")
    session.close()
    let next = try ScriptSession(engine: engine)
    try run("app:back()", in: next)
    #expect(engine.tree.description == "Shop[catalog] | root Shop")
  }

  @Test func `a session cannot reset or reload the engine of a host`() throws {
    let engine = NavigationEngine()
    let session = try ScriptSession(engine: engine)
    #expect(!session.prepareForReuse())
    try session.beginRecord()
    let error = #expect(throws: ScriptError.self) { try session.reload { _ in } }
    #expect(
      error?.message
        == "reload: the session cannot be reloaded, because its engine belongs to a host")
  }
}
