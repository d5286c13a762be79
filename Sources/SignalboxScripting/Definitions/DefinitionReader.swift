internal import LuaRuntime
internal import Signalbox

/// Reads `coordinator "Name" { … }` and `tabs "Name" { … }`.
struct DefinitionReader {
  unowned let session: ScriptSession
  let kind: CoordinatorKind
  let name: String

  private var word: String { kind == .tabs ? "tabs" : "coordinator" }

  private var keys: [String] {
    ["style", "routes", "links", "args", "properties", "extends"]
      + (kind == .tabs
        ? ["pages", "current", "view", "popToRootOnReselect"] : ["unifiedStack", "wrapper"])
  }

  /// Reads the table at `index` into a new definition; functions in it become methods.
  func definition(at index: Int, in frame: LuaFrame) throws(LuaError) -> CoordinatorDefinition {
    let definition = try CoordinatorDefinition(
      name: name, kind: kind, methods: session.machine.makeTable(),
      extending: try base(at: index, in: frame))
    if frame.kind(index) == .function, kind == .navigation {
      try showOneScreen(of: try frame.function(index), in: definition)
    } else {
      try read(at: index, in: frame, into: definition)
    }
    return definition
  }

  /// What the key `extends` names, which everything else is read on top of.
  private func base(at index: Int, in frame: LuaFrame) throws(LuaError) -> CoordinatorDefinition? {
    guard frame.kind(index) == .table else { return nil }
    return try frame.withField(index, "extends") { field throws(LuaError) in
      if field.isNil(-1) { return nil }
      let spec = SpecReader(session: session, path: "\(word) \"\(name)\"")
      var base = field.object(-1, session.handles.definition)
      if base == nil {
        guard field.kind(-1) == .string else {
          throw spec.wrong("extends", field, expected: "a definition or its name")
        }
        let known = session.definitions
        base = known[field.text(-1)]
        guard base != nil else {
          let hint = nameHint(for: field.text(-1), in: known.keys).map { "; \($0)" } ?? ""
          throw LuaError(
            code: ReasonCode.unknownCoordinator.name,
            "unknownCoordinator: \(spec.path) extends \"\(field.text(-1))\", which nothing "
              + "defines\(hint)")
        }
      }
      guard base?.kind == kind else {
        throw spec.wrong("extends", field, expected: "a definition made with \(word)")
      }
      return base
    }
  }

  /// `coordinator "Terms" (function(self, args) return screen(…) end)`: a coordinator around one view.
  private func showOneScreen(
    of function: LuaFunction, in definition: CoordinatorDefinition
  ) throws(LuaError) {
    let route = "view"
    definition.routes[route] = ScriptedRoute(factory: function)
    let start = session.machine.makeFunction("start") { [unowned session] frame throws(LuaError) in
      guard let coordinator = frame.coordinator(1, session.handles) else {
        throw LuaError("bad argument #1 to 'start' (coordinator expected)")
      }
      var options = OperationOptions()
      if !frame.boolean(2) { options.duration = 0 }
      let engine = session.engine
      engine.router(of: coordinator).startFlow(
        at: route, engine.arguments(of: coordinator), options)
      return 0
    }
    try definition.methods.set("start", .function(start))
  }

  /// Reads a table on top of what a definition says already.
  func read(
    at index: Int, in frame: LuaFrame, into definition: CoordinatorDefinition
  ) throws(LuaError) {
    let spec = SpecReader(session: session, path: "\(word) \"\(name)\"")
    guard frame.kind(index) == .table else {
      throw LuaError(
        code: ReasonCode.badArgument.name,
        "badArgument: \(spec.path) is followed by \(session.shortText(frame, index)), expected a "
          + "table: \(word) \"\(name)\" { … }"
          + (kind == .tabs ? "" : ", or a function that returns its only screen"))
    }
    try frame.forEachPair(index) { pair throws(LuaError) in
      try read(try spec.key(pair), pair, spec, into: definition)
    }
  }

  private func read(
    _ key: String, _ pair: LuaFrame, _ spec: SpecReader, into definition: CoordinatorDefinition
  ) throws(LuaError) {
    switch key {
    case "style":
      (definition.style, definition.layerTraits) = try LayerReader(spec: spec).style(pair)
    case "routes":
      let routes = try RouteReader(spec: spec).routes(pair)
      if definition.routes.isEmpty {
        definition.routes = routes
      } else {
        definition.routes.merge(routes) { $1 }
      }
    case "links": try readLinks(pair, spec, into: definition)
    case "args": definition.parameters = try spec.parameters(key, pair)
    case "properties":
      definition.properties.merge(try properties(pair, spec)) { $1 }
    case "pages" where kind == .tabs:
      definition.pages = try PageReader(session: session).pages(
        at: -1, in: pair, path: spec.path)
    case "current" where kind == .tabs: definition.currentPage = try spec.text(key, pair)
    case "unifiedStack" where kind == .navigation:
      definition.hasUnifiedStack = try spec.boolean(key, pair)
    case "wrapper" where kind == .navigation:
      definition.isWrapper = try spec.boolean(key, pair)
    case "view" where kind == .tabs: definition.tabView = try tabView(pair, spec)
    case "popToRootOnReselect" where kind == .tabs:
      definition.popsToRootOnReselect = try spec.boolean(key, pair)
    case "extends" where definition.base != nil: break
    case "extends":
      throw spec.wrong(key, pair, expected: "nothing: it stands where a coordinator is defined")
    case _ where pair.kind(-1) == .function:
      try definition.setMethod(key, pair.value(-1))
    default: throw spec.unknownKey(key, known: keys)
    }
  }

  /// The screen around the pages: a title, or a table as `screen(…)` takes it, with its name.
  private func tabView(
    _ frame: LuaFrame, _ spec: SpecReader
  ) throws(LuaError) -> ScriptedTabView {
    var view = ScriptedTabView(name: "view")
    if frame.kind(-1) == .string {
      view.route.title = try spec.title("view", frame)
      return view
    }
    try spec.table("view", frame)
    let inner = SpecReader(session: session, path: "\(spec.path): view")
    try frame.forEachPair(-1) { pair throws(LuaError) in
      switch try inner.key(pair) {
      case "name": view.name = try inner.text("name", pair)
      case "title": view.route.title = try inner.title("title", pair)
      case "actions": view.route.actions = try inner.actions("actions", pair)
      case "args":
        view.arguments = try ValueBridge.arguments(at: -1, in: pair, path: "\(inner.path): args")
      case let other:
        throw inner.unknownKey(other, known: ["name", "title", "actions", "args"])
      }
    }
    return view
  }

  private func properties(
    _ frame: LuaFrame, _ spec: SpecReader
  ) throws(LuaError) -> [String: ScriptedProperty] {
    var properties: [String: ScriptedProperty] = [:]
    try spec.forEachPair(of: "properties", frame) { pair throws(LuaError) in
      let name = try spec.key(pair)
      try spec.table("properties.\(name)", pair)
      var property = ScriptedProperty()
      let inner = SpecReader(session: session, path: "\(spec.path): property \"\(name)\"")
      try pair.forEachPair(-1) { pair throws(LuaError) in
        let key = try inner.key(pair)
        guard ["get", "set"].contains(key) else {
          throw inner.unknownKey(key, known: ["get", "set"])
        }
        guard pair.kind(-1) == .function else {
          throw inner.wrong(key, pair, expected: "a function")
        }
        if key == "get" {
          property.get = try pair.function(-1)
        } else {
          property.set = try pair.function(-1)
        }
      }
      properties[name] = property
    }
    return properties
  }

  private func readLinks(
    _ frame: LuaFrame, _ spec: SpecReader, into definition: CoordinatorDefinition
  ) throws(LuaError) {
    var links: [(pattern: String, handler: ScriptedHandler)] = []
    try spec.forEachPair(of: "links", frame) { pair throws(LuaError) in
      let pattern = try spec.key(pair)
      links.append((pattern, try spec.handler("links[\"\(pattern)\"]", pair)))
    }
    let new = Set(links.map(\.pattern))
    definition.links = definition.links.filter { !new.contains($0.pattern) }
    definition.links += links.sorted { $0.pattern < $1.pattern }
  }
}

extension ScriptSession {
  /// Makes a definition known to the engine, in place of an older one of the same name.
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
    do throws(NavigationError) {
      try engine.register(type)
    } catch {
      throw LuaError(error)
    }
    definitions[definition.name] = definition
  }

  private func engineRoute(_ name: String, _ route: ScriptedRoute) -> Route {
    var result = Route(
      .screen, style: route.style, layerTraits: route.layerTraits,
      screenTraits: route.screenTraits, parameters: route.parameters)
    result.replacement = route.replacement
    if let function = route.replacementDecision {
      result.replacementDecision = { [unowned self] host, result throws(NavigationError) in
        try replacement(function, of: name, host, result)
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
          return 2
        }
      }
    }
    return result
  }

  /// Asks a route's function which route takes its place at the root.
  private func replacement(
    _ function: LuaFunction, of route: String, _ host: CoordinatorID, _ result: NavigationValue?
  ) throws(NavigationError) -> String {
    do throws(LuaError) {
      return try machine.call(
        function,
        { [handles] frame throws(LuaError) in
          frame.push(host, handles)
          try ValueBridge.push(result, onto: frame)
          return 2
        }, results: 1
      ) { frame throws(LuaError) in
        guard frame.kind(1) == .string else {
          throw LuaError(
            "its replacement gave \(shortText(frame, 1)), expected the name of a route")
        }
        return try frame.string(1)
      }
    } catch {
      remember(error)
      throw NavigationError(.factoryFailed, "route \"\(route)\": \(error.description)")
    }
  }

  /// Asks a route's function where it leads.
  private func decide(
    _ factory: LuaFunction, _ request: RouteRequest
  ) throws(NavigationError) -> RouteTarget {
    do throws(LuaError) {
      return try machine.call(
        factory,
        { [handles] frame throws(LuaError) in
          frame.push(request.coordinator, handles)
          try ValueBridge.push(request.arguments, onto: frame)
          return 2
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
          "its function gave \(shortText(frame, 1)), expected a screen(…), a definition or a "
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
    let answer = try machine.call(
      function,
      { [handles] frame throws(LuaError) in
        frame.push(coordinator, handles)
        try push(match, frame)
        return 2
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
  /// Pushes the table that handlers of links get.
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

  /// Forgets a definition, unless a newer one has taken its place.
  func forget(_ definition: CoordinatorDefinition) {
    guard definitions[definition.name] === definition else { return }
    definitions[definition.name] = nil
    engine.unregister(coordinatorType: definition.name)
  }
}
