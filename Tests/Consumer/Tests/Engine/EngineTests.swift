import Signalbox
import Testing

enum ShopRoute: Route, Codable {
  case catalog
  case product(id: Int)

  static var samples: [ShopRoute] { [.catalog, .product(id: 1)] }
}

final class Shop: Coordinator {
  let router: Router<ShopRoute>

  init(_ router: Router<ShopRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .catalog) }
}

/// Shows each transition immediately.
final class Screens: Stage {
  private(set) var steps: [StageTransition.Step] = []

  func perform(_ transition: StageTransition, completion: StageCompletion) {
    steps += transition.steps
    completion.finish()
  }
}

struct EngineTests {
  @Test func `a package that depends only on the product Signalbox can drive a stage`() throws {
    let engine = NavigationEngine()
    let screens = Screens()
    engine.stage = screens
    try engine.register(Shop.self) { Shop($0) }
    try engine.launch(Shop.self)
    let main = try #require(engine.main)
    try engine.router(of: main, as: Shop.self).navigate(to: .product(id: 42))
    #expect(engine.tree.front?.name == "product")
    #expect(
      screens.steps.contains {
        if case .pushed(_, "product", _) = $0 { true } else { false }
      })
  }
}
