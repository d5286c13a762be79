import Signalbox

/// A coordinator of the sample application: its first screen depends on its type.
final class SampleCoordinator: CoordinatorDelegate {
  let router: AnyRouter
  private unowned let application: SampleApplication

  init(_ router: AnyRouter, _ application: SampleApplication) {
    (self.router, self.application) = (router, application)
  }

  func start(animated: Bool) throws {
    switch router.engine?.typeName(of: router.coordinator) {
    case "Root": router.root("tabs")
    case "Tabs", "Inner", "Shell": break
    default: router.startFlow(at: "a")
    }
  }

  func title(of screen: ScreenID) -> String? {
    application.titles[screen]
      ?? router.engine?.arguments(of: screen)["title"].flatMap {
        if case .string(let title) = $0 { title } else { nil }
      }
  }

  func actions(of screen: ScreenID) -> [String] { application.actions.map(\.label) }
  func role(of action: String, on screen: ScreenID) -> AlertButton.Role? {
    application.actions.first { $0.label == action }?.role
  }
  func handleBack(on screen: ScreenID) throws -> Bool { application.interceptsBack }
  func shouldDismiss(_ screen: ScreenID) -> Bool { application.allowsDismissal }
}

/// An application with every kind of container: stacks, split views, tabs in tabs, tabs below a
/// stack, sheets, full screens, bare screens, alerts and an own style.
final class SampleApplication {
  let engine = NavigationEngine()
  var interceptsBack = false
  var allowsDismissal = true
  /// Titles that do not depend on arguments.
  var titles: [ScreenID: String] = [:]
  /// The actions of every screen.
  var actions: [(label: String, role: AlertButton.Role?)] = []
  private(set) var problems: [String] = []

  static let screens = ["a", "b", "c", "d"]

  init() throws {
    engine.addHooks(EngineHooks(onHandlerFailure: { [unowned self] in problems.append("\($0)") }))
    var routes: [String: RouteDefinition] = [
      "fixed": RouteDefinition(screenTraits: .swipeBackDisabled),
      "locked": RouteDefinition(screenTraits: .dismissDisabled),
      "bare": RouteDefinition(style: .sheet), "cover": RouteDefinition(style: .fullScreen),
      "flow": RouteDefinition(.coordinator("Flow")),
      "full": RouteDefinition(.coordinator("Full")),
      "pushed": RouteDefinition(.coordinator("Flow"), style: .push),
      "tabs": RouteDefinition(.coordinator("Tabs")),
      "root": RouteDefinition(.coordinator("Root")), "popover": RouteDefinition(style: .popover),
      "question": RouteDefinition(
        style: .alert,
        layerTraits: LayerTraits(fields: [AlertField("name"), AlertField("code", kind: .password)])),
      "zoomed": RouteDefinition(style: try engine.register(PresentationStyle.push("zoom"))),
      "choice": RouteDefinition(style: .confirmationDialog),
      "split": RouteDefinition(.coordinator("Split")),
      "card": RouteDefinition(style: try engine.register(PresentationStyle(name: "card"))),
    ]
    for screen in Self.screens { routes[screen] = RouteDefinition() }
    func register(
      _ name: String, style: TransitionStyle = .sheet, pages: [PageDefinition] = [],
      isSplit: Bool = false
    ) throws {
      var type = CoordinatorType(
        name: name, kind: pages.isEmpty ? .navigation : .tabs, style: style, routes: routes,
        pages: pages
      ) { [unowned self] id, _ in SampleCoordinator(engine.router(of: id), self) }
      type.isSplit = isSplit
      try engine.register(type)
    }
    try register("Main", style: .fullScreen)
    try register("Flow")
    try register("Full", style: .fullScreen)
    try register("Page")
    try register("Root", style: .fullScreen)
    try register("Split", isSplit: true)
    try register(
      "Inner",
      pages: [
        PageDefinition(id: "x", coordinator: "Page"), PageDefinition(id: "y", coordinator: "Page"),
      ])
    try register("Tabs", style: .fullScreen, pages: Self.pages)
    try register("Shell", style: .fullScreen, pages: Self.pages)
  }

  static let pages = [
    PageDefinition(
      id: "one", title: "One", icon: "house", selectedTitle: "Home", selectedIcon: "house.fill",
      coordinator: "Page"),
    PageDefinition(id: "two", coordinator: "Inner"),
    PageDefinition(id: "three", coordinator: "Split", isLazy: true),
  ]

  func takeProblems() -> [String] {
    defer { problems = [] }
    return problems
  }

  var main: AnyRouter { engine.router(of: engine.main ?? CoordinatorID(bits: 0)) }

  /// The names of the shown screens, layer by layer.
  var screens: [[String]] {
    engine.interface.layers.map { layer in
      (layer.contents?.screens ?? []).compactMap { engine.node(of: $0)?.name }
    }
  }
}
