import Signalbox
import SignalboxUI
import Testing

// Tests in a module whose default isolation is the main actor, as in an application.

enum ShopRoute: Route, CaseIterable, Codable { case catalog, cart }

final class Shop: Coordinator {
  let router: Router<ShopRoute>

  init(_ router: Router<ShopRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .catalog) }
}

/// A platform that lists screens as text.
final class Console: InterfaceHost {
  private(set) var shown = InterfaceTree()
  private(set) var commands = 0

  func perform(
    _ command: InterfaceCommand, isAnimated: Bool,
    completion: @escaping @MainActor (CommandResult) -> Void
  ) {
    commands += 1
    switch command {
    case .setRoot(let layer): shown.layers = layer.map { [$0] } ?? []
    case .setScreens(let screens, _, _):
      if case .stack(var stack)? = shown.layers.last?.contents {
        stack.screens = screens
        shown.layers[0].contents = .stack(stack)
      }
    default: return completion(.rejected("a console has one stack"))
    }
    completion(.shown)
  }

  func setTitle(_ title: String, of screen: ScreenID) {}

  // A console has no gestures, completes every command immediately, and retains no screens.
  func isActive(_ gesture: InteractiveGesture) -> Bool { false }
  func abandon(_ command: InterfaceCommand) {}
  func didSettle() {}

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    Task {
      try? await Task.sleep(for: delay)
      action()
    }
  }
}

struct UserInterfaceTests {
  private func launched() throws -> NavigationEngine {
    let engine = NavigationEngine()
    try engine.register(Shop.self) { Shop($0) }
    return engine
  }

  @Test func `an interface host that an application defines shows an engine`() throws {
    let engine = try launched()
    let console = Console()
    let reconciler = InterfaceReconciler(engine, host: console)
    try engine.launch(Shop.self)
    let shop: Shop = try #require(engine.main.flatMap { engine.coordinator($0) })
    try shop.router.navigate(to: .cart)
    #expect(console.shown == engine.interface)
    #expect(console.commands == 2)
    reconciler.handle(.back)
    #expect(shop.router.stack == [.catalog])
    #expect(reconciler.isSettled)
  }

  @available(macOS 14.0, *)
  @Test func `the SwiftUI model shows an engine`() throws {
    let engine = try launched()
    let model = InterfaceModel(engine) { _, action in action() }
    try engine.launch(Shop.self)
    let shop: Shop = try #require(engine.main.flatMap { engine.coordinator($0) })
    try shop.router.navigate(to: .cart)
    guard case .stack(let stack)? = model.root?.contents else {
      Issue.record("there is no stack")
      return
    }
    #expect(stack.path.map(\.title) == ["cart"])
    stack.path = []
    #expect(shop.router.stack == [.catalog])
    #expect(model.reconciler?.isSettled == true)
  }
}
