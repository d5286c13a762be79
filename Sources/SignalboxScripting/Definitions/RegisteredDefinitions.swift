internal import LuaRuntime
internal import Signalbox

extension ScriptSession {
  /// Registers a definition with the engine, replacing an older definition with the same name.
  func register(_ definition: CoordinatorDefinition) throws(LuaError) {
    var type = CoordinatorType(
      name: definition.name, kind: definition.kind, style: definition.style,
      pages: definition.pages, currentPage: definition.currentPage,
      parameters: definition.parameters
    ) { [weak self, name = definition.name] id, _ in
      guard let self, !isClosed else { return EndedCoordinator(type: name) }
      return ScriptedCoordinator(session: self, id: id, definition: definition)
    }
    type.layerTraits = definition.layerTraits
    type.popsToRootOnReselect = definition.popsToRootOnReselect
    type.hasUnifiedStack = definition.hasUnifiedStack
    type.isWrapper = definition.isWrapper
    type.tabView = definition.tabView.map { ScreenContent(name: $0.name, arguments: $0.arguments) }
    for (name, route) in definition.routes { type.routes[name] = engineRoute(name, route) }
    type.links = definition.links.map { link in
      LinkHandler(link.pattern) { [weak self] coordinator, match in
        try self.living("link \(match.url)").open(match, coordinator, link.handler)
      }
    }
    try rejected { () throws(NavigationError) in try engine.register(type) }
    loaded.definitions[definition.name] = definition
  }

  private func engineRoute(_ name: String, _ route: ScriptedRoute) -> RouteDefinition {
    var result = RouteDefinition(
      .screen, style: route.style, layerTraits: route.layerTraits,
      screenTraits: route.screenTraits, parameters: route.parameters)
    result.replacement = route.replacement
    if let function = route.replacementDecision {
      result.replacementDecision = { [weak self] host, result throws(NavigationError) in
        try self.living("route \"\(name)\"").replacement(function, of: name, host, result)
      }
    }
    if let coordinator = route.coordinator { result.destination = .coordinator(coordinator) }
    if let factory = route.factory {
      result.destination = .factory { [weak self] request throws(NavigationError) in
        try self.living("route \"\(request.route)\"").decide(factory, request)
      }
    }
    if let handler = route.onFinish {
      result.onFinish = { [weak self] notice in
        guard let self, !isClosed else { return }
        callMethod(handler, of: notice.parent) { frame throws(LuaError) in
          try ValueBridge.push(notice.result, onto: frame)
          frame.push(notice.reason.name)
        }
      }
    }
    return result
  }

  /// Calls the function with which a route chooses its replacement at the root.
  private func replacement(
    _ function: LuaFunction, of route: String, _ host: CoordinatorID, _ result: NavigationValue?
  ) throws(NavigationError) -> String {
    do throws(LuaError) {
      return try luaState.call(
        function,
        { [handles] frame throws(LuaError) in
          frame.push(host, handles)
          try ValueBridge.push(result, onto: frame)
        }, results: 1
      ) { frame throws(LuaError) in
        guard frame.kind(1) == .string else {
          throw LuaError(
            "the replacement returned \(shortText(frame, 1)), expected the name of a route")
        }
        return try frame.string(1)
      }
    } catch {
      remember(error)
      throw NavigationError(.factoryFailed, "route \"\(route)\": \(error.description)")
    }
  }

  /// Calls the function with which a route returns its destination.
  private func decide(
    _ factory: LuaFunction, _ request: RouteRequest
  ) throws(NavigationError) -> RouteTarget {
    do throws(LuaError) {
      return try luaState.call(
        factory,
        { [handles] frame throws(LuaError) in
          frame.push(request.coordinator, handles)
          try ValueBridge.push(request.arguments, onto: frame)
        }, results: 2
      ) { frame throws(LuaError) in
        let style: TransitionStyle =
          frame.isNil(2)
          ? .automatic : try style(at: 2, in: frame, path: "route \"\(request.route)\"")
        if let description = frame.object(1, handles.screenDescription) {
          return .screen(description.content, style: style)
        }
        if let definition = frame.object(1, handles.definition) {
          return .coordinator(definition.name, arguments: request.arguments, style: style)
        }
        if let coordinator = frame.coordinator(1, handles) {
          return .instance(coordinator, style: style)
        }
        throw LuaError(
          "the function returned \(shortText(frame, 1)), expected a screen(…), a definition or a "
            + "coordinator such as Checkout:new { … }")
      }
    } catch {
      remember(error)
      throw NavigationError(
        .factoryFailed, "route \"\(request.route)\": \(error.description)")
    }
  }

  private func open(
    _ match: LinkMatch, _ coordinator: CoordinatorID, _ handler: ScriptedHandler
  ) throws -> LinkAnswer {
    guard let function = function(of: handler, of: coordinator) else {
      throw missingMethod(handler, of: coordinator)
    }
    beginMethod(of: coordinator)
    defer { endMethod() }
    let type = engine.typeName(of: coordinator)
    let answer = try luaState.call(
      function,
      { [handles] frame throws(LuaError) in
        frame.push(coordinator, handles)
        try push(match, frame)
      }, results: 1
    ) { frame throws(LuaError) in
      try self.linkAnswer(1, frame, "link \"\(match.pattern)\"\(type.map { " of \($0)" } ?? "")")
    }
    if let onUse = hooks.onUse, let type, answer != .unhandled {
      onUse(.link(type: type, pattern: match.pattern))
    }
    return answer
  }
}

extension ScriptSession {
  /// Pushes the table that link handlers receive.
  func push(_ match: LinkMatch, _ frame: LuaFrame) throws(LuaError) {
    try ValueBridge.push(match.arguments, onto: frame, room: 3)
    frame.push(match.url)
    frame.setField("url")
    frame.push(match.pattern)
    frame.setField("pattern")
    if let fragment = match.fragment {
      frame.push(fragment)
      frame.setField("fragment")
    }
  }

  /// Removes a definition, unless a newer definition has already replaced it.
  func forget(_ definition: CoordinatorDefinition) {
    guard definitions[definition.name] === definition else { return }
    loaded.definitions[definition.name] = nil
    engine.registry.unregister(coordinatorType: definition.name)
  }
}
