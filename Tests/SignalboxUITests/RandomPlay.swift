import SeededRandom
import Signalbox

/// Performs random operations of an application, for any platform.
@MainActor
struct RandomPlay {
  let application: SampleApplication
  var random: SeededGenerator

  private var engine: NavigationEngine { application.engine }

  /// Performs a random operation and returns its name for messages.
  mutating func operate() -> String {
    let routers = engine.tree.coordinators.map { engine.router(of: $0.id) }
    guard let router = routers.randomElement(using: &random) else {
      engine.launch("Main")
      return "launch"
    }
    var options = OperationOptions(animated: Int.random(in: 0..<4, using: &random) > 0)
    let name = engine.typeName(of: router.coordinator) ?? "?"
    let route = Self.routes.randomElement(using: &random) ?? "a"
    let screen = SampleApplication.screens.randomElement(using: &random) ?? "a"
    let page = ["one", "two", "three", "x", "y"].randomElement(using: &random) ?? "one"
    if ["question", "choice"].contains(route) {
      options.buttons = [AlertButton("Yes"), AlertButton("No", role: .cancel)]
    }
    switch Int.random(in: 0..<26, using: &random) {
    case 0...5:
      router.navigate(to: screen, [:], options)
      return "\(name).navigate \(screen)"
    case 6...8:
      router.navigate(to: route, [:], options)
      return "\(name).navigate \(route)"
    case 9:
      options.switches = .targetFront
      router.navigate(to: screen, [:], options)
      return "\(name).navigate \(screen) in front"
    case 10:
      options.switches = .withNavigation
      router.present(screen, [:], options)
      return "\(name).present \(screen) with navigation"
    case 24, 25:
      let text = ["", "Milk", "Oat milk"].randomElement(using: &random) ?? ""
      engine.perform("enterText") { call in
        call.name = engine.symbols.intern("name")
        call.text = text
      }
      return "enter \(text)"
    case 11:
      router.pop(1, options)
      return "\(name).pop"
    case 12:
      router.popToRoot(options)
      return "\(name).popToRoot"
    case 13, 14:
      options.switches = Bool.random(using: &random) ? .all : []
      router.dismiss(options)
      return "\(name).dismiss"
    case 15, 16:
      router.select(page)
      return "\(name).select \(page)"
    case 17:
      router.setBadge(of: page, to: Bool.random(using: &random) ? "1" : nil)
      return "\(name).setBadge \(page)"
    case 18:
      router.root(Bool.random(using: &random) ? "tabs" : screen, [:], options)
      return "\(name).root"
    case 19:
      router.finishFlow(nil, options)
      return "\(name).finishFlow"
    case 20:
      let count = Int.random(in: 1..<4, using: &random)
      _ = Bool.random(using: &random) ? engine.undo(count) : engine.redo(count)
      return "undo or redo \(count)"
    case 21:
      router.setPages(pages(), options)
      return "\(name).setPages"
    case 22:
      if Int.random(in: 0..<3, using: &random) == 0 {
        let type = ["Main", "Tabs", "Root", "Split"].randomElement(using: &random) ?? "Main"
        engine.launch(type, [:], options)
        return "launch \(type)"
      }
      // The second form replaces the detail of a split view.
      let isShort = Bool.random(using: &random)
      router.setStack(
        isShort ? [.route("a"), .route(screen)] : [.route(screen), .route("b"), .route("a")],
        options)
      return "\(name).setStack \(isShort ? "a" : "") \(screen)"
    default:
      router.batch {
        router.popToRoot(options)
        router.navigate(to: route, [:], options)
        router.navigate(to: screen, [:], options)
      }
      return "\(name).batch"
    }
  }

  private static let routes = [
    "flow", "full", "pushed", "tabs", "root", "bare", "cover", "popover", "fixed", "locked",
    "question", "choice", "zoomed", "split", "card",
  ]

  private mutating func pages() -> [PageDefinition] {
    var pages = SampleApplication.pages.filter { _ in Bool.random(using: &random) }
    pages.shuffle(using: &random)
    return pages
  }
}
