import Signalbox
import SwiftUI
import Testing
import UIKit

@testable import SignalboxUIOnStandIns

// The Swift code in the documentation of SignalboxUI and of `NavigationEngine.obstacle(to:)`,
// compiled with the stand-ins. The coordinators are those of `PageExamples.swift`.

final class ScreenViewController: UIViewController {
  var route: String?

  convenience init(_ screen: StateDocument.Screen) {
    self.init()
    route = screen.name
  }
}

@MainActor
private final class SwipeDelegate: UIGestureRecognizerDelegate {
  private let engine: NavigationEngine

  init(_ engine: NavigationEngine) { self.engine = engine }

  func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    engine.obstacle(to: .swipeBack) == nil
  }
}

private struct ProductView: View {
  let screen: ScreenModel

  init(_ screen: ScreenModel) { self.screen = screen }

  var body: some View { Text("Product \(screen.title)") }
}

private struct CatalogView: View {
  let screen: ScreenModel

  init(_ screen: ScreenModel) { self.screen = screen }

  var body: some View { Text("Catalog \(screen.title)") }
}

private struct SwitchingView: View {
  let model: InterfaceModel

  var body: some View {
    InterfaceView(model) { screen in
      switch screen.screen?.name {
      case "product": ProductView(screen)
      default: CatalogView(screen)
      }
    }
  }
}

extension UIKitTests {
  @MainActor
  struct DocumentationExamples {
    @Test func `an interface shows a view controller of the application for each screen`() throws {
      Platform.reset()
      let (engine, window) = (NavigationEngine(), UIWindow())
      try engine.register(Shop.self) { Shop($0) }
      let interface = UIKitInterface(engine, in: window) { screen in
        ScreenViewController(screen)
      }
      try engine.launch(Shop.self)
      let first = UIKitUser(window: window).stack?.viewControllers.first as? ScreenViewController
      #expect(first?.route == "catalog")
      #expect(interface.shown == engine.interface)
    }

    @Test func `a swipe back begins only if the engine can go back`() throws {
      let engine = NavigationEngine()
      try engine.register(Shop.self) { Shop($0) }
      try engine.launch(Shop.self)
      let delegate = SwipeDelegate(engine)
      #expect(!delegate.gestureRecognizerShouldBegin(UIGestureRecognizer()))
      let shop: Shop = try #require(engine.main.flatMap { engine.coordinator($0) })
      shop.show(42)
      #expect(delegate.gestureRecognizerShouldBegin(UIGestureRecognizer()))
    }

    @Test func `the view of a screen depends on its name`() throws {
      let engine = NavigationEngine()
      try engine.register(Shop.self) { Shop($0) }
      let model = InterfaceModel(engine) { _, action in action() }
      try engine.launch(Shop.self)
      let scene = SimulatedScene(SwitchingView(model: model)) { _, action in action() }
      scene.update()
      #expect(scene.nodes.first?.allTexts == ["Catalog catalog"])
      let shop: Shop = try #require(engine.main.flatMap { engine.coordinator($0) })
      shop.show(42)
      scene.update()
      #expect(scene.stack?.destinations.first?.allTexts == ["Product product"])
    }
  }
}
