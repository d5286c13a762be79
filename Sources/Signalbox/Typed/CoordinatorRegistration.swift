/// Creates the coordinator type for a class with typed routes.
struct CoordinatorRegistration<Class: Coordinator> {
  let forms: RouteForms<Class.Route>
  let make: (Router<Class.Route>, Class.Input) throws -> Class

  /// Returns the type before ``Coordinator/configure(_:)`` customizes it.
  func type(in engine: NavigationEngine) -> CoordinatorType {
    var type = CoordinatorType(name: Class.name) {
      [unowned engine] id, arguments throws(NavigationError) in
      let input = try CoordinatorInput.input(arguments, as: Class.Input.self)
      do {
        return try make(Router(engine.router(of: id), forms), input)
      } catch {
        throw rejection(of: error, as: Class.name)
      }
    }
    if Class.Input.self == Void.self { type.parameters = [] }
    for name in forms.names { type.routes[name] = definition(of: name) }
    type.links = Class.links.map { link in
      LinkHandler(link.pattern) { [unowned engine] id, match in
        guard let route = try link.route(LinkValues(match)),
          let coordinator: Class = engine.coordinator(id)
        else { return .unhandled }
        return try coordinator.open(route)
      }
    }
    return type
  }

  private func definition(of name: String) -> RouteDefinition {
    var definition = RouteDefinition(
      .factory { request throws(NavigationError) in
        let route = try forms.route(passed: request.route, request.arguments)
        switch try destination(of: route, named: name) {
        case .screen:
          return .screen(
            ScreenContent(
              name: request.route, arguments: request.arguments, traits: route.screenTraits),
            style: route.style)
        case .coordinator(let type, let arguments):
          return .coordinator(type, arguments: arguments, style: route.style)
        }
      }, parameters: forms.parameters(of: name))
    definition.typedTraits = { arguments in
      (try? forms.route(name, arguments))?.layerTraits ?? LayerTraits()
    }
    definition.typedTarget = { arguments throws(NavigationError) in
      let given = arguments ?? forms.arguments(of: name)
      let route = try forms.route(name, given)
      guard case .coordinator(let type, _) = try destination(of: route, named: name) else {
        return nil
      }
      return type
    }
    return definition
  }

  private func destination(
    of route: Class.Route, named name: String
  ) throws(NavigationError) -> RouteDestination.Kind {
    do {
      return try Class.destination(of: route).kind
    } catch {
      throw rejection(of: error, as: "\(Class.name).\(name)")
    }
  }

  /// Returns the rejection of an operation in which an application's closure threw an error.
  private func rejection(of error: any Error, as name: String) -> NavigationError {
    error as? NavigationError ?? NavigationError(.factoryFailed, "\(name): \(error)")
  }
}
