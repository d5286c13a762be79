import Signalbox
import Testing

struct TypedRouterTests {
  @Test func `a typed router changes the stack of routes`() throws {
    let (engine, router) = try NavigationEngine.market(launching: Stall.self)
    let (pear, plum) = (StallRoute.fruit(name: "pear"), StallRoute.fruit(name: "plum"))
    try router.setStack([.list, pear, plum])
    #expect(router.stack == [.list, pear, plum])
    try router.pop()
    #expect(router.stack == [.list, pear])
    try router.replaceTop(with: plum)
    #expect(router.stack == [.list, plum])
    try router.update(try #require(engine.front), to: pear)
    #expect(router.stack == [.list, pear])
    try router.navigate(to: plum)
    try router.pop(to: pear)
    #expect(router.stack == [.list, pear])
    try router.navigate(to: plum)
    try router.popLast()
    #expect(router.stack == [.list, pear])
    try router.navigate(to: plum)
    try router.popToRoot()
    #expect(router.stack == [.list])
    #expect(throws: NavigationError.self) { try router.pop(to: plum) }
  }

  @Test func `a typed batch is one change`() throws {
    let (engine, router) = try NavigationEngine.market(launching: Stall.self)
    var completed: Outcome?
    let outcome = try router.batch {
      try router.navigate(to: .fruit(name: "pear"))
      try router.navigate(to: .fruit(name: "plum"))
    } completion: {
      completed = $0
    }
    #expect(outcome == completed)
    #expect(router.stack == [.list, .fruit(name: "pear"), .fruit(name: "plum")])
    engine.undo()
    #expect(router.stack == [.list])
  }

  @Test func `a typed router moves coordinators to the front and removes them`() throws {
    let (engine, stall) = try NavigationEngine.market(launching: Stall.self)
    try stall.navigate(to: .basket)
    #expect(engine.layers.map(\.style) == ["root", "fullScreen"])
    let id = try #require(engine.topCoordinator)
    let basket = try engine.router(of: id, as: Basket.self)
    try stall.present(.confirmation)
    try basket.forcePresentation(of: .payment)
    #expect(engine.topCoordinator == id)
    #expect(basket.stack == [.payment])
    try basket.dismissCoordinator()
    #expect(!engine.isAlive(id))
    try stall.present(.fruit(name: "pear"))
    try stall.present(.fruit(name: "plum"))
    try stall.dismissAll()
    #expect(engine.layers.map(\.style) == ["root"])
    try stall.navigate(to: .fruit(name: "pear"))
    try stall.restartApp()
    #expect(engine.tree.front?.name == "list")
    #expect(engine.tree.coordinators.map(\.type) == ["Stall"])
  }

  @Test func `a typed router controls pages by cases and by strings`() throws {
    let (engine, router) = try NavigationEngine.market(launching: Market.self)
    #expect(router.currentPage(as: MarketPage.self) == .stall)
    try router.select(page: MarketPage.basket)
    #expect(router.currentPage(as: MarketPage.self) == .basket)
    try router.select(page: "stall")
    #expect(router.currentPage == "stall")
    try router.setBadge(of: MarketPage.stall, to: "new")
    try router.setBadge(of: "basket", to: "2")
    #expect(engine.pages(of: router.coordinator).map(\.badge) == ["new", "2"])
    let baskets = ["first", "second"].map { PageDefinition($0, Basket.self) }
    try router.setPages(baskets, current: "second")
    #expect(engine.pages(of: router.coordinator).map(\.id) == ["first", "second"])
    #expect(router.currentPage == "second")
    #expect(router.currentPage(as: MarketPage.self) == nil)
    try router.setPages(nil, current: MarketPage.basket)
    #expect(router.currentPage(as: MarketPage.self) == .basket)
  }

  @Test func `the roles of actions become the roles of buttons`() throws {
    let (engine, router) = try NavigationEngine.market(launching: Stall.self)
    try router.present(.confirmation)
    let (layer, screen) = (try #require(engine.layers.last), try #require(engine.front))
    #expect(
      engine.buttons(of: layer.id) == [
        AlertButton.Label("Throw away", role: .destructive), AlertButton.Label("Keep"),
      ])
    let stall: Stall = try #require(engine.coordinator(router.coordinator))
    #expect(stall.actions(of: screen) == ["Throw away", "Keep"])
    #expect(stall.role(of: "Throw away", on: screen) == .destructive)
    #expect(stall.role(of: "Keep", on: screen) == nil)
    try stall.prepare(action: "Throw away", texts: [:], on: screen)()
    try stall.perform(action: "Throw away", on: screen)
    #expect(stall.thrownAway == 2)
    #expect(throws: NavigationError.self) { try stall.perform(action: "Eat", on: screen) }
  }

  @Test func `a coordinator opens the links that it declares`() throws {
    let (engine, router) = try NavigationEngine.market(launching: Stall.self)
    #expect(engine.perform("open") { $0.text = "market://fruit/pear" }?.status == .done)
    #expect(router.stack == [.list, .fruit(name: "pear")])
    let stall: Stall = try #require(engine.coordinator(router.coordinator))
    #expect(try stall.open(.fruit(name: "plum")) == .handled)
    #expect(router.stack == [.list, .fruit(name: "pear"), .fruit(name: "plum")])
  }

  @Test func `an engine finds destinations that are not registered`() throws {
    let engine = NavigationEngine()
    try engine.register(Stall.self) { Stall($0) }
    #expect {
      try engine.validate()
    } throws: {
      ($0 as? NavigationError)?.code == .unknownCoordinator
    }
    try engine.register(Basket.self) { Basket($0) }
    try engine.validate()
  }
}
