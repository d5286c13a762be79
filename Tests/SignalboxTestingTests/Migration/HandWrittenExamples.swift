import Signalbox
import SignalboxScriptTesting
import SignalboxScripting
import Testing

/// The Swift code in `docs/how-to/migrate-from-hand-written-coordinators.md`.
///
/// `SwiftExampleTests` finds it in this file.
enum HandWrittenExamples {
  // Stand-ins for the part of UIKit that the original code on the page needs.

  class UIViewController {}
  final class AddressViewController: UIViewController {}
  final class PaymentViewController: UIViewController {}
  final class CatalogViewController: UIViewController {}

  final class ThanksViewController: UIViewController {
    let receipt: Int
    init(receipt: Int) { self.receipt = receipt }
  }

  final class UINavigationController {
    private(set) var viewControllers: [UIViewController] = []

    func pushViewController(_ controller: UIViewController, animated: Bool) {
      viewControllers.append(controller)
    }

    func popViewController(animated: Bool) { viewControllers.removeLast() }
    func popToRootViewController(animated: Bool) { viewControllers.removeSubrange(1...) }
  }

  protocol CheckoutDelegate: AnyObject {
    func checkoutDidFinish(_ checkout: CheckoutCoordinator, receipt: Int)
  }

  final class CheckoutCoordinator {
    weak var delegate: (any CheckoutDelegate)?
    private let navigation: UINavigationController

    init(navigation: UINavigationController) { self.navigation = navigation }

    func start() { navigation.pushViewController(AddressViewController(), animated: true) }
    func next() { navigation.pushViewController(PaymentViewController(), animated: true) }
    func pay() { delegate?.checkoutDidFinish(self, receipt: 1) }
  }

  final class ShopCoordinator: CheckoutDelegate {
    private(set) var childCoordinators: [CheckoutCoordinator] = []
    private let navigation: UINavigationController

    init(navigation: UINavigationController) { self.navigation = navigation }

    func start() { navigation.pushViewController(CatalogViewController(), animated: false) }

    func buy() {
      guard childCoordinators.isEmpty else { return }
      let checkout = CheckoutCoordinator(navigation: navigation)
      checkout.delegate = self
      childCoordinators.append(checkout)
      checkout.start()
    }

    func checkoutDidFinish(_ checkout: CheckoutCoordinator, receipt: Int) {
      childCoordinators.removeAll { $0 === checkout }
      navigation.popToRootViewController(animated: false)
      navigation.pushViewController(ThanksViewController(receipt: receipt), animated: true)
    }
  }

  @Suite struct OriginalTests {
    @Test func `after going back, the original cannot buy again`() {
      let navigation = UINavigationController()
      let shop = ShopCoordinator(navigation: navigation)
      shop.start()
      shop.buy()
      navigation.popViewController(animated: true)
      shop.buy()
      #expect(shop.childCoordinators.count == 1)
      #expect(navigation.viewControllers.count == 1)
    }
  }

  struct Receipt: Codable, Equatable {
    var number: Int
  }

  enum CheckoutRoute: Route, CaseIterable, Codable { case address, payment }

  final class Checkout: Coordinator {
    typealias Output = Receipt
    let router: Router<CheckoutRoute>

    init(_ router: Router<CheckoutRoute>) { self.router = router }

    static func configure(_ type: inout CoordinatorType) { type.style = .push }

    func start() throws { try router.startFlow(at: .address) }

    func actions(of route: CheckoutRoute) -> [ScreenAction] {
      switch route {
      case .address:
        [ScreenAction("Next") { [self] in try router.navigate(to: .payment) }]
      case .payment:
        [ScreenAction("Pay") { [self] in try finishFlow(with: Receipt(number: 1)) }]
      }
    }
  }

  enum ShopRoute: Route, Codable {
    case catalog, checkout
    case thanks(number: Int)

    static var samples: [ShopRoute] { [.catalog, .checkout, .thanks(number: 1)] }
  }

  final class Shop: Coordinator {
    let router: Router<ShopRoute>

    init(_ router: Router<ShopRoute>) { self.router = router }

    static func destination(of route: ShopRoute) -> RouteDestination {
      if case .checkout = route { .coordinator(Checkout.self) } else { .screen }
    }

    func start() throws { try router.startFlow(at: .catalog) }

    func actions(of route: ShopRoute) -> [ScreenAction] {
      guard case .catalog = route else { return [] }
      return [ScreenAction("Buy") { [self] in try router.navigate(to: .checkout) }]
    }

    func childDidFinish(_ notice: FinishNotice) throws {
      guard let receipt = try notice.output(of: Checkout.self) else { return }
      try router.navigate(to: .thanks(number: receipt.number))
    }
  }

  enum ShopApp {
    static func register(in engine: NavigationEngine) throws {
      try engine.register(Checkout.self) { Checkout($0) }
      try engine.register(Shop.self) { Shop($0) }
      try engine.validate()
    }
  }

  @Suite struct CheckoutTests {
    @Test(
      arguments: try ScenarioFiles(in: "HandWritten") { app in
        try ShopApp.register(in: app.engine)
      })
    func scenario(_ scenario: Scenario) async throws {
      try await scenario.run()
    }
  }
}
