internal import LuaRuntime
internal import Signalbox

/// Converts the routes and pages of a coordinator type to plain data, for `app:routes()`.
enum RouteTable {
  static func value(of type: CoordinatorType, in session: ScriptSession) -> NavigationArguments {
    var table = NavigationArguments()
    for page in type.pages {
      table[page.id] = .table(["style": "page", "coordinator": .string(page.coordinator)])
    }
    for (name, route) in type.routes { table[name] = .table(value(of: route, session)) }
    return table
  }

  private static func value(
    of route: RouteDefinition, _ session: ScriptSession
  ) -> NavigationArguments {
    var table = NavigationArguments()
    var (coordinator, isDynamic): (String?, Bool) = (nil, false)
    switch route.destination {
    case .screen: break
    case .coordinator(let name): coordinator = name
    case .factory: isDynamic = true
    }
    let target = coordinator.flatMap { type(named: $0, in: session) }
    if isDynamic { table["isDynamic"] = true }
    if let coordinator { table["coordinator"] = .string(coordinator) }
    var style = route.style
    if style == .automatic { style = coordinator == nil ? .push : target?.style ?? .sheet }
    if !isDynamic { table["style"] = .string(session.engine.name(of: style)) }
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
  /// Returns the coordinator type with the given name, or `nil` if there is none. A script's
  /// definition takes precedence over a type of a mirrored application, which does not describe
  /// destinations.
  static func type(named name: String, in session: ScriptSession) -> CoordinatorType? {
    session.definitions[name].map(session.registrar.type(of:))
      ?? session.engine.coordinatorType(named: name)
  }

  /// Returns the coordinator type that argument 2 refers to. The argument is a coordinator or a
  /// name.
  static func type(
    _ frame: LuaFrame, in session: ScriptSession
  ) throws(LuaError) -> CoordinatorType {
    let engine = session.engine
    let coordinator = frame.coordinator(2, session.handles)
    let name = if let coordinator { engine.typeName(of: coordinator) } else { try frame.string(2) }
    if let name, let type = type(named: name, in: session) { return type }
    if let coordinator {
      throw LuaError(
        NavigationError(
          .stale, "routes: coordinator \(coordinator) is gone",
          hint: "pass its type instead: app:routes \"Name\""))
    }
    throw unknownType(name ?? "", "routes", in: session)
  }

  /// Returns the error for an unknown coordinator type, with the nearest known name.
  ///
  /// - Parameter method: The name of the method to which the type was passed.
  static func unknownType(
    _ name: String, _ method: String, in session: ScriptSession
  ) -> LuaError {
    LuaError(
      NavigationError(
        .unknownCoordinator, "\(method): there is no coordinator \"\(name)\"",
        hint: nameHint(for: name, in: session.engine.coordinatorTypeNames)))
  }
}
