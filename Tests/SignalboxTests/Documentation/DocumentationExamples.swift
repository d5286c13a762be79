import Signalbox
import Testing

// Runs the Swift code in the documentation of the engine. `SwiftExampleTests` searches the blocks of
// the documentation in this file and in `DocumentedShop.swift`.

/// The example on the first page of the documentation.
struct OverviewExamples {
  enum ShopRoute: Route, Codable {
    case catalog
    case product(id: Int)

    static var samples: [ShopRoute] { [.catalog, .product(id: 42)] }
  }

  final class Shop: Coordinator {
    let router: Router<ShopRoute>

    init(_ router: Router<ShopRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .catalog) }
  }

  @Test func `an application registers its coordinators, launches one and navigates`() throws {
    let engine = NavigationEngine()
    try engine.register(Shop.self) { Shop($0) }
    try engine.launch(Shop.self)
    if let main = engine.main {
      try engine.router(of: main, as: Shop.self).navigate(to: .product(id: 42))
    }
    print(engine.tree.front?.name ?? "nothing")  // product
    #expect(engine.tree.front?.name == "product")
  }

  @Test func `a test compares the state and the events`() throws {
    let engine = NavigationEngine()
    try engine.register(Shop.self) { Shop($0) }
    try engine.launch(Shop.self)
    let before = engine.tree
    engine.perform("back")
    #expect(engine.tree == before)
    #expect(engine.events().last?.description == "op.settled back exit")
  }
}

/// Examples with the documented shop.
struct ShopExamples {
  private func launched() throws -> (engine: NavigationEngine, shop: Shop) {
    let (engine, bank) = (NavigationEngine(), Bank())
    try engine.register(Shop.self) { Shop($0, bank: bank) }
    try engine.register(Checkout.self) { router, order in Checkout(router, order, bank: bank) }
    try engine.validate()
    try engine.launch(Shop.self)
    return (engine, try #require(engine.main.flatMap { engine.coordinator($0) }))
  }

  /// Calls a function when the address of a checkout is shown.
  private func whenAddressIsShown(
    _ engine: NavigationEngine, _ body: @escaping (Checkout?) throws -> Void
  ) {
    _ = engine.observe([.entryPushed]) { [unowned engine] event in
      guard event.name == "address" else { return }
      try body(engine.coordinators(ofType: "Checkout").first.flatMap { engine.coordinator($0) })
    }
  }

  // MARK: - Flows

  @Test func `a parent receives the result of a flow, or nil if the user swipes it away`()
    async throws
  {
    let (engine, shop) = try launched()
    whenAddressIsShown(engine) { try $0?.finishFlow(with: Receipt(number: 7)) }
    #expect(try await shop.buy(Order(id: 42)) == Receipt(number: 7))

    let (other, otherShop) = try launched()
    whenAddressIsShown(other) { [unowned other] _ in other.perform("swipeDown") }
    #expect(try await otherShop.buy(Order(id: 42)) == nil)
    #expect(other.tree.front?.name == "catalog")
  }

  @Test func `a flow can be awaited by its class and by a route that leads to it`() async throws {
    let (engine, shop) = try launched()
    whenAddressIsShown(engine) { try $0?.finishFlow(with: Receipt(number: 7)) }
    let (router, order) = (shop.router, Order(id: 42))
    func byClass() async throws -> Receipt? {
      let receipt = try await router.present(Checkout.self, with: order)
      return receipt
    }
    func byRoute() async throws -> Receipt? {
      let receipt = try await router.present(.checkout(order), returning: Checkout.self)
      return receipt
    }
    #expect(try await byClass() == Receipt(number: 7))
    #expect(try await byRoute() == Receipt(number: 7))
  }

  @Test func `a flow finishes with the result of its asynchronous work`() async throws {
    let (engine, shop) = try launched()
    let host = StoredWork()
    engine.workHost = host
    try shop.router.navigate(to: .checkout(Order(id: 42)))
    #expect(engine.layers.map(\.style) == ["root", "sheet"])
    let checkout: Checkout = try #require(engine.topCoordinator.flatMap { engine.coordinator($0) })
    try checkout.pay()
    for work in host.list { await work.run() }
    engine.takeInWork()
    #expect(engine.tree.front?.name == "catalog")
  }

  // MARK: - Routes

  @Test func `a deep link opens a route with its values`() throws {
    let (engine, shop) = try launched()
    engine.perform("open") { $0.text = "shop://product/42" }
    guard case .product(id: 42)? = shop.router.stack.last else {
      Issue.record("the top of the stack is \(shop.router.stack)")
      return
    }
  }

  @Test func `setStack replaces all screens`() throws {
    let (engine, shop) = try launched()
    let router = engine.router(of: shop.router.coordinator)
    router.setStack(["catalog", .route("product", ["id": .integer(42)])])
    #expect(engine.stack(of: router.coordinator).map(\.name) == ["catalog", "product"])
  }

  @Test func `a function chooses the destination of a route`() throws {
    let fixture = NavigationFixture()
    let entrance = RouteDefinition(
      .factory { request in
        request.arguments["vip"] == true
          ? .coordinator("Lounge") : .screen(ScreenContent(name: "queue"))
      })
    fixture.define("Lounge")
    fixture.define("Main", routes: ["entrance": entrance])
    fixture.engine.launch("Main")
    fixture.main.navigate(to: "entrance")
    #expect(fixture.shape == "nav[A,queue]")
    fixture.main.navigate(to: "entrance", ["vip": true])
    #expect(fixture.shape == "nav[A,queue] L1:sheet(nav[A])")
  }

  @Test func `a coordinator of tabs can start on another page`() throws {
    let fixture = NavigationFixture.launched("A")
    let engine = fixture.engine
    fixture.define("Page")
    fixture.define(
      "Home", kind: .tabs,
      pages: ["feed", "settings"].map { PageDefinition(id: $0, coordinator: "Page") })
    let home = try engine.makeCoordinator("Home", [:], CoordinatorSetup(currentPage: "settings"))
    fixture.main.navigate(to: home)
    #expect(fixture.shape == "nav[A] L1:sheet(tabs[feed:nav[A] *settings:nav[A]])")
  }

  // MARK: - Events and recordings

  @Test func `a task reads the events that follow the creation of a stream`() async throws {
    func stream() throws -> AsyncStream<NavigationEvent> {
      let (engine, shop) = try launched()
      let created = engine.eventStream([.screenCreated])
      try shop.router.navigate(to: .product(id: 42))
      return created
    }
    var screens: [String] = []
    let created = try stream()
    for await event in created { screens.append(event.name) }
    #expect(screens == ["product"])
  }

  @Test func `a recorded session is repeated in a new engine`() throws {
    let (engine, _) = try launched()
    var lines: [String] = []
    try engine.record { lines.append($0) }
    engine.perform("open") { $0.text = "shop://product/42" }
    engine.perform("back")
    let (freshEngine, _) = try launched()
    engine.perform("open") { $0.text = "shop://product/7" }
    let report = try SessionReplay(lines).run(on: freshEngine)
    print(report.divergence?.description ?? "the same")
    #expect(report.divergence == nil)
    #expect(report.stepCount == 3)
    #expect(freshEngine.tree == engine.tree)
  }

  // MARK: - States

  @Test func `a snapshot contains the state at the time of its creation`() throws {
    let (engine, shop) = try launched()
    try shop.router.navigate(to: .product(id: 42))
    let before = engine.snapshot()  // O(1), whatever the depth
    engine.main.map(engine.router(of:))?.popToRoot()
    print(before.tree == engine.tree)  // false
    #expect(before.tree != engine.tree)
  }

  @Test func `a value of a Codable type becomes a table`() throws {
    struct Order: Codable {
      var id: Int
      var notes: [String]
    }
    let value = try NavigationValue(encoding: Order(id: 42, notes: []))
    print(value)  // { id = 42, notes = {} }
    #expect("\(value)" == "{ id = 42, notes = {} }")
  }

  /// Prints the steps of each transition.
  final class Console: Stage {
    func perform(_ transition: StageTransition, completion: StageCompletion) {
      for step in transition.steps { print(step) }
      completion.finish()
    }
  }

  @Test func `a stage shows the transitions of an engine`() throws {
    let (engine, shop) = try launched()
    engine.stage = Console()
    try shop.router.navigate(to: .product(id: 42))
    #expect(engine.tree.front?.name == "product")
    #expect(!engine.hasToWait)
  }
}
