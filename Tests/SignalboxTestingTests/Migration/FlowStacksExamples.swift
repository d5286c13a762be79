import Signalbox
import SignalboxTesting
import Testing

/// The Swift code in `docs/how-to/migrate-from-flowstacks.md`.
///
/// `SwiftExampleTests` finds it in this file.
enum FlowStacksExamples {
  enum ProductsRoute: Route, Codable {
    case list, filter
    case brands(category: String?)

    static var samples: [ProductsRoute] { [.list, .filter, .brands(category: nil)] }
    var style: TransitionStyle { if case .filter = self { .sheet } else { .automatic } }
  }

  final class Products: Coordinator {
    let router: Router<ProductsRoute>

    init(_ router: Router<ProductsRoute>) { self.router = router }

    static func configure(_ type: inout CoordinatorType) { type.hasUnifiedStack = true }

    func start() throws { try router.startFlow(at: .list) }

    func showBrands(of category: String) throws {
      try router.batch {
        try router.popToRoot()
        try router.present(.filter)
        try router.navigate(to: .brands(category: category))
      }
    }

    func actions(of route: ProductsRoute) -> [ScreenAction] {
      switch route {
      case .list:
        [ScreenAction("Filter") { [self] in try router.present(.filter) }]
      case .filter:
        [
          ScreenAction("Brands") { [self] in try router.navigate(to: .brands(category: nil)) },
          ScreenAction("Apply") { [self] in try router.popToRoot() },
        ]
      case .brands:
        [ScreenAction("Done") { [self] in try router.back() }]
      }
    }
  }

  enum ProductsApp {
    static func register(in engine: NavigationEngine) throws {
      try engine.register(Products.self) { Products($0) }
      try engine.validate()
      _ = try engine.registry.addLink("products://brands/:category") { [unowned engine] link in
        guard let products = engine.main.flatMap({ engine.coordinator($0, as: Products.self) }),
          case .string(let category)? = link.arguments["category"]
        else { return .unhandled }
        try products.showBrands(of: category)
        return .handled
      }
    }
  }

  @Suite struct ProductsTests {
    private func products() throws -> NavigationFixture {
      let app = try NavigationFixture { try ProductsApp.register(in: $0.engine) }
      app.launch("Products")
      return app
    }

    @Test func `the filter shows its brands`() throws {
      let app = try products()
      app.tap("Filter")
      app.tap("Brands")
      app.expectFront("brands")
      app.tap("Done")
      app.expectFront("filter")
    }

    @Test func `a link shows the brands of a category`() throws {
      let app = try products()
      app.open("products://brands/shoes")
      app.expectFront(.screen("brands", ["category": "shoes"]))
      app.swipeDown()
      app.expectFront("list")
      app.expectModals()
      app.expectNoLeaks()
    }
  }
}
