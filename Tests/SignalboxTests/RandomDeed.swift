@testable import Signalbox

/// One random operation as data: it can be printed, dropped and done again on another engine.
///
/// Whom it concerns is an index among those there are at that time, so that a deed still means
/// something when others before it are dropped.
struct RandomDeed: CustomStringConvertible {
  /// What it does, an operation or a gesture.
  let name: String
  /// Which coordinator calls: an index into all living ones and one that is gone.
  let caller: Int
  let style: TransitionStyle
  let switches: OperationOptions.Switches
  /// A count, or an index of a layer, a page or a coordinator type.
  let number: Int
  /// It is submitted from a callback of an operation that does nothing.
  let isFromCallback: Bool

  private static let weights: [(name: String, weight: Int)] = [
    ("push", 25), ("pop", 10), ("present", 12), ("dismiss", 8), ("show", 14), ("finishFlow", 8),
    ("popToView", 5), ("popToRoot", 4), ("setPages", 4), ("select", 4), ("forcePresentation", 3),
    ("startFlow", 4), ("back", 2), ("restartApp", 1), ("user.back", 4), ("user.swipeBack", 3),
    ("user.swipeDown", 3), ("user.tapTab", 3), ("dismissLayer", 3), ("setStack", 4),
    ("replaceTop", 4), ("popTo", 3), ("popLast", 3), ("popScreen", 3), ("batch", 4),
    ("user.longPressBack", 2), ("root", 5), ("route", 3), ("focusFirst", 4),
    ("dismissCoordinator", 3), ("setBadge", 2), ("addDependency", 3), ("removeDependency", 3),
  ]
  private static let styles: [TransitionStyle] = [.automatic, .push, .sheet, .fullScreen]
  private static let allSwitches: [OperationOptions.Switches] = [
    .targetFront, .popChildren, .firstMatch, .all, .keepModals, .dismissModals, .scopeSelf,
    .withNavigation, .selfIfNone, .recreate, .cancel, .layerStays, .keepStack,
  ]

  init(using generator: inout SeededGenerator) {
    var left = Int.random(in: 0..<Self.weights.reduce(0) { $0 + $1.weight }, using: &generator)
    var chosen = "push"
    for (name, weight) in Self.weights {
      if left < weight {
        chosen = name
        break
      }
      left -= weight
    }
    name = chosen
    caller = Int.random(in: 0..<1000, using: &generator)
    style = Self.styles[Int.random(in: 0..<4, using: &generator)]
    var switches: OperationOptions.Switches = []
    for one in Self.allSwitches where Int.random(in: 0..<6, using: &generator) == 0 {
      switches.insert(one)
    }
    self.switches = switches
    number = Int.random(in: 0..<100, using: &generator)
    isFromCallback = Int.random(in: 0..<10, using: &generator) == 0
  }

  var description: String {
    "\(name) caller=\(caller) style=\(style.rawValue) switches=\(switches.rawValue) "
      + "number=\(number)\(isFromCallback ? " fromCallback" : "")"
  }

  // MARK: - Doing it

  func perform(in world: RandomWorld) {
    let candidates = world.callers
    let router = world.engine.router(of: candidates[caller % candidates.count])
    if isFromCallback {
      var options = OperationOptions()
      options.completion = { _ in submit(in: world, by: router) }
      router.call("popToView", options)
    } else {
      submit(in: world, by: router)
    }
  }

  private func submit(in world: RandomWorld, by router: Router) {
    let options = world.counted(style, switches, number)
    let screen = ["A", "B", "C", "nowhere"][number % 4]
    switch name {
    case "push": router.navigate(to: screen, [:], options)
    case "present": router.present(screen, [:], options)
    case "startFlow": router.startFlow(at: screen, [:], options)
    case "pop": router.pop(number % 4, options)
    case "popToRoot": router.popToRoot(options)
    case "popToView": router.popToView(screen, options)
    case "dismiss": router.dismiss(options)
    case "dismissLayer": router.dismiss(withLayer(options, in: world))
    case "finishFlow": router.finishFlow(.integer(number), options)
    case "back": router.back(options)
    case "restartApp": router.restartApp(options)
    case "select": router.select("p\(number % 4)", options)
    case "setPages": router.setPages(pages, options)
    case "setStack": router.setStack(screens, options)
    case "replaceTop": router.replaceTop(with: number % 5 == 0 ? "flow" : screen, [:], options)
    case "popTo": router.popTo(number % 5 - 1, options)
    case "popLast": router.popLast(options)
    case "popScreen":
      router.pop(world.engine.front ?? ScreenID(bits: 0), options)
    case "batch":
      router.batch(options) {
        router.navigate(to: screen, [:], world.counted(style, switches, number))
        router.pop(number % 3, world.counted(style, switches, number))
        router.setStack(screens, world.counted(style, switches, number))
        router.popLast(world.counted(style, switches, number))
      }
    case "show": router.navigate(to: world.coordinator(number), options)
    case "root" where world.engine.isStarted(router.coordinator):
      // What is chosen before the start shows only then.
      router.root(["A", "B", "flow", "tabs", "swap"][number % 5], nil, options)
    case "route": router.route(to: ["A", "flow", "tabs", "deep"][number % 4], nil, options)
    case "focusFirst": router.focusFirst(["A", "B", "flow", "p1"][number % 4], nil, options)
    case "dismissCoordinator": router.dismissCoordinator(options)
    case "setBadge":
      router.call("setBadge", options) { call in
        call.name = world.engine.symbols.intern("p\(number % 3)")
        call.value = number % 2 == 0 ? .integer(number % 5) : nil
      }
    case "addDependency": router.addDependency(world.coordinator(5 + number % 3), options)
    case "removeDependency":
      let children = world.engine.children(of: router.coordinator)
      let child = children.isEmpty ? nil : children[number % children.count]
      router.call("removeDependency", options) { call in
        if let child { call.subject = .coordinator(child) }
      }
    case "forcePresentation": force(in: world, by: router, options)
    case "root": router.popToView("nowhere", options)
    default:
      world.engine.perform(String(name.dropFirst("user.".count)), options) { call in
        call.name = world.engine.symbols.intern("p\(number % 4)")
        if name == "user.longPressBack" { call.count = number % 4 - 1 }
      }
    }
  }

  private func force(in world: RandomWorld, by router: Router, _ options: OperationOptions) {
    let isNew = number.isMultiple(of: 2)
    let target = isNew ? world.engine.router(of: world.coordinator(number)) : router
    target.forcePresentation(route: number % 3 == 0 ? "A" : nil, options)
  }

  private func withLayer(_ options: OperationOptions, in world: RandomWorld) -> OperationOptions {
    var options = options
    let layers = world.engine.layers
    options.layer = layers.isEmpty ? nil : layers[number % layers.count].id
    return options
  }

  private var screens: [StackEntry] {
    (0..<number % 5).map { index in
      let name = ["A", "B", "C"][(number + index * index) % 3]
      return (number + index) % 4 == 0 ? .new(name) : .route(name)
    }
  }

  private var pages: [PageDefinition] {
    (0..<4).filter { number & (1 << $0) != 0 }.map { index in
      PageDefinition(
        id: "p\(index)", position: number % 7 - index, coordinator: index == 3 ? "Rooted" : "Flow",
        isLazy: index == 2 || number % 5 == 0)
    }
  }
}
