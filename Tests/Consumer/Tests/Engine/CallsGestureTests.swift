import Signalbox
import Testing

struct GestureTests {
  @Test func `an engine lists the actions of the user, and each can be performed`() throws {
    let (engine, router) = try NavigationEngine.market(launching: Stall.self)
    #expect(UserAction.available(in: engine) == [])
    try router.navigate(to: .fruit(name: "pear"))
    let swipes: [UserAction] = [.swipeBack(cancelled: false), .swipeBack(cancelled: true)]
    #expect(UserAction.available(in: engine) == [.back] + swipes)
    #expect(swipes[1].perform(in: engine)?.reason == .cancelledByUser)
    #expect(router.stack == [.list, .fruit(name: "pear")])
    #expect(swipes[0].perform(in: engine)?.status == .done)
    #expect(router.stack == [.list])
    try router.present(.confirmation)
    #expect(UserAction.available(in: engine) == [.tapAlert("Throw away"), .tapAlert("Keep")])
    #expect(UserAction.tapAlert("Keep").perform(in: engine)?.status == .done)
    #expect(engine.layers.count == 1)
  }

  @Test func `the tabs of a tab coordinator are actions`() throws {
    let (engine, market) = try NavigationEngine.market(launching: Market.self)
    let tabs = ["stall", "basket"].map { UserAction.tapTab($0, of: market.coordinator) }
    #expect(UserAction.available(in: engine) == tabs)
    #expect(tabs[1].perform(in: engine)?.status == .done)
    #expect(market.currentPage == "basket")
  }

  @Test func `an interactive gesture has a beginning, a progress and an end`() throws {
    let office = try Office()
    let engine = office.engine
    office.router.navigate(to: "drawer")
    func swipe(_ phase: GesturePhase, progress: Double = 0) -> Outcome? {
      var options = OperationOptions()
      (options.phase, options.progress) = (phase, progress)
      return engine.perform("swipeBack", options)
    }
    #expect(swipe(.begin) == nil)
    #expect(engine.obstacle(to: .swipeBack) == .busy)
    #expect(swipe(.progress, progress: 0.5)?.reason == .gestureOpen)
    #expect(engine.swipeProgress == 0.5)
    #expect(swipe(.commit)?.status == .done)
    #expect(engine.swipeProgress == nil)
    #expect(office.stack == "lobby")
    #expect(engine.perform("swipeUp")?.reason == .badArgument)
  }
}
