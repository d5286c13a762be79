internal import LuaRuntime
internal import Signalbox

/// Registers the definitions of scripts and plugins: coordinators, the application, screens,
/// presentation styles and types of objects.
final class DefinitionRegistrar {
  /// The coordinator definitions, keyed by name.
  private(set) var definitions: [String: CoordinatorDefinition] = [:]
  /// The application that a script has declared with `application`, or `nil` if there is none.
  private(set) var application: ApplicationDefinition?
  /// The locations of the guards that scripts have added, in the order in which they were added.
  private(set) var guardLocations: [ScriptLocation] = []
  private unowned let session: ScriptSession
  private let luaState: LuaState
  private let engine: NavigationEngine
  private let handles: HandleTypes

  init(_ session: ScriptSession) {
    self.session = session
    (luaState, engine, handles) = (session.luaState, session.engine, session.handles)
  }

  /// A copy of the definitions at one point in time.
  struct Contents {
    let definitions: [String: CoordinatorDefinition]
    fileprivate let application: ApplicationDefinition?
    fileprivate let guardLocations: [ScriptLocation]
  }

  /// The definitions, which a checkpoint saves and restores.
  var contents: Contents {
    get {
      Contents(definitions: definitions, application: application, guardLocations: guardLocations)
    }
    set {
      (definitions, application, guardLocations) = (
        newValue.definitions, newValue.application, newValue.guardLocations
      )
    }
  }

  func removeAll() { definitions = [:] }

  func noteGuard(at place: ScriptLocation) { guardLocations.append(place) }

  // MARK: - Globals

  /// Implements `coordinator "Name" { … }` and `tabs "Name" { … }`. The name and the table can also
  /// be passed as two arguments.
  ///
  /// - Parameters:
  ///   - first: The index of the name.
  ///   - host: The plugin that defines the coordinator, if any.
  func define(
    _ kind: CoordinatorKind, _ frame: LuaFrame, from first: Int = 1,
    for host: PluginRegistrar? = nil
  ) throws(LuaError) -> Int {
    let word = kind == .tabs ? "tabs" : "coordinator"
    return try named(word, frame, from: first) {
      [unowned self] name, index, frame throws(LuaError) in
      let reader = DefinitionReader(session: session, kind: kind, name: name)
      let definition = try reader.definition(at: index, in: frame)
      definition.place = session.plugins.place(outOfPlugins: frame)
      if let host { try host.add(definition) } else { try register(definition) }
      frame.push(definition, handles.definition)
      return 1
    }
  }

  func definitionName(
    _ word: String, _ frame: LuaFrame, at index: Int = 1
  ) throws(LuaError) -> String {
    guard frame.kind(index) == .string, case let name = try frame.string(index), !name.isEmpty
    else {
      throw LuaError.badArgument(
        "\(word): got \(session.shortText(frame, index)), expected a name: \(word) \"Name\" { … }")
    }
    return name
  }

  /// Implements a global that takes a name and a value: `name "Title" { … }`. The name and the
  /// value can also be passed as two arguments.
  ///
  /// - Parameters:
  ///   - first: The index of the name.
  ///   - finish: A closure that receives the name, and the index of the value among the arguments.
  func named(
    _ word: String, _ frame: LuaFrame, from first: Int = 1,
    _ finish: @escaping (String, Int, LuaFrame) throws(LuaError) -> Int
  ) throws(LuaError) -> Int {
    let name = try definitionName(word, frame, at: first)
    if frame.count > first { return try finish(name, first + 1, frame) }
    frame.pushFunction(word) { frame throws(LuaError) in try finish(name, 1, frame) }
    return 1
  }

  /// Implements `application "Name" { main = "Home" }`.
  func defineApplication(_ frame: LuaFrame) throws(LuaError) -> Int {
    try named("application", frame) { [unowned self] name, index, frame throws(LuaError) in
      try finishApplication(name, at: index, frame)
    }
  }

  static let applications = DefinitionSchema<String?>(
    "ApplicationTable", "The keys of `application \"Name\"`.",
    [
      .coordinator(
        "main", { $0 = $1 }, type: "string|signalbox.Definition",
        "the main coordinator, which `app:launch()` starts")
    ])

  private func finishApplication(
    _ name: String, at index: Int, _ frame: LuaFrame
  ) throws(LuaError) -> Int {
    let spec = SpecReader(session: session, path: "application \"\(name)\"")
    try spec.requireTable(at: index, in: frame, as: "{ main = \"Coordinator\" }")
    var main: String?
    try Self.applications.read(at: index, in: frame, spec, into: &main)
    guard let main else {
      throw LuaError.badArgument(
        "\(spec.path) needs main, the name of a coordinator")
    }
    application = ApplicationDefinition(name: name, main: main)
    return 0
  }

  /// Implements `screen(name, { title =, actions =, args = })`, which describes a screen to
  /// which a route or an operation navigates.
  func describeScreen(_ frame: LuaFrame) throws(LuaError) -> Int {
    let name = try definitionName("screen", frame)
    let spec = SpecReader(session: session, path: "screen \"\(name)\"")
    var description = ScreenDescription(name: name)
    if !frame.isNil(2) {
      try ScreenDescription.schema.read(at: 2, in: frame, spec, into: &description)
    }
    frame.push(description, handles.screenDescription)
    return 1
  }

  // MARK: - Presentation styles

  /// Implements `presentationStyle "card" { covering = false, interactive = true }`.
  ///
  /// - Parameters:
  ///   - first: The index of the name.
  ///   - host: The plugin that defines the style, if any.
  func definePresentationStyle(
    _ frame: LuaFrame, from first: Int = 1, for host: PluginRegistrar? = nil
  ) throws(LuaError) -> Int {
    try named("presentationStyle", frame, from: first) {
      [unowned self] name, index, frame throws(LuaError) in
      try finishPresentationStyle(name, at: index, frame, host)
    }
  }

  static let presentationStyles = DefinitionSchema<PresentationStyle>(
    "PresentationStyleTable", "The keys of `presentationStyle \"name\"`.",
    [
      .boolean(
        "covering", { $0.isCovering = $1 }, "whether the layer below disappears (default false)"),
      .boolean(
        "interactive", { $0.isInteractive = $1 },
        "whether the user can swipe the layer away, or whether a gesture of the app can drive the "
          + "push (default false)"),
      .boolean(
        "push", { $0.isPush = $1 },
        "whether the style pushes onto the stack, with a transition of the style's name (default "
          + "false)"),
    ])

  private func finishPresentationStyle(
    _ name: String, at index: Int, _ frame: LuaFrame, _ host: PluginRegistrar?
  ) throws(LuaError) -> Int {
    let spec = SpecReader(session: session, path: "presentationStyle \"\(name)\"")
    try spec.requireTable(at: index, in: frame, as: "{ covering = false, interactive = true }")
    var style = PresentationStyle(name: name)
    try Self.presentationStyles.read(at: index, in: frame, spec, into: &style)
    if style.isPush, style.isCovering {
      throw LuaError.badArgument(
        "\(spec.path) has push and covering, but only a style that presents can have covering; "
          + "remove one of them")
    }
    if let host {
      try raised { () throws(ScriptError) in try host.style(style) }
    } else {
      _ = try rejected { () throws(NavigationError) in try engine.register(style) }
    }
    return 0
  }

  // MARK: - Objects

  /// Implements `object "Cart" (function(seed) return … end)`, which declares how objects of a type
  /// are created and returns a function that creates them.
  func defineObject(_ frame: LuaFrame) throws(LuaError) -> Int {
    try named("object", frame) { [unowned self] name, index, frame throws(LuaError) in
      try finishObject(name, at: index, frame)
    }
  }

  private func finishObject(
    _ name: String, at index: Int, _ frame: LuaFrame
  ) throws(LuaError) -> Int {
    guard frame.kind(index) == .function else {
      throw .badArgument(
        "object \"\(name)\" is followed by \(session.shortText(frame, index)), expected a function "
          + "that creates the object: object \"\(name)\" (function(seed) return … end)")
    }
    let make = try frame.function(index)
    engine.registry.register(objectFactory: name) {
      [weak session = session] factory throws(NavigationError) in
      try session.living("object \"\(name)\"").registrar.object(with: factory, by: make)
    }
    frame.pushFunction(name) { [unowned self] frame throws(LuaError) in
      let seed = try ValueBridge.value(at: 1, in: frame, path: "\(name): the seed")
      let object = try makeObject(NavigationObject.Factory(name: name, seed: seed), by: make)
      try ValueBridge.push(object, onto: frame)
      return 1
    }
    return 1
  }

  private func makeObject(
    _ factory: NavigationObject.Factory, by make: LuaFunction
  ) throws(LuaError) -> NavigationObject {
    let note = luaState.makeTable()
    try note.set(1, .string(LuaString(factory.name)))
    try luaState.withFrame { frame throws(LuaError) in
      try ValueBridge.push(factory.seed, onto: frame)
      try note.set(2, frame.value(-1))
    }
    return try luaState.call(
      make, { frame throws(LuaError) in try ValueBridge.push(factory.seed, onto: frame) },
      results: 1
    ) { frame throws(LuaError) in
      guard frame.kind(1) == .table else {
        throw .badArgument(
          "the factory of object \"\(factory.name)\" returned \(session.shortText(frame, 1)), expected "
            + "a table")
      }
      guard frame.hasMetatable(1) else {
        throw .badArgument(
          "the factory of object \"\(factory.name)\" returned a table that has no metatable "
            + "and would be copied; return setmetatable(table, Methods)")
      }
      _ = try frame.luaState.identities.identity(ofTable: 1, in: frame, noting: .table(note))
      return try ValueBridge.object(at: 1, in: frame)
    }
  }

  /// Creates an object from its description in a document.
  private func object(
    with factory: NavigationObject.Factory, by make: LuaFunction
  ) throws(NavigationError) -> NavigationObject {
    do throws(LuaError) {
      return try makeObject(factory, by: make)
    } catch {
      session.inputs.remember(error)
      throw NavigationError(
        .factoryFailed, "object \"\(factory.name)\" cannot be recreated: \(error.description)")
    }
  }

  // MARK: - Coordinators

  /// Implements `host:extend("Name", { … })`, which extends a coordinator definition until the
  /// plugin is removed.
  func extend(_ frame: LuaFrame, for host: PluginRegistrar) throws(LuaError) -> Int {
    var name = frame.object(2, handles.definition)?.name ?? ""
    if name.isEmpty { name = try definitionName("extend", frame, at: 2) }
    guard let definition = definitions[name] else {
      let hint = nameHint(for: name, in: definitions.keys).map { "; \($0)" } ?? ""
      throw LuaError(
        code: ReasonCode.unknownCoordinator.name,
        "unknownCoordinator: extend: there is no coordinator \"\(name)\"\(hint)")
    }
    let reader = DefinitionReader(session: session, kind: definition.kind, name: name)
    // The table is first read separately, so that an error leaves the definition unchanged.
    let addition = try reader.definition(at: 3, in: frame)
    let before = try DefinitionParts(definition, touchedBy: addition)
    do throws(LuaError) {
      try reader.read(at: 3, in: frame, into: definition)
      try register(definition)
    } catch {
      before.restore(definition)
      throw error
    }
    host.note(.extension, name) { [unowned self] in
      guard definitions[name] === definition else { return }
      before.restore(definition)
      // The previous definition was accepted before, so it is not rejected now.
      try? register(definition)
    }
    frame.push(definition, handles.definition)
    return 1
  }

  /// Registers a definition with the engine, replacing an older definition with the same name.
  func register(_ definition: CoordinatorDefinition) throws(LuaError) {
    let type = type(of: definition)
    try rejected { () throws(NavigationError) in try engine.register(type) }
    definitions[definition.name] = definition
  }

  /// Converts a definition to the coordinator type that the engine uses.
  func type(of definition: CoordinatorDefinition) -> CoordinatorType {
    var type = CoordinatorType(
      name: definition.name, kind: definition.kind, style: definition.style,
      pages: definition.pages, currentPage: definition.currentPage,
      parameters: definition.parameters
    ) { [weak session = session, name = definition.name] id, _ in
      guard let session, !session.isClosed else { return EndedCoordinator(type: name) }
      return ScriptedCoordinator(session: session, id: id, definition: definition)
    }
    type.layerTraits = definition.layerTraits
    type.popsToRootOnReselect = definition.popsToRootOnReselect
    type.hasUnifiedStack = definition.hasUnifiedStack
    type.isWrapper = definition.isWrapper
    type.isSplit = definition.isSplit
    type.tabView = definition.tabView.map { ScreenContent(name: $0.name, arguments: $0.arguments) }
    for (name, route) in definition.routes { type.routes[name] = engineRoute(name, route) }
    type.links = definition.links.map { link in
      LinkHandler(link.pattern) { [weak session = session] coordinator, match in
        try session.living("link \(match.url)").registrar.open(match, coordinator, link.handler)
      }
    }
    return type
  }

  private func engineRoute(_ name: String, _ route: ScriptedRoute) -> RouteDefinition {
    var result = RouteDefinition(
      .screen, style: route.style, layerTraits: route.layerTraits,
      screenTraits: route.screenTraits, parameters: route.parameters)
    result.replacement = route.replacement
    if let function = route.replacementDecision {
      result.replacementDecision = {
        [weak session = session] host, result throws(NavigationError) in
        try session.living("route \"\(name)\"").registrar.replacement(
          function, of: name, host, result)
      }
    }
    if let coordinator = route.coordinator { result.destination = .coordinator(coordinator) }
    if let factory = route.factory {
      result.destination = .factory { [weak session = session] request throws(NavigationError) in
        try session.living("route \"\(request.route)\"").registrar.decide(factory, request)
      }
    }
    if let handler = route.onFinish {
      result.onFinish = { [weak session = session] notice in
        guard let session, !session.isClosed else { return }
        session.methods.notify(handler, of: notice.parent) { frame throws(LuaError) in
          try ValueBridge.push(notice.result, onto: frame)
          frame.push(notice.reason.name)
        }
      }
    }
    return result
  }

  /// Calls the function with which a route chooses its replacement at the root.
  func replacement(
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
            "the replacement returned \(session.shortText(frame, 1)), expected the name of a route")
        }
        return try frame.string(1)
      }
    } catch {
      session.inputs.remember(error)
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
          ? .automatic
          : try TransitionStyle(
            at: 2, in: frame, path: "route \"\(request.route)\"", session)
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
          "the function returned \(session.shortText(frame, 1)), expected a screen(…), a definition or a "
            + "coordinator such as Checkout:new { … }")
      }
    } catch {
      session.inputs.remember(error)
      throw NavigationError(
        .factoryFailed, "route \"\(request.route)\": \(error.description)")
    }
  }

  private func open(
    _ match: LinkMatch, _ coordinator: CoordinatorID, _ handler: ScriptedHandler
  ) throws -> LinkAnswer {
    guard let function = session.methods.function(of: handler, of: coordinator) else {
      throw session.methods.missing(handler, of: coordinator)
    }
    session.methods.begin(coordinator)
    defer { session.methods.end() }
    let type = engine.typeName(of: coordinator)
    // A link whose handler raises an error was opened, too.
    var answer = LinkAnswer.handled
    defer {
      if let onUse = session.hooks.onUse, let type, answer != .unhandled {
        onUse(.link(type: type, pattern: match.pattern))
      }
    }
    answer = try luaState.call(
      function,
      { [handles] frame throws(LuaError) in
        frame.push(coordinator, handles)
        try push(match, frame)
      }, results: 1
    ) { frame throws(LuaError) in
      try AnswerReader(session: session).link(
        1, frame, "link \"\(match.pattern)\"\(type.map { " of \($0)" } ?? "")")
    }
    return answer
  }

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
    definitions[definition.name] = nil
    engine.registry.unregister(coordinatorType: definition.name)
  }
}

/// The parts of a definition that an extension changes, with their previous values.
private struct DefinitionParts {
  private let addition: CoordinatorDefinition
  private let old: CoordinatorDefinition
  private var methods: [(String, LuaValue)] = []

  init(
    _ definition: CoordinatorDefinition, touchedBy addition: CoordinatorDefinition
  ) throws(LuaError) {
    self.addition = addition
    old = try CoordinatorDefinition(
      name: definition.name, kind: definition.kind, methods: definition.methods, extending: nil)
    old.copyValues(of: definition)
    old.routes = definition.routes
    (old.links, old.properties) = (definition.links, definition.properties)
    for pair in try addition.methods.pairs {
      if let name = pair.key.text { methods.append((name, try definition.methods.get(name))) }
    }
  }

  func restore(_ definition: CoordinatorDefinition) {
    definition.copyValues(of: old)
    for name in addition.routes.keys { definition.routes[name] = old.routes[name] }
    for name in addition.properties.keys { definition.properties[name] = old.properties[name] }
    let patterns = Set(addition.links.map(\.pattern))
    definition.links =
      definition.links.filter { !patterns.contains($0.pattern) }
      + old.links.filter { patterns.contains($0.pattern) }
    for (name, value) in methods { try? definition.setMethod(name, value) }
  }
}
