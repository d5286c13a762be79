internal import LuaRuntime
internal import Signalbox

/// Reads `coordinator "Name" { … }` and `tabs "Name" { … }`.
struct DefinitionReader {
  unowned let session: ScriptSession
  let kind: CoordinatorKind
  let name: String

  private var word: String { kind == .tabs ? "tabs" : "coordinator" }

  /// The keys that the tables of `coordinator` and `tabs` have in common.
  private static let shared: [DefinitionSchema<CoordinatorDefinition>.Key] = [
    .init(
      "extends", "signalbox.Definition|string?",
      "the definition that this definition extends"
    ) { field, definition throws(LuaError) in
      // The key `extends` has been read before the other keys.
      guard definition.base == nil else { return }
      throw field.wrong(expected: "no value: set extends in the coordinator's definition")
    },
    .style(
      { ($0.contents.style, $0.contents.layerTraits) = ($1.style, $1.traits) },
      "the style in which other coordinators present the coordinator (default sheet)"),
    .parameters({ $0.contents.parameters = $1 }, "the coordinator's arguments: names and types"),
    .init(
      "routes", "table<string, signalbox.RouteTable|string|function>?", "the coordinator's routes"
    ) { field, definition throws(LuaError) in
      let routes = try RouteReader(spec: field.spec).routes(field.frame)
      if definition.routes.isEmpty {
        definition.routes = routes
      } else {
        definition.routes.merge(routes) { $1 }
      }
    },
    .init(
      "links", "table<string, function|string>?", "link patterns with their handlers"
    ) { field, definition throws(LuaError) in
      try readLinks(field, into: definition)
    },
    .init(
      "properties", "table<string, signalbox.PropertyTable>?",
      "the fields of the coordinators that have getters and setters"
    ) { field, definition throws(LuaError) in
      definition.properties.merge(try properties(field)) { $1 }
    },
  ]

  /// The keys of `coordinator "Name"`.
  static let coordinators = DefinitionSchema<CoordinatorDefinition>(
    "CoordinatorTable",
    "The keys of `coordinator \"Name\"`. Functions in the table become methods.",
    shared + [
      .boolean(
        "unifiedStack", { $0.contents.hasUnifiedStack = $1 },
        "whether pushed and presented items form one stack: `popToRoot` also dismisses layers, and "
          + "screens are pushed onto the topmost presented layer (default false; not for tabs)"),
      .boolean(
        "wrapper", { $0.contents.isWrapper = $1 },
        "whether the coordinator only wraps the coordinator at its root, so that dismissing the "
          + "root also dismisses the wrapper (default false; not for tabs)"),
      .boolean(
        "split", { $0.contents.isSplit = $1 },
        "whether an interface with enough room shows the root in a sidebar and the other screens "
          + "in a detail column (default false; not for tabs)"),
    ])

  /// The keys that only the table of `tabs "Name"` supports.
  private static let ofTabs: [DefinitionSchema<CoordinatorDefinition>.Key] = [
    .init("pages", "signalbox.Page[]?", "the initial pages") {
      field, definition throws(LuaError) in
      definition.pages = try PageReader(session: field.session).pages(
        at: -1, in: field.frame, path: field.spec.path)
    },
    .init(
      "view", "string|signalbox.TabViewTable?",
      "the screen that encloses the pages and replaces the tab bar"
    ) { field, definition throws(LuaError) in
      definition.tabView = try tabView(field)
    },
    .text(
      "current", { $0.contents.currentPage = $1 },
      "the initially selected page (default: the first by position)"),
    .boolean(
      "popToRootOnReselect", { $0.contents.popsToRootOnReselect = $1 },
      "whether tapping the selected tab pops its page to the root (default true)"),
  ]

  private static let tabs = DefinitionSchema<CoordinatorDefinition>("", "", shared + ofTabs)

  /// The description of `tabs "Name"` in the reference, which contains the keys that coordinators
  /// do not support.
  static let tabsDescription = DefinitionSchema<CoordinatorDefinition>(
    "TabsTable", "The keys of `tabs \"Name\"`, in addition to the keys of a coordinator.",
    extending: "CoordinatorTable", ofTabs
  ).description

  private var schema: DefinitionSchema<CoordinatorDefinition> {
    kind == .tabs ? Self.tabs : Self.coordinators
  }

  /// Reads the table at `index` into a new definition. Functions in the table become methods. For a
  /// coordinator with a single screen, the value is a function.
  func definition(at index: Int, in frame: LuaFrame) throws(LuaError) -> CoordinatorDefinition {
    let definition = try CoordinatorDefinition(
      name: name, kind: kind, methods: session.luaState.makeTable(),
      extending: try base(at: index, in: frame))
    if frame.kind(index) == .function, kind == .navigation {
      try showOneScreen(of: try frame.function(index), in: definition)
    } else {
      try read(at: index, in: frame, into: definition)
    }
    return definition
  }

  /// Returns the definition that the key `extends` names, or `nil` if the table has no such key.
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
            "unknownCoordinator: \(spec.path) extends \"\(field.text(-1))\", which no script "
              + "defines\(hint)")
        }
      }
      guard base?.kind == kind else {
        throw spec.wrong("extends", field, expected: "a definition made with \(word)")
      }
      guard (base?.depth ?? 0) < CoordinatorDefinition.maxDepth else {
        throw LuaError.badArgument(
          "\(spec.path) extends more than \(CoordinatorDefinition.maxDepth) definitions, directly or "
            + "indirectly")
      }
      return base
    }
  }

  /// Reads `coordinator "Terms" (function(self, args) return screen(…) end)`, which defines a
  /// coordinator with a single screen.
  private func showOneScreen(
    of function: LuaFunction, in definition: CoordinatorDefinition
  ) throws(LuaError) {
    let route = "view"
    definition.routes[route] = ScriptedRoute(factory: function)
    let start = session.luaState.makeFunction("start") { [unowned session] frame throws(LuaError) in
      guard let coordinator = frame.coordinator(1, session.handles) else {
        throw LuaError("bad argument #1 to 'start' (coordinator expected)")
      }
      var options = OperationOptions()
      if !frame.boolean(2) { options.milliseconds = 0 }
      let engine = session.engine
      engine.router(of: coordinator).startFlow(
        at: route, engine.arguments(of: coordinator), options)
      return 0
    }
    try definition.methods.set("start", .function(start))
  }

  /// Reads a table into a definition.
  func read(
    at index: Int, in frame: LuaFrame, into definition: CoordinatorDefinition
  ) throws(LuaError) {
    let spec = SpecReader(session: session, path: "\(word) \"\(name)\"")
    try spec.requireTable(
      at: index, in: frame,
      as: "a table: \(word) \"\(name)\" { … }"
        + (kind == .tabs ? "" : ", or a function that returns its only screen"))
    var target = definition
    try frame.forEachPair(index) { pair throws(LuaError) in
      let key = try spec.key(pair)
      if try schema.read(key, pair, spec, into: &target) { return }
      guard pair.kind(-1) == .function else { throw schema.unknownKey(key, spec) }
      try definition.setMethod(key, pair.value(-1))
    }
  }

  /// The keys of a tab view.
  static let tabViews = DefinitionSchema<ScriptedTabView>(
    "TabViewTable",
    "The screen that encloses the pages of a tab coordinator. `app:tap` can tap the screen's "
      + "actions. When another page is selected, the method `currentPageChanged(page, source)` of "
      + "the tab coordinator is called; `source` is `user`, `operation` or `pages`.",
    [
      .text("name", { $0.name = $1 }, type: "string?", "the screen's name (default `view`)"),
      .title({ $0.route.title = $1 }),
      .arguments(
        { $0.arguments = $1 }, "the screen's initial arguments, which `update` can replace"),
      .actions({ $0.route.actions = $1 }, "the labels that the user can tap, as in a route"),
    ])

  /// Reads a tab view, which is a title, or a table that can contain a name, a title, arguments and
  /// actions.
  private static func tabView(_ field: DefinitionField) throws(LuaError) -> ScriptedTabView {
    var view = ScriptedTabView(name: "view")
    if field.kind == .string {
      view.route.title = try field.spec.title("view", field.frame)
      return view
    }
    try field.spec.table("view", field.frame)
    let inner = SpecReader(session: field.session, path: field.path)
    try tabViews.read(at: -1, in: field.frame, inner, into: &view)
    return view
  }

  static let propertyTables = DefinitionSchema<ScriptedProperty>(
    "PropertyTable", "A field with a getter, a setter or both.",
    [
      .init("get", "fun(self: signalbox.Coordinator): any", "returns the value") {
        field, property throws(LuaError) in
        property.get = try field.function()
      },
      .init(
        "set", "fun(self: signalbox.Coordinator, value: any)?", "receives the assigned value"
      ) { field, property throws(LuaError) in
        property.set = try field.function()
      },
    ])

  private static func properties(
    _ field: DefinitionField
  ) throws(LuaError) -> [String: ScriptedProperty] {
    let spec = field.spec
    var properties: [String: ScriptedProperty] = [:]
    try spec.forEachPair(of: field.key, field.frame) { pair throws(LuaError) in
      let name = try spec.key(pair)
      try spec.table("properties.\(name)", pair)
      var property = ScriptedProperty()
      let inner = SpecReader(session: spec.session, path: "\(spec.path): property \"\(name)\"")
      try propertyTables.read(at: -1, in: pair, inner, into: &property)
      properties[name] = property
    }
    return properties
  }

  private static func readLinks(
    _ field: DefinitionField, into definition: CoordinatorDefinition
  ) throws(LuaError) {
    let spec = field.spec
    var links: [(pattern: String, handler: ScriptedHandler)] = []
    try spec.forEachPair(of: field.key, field.frame) { pair throws(LuaError) in
      let pattern = try spec.key(pair)
      links.append((pattern, try spec.handler("links[\"\(pattern)\"]", pair)))
    }
    let new = Set(links.map(\.pattern))
    definition.links = definition.links.filter { !new.contains($0.pattern) }
    definition.links += links.sorted { $0.pattern < $1.pattern }
  }
}
