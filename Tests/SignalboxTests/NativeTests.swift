import Signalbox
import Testing

/// Tests the engine as Swift applications use it: classes, typed calls, streams and stages.
struct NativeTests {
  enum ShopRoute: Route, Codable {
    case catalog
    case product(id: Int)
    case checkout

    static var samples: [ShopRoute] { [.catalog, .product(id: 1), .checkout] }
  }

  final class Shop: Coordinator {
    let router: Router<ShopRoute>
    var results: [NavigationValue?] = []
    init(_ router: Router<ShopRoute>) { self.router = router }

    static func destination(of route: ShopRoute) -> RouteDestination {
      if case .checkout = route { .coordinator(Checkout.self) } else { .screen }
    }
    func start() throws { try router.startFlow(at: .catalog) }
    func actions(of route: ShopRoute) -> [ScreenAction] {
      [ScreenAction("Buy") { [self] in try router.navigate(to: .checkout) }]
    }
    func childDidFinish(_ notice: FinishNotice) { results.append(notice.result) }
  }

  enum CheckoutRoute: Route, CaseIterable, Codable { case address }

  final class Checkout: Coordinator {
    typealias Output = [String: Bool]

    let router: Router<CheckoutRoute>
    init(_ router: Router<CheckoutRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .address) }
  }

  private static func launched() throws -> (NavigationEngine, Shop) {
    let engine = NavigationEngine()
    try engine.register(Checkout.self) { Checkout($0) }
    try engine.register(Shop.self) { Shop($0) }
    engine.launch("Shop")
    return (engine, try #require(engine.main.flatMap { engine.coordinator($0) }))
  }

  @Test
  func
    `a router whose engine was released rejects operations as stale, and its queries find nothing`()
    throws
  {
    func routerOfEngineThatIsGone() throws -> AnyRouter {
      try Self.launched().1.router.untyped
    }
    let router = try routerOfEngineThatIsGone()
    #expect(router.engine == nil)
    let error = NavigationError(
      .stale, "the engine of this router no longer exists",
      hint: "keep the engine alive as "
        + "long as its routers")
    #expect(router.navigate(to: "product")?.error == error)
    #expect(router.call("popToRoot")?.error == error)
    #expect(router.batch { router.pop() }?.error == error)
    #expect(router.chain.route("product").outcome?.error == error)
    #expect(router.chain.route("product").coordinator == nil)
    #expect(router.currentPage == nil && router.selectedCoordinator == nil && router.child == nil)
    #expect(throws: error) {
      try router.work { _ in
        1
      } then: { _ in
      }
    }
  }

  @Test func `classes can be coordinators with typed routes, and parents receive their results`()
    throws
  {
    let (engine, shop) = try Self.launched()

    #expect(shop.router.untyped.navigate(to: "product", ["id": 42])?.status == .done)
    #expect(
      shop.router.untyped.navigate(to: "product", ["id": "x"])?.error?.description
        == "badArgument: route \"product\": argument \"id\" is string \"x\", expected integer")
    shop.router.untyped.call("popToRoot")
    #expect(engine.perform("tap", fill: { $0.text = "Buy" })?.status == .done)
    let top = try #require(engine.topCoordinator)
    let checkout = try #require(engine.coordinator(top, as: Checkout.self))
    try checkout.finishFlow(with: ["paid": true])

    #expect(shop.results == [["paid": true]])
    #expect(engine.stack(of: shop.router.coordinator).map(\.name) == ["catalog"])
  }

  @Test func `a coordinator type that belongs to one engine cannot be registered in another`()
    throws
  {
    let (first, _) = try Self.launched()
    let type = try #require(first.coordinatorType(named: "Checkout"))
    let second = NavigationEngine()
    let error = #expect(throws: NavigationError.self) { try second.register(type) }
    #expect(
      error?.description
        == "badArgument: register: coordinator type \"Checkout\" is registered in another engine; "
        + "create a type for each engine: CoordinatorType(name: \"Checkout\", …)")
    #expect(second.coordinatorTypeNames == [])

    var changed = type
    changed.style = .push
    try first.register(changed)
    #expect(first.coordinatorType(named: "Checkout")?.style == .push)
  }

  @Test func `a tab coordinator cannot be a split view`() throws {
    let (engine, _) = try Self.launched()
    var type = try #require(engine.coordinatorType(named: "Checkout"))
    (type.kind, type.isSplit) = (.tabs, true)
    let error = #expect(throws: NavigationError.self) { try engine.register(type) }
    #expect(
      error?.description
        == "badArgument: register: coordinator type \"Checkout\" has isSplit and the kind tabs; "
        + "only a coordinator of kind navigation can be a split view; change kind or remove "
        + "isSplit")
    #expect(engine.coordinatorType(named: "Checkout")?.kind == .navigation)
  }

  @Test func `an engine and its coordinators are released together`() throws {
    weak var engine: NavigationEngine?
    weak var shop: Shop?
    do {
      let (strong, coordinator) = try Self.launched()
      (engine, shop) = (strong, coordinator)
    }
    #expect(engine == nil)
    #expect(shop == nil)
  }

  @Test func `events are available as an asynchronous sequence that ends with the engine`()
    async throws
  {
    var stream: AsyncStream<NavigationEvent>?
    do {
      let (engine, shop) = try Self.launched()
      stream = engine.eventStream([.entryPushed, .entryPopped])
      shop.router.untyped.navigate(to: "product", ["id": 1])
      shop.router.untyped.pop()
    }
    var texts: [String] = []
    if let stream { for await event in stream { texts.append(event.description) } }

    #expect(
      texts == ["entry.pushed s2 product (c1)", "entry.popped s2 product (c1) popped"])
  }

  // MARK: - Stages

  /// Stores the shown transition, and reports its end when the test requests this.
  final class SlowStage: Stage {
    var shown: [StageTransition] = []
    var completion: StageCompletion?

    func perform(_ transition: StageTransition, completion: StageCompletion) {
      shown.append(transition)
      self.completion = completion
    }
  }

  /// Ends every transition immediately.
  final class QuickStage: Stage {
    var operations: [String] = []

    func perform(_ transition: StageTransition, completion: StageCompletion) {
      operations.append(transition.operation)
      completion.finish()
      completion.finish()
    }
  }

  @Test func `later operations wait until the stage has finished the transition`() throws {
    let (engine, shop) = try Self.launched()
    let stage = SlowStage()
    engine.stage = stage
    var outcomes: [String] = []
    var options = OperationOptions()
    options.completion = { outcomes.append($0.description) }

    #expect(shop.router.untyped.navigate(to: "product", ["id": 1], options) == nil)
    #expect(shop.router.untyped.pop(1, options) == nil)
    #expect(engine.front.flatMap { engine.node(of: $0)?.name } == "product")
    engine.settle()
    engine.advance(by: .milliseconds(10_000))
    #expect(outcomes == [])
    #expect(stage.shown.map(\.operation) == ["navigate"])

    let first = stage.completion
    first?.finish()
    #expect(outcomes == ["done"])
    first?.finish()
    #expect(outcomes == ["done"])
    stage.completion?.finish()

    #expect(outcomes == ["done", "done"])
    let product = try #require(stage.shown.first?.steps.first)
    #expect(stage.shown.map(\.steps.count) == [1, 1])
    guard case .pushed(let screen, name: "product", let owner) = product else {
      Issue.record("\(product)")
      return
    }
    #expect(stage.shown[1].steps == [.popped(screen, name: "product", owner: owner)])
    #expect(stage.shown[1].tree.front?.name == "catalog")
  }

  @Test func `if a stage finishes immediately, operations settle before they return`() throws {
    let (engine, shop) = try Self.launched()
    let stage = QuickStage()
    engine.stage = stage

    #expect(shop.router.untyped.navigate(to: "product", ["id": 1])?.status == .done)
    #expect(shop.router.untyped.navigate(to: "nowhere")?.status == .rejected)
    #expect(shop.router.untyped.pop()?.status == .done)
    #expect(stage.operations == ["navigate", "pop"])
    #expect(engine.now == .zero)
  }
}
