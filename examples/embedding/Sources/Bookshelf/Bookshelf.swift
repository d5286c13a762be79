public import Signalbox

/// The application's coordinators that are written in Swift. Scripts provide the others:
/// `Scripts/app.lua` contains the tabs, the settings, and book reviews.
public enum Bookshelf {
  /// Registers the coordinators with an engine.
  ///
  /// - Throws: `badArgument` if a link pattern is malformed.
  public static func install(
    in engine: NavigationEngine, factory: any CoordinatorFactory
  ) throws(NavigationError) {
    try engine.register(
      Application.self,
      routes: [
        "auth": flow(.auth, "Auth", in: engine),
        "onboarding": flow(.onboarding, "Onboarding", in: engine),
        "main": flow(.main, "Main", in: engine),
      ],
      links: [
        LinkHandler("bookshelf://:id") { [unowned engine] id, match in
          open(match, with: id, in: engine)
        },
        LinkHandler("bookshelf://:id/:book_id") { [unowned engine] id, match in
          open(match, with: id, in: engine)
        },
      ])
    try engine.register(
      CoordinatorType(name: "Auth", routes: Auth.routes) { [unowned engine] id, arguments in
        factory.makeAuth(engine.router(of: id), arguments)
      })
    try engine.register(
      CoordinatorType(name: "Onboarding", routes: Onboarding.routes) {
        [unowned engine] id, arguments in
        factory.makeOnboarding(engine.router(of: id), arguments)
      })
    try engine.register(About.self, routes: About.routes)
    try engine.register(Shelf.self, routes: Shelf.routeTable)
  }

  /// Creates the route of an application flow. When the flow ends, the instructor determines its
  /// replacement.
  private static func flow(
    _ flow: LaunchInstructor.Flow, _ type: String, in engine: NavigationEngine
  ) -> RouteDefinition {
    var route = RouteDefinition(.coordinator(type))
    route.replacementDecision = { [unowned engine] _, result throws(NavigationError) in
      let application = engine.main.flatMap { engine.coordinator($0, as: Application.self) }
      return try application?.next(after: flow, result).rawValue ?? flow.rawValue
    }
    return route
  }

  private static func open(
    _ match: LinkMatch, with id: CoordinatorID, in engine: NavigationEngine
  ) -> LinkAnswer {
    guard let application = engine.coordinator(id, as: Application.self),
      case .string(let name) = match.arguments["id"]
    else { return .unhandled }
    var parameters: [String: Int] = [:]
    if case .integer(let book) = match.arguments["book_id"] { parameters["book_id"] = book }
    guard let link = DeepLink(id: name, parameters: parameters) else { return .unhandled }
    return application.start(with: link) ? .handled : .unhandled
  }
}
