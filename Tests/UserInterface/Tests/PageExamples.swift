import Signalbox
import SignalboxTesting
import SwiftUI
import Testing
import UIKit

@testable import SignalboxUIOnStandIns

// The Swift code in `docs/how-to/use-it-with-your-app.md`, compiled with the stand-ins.

// MARK: - A package

@MainActor
struct ShopTests {
  @Test func `a product is shown above the catalog, and the user can go back`() throws {
    let app = try NavigationFixture { fixture in
      try fixture.engine.register(Shop.self) { Shop($0) }
    }
    app.launch("Shop")
    app.tap("Lamp")
    app.expectStack("catalog", .screen("product", ["id": 42]))
    app.back()
    app.expectStack("catalog")
  }
}

// MARK: - UIKit

enum ShopRoute: Route, Codable {
  case catalog
  case product(id: Int)

  static var samples: [ShopRoute] { [.catalog, .product(id: 42)] }
}

@MainActor
final class Shop: @MainActor Coordinator {
  let router: Router<ShopRoute>

  init(_ router: Router<ShopRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .catalog) }

  func actions(of route: ShopRoute) -> [ScreenAction] {
    guard case .catalog = route else { return [] }
    return [ScreenAction("Lamp") { [self] in show(42) }]
  }

  func show(_ id: Int) {
    do { try router.navigate(to: .product(id: id)) } catch { router.report(error) }
  }
}

final class ProductController: UIViewController {
  var product: Int?
}

final class CatalogController: UIViewController {
  var onSelect: (Int) -> Void = { _ in }
}

@MainActor
final class SceneDelegate {
  var window: UIWindow?
  private let engine = NavigationEngine()
  private var interface: UIKitInterface?
  private var clock: RealTimeClock?

  func connect(_ window: UIWindow) throws {
    self.window = window
    try engine.register(Shop.self) { Shop($0) }
    engine.addHooks(
      EngineHooks(
        onHandlerFailure: { print("navigation: \($0)") },
        onRejection: { print("navigation: \($0)") }))
    // The engine retains the interface with this function.
    interface = UIKitInterface(engine, in: window) { [weak engine] screen in
      engine.map { viewController(of: screen, in: $0) } ?? UIViewController()
    }
    clock = RealTimeClock(engine)
    clock?.start()
    try engine.launch(Shop.self)
  }
}

@MainActor
func viewController(
  of screen: StateDocument.Screen, in engine: NavigationEngine
) -> UIViewController {
  guard let shop: Shop = engine.coordinator(screen.owner),
    let route = shop.router.route(of: screen.id)
  else { return UIViewController() }
  switch route {
  case .catalog:
    let catalog = CatalogController()
    catalog.onSelect = { [weak shop] in shop?.show($0) }
    return catalog
  case .product(let id):
    let product = ProductController()
    product.product = id
    return product
  }
}

@MainActor
final class ZoomAnimation: UIViewControllerAnimatedTransitioning {
  let isPush: Bool

  init(isPush: Bool) { self.isPush = isPush }

  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval {
    0.3
  }
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {}
}

extension SceneDelegate {
  func registerZoom() throws -> TransitionStyle {
    interface?.animationController = { transition, operation in
      transition == "zoom" ? ZoomAnimation(isPush: operation == .push) : nil
    }
    return try engine.register(PresentationStyle.push("zoom"))
  }
}

extension SceneDelegate {
  func anchorPopovers(at button: UIView) {
    interface?.willPresent = { [weak button] controller, layer in
      if layer.style == "popover" { controller.popoverPresentationController?.sourceView = button }
    }
  }
}

enum MailRoute: Route, Codable {
  case folders
  case messages(folder: String)

  static var samples: [MailRoute] { [.folders, .messages(folder: "Inbox")] }
}

@MainActor
final class Mail: @MainActor Coordinator {
  let router: Router<MailRoute>

  init(_ router: Router<MailRoute>) { self.router = router }

  static func configure(_ type: inout CoordinatorType) { type.isSplit = true }

  func start() throws { try router.startFlow(at: .folders) }

  /// Called by the list of folders, which remains visible in the sidebar.
  func select(_ folder: String) throws {
    try router.setStack([.folders, .messages(folder: folder)])
  }
}

// MARK: - SwiftUI

@MainActor
struct ShopApp {
  private let engine: NavigationEngine
  private let model: InterfaceModel

  init() throws {
    engine = NavigationEngine()
    try engine.register(Shop.self) { Shop($0) }
    model = InterfaceModel(engine)
    try engine.launch(Shop.self)
  }

  var body: some View {
    InterfaceView(model) { screen in
      ShopScreen(screen: screen)
    }
  }
}

struct ShopScreen: View {
  let screen: ScreenModel

  var body: some View {
    if let shop = screen.coordinator(Shop.self), let route = shop.router.route(of: screen.id) {
      switch route {
      case .catalog: Button("Product 42") { shop.show(42) }
      case .product(let id): Text("Product \(id)")
      }
    }
  }
}

struct CardView: View {
  let model: InterfaceModel

  var body: some View {
    InterfaceView(model) { screen in
      ShopScreen(screen: screen)
    }
    .presentation(of: "card", transition: .move(edge: .bottom)) { layer in
      layer
      Button("Close") { layer.model.dismiss() }
    }
  }
}

// MARK: - Tests of the applications

extension UIKitTests {
  @MainActor
  struct PageTests {
    @Test func `the UIKit application on the page shows its catalog and a product`() throws {
      Platform.reset()
      let delegate = SceneDelegate()
      let window = UIWindow()
      try delegate.connect(window)
      let user = UIKitUser(window: window)
      let catalog = try #require(user.stack?.viewControllers.first as? CatalogController)
      catalog.onSelect(7)
      #expect((user.stack?.viewControllers.last as? ProductController)?.product == 7)
      let button = UIView()
      delegate.anchorPopovers(at: button)
    }

    @Test
    func `the UIKit application on the page is released with its window and its view controllers`()
      throws
    {
      Platform.reset()
      weak var released: UIWindow?
      weak var catalog: CatalogController?
      do {
        let delegate = SceneDelegate()
        let window = UIWindow()
        try delegate.connect(window)
        let shown = UIKitUser(window: window).stack?.viewControllers.first
        (released, catalog) = (window, try #require(shown as? CatalogController))
      }
      #expect(released == nil && catalog == nil)
    }

    @Test func `the split view on the page replaces its detail`() throws {
      Platform.reset()
      let (engine, window) = (NavigationEngine(), UIWindow())
      try engine.register(Mail.self) { Mail($0) }
      let interface = UIKitInterface(engine, in: window) { screen in
        let controller = UIViewController()
        controller.navigationItem.title = "\(screen.name) \(screen.arguments)"
        return controller
      }
      try engine.launch(Mail.self)
      let mail: Mail = try #require(engine.main.flatMap { engine.coordinator($0) })
      try mail.select("Inbox")
      try mail.select("Sent")
      #expect(interface.shown == engine.interface)
      let columns = UIKitUser(window: window).columns
      #expect(columns.map(\.count) == [1, 1])
      #expect(columns.last?.first?.contains("Sent") == true)
    }

    @Test func `the presentation on the page shows a layer of its style`() async throws {
      let engine = NavigationEngine()
      try engine.register(Shop.self) { Shop($0) }
      let card = try engine.register(PresentationStyle(name: "card"))
      let model = InterfaceModel(engine)
      try engine.launch(Shop.self)
      let scene = SimulatedScene(CardView(model: model)) { _, action in action() }
      await update(scene) { !scene.nodes.isEmpty }
      let shop: Shop = try #require(engine.main.flatMap { engine.coordinator($0) })
      try shop.router.present(.product(id: 7), style: card)
      await update(scene) { scene.styles.count == 2 }
      #expect(scene.styles == ["root", "overlay"])
      #expect(scene.nodes.last?.allTexts == ["Product 7"])
    }

    @Test func `the SwiftUI application on the page shows its catalog and a product`() async throws
    {
      let app = try ShopApp()
      let scene = SimulatedScene(app.body) { _, _ in }
      // The model ends the first transition in the next turn of the main loop.
      await update(scene) { !scene.nodes.isEmpty }
      scene.userTaps("Product 42")
      await update(scene) { scene.stack?.destinations.isEmpty == false }
      #expect(scene.stack?.destinations.first?.texts == ["Product 42"])
    }

    /// Evaluates the views until a layer is shown, for a limited number of turns of the main loop.
    private func update(_ scene: SimulatedScene, until isShown: () -> Bool) async {
      for _ in 0..<100_000 where !isShown() {
        await Task.yield()
        scene.update()
      }
    }
  }
}
