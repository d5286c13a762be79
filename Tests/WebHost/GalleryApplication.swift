import Signalbox

/// An application whose screens lead to every kind of container.
final class GalleryApplication {
  let engine = NavigationEngine()
  private var problems: [String] = []

  init() throws {
    engine.addHooks(EngineHooks(onHandlerFailure: { [unowned self] in problems.append("\($0)") }))
    let routes: [String: RouteDefinition] = [
      "first": RouteDefinition(), "second": RouteDefinition(), "hostile": RouteDefinition(),
      "fixed": RouteDefinition(screenTraits: .swipeBackDisabled), "guarded": RouteDefinition(),
      "locked": RouteDefinition(style: .sheet, screenTraits: .dismissDisabled),
      "sheet": RouteDefinition(
        style: .sheet, layerTraits: LayerTraits(detents: [.medium, .large])),
      "flow": RouteDefinition(.coordinator("Flow")),
      "full": RouteDefinition(.coordinator("Full")),
      "popover": RouteDefinition(style: .popover),
      "question": RouteDefinition(
        style: .alert,
        layerTraits: LayerTraits(
          message: "Choose a name.\nIt can be changed later.",
          fields: [AlertField("name", placeholder: "Name"), AlertField("code", kind: .password)])),
      "choice": RouteDefinition(style: .confirmationDialog),
    ]
    func register(
      _ name: String, style: TransitionStyle = .sheet, pages: [PageDefinition] = []
    ) throws {
      try engine.register(
        CoordinatorType(
          name: name, kind: pages.isEmpty ? .navigation : .tabs, style: style, routes: routes,
          pages: pages
        ) { [unowned self] id, _ in GalleryCoordinator(engine.router(of: id), engine) })
    }
    try register("Flow")
    try register("Full", style: .fullScreen)
    try register("Page")
    try register(
      "Home", style: .fullScreen,
      pages: [
        PageDefinition(id: "shop", title: "Shop", icon: "bag", coordinator: "Page"),
        PageDefinition(id: "cart", title: "Cart", icon: "cart", coordinator: "Page"),
        PageDefinition(
          id: "me", title: "Me", icon: "person", selectedTitle: "My account", coordinator: "Page",
          isLazy: true),
      ])
  }

  func takeProblems() -> [String] {
    defer { problems = [] }
    return problems
  }
}

/// A coordinator of the gallery.
private final class GalleryCoordinator: CoordinatorDelegate {
  private let router: AnyRouter
  private unowned let engine: NavigationEngine

  /// A title that a page must show as text.
  private static let hostile =
    "<img src=x onerror=alert(1)></script><script>alert(2)</script> \u{202E}gnp.exe"

  init(_ router: AnyRouter, _ engine: NavigationEngine) {
    (self.router, self.engine) = (router, engine)
  }

  private var isTabs: Bool { engine.typeName(of: router.coordinator) == "Home" }

  func start(animated: Bool) throws {
    if !isTabs { router.startFlow(at: "first") }
  }

  func title(of screen: ScreenID) -> String? {
    switch engine.node(of: screen)?.name {
    case "first": "First"
    case "second": "Second"
    case "hostile": Self.hostile
    case "question": "Name?"
    case "choice": "Really?"
    default: nil
    }
  }

  func actions(of screen: ScreenID) -> [String] {
    switch engine.node(of: screen)?.name {
    case "question": ["Save", "Cancel"]
    case "choice": ["Delete", "Cancel"]
    case "hostile": ["Push", Self.hostile]
    case "first", "second", "fixed", "guarded":
      [
        "Push", "Hostile", "Sheet", "Flow", "Full screen", "Popover", "Ask", "Choose", "Fixed",
        "Guarded", "Locked", "Badge", "Later", "Close",
      ]
    default: ["Push", "Ask", "Close"]
    }
  }

  func role(of action: String, on screen: ScreenID) -> AlertButton.Role? {
    action == "Cancel" ? .cancel : action == "Delete" ? .destructive : nil
  }

  func perform(action: String, on screen: ScreenID) throws {
    switch action {
    case "Push", Self.hostile: router.navigate(to: "second")
    case "Hostile": router.navigate(to: "hostile", ["text": .string(Self.hostile)])
    case "Sheet": router.navigate(to: "sheet")
    case "Flow": router.navigate(to: "flow")
    case "Full screen": router.navigate(to: "full")
    case "Popover": router.navigate(to: "popover")
    case "Ask": router.navigate(to: "question")
    case "Choose": router.navigate(to: "choice")
    case "Fixed": router.navigate(to: "fixed")
    case "Guarded": router.navigate(to: "guarded")
    case "Locked": router.navigate(to: "locked")
    case "Badge": changeBadge()
    case "Later":
      _ = engine.schedule(after: .milliseconds(30), owner: router.coordinator) { [router] in
        router.navigate(to: "second")
      }
    case "Close": router.dismiss()
    default: break
    }
  }

  private func changeBadge() {
    guard let home = engine.main else { return }
    let old = engine.pages(of: home).first { $0.id == "cart" }?.badge.flatMap { Int($0) } ?? 0
    engine.router(of: home).setBadge(of: "cart", to: old == 9 ? nil : "\(old + 1)")
  }

  /// The user cannot leave a guarded screen by going back.
  func handleBack(on screen: ScreenID) throws -> Bool {
    engine.node(of: screen)?.name == "guarded"
  }
}
