import Signalbox
import Testing

/// Tests coordinators in Swift with typed routes, inputs and outputs.
struct TypedCoordinatorTests {
  struct Order: Codable, Hashable, Sendable {
    var id: Int
    var note: String?
  }

  struct Receipt: Codable, Hashable, Sendable {
    var number: Int
  }

  /// A view model. It has an identity and is not `Codable`.
  final class Model: Sendable {
    let text: String

    init(_ text: String) { self.text = text }
  }

  enum ShopRoute: Route, Codable, Hashable {
    case catalog
    case product(id: Int, tab: String?)
    case checkout(Order)
    case raw(String)

    static var samples: [ShopRoute] {
      [.catalog, .product(id: 1, tab: nil), .checkout(Order(id: 1)), .raw("x")]
    }

    var style: TransitionStyle { if case .checkout = self { .sheet } else { .automatic } }
  }

  final class Shop: Coordinator {
    let router: Router<ShopRoute>
    private(set) var receipts: [Receipt?] = []

    init(_ router: Router<ShopRoute>) { self.router = router }

    static var links: [RouteLink<ShopRoute>] {
      [
        RouteLink("shop://product/:id") { try .product(id: $0["id"], tab: $0[optional: "tab"]) },
        RouteLink("shop://raw/:text") { $0.fragment == "later" ? nil : try .raw($0["text"]) },
        RouteLink("shop://step/:step") {
          try .raw("step " + ($0["step"] as CheckoutRoute).rawValue)
        },
        RouteLink("shop://*rest") { .raw($0.names.joined(separator: " ")) },
      ]
    }

    static func destination(of route: ShopRoute) throws -> RouteDestination {
      if case .checkout(let order) = route {
        try .coordinator(Checkout.self, with: order)
      } else {
        .screen
      }
    }

    func start() throws { try router.startFlow(at: .catalog) }

    func open(_ route: ShopRoute) throws -> LinkAnswer {
      if route == .raw("nowhere") { return .unhandled }
      try router.navigate(to: route)
      return .handled
    }

    func title(of route: ShopRoute) -> String? {
      if case .product(let id, _) = route { "Product \(id)" } else { nil }
    }

    func actions(of route: ShopRoute) -> [ScreenAction] {
      guard case .product(let id, _) = route else { return [] }
      return [ScreenAction("Buy") { [self] in try router.navigate(to: .checkout(Order(id: id))) }]
    }

    func childDidFinish(_ notice: FinishNotice) throws {
      receipts.append(try notice.output(of: Checkout.self))
    }
  }

  enum CheckoutRoute: String, Route, CaseIterable, Codable { case address, payment }

  final class Checkout: Coordinator {
    typealias Input = Order
    typealias Output = Receipt

    let router: Router<CheckoutRoute>
    let order: Order
    private let bank: Model

    init(_ router: Router<CheckoutRoute>, _ order: Order, bank: Model) {
      (self.router, self.order, self.bank) = (router, order, bank)
    }

    func start() throws { try router.startFlow(at: .address) }

    func pay() throws { try finishFlow(with: Receipt(number: order.id + bank.text.count)) }
  }

  private static func engine() throws -> NavigationEngine {
    let engine = NavigationEngine()
    let bank = Model("bank")
    try engine.register(Shop.self) { Shop($0) }
    try engine.register(Checkout.self) { Checkout($0, $1, bank: bank) }
    try engine.validate()
    return engine
  }

  private static func launched() throws -> (NavigationEngine, Shop) {
    let engine = try engine()
    try engine.launch(Shop.self)
    return (engine, try #require(engine.main.flatMap { engine.coordinator($0) }))
  }

  private static func checkout(of engine: NavigationEngine) throws -> Checkout {
    try #require(engine.topCoordinator.flatMap { engine.coordinator($0) })
  }

  // MARK: - Routes

  @Test func `a typed route is a value whose labels become the names of its arguments in scripts`()
    throws
  {
    let (engine, shop) = try Self.launched()
    try shop.router.navigate(to: .product(id: 42, tab: "reviews"))
    try shop.router.navigate(to: .raw("text"))
    #expect(shop.router.stack == [.catalog, .product(id: 42, tab: "reviews"), .raw("text")])
    #expect(
      engine.stack(of: shop.router.coordinator).map { "\($0.name) \($0.arguments)" } == [
        "catalog {}", "product { id = 42, tab = \"reviews\" }", "raw { _0 = \"text\" }",
      ])
  }

  @Test func `calls by name create the same typed routes, and their arguments are checked`() throws
  {
    let (engine, shop) = try Self.launched()
    let names = shop.router.untyped
    #expect(names.navigate(to: "product", ["id": 7])?.status == .done)
    #expect(shop.router.stack.last == .product(id: 7, tab: nil))
    #expect(engine.front.flatMap(shop.title(of:)) == "Product 7")
    #expect(
      names.navigate(to: "product", ["id": "7"])?.error?.description
        == "badArgument: route \"product\": argument \"id\" is string \"7\", expected integer")
    #expect(
      names.navigate(to: "prodct")?.error?.hint?.contains("product") == true)
    #expect(names.navigate(to: "checkout", ["id": 3])?.status == .done)
    #expect(try Self.checkout(of: engine).order == Order(id: 3))
  }

  @Test func `an optional argument that the sample omits is accepted in a call by name`() throws {
    let (engine, shop) = try Self.launched()
    shop.router.untyped.navigate(to: "product", ["id": 7, "tab": "a"])
    #expect(engine.front.flatMap(shop.router.route(of:)) == .product(id: 7, tab: "a"))
    #expect(shop.router.stack.last == .product(id: 7, tab: "a"))
  }

  @Test func `the values of a link are converted to the types of the route's arguments`() throws {
    let (engine, shop) = try Self.launched()
    engine.perform("open") { $0.text = "shop://product/7?tab=3" }
    engine.perform("open") { $0.text = "shop://raw/7" }
    #expect(shop.router.stack == [.catalog, .product(id: 7, tab: "3"), .raw("7")])

    var errors: [String] = []
    engine.addHooks(EngineHooks(onHandlerFailure: { errors.append("\($0)") }))
    engine.perform("open") { $0.text = "shop://product/seven" }
    #expect(
      errors == ["badArgument: shop://product/seven: id is \"seven\", expected Int"])
    #expect(shop.router.stack.count == 3)
  }

  @Test func `a coordinator can decline a link, and link values can be cases of an enumeration`()
    throws
  {
    let (engine, shop) = try Self.launched()
    engine.perform("open") { $0.text = "shop://raw/7?n=1#later" }
    engine.perform("open") { $0.text = "shop://step/payment" }
    engine.perform("open") { $0.text = "shop://raw/nowhere" }
    #expect(shop.router.stack == [.catalog, .raw("n rest"), .raw("step payment"), .raw("rest")])

    var errors: [String] = []
    engine.addHooks(EngineHooks(onHandlerFailure: { errors.append("\($0)") }))
    engine.perform("open") { $0.text = "shop://step/pament" }
    #expect(
      errors == [
        "badArgument: shop://step/pament: step is \"pament\", expected CheckoutRoute; "
          + "did you mean \"payment\"?"
      ])
  }

  @Test func `a screen can be updated only with values for the case of its own route`() throws {
    let (engine, shop) = try Self.launched()
    try shop.router.navigate(to: .product(id: 1, tab: nil))
    let screen = try #require(engine.front)
    try shop.router.update(screen, to: .product(id: 2, tab: "a"))
    #expect(engine.front == screen)
    #expect(shop.router.stack == [.catalog, .product(id: 2, tab: "a")])
    let error = #expect(throws: NavigationError.self) {
      try shop.router.update(screen, to: .catalog)
    }
    #expect(
      error?.description
        == "badArgument: update: \(screen) shows \"product\", expected \"catalog\"; "
        + "call replaceTop(with:) to show another route")
  }

  @Test
  func `typed routers remove the last item or their coordinator, and show alerts with buttons`()
    throws
  {
    let (engine, shop) = try Self.launched()
    try shop.router.navigate(to: .checkout(Order(id: 1)))
    let checkout = try Self.checkout(of: engine)
    try checkout.router.navigate(to: .payment)
    try checkout.router.popLast()
    #expect(checkout.router.stack == [.address])
    try checkout.router.dismissCoordinator()
    #expect(shop.receipts == [nil])
    let error = #expect(throws: NavigationError.self) { try shop.router.dismissCoordinator() }
    #expect(error?.code == .noParent)

    var chosen: [String] = []
    try shop.router.present(
      .raw("sure?"), style: engine.transitionStyle(named: "alert"),
      buttons: [AlertButton("Yes") { chosen.append("yes") }, AlertButton("No")])
    engine.perform("tapAlert") { $0.text = "Yes" }
    #expect(chosen == ["yes"])
    try shop.router.present(
      .raw("sure?"), style: .alert, message: "Which one?", fields: [AlertField("name")],
      buttons: [AlertButton("Save") { chosen.append($0["name"] ?? "") }])
    engine.perform("enterText") { call in
      call.name = engine.symbols.intern("name")
      call.text = "Milk"
    }
    engine.perform("tapAlert") { $0.text = "Save" }
    #expect(chosen == ["yes", "Milk"])
    #expect(shop.router.stack == [.catalog])
  }

  @Test
  func `a typed router throws a rejection, and the rejection of a waiting operation is reported`()
    throws
  {
    let (engine, shop) = try Self.launched()
    let error = #expect(throws: NavigationError.self) {
      try shop.router.pop(to: .product(id: 1, tab: nil))
    }
    #expect(error?.code == .viewNotFound)

    var errors: [String] = []
    engine.addHooks(EngineHooks(onHandlerFailure: { errors.append("\($0)") }))
    try shop.router.navigate(
      to: .product(id: 1, tab: nil),
      completion: { _ in
        _ = try? shop.router.pop(to: .raw("none"))
        shop.router.untyped.navigate(to: "prodct")
      })
    #expect(errors.count == 2)
    #expect(errors.first?.hasPrefix("viewNotFound") == true, "\(errors)")
    #expect(errors.last?.hasPrefix("unknownRoute: navigate: Shop has no route \"prodct\"") == true)
  }

  @Test func `the pop to a typed route can be recorded and replayed`() throws {
    let (engine, shop) = try Self.launched()
    try shop.router.navigate(to: .product(id: 1, tab: nil))
    try shop.router.navigate(to: .product(id: 2, tab: nil))
    try shop.router.navigate(to: .product(id: 2, tab: "a"))
    var lines: [String] = []
    try engine.record { lines.append($0) }
    try shop.router.pop(to: .product(id: 1, tab: nil))
    engine.stopRecording()
    #expect(shop.router.stack == [.catalog, .product(id: 1, tab: nil)])
    let again = try Self.engine()
    let report = try SessionReplay(lines).run(on: again)
    #expect(report.divergence == nil)
    #expect(report.stepCount == 1)
    #expect(again.tree == engine.tree)
  }

  @Test func `names inside arguments that the type of a route does not have are rejected`() throws {
    let (engine, shop) = try Self.launched()
    let names = shop.router.untyped
    #expect(
      names.navigate(to: "checkout", ["id": 3, "not": "x"])?.error?.description
        == "badArgument: route \"checkout\" does not declare argument \"not\"; did you mean "
        + "\"note\"?")
    let error = #expect(throws: NavigationError.self) {
      try engine.makeCoordinator("Checkout", ["id": 3, "nots": "x"])
    }
    #expect(
      error?.description == "badArgument: Order has no property \"nots\"; did you mean \"note\"?")
    #expect(
      #expect(throws: NavigationError.self) { try engine.makeCoordinator("Shop", ["id": 3]) }?
        .description
        == "badArgument: coordinator Shop does not declare argument \"id\"; it declares no arguments"
    )
  }

  @Test func `tapping an action that the screen does not have is rejected`() throws {
    let (engine, shop) = try Self.launched()
    try shop.router.navigate(to: .product(id: 1, tab: nil))
    let front = try #require(engine.front)
    let error = #expect(throws: NavigationError.self) {
      try shop.perform(action: "Bye", on: front)
    }
    #expect(error?.code == .unknownAction)
    #expect(error?.hint?.contains("Buy") == true)
  }

  // MARK: - Input and output

  @Test
  func `an action can show a child with an input, and the parent receives the child's output`()
    throws
  {
    let (engine, shop) = try Self.launched()
    try shop.router.navigate(to: .product(id: 42, tab: nil))
    engine.perform("tap") { $0.text = "Buy" }
    try Self.checkout(of: engine).pay()
    engine.perform("tap") { $0.text = "Buy" }
    engine.perform("swipeDown")
    #expect(shop.receipts == [Receipt(number: 46), nil])
  }

  @Test func `passing an input of another type is rejected`() throws {
    let (engine, _) = try Self.launched()
    let error = #expect(throws: NavigationError.self) {
      try engine.makeCoordinator("Checkout", ["id": "x"])
    }
    #expect(
      error?.description == "badArgument: id is string \"x\", expected an integer")
  }

  @Test func `an error in the function that creates a coordinator rejects the operation`() throws {
    struct NoBank: Error {}
    let engine = try Self.engine()
    try engine.register(Checkout.self) { _, _ in throw NoBank() }
    try engine.launch(Shop.self)
    let shop: Shop = try #require(engine.main.flatMap { engine.coordinator($0) })
    let before = engine.tree
    let error = #expect(throws: NavigationError.self) {
      try shop.router.navigate(to: .checkout(Order(id: 1)))
    }
    #expect(error?.description == "factoryFailed: Checkout: NoBank()")
    #expect(engine.tree == before)
  }

  // MARK: - Values with identity

  enum ModelRoute: Route {
    case list
    case detail(Model)
    case editor(model: Model, isNew: Bool)

    static var samples: [ModelRoute] {
      [.list, .detail(Model("sample")), .editor(model: Model("sample"), isNew: true)]
    }
  }

  final class Models: Coordinator {
    let router: Router<ModelRoute>

    init(_ router: Router<ModelRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .list) }
  }

  @Test func `an object in a route is passed by reference and kept through undo and redo`() throws {
    let engine = NavigationEngine()
    try engine.register(Models.self) { Models($0) }
    try engine.launch(Models.self)
    let router = try engine.router(of: try #require(engine.main), as: Models.self)
    let model = Model("a")
    try router.navigate(to: .detail(model))
    guard case .detail(let shown)?? = router.stack.last else {
      Issue.record("\(router.stack)")
      return
    }
    #expect(shown === model)

    try router.pop()
    engine.undo()
    guard case .detail(let restored)?? = router.stack.last else {
      Issue.record("\(router.stack)")
      return
    }
    #expect(restored === model)
    #expect(try router.navigate(to: .detail(model), isSingleTop: true)?.status == .noop)
    #expect(try router.navigate(to: .detail(Model("a")), isSingleTop: true)?.status == .done)
  }

  @Test func `calls by name can use the sample of a route that only Swift can create`() throws {
    let engine = NavigationEngine()
    try engine.register(Models.self) { Models($0) }
    try engine.launch(Models.self)
    let router = try engine.router(of: try #require(engine.main), as: Models.self)
    #expect(router.untyped.navigate(to: "editor")?.status == .done)
    guard case .editor(let model, true)?? = router.stack.last else {
      Issue.record("\(router.stack)")
      return
    }
    #expect(model.text == "sample")
    #expect(
      router.untyped.navigate(to: "editor", ["isNew": false])?.error?.description
        == "badArgument: ModelRoute.editor cannot be created from { isNew = false }; make "
        + "ModelRoute Codable, or omit the arguments to use the sample")
  }

  // MARK: - Every value of a route

  enum Nested: Codable, Hashable, Sendable {
    case home
    case item(id: Int)
  }

  struct Filter: Codable, Hashable, Sendable { var text: String? }

  enum WideRoute: Route, Codable, Hashable {
    case open(Nested)
    case pair(Order, coupon: String?)
    case words([String: String])
    case order(Order?)
    case filter(Filter?)
    case profile(id: Int?)

    static var samples: [WideRoute] {
      [
        .open(.home), .pair(Order(id: 1), coupon: nil), .words(["a": "b"]), .order(nil),
        .filter(nil), .profile(id: nil),
      ]
    }

    var layerTraits: LayerTraits {
      if case .profile(7) = self { LayerTraits(isInteractive: false) } else { LayerTraits() }
    }
  }

  final class Wide: Coordinator {
    let router: Router<WideRoute>
    private(set) var isDone: Bool?

    init(_ router: Router<WideRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .open(.home)) }
  }

  private static func wide() throws -> (NavigationEngine, Wide) {
    let engine = NavigationEngine()
    try engine.register(Wide.self) { Wide($0) }
    try engine.launch(Wide.self)
    return (engine, try #require(engine.main.flatMap { engine.coordinator($0) }))
  }

  @Test(arguments: [
    WideRoute.open(.item(id: 1)), .open(.home), .pair(Order(id: 2), coupon: "x"),
    .pair(Order(id: 2), coupon: nil), .words(["c": "d"]), .words([:]), .order(Order(id: 3)),
    .order(nil), .filter(Filter(text: nil)), .filter(Filter(text: "x")), .filter(nil),
    .profile(id: 5), .profile(id: nil),
  ])
  func `a route is restored unchanged, regardless of its sample`(_ route: WideRoute) throws {
    let (engine, wide) = try Self.wide()
    try wide.router.navigate(to: route)
    #expect(engine.front.flatMap(wide.router.route(of:)) == route)
  }

  @Test func `a root without an optional argument differs from a root with it`() throws {
    let (engine, wide) = try Self.wide()
    try wide.router.setRoot(.profile(id: 5))
    try wide.router.setRoot(.profile(id: nil))
    #expect(wide.router.stack == [.profile(id: nil)])
    #expect(engine.main == wide.router.coordinator)
  }

  @Test func `a layer has the traits of the actual route, not of its sample`() throws {
    let (engine, wide) = try Self.wide()
    try wide.router.present(.profile(id: 7))
    #expect(engine.layers.last?.isInteractive == false)
    try wide.router.dismiss()
    wide.router.untyped.present("profile", ["id": 7])
    #expect(engine.layers.last?.isInteractive == false)
    try wide.router.dismiss()
    try wide.router.present(.profile(id: 8))
    #expect(engine.layers.last?.isInteractive == true)
  }

  enum LooseRoute: Route {
    case search(text: String)
    case editor(Model?)

    static var samples: [LooseRoute] { [.search(text: "x"), .editor(Model("sample"))] }
  }

  final class Loose: Coordinator {
    let router: Router<LooseRoute>

    init(_ router: Router<LooseRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .search(text: "first")) }
  }

  @Test func `a route that contains an object keeps its plain values and nil values`() throws {
    let engine = NavigationEngine()
    try engine.register(Loose.self) { Loose($0) }
    try engine.launch(Loose.self)
    let router = try engine.router(of: try #require(engine.main), as: Loose.self)
    try router.navigate(to: .editor(nil))
    guard case .search("first")?? = router.stack.first, case .editor(nil)?? = router.stack.last
    else {
      Issue.record("\(router.stack)")
      return
    }
  }

  @Test func `a rejection after an animation is reported`() throws {
    final class Screens: Stage {
      var completion: StageCompletion?
      func perform(_ transition: StageTransition, completion: StageCompletion) {
        self.completion = completion
      }
    }
    let (engine, shop) = try Self.launched()
    let screens = Screens()
    engine.stage = screens
    var errors: [String] = []
    engine.addHooks(EngineHooks(onHandlerFailure: { errors.append("\($0)") }))
    try shop.router.navigate(to: .raw("a"))
    #expect(try shop.router.pop(to: .raw("none")) == nil)
    #expect(errors == [])
    screens.completion?.finish()
    #expect(errors.count == 1 && errors.first?.hasPrefix("viewNotFound") == true, "\(errors)")
  }

  @Test func `registering two coordinator classes with the same name is rejected`() throws {
    enum Other {
      final class Shop: Coordinator {
        let router: Router<NoRoutes>
        init(_ router: Router<NoRoutes>) { self.router = router }
      }
    }
    let engine = try Self.engine()
    #expect {
      try engine.register(Other.Shop.self) { Other.Shop($0) }
    } throws: {
      "\($0)" == "badArgument: register: another class is registered as coordinator \"Shop\"; "
        + "declare a different static name in one of the classes"
    }
  }

  final class Confirmation: Coordinator {
    let router: Router<CheckoutRoute>
    init(_ router: Router<CheckoutRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .address) }
  }

  @Test func `finishing a flow without an output differs from swiping it away`() throws {
    let (engine, shop) = try Self.launched()
    try engine.register(Confirmation.self) { Confirmation($0) }
    var notices: [FinishNotice] = []
    engine.addHooks(EngineHooks(onFinish: { notices.append($0) }))
    for isDone in [true, false] {
      let id = try engine.makeCoordinator("Confirmation")
      shop.router.untyped.navigate(to: id)
      if isDone {
        let shown: Confirmation = try #require(engine.coordinator(id))
        try shown.finishFlow(with: ())
      } else {
        engine.perform("swipeDown")
      }
    }
    #expect(try notices.map { try $0.output(of: Confirmation.self) != nil } == [true, false])
  }

  // MARK: - Definitions

  enum PartialRoute: Route, Codable {
    case known, forgotten

    static var samples: [PartialRoute] { [.known] }
  }

  enum DoubleRoute: Route, Codable {
    case item(id: Int)

    static var samples: [DoubleRoute] { [.item(id: 1), .item(id: 2)] }
  }

  final class Page<Value: Route>: Coordinator {
    static var name: String { "Page" }
    let router: Router<Value>

    init(_ router: Router<Value>) { self.router = router }
  }

  @Test func `a route case without a sample is rejected, and so are two samples for one case`()
    throws
  {
    let engine = NavigationEngine()
    try engine.register(Page<PartialRoute>.self) { Page($0) }
    let id = try engine.makeCoordinator("Page")
    let router = try engine.router(of: id, as: Page<PartialRoute>.self)
    let error = #expect(throws: NavigationError.self) { try router.navigate(to: .forgotten) }
    #expect(
      error?.description
        == "unknownRoute: PartialRoute.samples has no value of the case \"forgotten\"; "
        + "add one, so that scripts know the route")
    #expect {
      try engine.register(Page<DoubleRoute>.self) { Page($0) }
    } throws: {
      "\($0)" == "badArgument: DoubleRoute.samples has two values of the case \"item\"; "
        + "keep one of them"
    }
  }

  final class Tabs: Coordinator {
    let router: Router<NoRoutes>

    init(_ router: Router<NoRoutes>) { self.router = router }

    static func configure(_ type: inout CoordinatorType) throws {
      type.pages = [
        PageDefinition("shop", Shop.self, title: "Shop"),
        try PageDefinition("pay", Checkout.self, with: Order(id: 9)),
      ]
    }
  }

  @Test func `the completion of a waiting batch receives its outcome`() throws {
    let (engine, shop) = try Self.launched()
    let router = shop.router
    var outcomes: [String] = []
    _ = engine.observe([.didNavigate]) { event in
      guard event.name == "raw" else { return }
      for route in [ShopRoute.product(id: 1, tab: nil), .catalog] {
        let outcome = try router.batch {
          try router.navigate(to: .product(id: 1, tab: nil))
          try router.pop(to: route)
        } completion: {
          outcomes.append("\($0)")
        }
        #expect(outcome == nil)
      }
      try router.batch {
        try router.pop(to: .raw("nowhere"))
      } completion: {
        outcomes.append("\($0)")
      }
    }
    try router.navigate(to: .raw("text"))
    #expect(outcomes == ["done", "done", "rejected(viewNotFound)"])
    #expect(router.stack == [.catalog])
  }

  @Test func `pages of typed tabs are coordinators with inputs`() throws {
    let engine = try Self.engine()
    try engine.register(Tabs.self) { Tabs($0) }
    try engine.validate()
    try engine.launch(Tabs.self)
    let router = try engine.router(of: try #require(engine.main), as: Tabs.self)
    try router.select(page: "pay")
    #expect(router.currentPage == "pay")
    #expect(try Self.checkout(of: engine).order == Order(id: 9))

    enum Tab: String { case shop, pay }
    try router.select(page: Tab.shop)
    #expect(router.currentPage == "shop")
    #expect(router.currentPage(as: Tab.self) == .shop)
    try router.setBadge(of: Tab.pay, to: "2")
    #expect(engine.pages(of: router.coordinator).map(\.badge) == [nil, "2"])
    try router.setPages(
      [
        PageDefinition(Tab.shop, Shop.self),
        PageDefinition(Tab.pay, Checkout.self, with: Order(id: 9)),
      ], current: Tab.pay)
    #expect(router.currentPage(as: Tab.self) == .pay)
  }

  @Test func `validation lists every route and page without a destination`() throws {
    let engine = NavigationEngine()
    try engine.register(Shop.self) { Shop($0) }
    #expect {
      try engine.validate()
    } throws: {
      "\($0)" == "unknownCoordinator: route \"checkout\" of Shop: there is no coordinator "
        + "\"Checkout\"; known: \"Shop\""
    }
    try engine.register(Tabs.self) { Tabs($0) }
    #expect {
      try engine.validate()
    } throws: {
      "\($0)".hasPrefix(
        "badArgument: the definitions have 2 problems:\n  unknownCoordinator: route")
    }
  }
}
