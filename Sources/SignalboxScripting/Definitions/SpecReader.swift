internal import LuaRuntime
internal import Signalbox

/// Reads the table of a definition; errors name the definition, the key, what came and what was
/// expected.
struct SpecReader {
  unowned let session: ScriptSession
  private let makePath: () -> String

  /// - Parameter path: How errors call the table, such as `coordinator "Shop"`; put together when
  ///   there is one.
  init(session: ScriptSession, path: @autoclosure @escaping () -> String) {
    self.session = session
    makePath = path
  }

  var path: String { makePath() }

  func wrong(_ key: String, _ frame: LuaFrame, expected: String) -> LuaError {
    LuaError(
      code: ReasonCode.badArgument.name,
      "badArgument: \(path): \(key) is \(session.shortText(frame, -1)), expected \(expected)")
  }

  /// The string key of the pair that is being read.
  func key(_ pair: LuaFrame) throws(LuaError) -> String {
    guard pair.kind(-2) == .string else {
      throw LuaError(
        code: ReasonCode.badArgument.name,
        "badArgument: \(path) has the key \(session.shortText(pair, -2)), expected names")
    }
    return try pair.string(-2)
  }

  func unknownKey(_ key: String, known: [String]) -> LuaError {
    let hint = nameHint(for: key, in: known).map { "; \($0)" } ?? ""
    return LuaError(
      code: ReasonCode.badArgument.name, "badArgument: \(path) has no key \"\(key)\"\(hint)")
  }

  func text(_ key: String, _ frame: LuaFrame) throws(LuaError) -> String {
    guard frame.kind(-1) == .string else { throw wrong(key, frame, expected: "a string") }
    return try frame.string(-1)
  }

  func table(_ key: String, _ frame: LuaFrame) throws(LuaError) {
    guard frame.kind(-1) == .table else { throw wrong(key, frame, expected: "a table") }
  }

  /// So many entries a table of a definition may have: no hook of Lua runs while they are read.
  static let mostEntries = 10_000

  /// Calls `body` for every pair of the table on top.
  ///
  /// - Throws: `badArgument` where it is no table, or has too many pairs.
  func forEachPair(
    of key: String, _ frame: LuaFrame, _ body: (LuaFrame) throws(LuaError) -> Void
  ) throws(LuaError) {
    try table(key, frame)
    guard try frame.forEachPair(-1, most: Self.mostEntries, body) else { throw tooMany(key) }
  }

  func tooMany(_ key: String) -> LuaError {
    LuaError(
      code: ReasonCode.badArgument.name,
      "badArgument: \(path): \(key) has more than \(Self.mostEntries) entries; spread them over "
        + "several definitions")
  }

  func boolean(_ key: String, _ frame: LuaFrame) throws(LuaError) -> Bool {
    guard frame.kind(-1) == .boolean else { throw wrong(key, frame, expected: "true or false") }
    return frame.boolean(-1)
  }

  /// `{ id = "integer", note = "string?" }`.
  func parameters(_ key: String, _ frame: LuaFrame) throws(LuaError) -> [RouteParameter] {
    var list: [RouteParameter] = []
    try forEachPair(of: key, frame) { pair throws(LuaError) in
      let name = try self.key(pair)
      let declared = try text("\(key).\(name)", pair)
      let isOptional = declared.hasSuffix("?")
      let kind = RouteParameter.Kind(rawValue: isOptional ? String(declared.dropLast()) : declared)
      guard let kind else {
        let known = RouteParameter.Kind.allCases.map { "\"\($0.rawValue)\"" }
        throw wrong(
          "\(key).\(name)", pair,
          expected: "one of \(known.joined(separator: " ")), with a ? when it is optional")
      }
      list.append(RouteParameter(name, kind, isOptional: isOptional))
    }
    return list.sorted { $0.name < $1.name }
  }

  /// `dismissDisabled = true`, `interactivePop = false`.
  func screenTrait(
    _ key: String, _ frame: LuaFrame, into traits: inout ScreenTraits
  ) throws(LuaError) {
    let isOn = try boolean(key, frame)
    if key == "dismissDisabled" {
      if isOn { traits.insert(.dismissDisabled) }
    } else if !isOn {
      traits.insert(.swipeBackDisabled)
    }
  }

  func handler(_ key: String, _ frame: LuaFrame) throws(LuaError) -> ScriptedHandler {
    switch frame.kind(-1) {
    case .function: return .function(try frame.function(-1))
    case .string: return .method(try frame.string(-1))
    default: throw wrong(key, frame, expected: "a function or a method's name")
    }
  }

  func title(_ key: String, _ frame: LuaFrame) throws(LuaError) -> ScriptedRoute.Title {
    switch frame.kind(-1) {
    case .function: return .function(try frame.function(-1))
    case .string: return .text(try frame.string(-1))
    default: throw wrong(key, frame, expected: "a string or a function of the arguments")
    }
  }
}

/// Reads the routes of a definition.
struct RouteReader {
  let spec: SpecReader
  private static let keys = [
    "title", "args", "actions", "style", "coordinator", "onFinish", "onBack", "dismissDisabled",
    "interactivePop", "replacement", "destination",
  ]

  func routes(_ frame: LuaFrame) throws(LuaError) -> [String: ScriptedRoute] {
    var routes: [String: ScriptedRoute] = [:]
    try spec.forEachPair(of: "routes", frame) { pair throws(LuaError) in
      let name = try spec.key(pair)
      routes[name] = try route(name, pair)
    }
    return routes
  }

  private func route(_ name: String, _ frame: LuaFrame) throws(LuaError) -> ScriptedRoute {
    var route = ScriptedRoute()
    switch frame.kind(-1) {
    case .string: route.title = .text(try frame.string(-1))
    case .function: route.factory = try frame.function(-1)
    case .table:
      let inner = SpecReader(session: spec.session, path: "\(spec.path): route \"\(name)\"")
      try frame.forEachPair(-1) { pair throws(LuaError) in
        try read(try inner.key(pair), pair, inner, into: &route)
      }
      try checkDestination(of: route, inner)
    default:
      throw spec.wrong(
        "routes.\(name)", frame, expected: "a table, a title or a function that decides")
    }
    return route
  }

  /// A route whose function returns the destination describes neither screen nor coordinator itself.
  private func checkDestination(
    of route: ScriptedRoute, _ inner: SpecReader
  ) throws(LuaError) {
    guard route.factory != nil else { return }
    let other: String? =
      if route.coordinator != nil {
        "coordinator"
      } else if route.title != nil {
        "title"
      } else {
        route.actions.isEmpty ? nil : "actions"
      }
    guard let other else { return }
    throw LuaError(
      code: ReasonCode.badArgument.name,
      "badArgument: \(inner.path) has a destination and \(other); "
        + "what its function returns has \(other) of its own")
  }

  private func read(
    _ key: String, _ pair: LuaFrame, _ inner: SpecReader, into route: inout ScriptedRoute
  ) throws(LuaError) {
    switch key {
    case "title": route.title = try inner.title(key, pair)
    case "args": route.parameters = try inner.parameters(key, pair)
    case "actions": route.actions = try inner.actions(key, pair)
    case "style":
      (route.style, route.layerTraits) = try LayerReader(spec: inner).style(pair)
    case "dismissDisabled", "interactivePop":
      try inner.screenTrait(key, pair, into: &route.screenTraits)
    case "onBack": route.onBack = try inner.handler(key, pair)
    case "coordinator":
      if let definition = pair.object(-1, inner.session.handles.definition) {
        route.coordinator = definition.name
      } else {
        route.coordinator = try inner.text(key, pair)
      }
    case "destination":
      guard pair.kind(-1) == .function else {
        throw inner.wrong(key, pair, expected: "a function of the coordinator and the arguments")
      }
      route.factory = try pair.function(-1)
    case "onFinish": route.onFinish = try inner.handler(key, pair)
    case "replacement" where pair.kind(-1) == .function:
      route.replacementDecision = try pair.function(-1)
    case "replacement" where pair.kind(-1) == .string:
      route.replacement = try pair.string(-1)
    case "replacement":
      throw inner.wrong(key, pair, expected: "a route's name or a function that gives one")
    default: throw inner.unknownKey(key, known: Self.keys)
    }
  }
}

/// Reads lists of pages.
struct PageReader {
  unowned let session: ScriptSession
  private static let keys = ["id", "title", "icon", "position", "coordinator", "args", "lazy"]
  /// So many pages one list may have: each starts a coordinator, and no hook of Lua runs between.
  private static let mostPages = 1000

  func pages(
    at index: Int, in frame: LuaFrame, path: String
  ) throws(LuaError) -> [PageDefinition] {
    let spec = SpecReader(session: session, path: path)
    guard frame.kind(index) == .table else {
      throw LuaError(
        code: ReasonCode.badArgument.name,
        "badArgument: \(path): pages are \(session.shortText(frame, index)), expected a list")
    }
    let length = frame.rawLength(index)
    guard length <= Self.mostPages else {
      throw LuaError(
        code: ReasonCode.badArgument.name,
        "badArgument: \(path): \(length) pages are passed, expected at most \(Self.mostPages)")
    }
    var pages: [PageDefinition] = []
    for place in 0..<length {
      try frame.withElement(index, at: place + 1) { element throws(LuaError) in
        guard element.kind(-1) == .table else {
          throw spec.wrong("page \(place + 1)", element, expected: "a table")
        }
        pages.append(try page(place + 1, element, path))
      }
    }
    return pages
  }

  private func page(
    _ place: Int, _ frame: LuaFrame, _ path: String
  ) throws(LuaError) -> PageDefinition {
    let spec = SpecReader(session: session, path: "\(path): page \(place)")
    var page = PageDefinition(id: "", title: "", coordinator: "")
    try frame.forEachPair(-1) { pair throws(LuaError) in
      switch try spec.key(pair) {
      case "id": page.id = try spec.text("id", pair)
      case "title": (page.title, page.selectedTitle) = try tabItem("title", pair, spec)
      case "icon": (page.icon, page.selectedIcon) = try tabItem("icon", pair, spec)
      case "position":
        guard pair.kind(-1) == .integer else {
          throw spec.wrong("position", pair, expected: "a whole number")
        }
        page.position = try pair.integer(-1)
      case "coordinator":
        if let definition = pair.object(-1, session.handles.definition) {
          page.coordinator = definition.name
        } else {
          page.coordinator = try spec.text("coordinator", pair)
        }
      case "lazy":
        guard pair.kind(-1) == .boolean else {
          throw spec.wrong("lazy", pair, expected: "true or false")
        }
        page.isLazy = pair.boolean(-1)
      case "args":
        page.arguments = try ValueBridge.arguments(at: -1, in: pair, path: spec.path)
      case let other: throw spec.unknownKey(other, known: Self.keys)
      }
    }
    guard !page.id.isEmpty, !page.coordinator.isEmpty else {
      throw LuaError(
        code: ReasonCode.badArgument.name,
        "badArgument: \(spec.path) needs an id and a coordinator")
    }
    if page.title.isEmpty { page.title = page.id }
    return page
  }

  /// A text, or a function that is called once for each activity of the tab.
  private func tabItem(
    _ key: String, _ pair: LuaFrame, _ spec: SpecReader
  ) throws(LuaError) -> (text: String, selected: String?) {
    switch pair.kind(-1) {
    case .string: return (try pair.string(-1), nil)
    case .function:
      let function = try pair.function(-1)
      return (
        try tabItem(key, function, isActive: false, spec),
        try tabItem(key, function, isActive: true, spec)
      )
    default:
      throw spec.wrong(key, pair, expected: "a string or a function of whether the tab is active")
    }
  }

  private func tabItem(
    _ key: String, _ function: LuaFunction, isActive: Bool, _ spec: SpecReader
  ) throws(LuaError) -> String {
    try session.machine.call(
      function,
      { frame in
        frame.push(isActive)
        return 1
      }, results: 1
    ) { frame throws(LuaError) in
      guard frame.kind(1) == .string else {
        throw LuaError(
          code: ReasonCode.badArgument.name,
          "badArgument: \(spec.path): \(key)(\(isActive)) returned "
            + "\(session.shortText(frame, 1)), expected a string")
      }
      return try frame.string(1)
    }
  }
}
