import Signalbox
import Testing

final class Shop: Coordinator {
  override func start(animated: Bool) { router.startFlow(at: "catalog") }
}

/// Shows each transition at once.
final class Screens: Stage {
  private(set) var steps: [StageTransition.Step] = []

  func perform(_ transition: StageTransition, finished: @escaping () -> Void) {
    steps += transition.steps
    finished()
  }
}

struct EngineTests {
  @Test func `the product Signalbox alone drives a stage`() throws {
    let engine = NavigationEngine()
    let screens = Screens()
    engine.stage = screens
    try engine.register(
      Shop.self,
      routes: ["catalog": Route(), "product": Route(parameters: [.init("id", .integer)])])
    engine.launch("Shop")
    engine.main.map(engine.router(of:))?.navigate(to: "product", ["id": 42])
    #expect(engine.tree.front?.name == "product")
    #expect(
      screens.steps.contains {
        if case .pushed(_, "product", _) = $0 { true } else { false }
      })
  }
}
