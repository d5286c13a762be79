/// An operation call as plain data without identifiers, in its recorded form.
///
/// A coordinator is identified by its path from the main coordinator or, if it is not attached, by
/// the values that were passed when it was created. Screens and layers are identified by their
/// positions. Functions cannot be recorded. The field `callbacks` lists the functions that only
/// observe, and the field `unrecordable` names a function that affects the result of the call.
struct CallImage {
  /// The restrictions of a screen, each with its name in recordings.
  static let screenTraits: [(name: String, bit: ScreenTraits)] = [
    ("dismissDisabled", .dismissDisabled), ("swipeBackDisabled", .swipeBackDisabled),
  ]

  let engine: NavigationEngine
  /// The waiting calls that were made outside callbacks, which later calls in the same chain can
  /// refer to.
  var waiting: WaitingCalls?

  /// - Parameter steps: The preceding steps of the batch, whose results a chain may use.
  func fields(of call: OperationCall, after steps: ArraySlice<BatchStep> = [])
    -> NavigationArguments
  {
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
    fields["unrecordable"] = unrecordable(in: call).map { .string($0) }
    fields["rejection"] = call.rejection.map {
      .table(["code": .string($0.code.name), "message": .string($0.message)])
    }
    writeLink(of: call, after: steps, into: &fields)
    writeSteps(of: call, into: &fields)
    let options = self.options(of: call.options)
    if !options.isEmpty { fields["options"] = .table(options) }
    write(call.subject, into: &fields)
    return fields
  }

  /// Returns the part of a call that cannot be recorded, or `nil` if there is none.
  private func unrecordable(in call: OperationCall) -> String? {
    if call.options.equals != nil { return "a function that compares arguments" }
    let payload = "a screen with a host object"
    switch call.subject {
    case .content(let content) where content.payload != nil: return payload
    case .test: return "a function that chooses a screen"
    case .none, .screen, .coordinator, .new, .layer, .content: break
    }
    let hasPayload = call.stack?.contains {
      if case .content(let content) = $0 { content.payload != nil } else { false }
    }
    return hasPayload == true ? payload : nil
  }

  /// Writes the steps of a batch.
  private func writeSteps(of call: OperationCall, into fields: inout NavigationArguments) {
    if call.steps.isEmpty { return }
    var steps: [NavigationValue] = []
    for (index, step) in call.steps.enumerated() {
      let step = self.fields(of: step.call, after: call.steps.prefix(index))
      if fields["unrecordable"] == nil { fields["unrecordable"] = step["unrecordable"] }
      steps.append(.table(step))
    }
    fields["steps"] = .list(steps)
  }

  // MARK: - Chains

  /// Writes the call's position in a chain, because a call in a chain can be rejected where an
  /// equal call on a coordinator's handle is not.
  private func writeLink(
    of call: OperationCall, after steps: ArraySlice<BatchStep>,
    into fields: inout NavigationArguments
  ) {
    guard let link = call.link, call.rejection == nil else { return }
    fields["link"] =
      call.caller.serial == 0
      ? image(of: link, after: steps) : .table(["coordinator": reference(to: call.caller)])
    if fields["link"] == nil, fields["unrecordable"] == nil {
      fields["unrecordable"] = "a call in a chain that started before the recording"
    }
  }

  /// Returns the recorded form of a link, or `nil` if the link depends on a call outside the
  /// recording.
  private func image(of link: ChainLink, after steps: ArraySlice<BatchStep>) -> NavigationValue? {
    if let found = link.found { return .table(["coordinator": reference(to: found)]) }
    switch link.source {
    case .coordinator(let id): return .table(["coordinator": reference(to: id)])
    case .child(let parent):
      return image(of: parent, after: steps).map { .table(["child": $0]) }
    case .result(let parent): return image(of: parent, in: link.submission, after: steps)
    }
  }

  /// Describes a link that is the result of a call on another link of the chain.
  private func image(
    of parent: ChainLink, in submission: Submission?, after steps: ArraySlice<BatchStep>
  ) -> NavigationValue? {
    if let outcome = submission?.outcome {
      if case .coordinator(let id) = outcome.value {
        return .table(["coordinator": reference(to: id)])
      }
      if let error = outcome.error { return .table(["broken": .string(error.description)]) }
      if outcome.status == .cancelled { return .table(["broken": .string(outcome.description)]) }
      return image(of: parent, after: steps)
    }
    guard case .queued(let ticket) = submission else { return nil }
    if let index = steps.firstIndex(where: { $0.ticket === ticket }) {
      return image(of: parent, after: steps).map {
        .table(["step": .integer(index), "after": $0])
      }
    }
    return waiting?.label(of: ticket).map { .table(["ticket": .string($0)]) }
  }

  private func write(_ subject: OperationCall.Subject, into fields: inout NavigationArguments) {
    switch subject {
    case .none: break
    case .screen(let id): fields["screen"] = place(of: id)
    case .coordinator(let id): fields["coordinator"] = reference(to: id)
    case .new(let type): fields["new"] = .string(type)
    case .layer(let id): fields["layer"] = index(of: id)
    case .content(let content): fields["content"] = .table(self.content(content))
    case .test: break
    }
  }

  private func content(_ content: ScreenContent) -> NavigationArguments {
    var table: NavigationArguments = [
      "name": .string(content.name), "arguments": .table(content.arguments),
    ]
    let traits = Self.screenTraits.filter { content.traits.contains($0.bit) }
    if !traits.isEmpty { table["traits"] = .list(traits.map { .string($0.name) }) }
    return table
  }

  private func entry(_ entry: StackEntry) -> NavigationValue {
    switch entry {
    case .route(let name, let arguments):
      .table(["route": .string(name), "arguments": .table(arguments)])
    case .new(let name, let arguments):
      .table(["new": .string(name), "arguments": .table(arguments)])
    case .content(let content): .table(["content": .table(self.content(content))])
    case .screen(let id): .table(["screen": place(of: id)])
    }
  }

  private func page(_ page: PageDefinition) -> NavigationValue {
    var table: NavigationArguments = [
      "id": .string(page.id), "title": .string(page.title), "icon": .string(page.icon),
      "coordinator": .string(page.coordinator), "arguments": .table(page.arguments),
    ]
    table["selectedTitle"] = page.selectedTitle.map { .string($0) }
    table["selectedIcon"] = page.selectedIcon.map { .string($0) }
    table["position"] = page.position.map { .integer($0) }
    if page.isLazy { table["isLazy"] = true }
    return .table(table)
  }

  /// Returns the options that are set, keyed by their names in scripts.
  private func options(of options: OperationOptions) -> NavigationArguments {
    var table = NavigationArguments()
    if options.areStandard { return table }
    var callbacks: [NavigationValue] = []
    for option in OperationOption.allCases {
      switch option.kind {
      case .style where options.style != .automatic:
        table[option.name] = .string(engine.registry.styles.name(of: options.style))
      case .style: break
      case .page:
        if options.current != .none {
          table[option.name] = .string(engine.symbols[options.current])
        }
      case .layer(let stays):
        guard options.switches.contains(.layerStays) == stays else { continue }
        table[option.name] = options.layer.map(index)
      case .coordinator: table[option.name] = options.mainCoordinator.map(reference)
      case .buttons:
        guard !options.buttons.isEmpty else { continue }
        table[option.name] = .list(options.buttons.map(\.label.value))
        if options.buttons.contains(where: { $0.action != nil }) {
          callbacks.append(.string(option.name))
        }
      case .function(let function):
        if options.reports(to: function) { callbacks.append(.string(option.name)) }
      case .boolean, .integer, .duration, .text, .arguments, .detents, .fields, .fraction,
        .choice:
        table[option.name] = option.get(options)
      }
    }
    if !callbacks.isEmpty { table["callbacks"] = .list(callbacks) }
    return table
  }

  // MARK: - Coordinators

  /// Returns a path such as `Home/Shop`, or `{ made = "c7", type = "Checkout" }` for a coordinator
  /// that is not attached.
  func reference(to id: CoordinatorID) -> NavigationValue {
    guard let type = engine.typeName(of: id) else {
      return .table(["gone": .string(id.description)])
    }
    var steps: [String] = []
    var current = id
    while let parent = engine.parent(of: current) {
      let children = engine.children(of: parent)
      let names = StateDocument.steps(children.map { engine.typeName(of: $0) ?? "" })
      steps.append(children.firstIndex(of: current).map { names[$0] } ?? "")
      current = parent
    }
    guard current == engine.main else {
      return made(id, type)
    }
    steps.append(engine.typeName(of: current) ?? "")
    return .string(steps.reversed().joined(separator: "/"))
  }

  /// Describes a coordinator that is not attached, including everything that was passed when it was
  /// created.
  private func made(_ id: CoordinatorID, _ type: String) -> NavigationValue {
    var table: NavigationArguments = [
      "made": .string(id.description), "type": .string(type),
      "arguments": .table(engine.arguments(of: id)),
    ]
    let setup = engine.setupTable(of: id)
    if !setup.isEmpty { table["setup"] = .table(setup) }
    if let root = engine.initialRoot(of: id) {
      table["root"] = .table(
        ["name": .string(engine.symbols[root.route]), "arguments": .table(root.arguments)])
    }
    return .table(table)
  }

  private func place(of id: ScreenID) -> NavigationValue {
    if let owner = engine.owner(of: id) {
      if engine.isTabView(id) {
        return .table(["coordinator": reference(to: owner), "tabView": true])
      }
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
