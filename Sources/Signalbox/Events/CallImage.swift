/// An operation's call as plain data, without identifiers: what a recording keeps of it.
///
/// Coordinators are named by their paths from the main one, those that hang nowhere by how they were
/// made; screens and layers by their places. Functions cannot be kept: `callbacks` lists those that
/// only report, and a call that depends on one says so under `unrecordable`.
struct CallImage {
  static let switchNames = [
    "targetFront", "popChildren", "firstMatch", "all", "keepModals", "dismissModals", "scopeSelf",
    "withoutDismiss", "withNavigation", "selfIfNone", "recreate", "cancel", "layerStays",
    "singleTop", "dropWhenBusy", "refuseWhenBusy", "skipRefused",
  ]

  let engine: NavigationEngine

  func fields(of call: OperationCall) -> NavigationArguments {
    var fields = NavigationArguments()
    let isGesture = call.operation >= OperationCatalog.operations.count
    fields["operation"] = .string(OperationCatalog.signature(at: call.operation).name)
    if isGesture { fields["isGesture"] = true }
    if call.caller.serial != 0 { fields["caller"] = reference(to: call.caller) }
    if call.name != .none { fields["name"] = .string(engine.symbols[call.name]) }
    if call.count != 1 { fields["count"] = .integer(call.count) }
    fields["arguments"] = call.arguments.map { .table($0) }
    fields["value"] = call.value
    fields["text"] = call.text.map { .string($0) }
    fields["pages"] = call.pages.map { .list($0.map(page)) }
    fields["presenter"] = call.presenter.map(place)
    fields["stack"] = call.stack.map { .list($0.map(entry)) }
    if !call.steps.isEmpty {
      let steps = call.steps.map { self.fields(of: $0.call) }
      fields["steps"] = .list(steps.map { .table($0) })
      fields["unrecordable"] = steps.lazy.compactMap { $0["unrecordable"] }.first
    }
    let options = self.options(of: call.options)
    if !options.isEmpty { fields["options"] = .table(options) }
    write(call.subject, into: &fields)
    return fields
  }

  private func write(_ subject: OperationCall.Subject, into fields: inout NavigationArguments) {
    switch subject {
    case .none: break
    case .screen(let id): fields["screen"] = place(of: id)
    case .coordinator(let id): fields["coordinator"] = reference(to: id)
    case .layer(let id): fields["layer"] = index(of: id)
    case .content(let content):
      fields["content"] = .table(
        ["name": .string(content.name), "arguments": .table(content.arguments)])
      if content.payload != nil { fields["unrecordable"] = "a screen with an object of the host" }
    case .test: fields["unrecordable"] = "a function that chooses a screen"
    }
  }

  private func entry(_ entry: StackEntry) -> NavigationValue {
    switch entry {
    case .route(let name, let arguments):
      .table(["route": .string(name), "arguments": .table(arguments)])
    case .new(let name, let arguments):
      .table(["new": .string(name), "arguments": .table(arguments)])
    case .content(let content):
      .table(["content": .string(content.name), "arguments": .table(content.arguments)])
    case .screen(let id): .table(["screen": place(of: id)])
    }
  }

  private func page(_ page: PageDefinition) -> NavigationValue {
    var table: NavigationArguments = [
      "id": .string(page.id), "title": .string(page.title), "icon": .string(page.icon),
      "coordinator": .string(page.coordinator), "arguments": .table(page.arguments),
    ]
    table["position"] = page.position.map { .integer($0) }
    return .table(table)
  }

  private func options(of options: OperationOptions) -> NavigationArguments {
    var table = NavigationArguments()
    if options.duration != OperationOptions.defaultDuration {
      table["duration"] = .integer(options.duration)
    }
    if options.style == .push { table["style"] = "push" }
    if options.style.isPresentation { table["style"] = .string(engine.styles[options.style].name) }
    let switches = Self.switchNames.indices.filter { options.switches.rawValue & (1 << $0) != 0 }
    if !switches.isEmpty {
      table["switches"] = .list(switches.map { .string(Self.switchNames[$0]) })
    }
    if options.count != 1 { table["count"] = .integer(options.count) }
    if options.current != .none { table["current"] = .string(engine.symbols[options.current]) }
    table["layer"] = options.layer.map(index)
    table["key"] = options.key.map { .string($0) }
    if options.phase != .whole { table["phase"] = .string(options.phase.rawValue) }
    if options.progress != 0 { table["progress"] = .number(options.progress) }
    let traits = options.layerTraits
    table["isCovering"] = traits.isCovering.map { .boolean($0) }
    table["isInteractive"] = traits.isInteractive.map { .boolean($0) }
    if !traits.detents.isEmpty { table["detents"] = .list(traits.detents.map(\.value)) }
    if !options.buttons.isEmpty {
      table["buttons"] = .list(options.buttons.map { .string($0.title) })
    }
    let callbacks = [
      ("completion", options.completion == nil), ("onDismiss", options.onDismiss == nil),
      ("onFinish", options.onFinish == nil),
    ].filter { !$0.1 }
    if !callbacks.isEmpty { table["callbacks"] = .list(callbacks.map { .string($0.0) }) }
    return table
  }

  // MARK: - Places

  /// `Home/Shop`, or `{ made = "c7", type = "Checkout" }` for one that hangs nowhere.
  private func reference(to id: CoordinatorID) -> NavigationValue {
    guard let type = engine.typeName(of: id) else {
      return .table(["gone": .string(id.description)])
    }
    var steps: [String] = []
    var current = id
    while let parent = engine.parent(of: current) {
      let children = engine.children(of: parent)
      let names = StateOutline.steps(children.map { engine.typeName(of: $0) ?? "" })
      steps.append(children.firstIndex(of: current).map { names[$0] } ?? "")
      current = parent
    }
    guard current == engine.main else {
      return .table([
        "made": .string(id.description), "type": .string(type),
        "arguments": .table(engine.arguments(of: id)),
      ])
    }
    steps.append(engine.typeName(of: current) ?? "")
    return .string(steps.reversed().joined(separator: "/"))
  }

  private func place(of id: ScreenID) -> NavigationValue {
    if let owner = engine.owner(of: id) {
      if let index = engine.stack(of: owner).firstIndex(where: { $0.id == id }) {
        return .table(["coordinator": reference(to: owner), "index": .integer(index)])
      }
      for (number, layer) in engine.layers.enumerated() {
        if let index = layer.screens.firstIndex(where: { $0.id == id }) {
          return .table(["layer": .integer(number), "index": .integer(index)])
        }
      }
    }
    return .table(["gone": .string(id.description)])
  }

  private func index(of id: LayerID) -> NavigationValue {
    engine.layers.firstIndex { $0.id == id }.map { .integer($0) }
      ?? .table(["gone": .string(id.description)])
  }
}
