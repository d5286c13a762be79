internal import LuaRuntime
internal import Signalbox

/// Reads the table of a definition. Errors name the definition, the key, the actual value and the
/// expected value.
struct SpecReader {
  unowned let session: ScriptSession
  private let makePath: () -> String

  /// - Parameter path: The name of the table in errors, such as `coordinator "Shop"`. The
  ///   expression is evaluated only when ``path`` is read.
  init(session: ScriptSession, path: @autoclosure @escaping () -> String) {
    self.session = session
    makePath = path
  }

  var path: String { makePath() }

  /// Throws an error if the value after the definition's name is not a table.
  func requireTable(
    at index: Int, in frame: LuaFrame, as expected: @autoclosure () -> String
  ) throws(LuaError) {
    guard frame.kind(index) == .table else {
      throw .badArgument(
        "\(path) is followed by \(session.shortText(frame, index)), expected \(expected())")
    }
  }

  func wrong(_ key: String, _ frame: LuaFrame, expected: String) -> LuaError {
    LuaError.badArgument("\(path): \(key) is \(session.shortText(frame, -1)), expected \(expected)")
  }

  /// Returns the key of the current pair, which must be a string.
  func key(_ pair: LuaFrame) throws(LuaError) -> String {
    guard pair.kind(-2) == .string else {
      throw .badArgument(
        "\(path) has the key \(session.shortText(pair, -2)), expected only names as keys")
    }
    return try pair.string(-2)
  }

  func unknownKey(_ key: String, known: [String]) -> LuaError {
    let hint = nameHint(for: key, in: known).map { "; \($0)" } ?? ""
    return LuaError.badArgument("\(path) has no key \"\(key)\"\(hint)")
  }

  func text(_ key: String, _ frame: LuaFrame) throws(LuaError) -> String {
    guard frame.kind(-1) == .string else { throw wrong(key, frame, expected: "a string") }
    return try frame.string(-1)
  }

  func table(_ key: String, _ frame: LuaFrame) throws(LuaError) {
    guard frame.kind(-1) == .table else { throw wrong(key, frame, expected: "a table") }
  }

  /// The maximum number of entries in a table. The number is limited because Lua's hooks, which
  /// enforce time limits, do not run while entries are read.
  static let maxEntries = 10_000

  /// Calls `body` for each pair in the table on top of the stack.
  ///
  /// - Throws: `badArgument` if the value is not a table or has too many pairs.
  func forEachPair(
    of key: String, _ frame: LuaFrame, _ body: (LuaFrame) throws(LuaError) -> Void
  ) throws(LuaError) {
    try table(key, frame)
    guard try frame.forEachPair(-1, maxCount: Self.maxEntries, body) else { throw tooMany(key) }
  }

  func tooMany(_ key: String) -> LuaError {
    LuaError.badArgument(
      "\(path): \(key) has more than \(Self.maxEntries) entries; divide them among several "
        + "definitions")
  }

  /// Reads the parameters of a route or coordinator, such as
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
          expected: "one of \(known.joined(separator: ", ")), followed by ? if optional")
      }
      list.append(RouteParameter(name, kind, isOptional: isOptional))
    }
    return list.sorted { $0.name < $1.name }
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
    default:
      throw wrong(key, frame, expected: "a string, or a function that receives the arguments")
    }
  }
}

/// Reads the routes in a definition.
struct RouteReader {
  let spec: SpecReader

  static let schema = DefinitionSchema<ScriptedRoute>(
    "RouteTable", "One route: a screen, or a coordinator.",
    [
      .title({ $0.title = $1 }),
      .parameters(
        { $0.parameters = $1 },
        "names and types: string, integer, number, boolean, table or any, followed by ? if optional"
      ),
      .actions(
        { $0.actions = $1 },
        "a list of labels in display order (\"Buy\" calls `onBuy`), or a table of labels with "
          + "method names or functions"),
      .style(
        { ($0.style, $0.layerTraits) = ($1.style, $1.traits) },
        "the style in which to show the destination (default: a screen is pushed)"),
      .trait(
        "dismissDisabled", .dismissDisabled, { $0.screenTraits.insert($1) },
        "whether the screen, while it is in front, prevents the user from dismissing its layer"),
      .trait(
        "interactivePop", .swipeBackDisabled, isSet: false, { $0.screenTraits.insert($1) },
        "whether the user can swipe back from the screen (default true)"),
      .handler(
        "onBack", { $0.onBack = $1 },
        "called when the user goes back; `\"handled\"` or `true` keeps the screen"),
      .coordinator(
        "coordinator", { $0.coordinator = $1 }, "the coordinator that the route leads to"),
      .init(
        "destination", "function?",
        "returns the destination for a coordinator and arguments: a `screen(…)`, a definition "
          + "or a coordinator, and optionally a style"
      ) { field, route throws(LuaError) in
        route.factory = try field.function(
          expected: "a function that receives the coordinator and the arguments")
      },
      .handler(
        "onFinish", { $0.onFinish = $1 },
        "called with the result and the reason when the route's coordinator has finished"),
      .init(
        "replacement", "string|function?",
        "the route that replaces the coordinator at the root when the coordinator finishes, or a "
          + "function that receives the coordinator and the result and returns the route's name"
      ) { field, route throws(LuaError) in
        switch field.kind {
        case .function: route.replacementDecision = try field.function()
        case .string: route.replacement = try field.frame.string(-1)
        default: throw field.wrong(expected: "a route's name or a function that returns one")
        }
      },
    ])

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
      try Self.schema.read(at: -1, in: frame, inner, into: &route)
      try checkDestination(of: route, inner)
    default:
      throw spec.wrong(
        "routes.\(name)", frame, expected: "a table, a title or a function")
    }
    return route
  }

  /// Throws an error if a route has both a function that returns the destination and a title,
  /// actions or a coordinator.
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
    throw .badArgument(
      "\(inner.path) has destination and \(other); the result of destination determines the "
        + "\(other)")
  }
}

/// Reads lists of pages.
struct PageReader {
  unowned let session: ScriptSession

  static let schema = DefinitionSchema<PageDefinition>(
    "Page", "One page of a tab coordinator.",
    [
      .text("id", { $0.id = $1 }, type: "string", "unique among the pages"),
      .init(
        "title", "string|fun(isActive: boolean): string?",
        "the tab's title (default: the page's id), or a function that receives whether the tab is "
          + "active and returns the title"
      ) { field, page throws(LuaError) in
        (page.title, page.selectedTitle) = try tabItem(field)
      },
      .init(
        "icon", "string|fun(isActive: boolean): string?",
        "the tab's icon, or a function as for `title`"
      ) { field, page throws(LuaError) in
        (page.icon, page.selectedIcon) = try tabItem(field)
      },
      .boolean(
        "lazy", { $0.isLazy = $1 },
        "whether the page starts only when it is selected for the first time (default false)"),
      .init(
        "position", "integer?",
        "the page's position among the pages (default: the index in the list)"
      ) {
        field, page throws(LuaError) in
        guard field.kind == .integer else { throw field.wrong(expected: "an integer") }
        page.position = try field.frame.integer(-1)
      },
      .init("coordinator", "string", "the coordinator of the page") {
        field, page throws(LuaError) in
        page.coordinator = try field.coordinator()
      },
      .arguments({ $0.arguments = $1 }, "the arguments of the coordinator"),
    ])

  /// The maximum number of pages in a list. The number is limited because each page starts a
  /// coordinator, and Lua's hooks, which enforce time limits, do not run between these starts.
  private static let maxPages = 1000

  func pages(
    at index: Int, in frame: LuaFrame, path: String
  ) throws(LuaError) -> [PageDefinition] {
    let spec = SpecReader(session: session, path: path)
    guard frame.kind(index) == .table else {
      throw .badArgument("\(path): pages are \(session.shortText(frame, index)), expected a list")
    }
    let length = frame.rawLength(index)
    guard length <= Self.maxPages else {
      throw .badArgument("\(path): got \(length) pages, expected at most \(Self.maxPages)")
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
    try Self.schema.read(at: -1, in: frame, spec, into: &page)
    guard !page.id.isEmpty, !page.coordinator.isEmpty else {
      throw .badArgument("\(spec.path) needs an id and a coordinator")
    }
    if page.title.isEmpty { page.title = page.id }
    return page
  }

  /// Reads a string, or a function that is called once for the selected and once for the unselected
  /// state of the tab.
  private static func tabItem(
    _ field: DefinitionField
  ) throws(LuaError) -> (text: String, selected: String?) {
    switch field.kind {
    case .string: return (try field.frame.string(-1), nil)
    case .function:
      let function = try field.function()
      return (
        try tabItem(field, function, isActive: false), try tabItem(field, function, isActive: true)
      )
    default:
      throw field.wrong(expected: "a string, or a function that receives whether the tab is active")
    }
  }

  private static func tabItem(
    _ field: DefinitionField, _ function: LuaFunction, isActive: Bool
  ) throws(LuaError) -> String {
    try field.session.luaState.call(
      function, { $0.push(isActive) }, results: 1
    ) { frame throws(LuaError) in
      guard frame.kind(1) == .string else {
        throw .badArgument(
          "\(field.path)(\(isActive)) returned "
            + "\(field.session.shortText(frame, 1)), expected a string")
      }
      return try frame.string(1)
    }
  }
}
