internal import LuaRuntime
internal import Signalbox

/// Reads presentation styles, other layer properties, and the buttons of an alert.
struct LayerReader {
  let spec: SpecReader

  /// A style and the layer traits that override the style's values.
  struct LayerStyle {
    var style = TransitionStyle.sheet
    var traits = LayerTraits()
  }

  static let schema = DefinitionSchema<LayerStyle>(
    "StyleTable", "A presentation style with changed properties.",
    [
      .init("style", "signalbox.Style?", "the style's name (default sheet)") {
        field, target throws(LuaError) in
        target.style = try TransitionStyle(
          at: -1, in: field.frame, path: field.spec.path, field.session)
      },
      .boolean("covering", { $0.traits.isCovering = $1 }, "whether the layer below disappears"),
      .boolean(
        "interactive", { $0.traits.isInteractive = $1 }, "whether the user can swipe the layer away"
      ),
      .init(
        "detents", "(string|number)[]?",
        "the heights of a sheet: \"medium\", \"large\", fractions up to 1, or points"
      ) { field, target throws(LuaError) in
        target.traits.detents = try LayerReader(spec: field.spec).detents(field.key, field.frame)
      },
      .text(
        "message", { $0.traits.message = $1 },
        "the message of an alert or dialog, below its title"),
      .init(
        "fields", "(string|signalbox.AlertField)[]?",
        "the text fields of an alert: names, or tables with `name`, `placeholder`, `kind` and `text`"
      ) { field, target throws(LuaError) in
        target.traits.fields = try LayerReader(spec: field.spec).fields(field.key, field.frame)
      },
    ])

  /// The contents of the table for an alert's text field.
  struct FieldTable {
    var name: String?
    var placeholder = ""
    var kind = AlertField.Kind.text
    var text = ""
  }

  static let fieldSchema = DefinitionSchema<FieldTable>(
    "AlertField", "A text field of an alert.",
    [
      .text(
        "name", { $0.name = $1 }, type: "string",
        "the field's name, under which buttons "
          + "receive the text"),
      .text("placeholder", { $0.placeholder = $1 }, "the placeholder that an empty field shows"),
      .init(
        "kind", AlertField.Kind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|") + "?",
        "the kind of text, which determines the keyboard (default \"text\")"
      ) { field, target throws(LuaError) in
        let kinds = AlertField.Kind.allCases.map { "\"\($0.rawValue)\"" }
        guard let kind = AlertField.Kind(rawValue: try field.text()) else {
          throw field.wrong(expected: "one of \(kinds.joined(separator: ", "))")
        }
        target.kind = kind
      },
      .text("text", { $0.text = $1 }, "the initial text"),
    ])

  /// Reads a style, which is either a name or a table.
  func style(_ frame: LuaFrame) throws(LuaError) -> LayerStyle {
    guard frame.kind(-1) == .table else {
      return LayerStyle(
        style: try TransitionStyle(at: -1, in: frame, path: spec.path, spec.session))
    }
    var result = LayerStyle()
    try Self.schema.read(at: -1, in: frame, spec, prefix: "style.", into: &result)
    return result
  }

  /// Reads a list of detents, such as `{ "medium", "large", 0.3, 240 }`.
  func detents(_ key: String, _ frame: LuaFrame) throws(LuaError) -> [Detent] {
    try spec.table(key, frame)
    var list: [Detent] = []
    for place in 0..<frame.rawLength(-1) {
      try frame.withElement(-1, at: place + 1) { element throws(LuaError) in
        let value =
          [.string, .integer, .float].contains(element.kind(-1))
          ? try ValueBridge.value(at: -1, in: element, path: spec.path) : nil
        guard let detent = value.flatMap({ Detent($0) }) else {
          throw spec.wrong(
            "\(key)[\(place + 1)]", element,
            expected: "\"medium\", \"large\" or a number greater than 0")
        }
        list.append(detent)
      }
    }
    return list
  }

  /// Reads a list of text fields: `{ "name", { name = "code", placeholder = "Code" } }`.
  func fields(_ key: String, _ frame: LuaFrame) throws(LuaError) -> [AlertField] {
    try spec.table(key, frame)
    var list: [AlertField] = []
    let count = frame.rawLength(-1)
    guard count <= SpecReader.maxEntries else { throw spec.tooMany(key) }
    try spec.forEachPair(of: key, frame) { pair throws(LuaError) in
      if pair.kind(-2) == .integer, (1...max(1, count)).contains(try pair.integer(-2)) { return }
      throw LuaError.badArgument(
        "\(spec.path): \(key) has the key \(spec.session.shortText(pair, -2)), expected a list of "
          + "names or of tables with a name")
    }
    for place in 0..<count {
      try frame.withElement(-1, at: place + 1) { element throws(LuaError) in
        list.append(try field("\(key)[\(place + 1)]", element))
      }
    }
    return list
  }

  private func field(_ key: String, _ frame: LuaFrame) throws(LuaError) -> AlertField {
    if frame.kind(-1) == .string { return AlertField(try frame.string(-1)) }
    guard frame.kind(-1) == .table else {
      throw spec.wrong(key, frame, expected: "a name, or a table with a name")
    }
    var field = FieldTable()
    try Self.fieldSchema.read(at: -1, in: frame, spec, prefix: "\(key).", into: &field)
    guard let name = field.name else {
      throw LuaError.badArgument("\(spec.path): \(key) has no name")
    }
    return AlertField(name, placeholder: field.placeholder, kind: field.kind, text: field.text)
  }

  /// Reads a list of buttons in display order:
  /// `{ "Keep", { "Delete", "deleteIt", role = "destructive" } }`. A button without a handler calls
  /// the caller's method that is named after the label of the button, such as `onKeep`, if there is
  /// one. Handlers receive a table with the texts of the alert's fields.
  func buttons(
    _ key: String, _ frame: LuaFrame, of caller: CoordinatorID
  ) throws(LuaError) -> [AlertButton] {
    let session = spec.session
    return try spec.actions(key, frame).map { action in
      // A label is plain data, which an application in another process can show.
      if session.engine.mirror != nil, action.isOnlyLabel,
        session.methods.function(of: action.handler, of: caller) == nil
      {
        return AlertButton(action.label, role: action.role)
      }
      return AlertButton(action.label, role: action.role) { [weak session] texts in
        guard let session, !session.isClosed else { return }
        guard let function = session.methods.function(of: action.handler, of: caller) else {
          if action.isOnlyLabel { return }
          throw session.methods.missing(
            action.handler, of: caller, for: "button \"\(action.label)\"")
        }
        try session.methods.call(function, of: caller) { frame throws(LuaError) in
          try ValueBridge.push(NavigationArguments(texts: texts), onto: frame)
        }
      }
    }
  }
}

/// Reads the list that is passed to `setStack`.
struct StackReader {
  let spec: SpecReader

  /// A screen that is written as a table in the list.
  struct StackScreen {
    var route: String?
    var arguments = NavigationArguments()
    var isNew = false
  }

  static let schema = DefinitionSchema<StackScreen>(
    "StackTable", "An entry of the list for `setStack`.",
    [
      .init("route", "string", "the route's name") { field, screen throws(LuaError) in
        screen.route = try field.spec.text(field.key, field.frame)
      },
      .arguments({ $0.arguments = $1 }, "the arguments of the route"),
      .boolean(
        "new", { $0.isNew = $1 },
        "whether to create a new screen even if an equal one exists (default false)"),
    ])

  func entries(at index: Int, in frame: LuaFrame) throws(LuaError) -> [StackEntry] {
    guard frame.kind(index) == .table else {
      throw LuaError.badArgument(
        "\(spec.path): screens is \(spec.session.shortText(frame, index)), expected a "
          + "list of routes")
    }
    var entries: [StackEntry] = []
    for place in 0..<frame.rawLength(index) {
      try frame.withElement(index, at: place + 1) { element throws(LuaError) in
        entries.append(try entry("screens[\(place + 1)]", element))
      }
    }
    return entries
  }

  private func entry(_ key: String, _ frame: LuaFrame) throws(LuaError) -> StackEntry {
    let handles = spec.session.handles
    if frame.kind(-1) == .string { return .route(try frame.string(-1)) }
    if let bits = frame.handle(-1, handles.screen) { return .screen(ScreenID(bits: bits)) }
    if let description = frame.object(-1, handles.screenDescription) {
      return .content(description.content)
    }
    guard frame.kind(-1) == .table else {
      throw spec.wrong(
        key, frame, expected: "a route, { route =, args =, new = }, a screen(…) or a handle")
    }
    var screen = StackScreen()
    try Self.schema.read(at: -1, in: frame, spec, prefix: "\(key).", into: &screen)
    guard let route = screen.route else {
      throw LuaError.badArgument(
        "\(spec.path): \(key) names no route")
    }
    return screen.isNew ? .new(route, screen.arguments) : .route(route, screen.arguments)
  }
}
