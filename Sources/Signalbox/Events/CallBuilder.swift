/// Makes calls again of what a recording kept of them.
struct CallBuilder {
  let engine: NavigationEngine
  /// The coordinators that hung nowhere, by what the recording calls them.
  private var made: [String: CoordinatorID] = [:]

  init(engine: NavigationEngine) { self.engine = engine }

  /// - Throws: `malformed` or `stale` for what cannot be made again.
  mutating func call(of fields: NavigationArguments) throws(NavigationError) -> OperationCall {
    let reader = FieldReader(fields, path: "step")
    if let why = try reader.optionalText("unrecordable") {
      throw NavigationError(.malformed, "the recording could not keep \(why)")
    }
    let name = try reader.text("operation")
    let isGesture = try reader.boolean("isGesture") ?? false
    guard
      let index = isGesture
        ? OperationCatalog.index(ofGesture: name) : OperationCatalog.index(of: name)
    else { throw NavigationError(.malformed, "there is no operation \"\(name)\"") }
    var call = OperationCall(
      operation: index, caller: try coordinator(fields["caller"]),
      options: try options(reader.table("options"), fields))
    call.name = symbol(try reader.optionalText("name"))
    call.count = try reader.optionalInteger("count") ?? 1
    if fields["arguments"] != nil { call.arguments = try reader.arguments("arguments") }
    if let value = fields["value"] { call.value = value }
    if let text = try reader.optionalText("text") { call.text = text }
    if fields["pages"] != nil { call.pages = try pages(reader) }
    if let presenter = try reader.table("presenter") { call.presenter = try screen(presenter) }
    if let place = try reader.table("screen") { call.subject = .screen(try screen(place)) }
    if let child = fields["coordinator"] { call.subject = .coordinator(try coordinator(child)) }
    if let layer = fields["layer"] { call.subject = .layer(self.layer(layer)) }
    if fields["stack"] != nil { call.stack = try stack(reader) }
    if case .list(let steps) = fields["steps"] {
      for case .table(let step) in steps {
        call.steps.append(BatchStep(call: try self.call(of: step), ticket: OperationTicket()))
      }
    }
    if let content = try reader.table("content") {
      call.subject = .content(
        ScreenContent(
          name: try content.text("name"), arguments: try content.arguments("arguments")))
    }
    return call
  }

  private func symbol(_ name: String?) -> Symbol { name.map(engine.symbols.intern) ?? .none }

  private mutating func stack(_ reader: FieldReader) throws(NavigationError) -> [StackEntry] {
    var stack: [StackEntry] = []
    for entry in try reader.tables("stack") {
      let arguments = try entry.arguments("arguments")
      if let name = try entry.optionalText("route") {
        stack.append(.route(name, arguments))
      } else if let name = try entry.optionalText("new") {
        stack.append(.new(name, arguments))
      } else if let name = try entry.optionalText("content") {
        stack.append(.content(ScreenContent(name: name, arguments: arguments)))
      } else if let place = try entry.table("screen") {
        stack.append(.screen(try screen(place)))
      }
    }
    return stack
  }

  private func pages(_ reader: FieldReader) throws(NavigationError) -> [PageDefinition] {
    var pages: [PageDefinition] = []
    for page in try reader.tables("pages") {
      pages.append(
        PageDefinition(
          id: try page.text("id"), title: try page.text("title"), icon: try page.text("icon"),
          position: try page.optionalInteger("position"),
          coordinator: try page.text("coordinator"),
          arguments: try page.arguments("arguments")))
    }
    return pages
  }

  private func options(
    _ reader: FieldReader?, _ fields: NavigationArguments
  ) throws(NavigationError) -> OperationOptions {
    var options = OperationOptions()
    guard let reader, case .table(let table) = fields["options"] else { return options }
    if let duration = try reader.optionalInteger("duration") { options.duration = duration }
    if let style = try reader.optionalText("style") {
      options.style = try engine.transitionStyle(named: style)
    }
    if let count = try reader.optionalInteger("count") { options.count = count }
    if let current = try reader.optionalText("current") { options.current = symbol(current) }
    if let layer = table["layer"] { options.layer = self.layer(layer) }
    try readRare(reader, into: &options)
    if case .list(let names) = table["switches"] {
      for name in names {
        guard case .string(let name) = name,
          let bit = CallImage.switchNames.firstIndex(of: name)
        else { throw reader.wrong("switches", expected: "names of options") }
        options.switches.insert(OperationOptions.Switches(rawValue: 1 << bit))
      }
    }
    return options
  }

  private func readRare(
    _ reader: FieldReader, into options: inout OperationOptions
  ) throws(NavigationError) {
    if let key = try reader.optionalText("key") { options.key = key }
    if let phase = try reader.optionalText("phase").flatMap(GesturePhase.init(rawValue:)) {
      options.phase = phase
    }
    if case .number(let progress) = reader.value("progress") { options.progress = progress }
    let traits = LayerTraits(
      isCovering: try reader.boolean("isCovering"),
      isInteractive: try reader.boolean("isInteractive"),
      detents: try reader.list("detents").compactMap { Detent($0) })
    if traits != LayerTraits() { options.layerTraits = traits }
    let buttons = try reader.list("buttons")
    if buttons.isEmpty { return }
    options.buttons = buttons.compactMap { title in
      if case .string(let title) = title { AlertButton(title) } else { nil }
    }
  }

  // MARK: - Places

  private mutating func coordinator(
    _ reference: NavigationValue?
  ) throws(NavigationError) -> CoordinatorID {
    switch reference {
    case .string(let path): return try coordinator(at: path)
    case .table(let table):
      let reader = FieldReader(table, path: "coordinator")
      guard let label = try reader.optionalText("made") else { return CoordinatorID(bits: 0) }
      if let known = made[label] { return known }
      let id = try engine.makeCoordinator(
        try reader.text("type"), try reader.arguments("arguments"))
      made[label] = id
      return id
    default: return CoordinatorID(bits: 0)
    }
  }

  private func coordinator(at path: String) throws(NavigationError) -> CoordinatorID {
    let steps = path.split(separator: "/").map(String.init)
    guard var current = engine.main, engine.typeName(of: current) == steps.first else {
      throw NavigationError(.stale, "there is no coordinator \(path)")
    }
    for step in steps.dropFirst() {
      let children = engine.children(of: current)
      let names = StateOutline.steps(children.map { engine.typeName(of: $0) ?? "" })
      guard let index = names.firstIndex(of: step) else {
        throw NavigationError(.stale, "there is no coordinator \(path)")
      }
      current = children[index]
    }
    return current
  }

  private mutating func screen(_ place: FieldReader) throws(NavigationError) -> ScreenID {
    guard let index = try place.optionalInteger("index") else { return ScreenID(bits: 0) }
    var screens: [ScreenNode] = []
    if let layer = try place.index("layer", below: engine.layers.count) {
      screens = engine.layers[layer].screens
    } else {
      screens = engine.stack(of: try coordinator(place.value("coordinator")))
    }
    return screens.indices.contains(index) ? screens[index].id : ScreenID(bits: 0)
  }

  private func layer(_ value: NavigationValue) -> LayerID {
    let layers = engine.layers
    guard case .integer(let index) = value, layers.indices.contains(index) else {
      return LayerID(bits: 0)
    }
    return layers[index].id
  }
}
