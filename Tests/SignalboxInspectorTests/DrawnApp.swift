import Signalbox
import SignalboxInspector

/// A native application to render: types by name, each with its initial screens.
final class DrawnApp {
  let engine = NavigationEngine()

  /// The additional text of a screen next to its name.
  struct Face {
    var title: String?
    var actions: [String] = []
  }

  private final class Owner: CoordinatorDelegate {
    let router: AnyRouter
    let start: String?
    let faces: [String: Face]

    init(router: AnyRouter, start: String?, faces: [String: Face]) {
      self.router = router
      self.start = start
      self.faces = faces
    }

    func start(animated: Bool) {
      if let start { router.startFlow(at: start) }
    }

    func title(of screen: ScreenID) -> String? { face(of: screen)?.title }
    func actions(of screen: ScreenID) -> [String] { face(of: screen)?.actions ?? [] }

    private func face(of screen: ScreenID) -> Face? {
      router.engine.flatMap { engine in
        engine.name(of: screen).flatMap { faces[engine.symbols[$0]] }
      }
    }
  }

  func define(
    _ name: String, start: String? = nil, style: TransitionStyle = .sheet,
    routes: [String: RouteDefinition] = [:], pages: [PageDefinition] = [],
    faces: [String: Face] = [:]
  ) throws {
    let engine = engine
    try engine.register(
      CoordinatorType(
        name: name, kind: pages.isEmpty ? .navigation : .tabs, style: style, routes: routes,
        pages: pages
      ) { [unowned engine] id, _ in
        Owner(router: engine.router(of: id), start: start, faces: faces)
      })
  }

  /// Returns the router of the oldest coordinator of that type.
  func router(_ type: String) throws -> AnyRouter {
    var rest = engine.main.map { [$0] } ?? []
    while let id = rest.popLast() {
      if engine.typeName(of: id) == type { return engine.router(of: id) }
      rest += engine.children(of: id)
    }
    throw Missing(type: type)
  }

  struct Missing: Error {
    let type: String
  }

  func draw(_ renderer: any Renderer.Type) -> String { renderer.render(RenderSubject(engine)) }

  /// A shop with two tabs, a sheet with its own flow, and a sheet without a stack.
  static func shop() throws -> DrawnApp {
    let app = DrawnApp()
    try app.define(
      "Checkout", start: "address",
      routes: ["address": RouteDefinition(), "payment": RouteDefinition()],
      faces: ["address": Face(title: "Address", actions: ["Next"])])
    try app.define(
      "Shop", start: "catalog",
      routes: [
        "catalog": RouteDefinition(), "product": RouteDefinition(),
        "checkout": RouteDefinition(.coordinator("Checkout")),
        "hint": RouteDefinition(.screen, style: .sheet),
        "filter": RouteDefinition(.coordinator("Filter"), style: .push),
      ],
      faces: [
        "catalog": Face(title: "Catalog"),
        "product": Face(title: "Product 42", actions: ["Buy", "Reviews (12)"]),
      ])
    try app.define("Profile", start: "profile", routes: ["profile": RouteDefinition()])
    try app.define("Filter", start: "brand", routes: ["brand": RouteDefinition()])
    try app.define(
      "Home",
      pages: [
        PageDefinition(id: "shop", title: "Shop", coordinator: "Shop"),
        PageDefinition(id: "me", title: "Me", coordinator: "Profile"),
      ])
    app.engine.launch("Home")
    return app
  }
}
