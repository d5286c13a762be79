internal import LuaRuntime
internal import Signalbox

/// Converts the routes and pages of a definition to plain data, for `app:routes()`.
enum RouteTable {
  static func value(
    of definition: CoordinatorDefinition, in session: ScriptSession
  ) -> NavigationArguments {
    var table = NavigationArguments()
    for page in definition.pages {
      table[page.id] = .table(["style": "page", "coordinator": .string(page.coordinator)])
    }
    for (name, route) in definition.routes { table[name] = .table(value(of: route, session)) }
    return table
  }

  private static func value(
    of route: ScriptedRoute, _ session: ScriptSession
  ) -> NavigationArguments {
    var table = NavigationArguments()
    let target = route.coordinator.flatMap { session.definitions[$0] }
    if route.factory != nil { table["isDynamic"] = true }
    if let coordinator = route.coordinator { table["coordinator"] = .string(coordinator) }
    var style = route.style
    if style == .automatic { style = route.coordinator == nil ? .push : target?.style ?? .sheet }
    if route.factory == nil { table["style"] = .string(session.engine.name(of: style)) }
    if let parameters = route.parameters ?? target?.parameters {
      var types = NavigationArguments()
      for parameter in parameters {
        types[parameter.name] = .string(parameter.kind.rawValue + (parameter.isOptional ? "?" : ""))
      }
      table["args"] = .table(types)
    }
    return table
  }
}

extension RouteTable {
  /// Returns the definition that argument 2 refers to. The argument is a coordinator or a name.
  static func definition(
    _ frame: LuaFrame, in session: ScriptSession
  ) throws(LuaError) -> CoordinatorDefinition {
    let coordinator = frame.coordinator(2, session.handles)
    let name =
      if let coordinator { session.engine.typeName(of: coordinator) } else { try frame.string(2) }
    if let name, let definition = session.definitions[name] { return definition }
    if let coordinator {
      throw LuaError(
        NavigationError(
          .stale, "routes: coordinator \(coordinator) is gone",
          hint: "pass its type instead: app:routes \"Name\""))
    }
    throw LuaError(
      NavigationError(
        .unknownCoordinator, "routes: there is no coordinator \"\(name ?? "")\"",
        hint: nameHint(for: name ?? "", in: session.definitions.keys)))
  }
}
