/// Creates calls from their form in recordings.
struct CallBuilder {
  let engine: NavigationEngine
  /// The reader that recreates the objects in the recording.
  let objects: ObjectReader
  /// The coordinators that are not attached, keyed by their names in the recording.
  private var made: [String: CoordinatorID] = [:]
  /// The results of waiting calls, keyed by their names in the recording.
  private var waiting: [String: ChainLink] = [:]

  init(engine: NavigationEngine, objects: ObjectReader? = nil) {
    self.engine = engine
    self.objects = objects ?? ObjectReader(engine: engine)
  }

  /// Stores the results of a call and its steps, so that later calls in the same chain can use
  /// them.
  mutating func keep(_ submission: Submission, of call: OperationCall, as label: String) {
    waiting[label] = link(to: call, submission)
    WaitingCalls.forEachStep(of: call, label) { step, label in
      waiting[label] = link(to: step.call, .queued(step.ticket))
    }
  }

  private func link(to call: OperationCall, _ submission: Submission) -> ChainLink {
    let operation = OperationCatalog.signature(at: call.operation).name
    let link = ChainLink(
      after: call.link ?? ChainLink(call.caller), calling: operation, engine.symbols[call.name])
    link.submission = submission
    return link
  }

  /// Performs an operation, a gesture or a host input.
  ///
  /// - Returns: The submission, or `nil` for a host input.
  /// - Throws: `malformed`, `stale` or `notRestorable` for a call that cannot be performed.
  mutating func perform(_ fields: NavigationArguments) throws(NavigationError) -> Submission? {
    if let input = try input(of: fields) {
      guard let perform = engine.onReplayedInput else {
        throw NavigationError(
          .malformed, "\(input.name) is an input from a host, and this engine has no host")
      }
      try perform(input)
      return nil
    }
    let call = try call(of: fields)
    let submission = engine.submit(call)
    if let label = try FieldReader(fields, path: "step").optionalText("ticket") {
      keep(submission, of: call, as: label)
    }
    return submission
  }

  /// - Parameter earlier: The preceding steps of the batch that contains the call.
  /// - Throws: `malformed`, `stale` or `notRestorable` for a call that cannot be repeated.
  mutating func call(
    of fields: NavigationArguments, after earlier: [BatchStep] = []
  ) throws(NavigationError) -> OperationCall {
    let fields = try objects.arguments(of: fields)
    let reader = FieldReader(fields, path: "step")
    if let why = try reader.optionalText("unrecordable") {
      throw NavigationError(.malformed, "the call could not be recorded: \(why)")
    }
    let name = try reader.text("operation")
    let isGesture = try reader.boolean("isGesture") ?? false
    guard
      let index = isGesture
        ? OperationCatalog.index(ofGesture: name) : OperationCatalog.index(of: name)
    else { throw NavigationError(.malformed, "there is no operation \"\(name)\"") }
    var call = OperationCall(
      operation: index, caller: try coordinator(fields["caller"]),
      options: try options(reader.table("options")))
    call.name = symbol(try reader.optionalText("name"))
    call.count = try reader.optionalInteger("count") ?? 1
    if fields["arguments"] != nil { call.arguments = try reader.arguments("arguments") }
    if let value = fields["value"] { call.value = value }
    if let text = try reader.optionalText("text") { call.text = text }
    if fields["pages"] != nil { call.pages = try pages(reader) }
    if let presenter = try reader.table("presenter") { call.presenter = try screen(presenter) }
    if let place = try reader.table("screen") { call.subject = .screen(try screen(place)) }
    if let child = fields["coordinator"] { call.subject = .coordinator(try coordinator(child)) }
    if let type = try reader.optionalText("new") { call.subject = .new(type) }
    if let layer = fields["layer"] { call.subject = .layer(self.layer(layer)) }
    if fields["stack"] != nil { call.stack = try stack(reader) }
    for step in try reader.tables("steps") {
      let stepCall = try self.call(of: step.fields, after: call.steps)
      call.steps.append(BatchStep(stepCall))
    }
    if let content = try reader.table("content") {
      call.subject = .content(try screen(content: content))
    }
    if let link = try reader.table("link") { call.link = try self.link(link, earlier) }
    if let rejection = try reader.table("rejection") {
      call.rejection = try self.rejection(rejection)
    }
    return call
  }

  private func rejection(_ reader: FieldReader) throws(NavigationError) -> NavigationError {
    let name = try reader.text("code")
    guard let code = ReasonCode.allCases.first(where: { $0.name == name }) else {
      throw reader.wrong("code", expected: "the reason of a rejection")
    }
    return NavigationError(code, try reader.text("message"))
  }

  /// Returns the chain link for a step of a batch or for a call that waited.
  private mutating func link(
    _ reader: FieldReader, _ steps: [BatchStep]
  ) throws(NavigationError) -> ChainLink {
    if let parent = try reader.table("child") { return try link(parent, steps).child }
    if let rejection = try reader.optionalText("broken") {
      return ChainLink(brokenBy: NavigationError(.chainBroken, rejection))
    }
    if let label = try reader.optionalText("ticket") {
      if let link = waiting[label] { return link }
      throw NavigationError(.stale, "the recording has no call \(label) to continue with")
    }
    guard let parent = try reader.table("after") else {
      return ChainLink(try coordinator(reader.value("coordinator")))
    }
    let step = steps[try reader.requiredIndex("step", below: steps.count)]
    let link = ChainLink(
      after: try link(parent, steps), calling: step.operation, engine.symbols[step.call.name])
    link.submission = .queued(step.ticket)
    return link
  }

  /// Reads a screen description.
  private func screen(content reader: FieldReader) throws(NavigationError) -> ScreenContent {
    var content = ScreenContent(
      name: try reader.text("name"), arguments: try reader.arguments("arguments"))
    for name in try reader.texts("traits") {
      guard let trait = CallImage.screenTraits.first(where: { $0.name == name }) else {
        throw reader.wrong("traits", expected: "the name of a restriction for the user")
      }
      content.traits.insert(trait.bit)
    }
    return content
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
      } else if let content = try entry.table("content") {
        stack.append(.content(try screen(content: content)))
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
          selectedTitle: try page.optionalText("selectedTitle"),
          selectedIcon: try page.optionalText("selectedIcon"),
          position: try page.optionalInteger("position"),
          coordinator: try page.text("coordinator"),
          arguments: try page.arguments("arguments"),
          isLazy: try page.boolean("isLazy") ?? false))
    }
    return pages
  }

  private mutating func options(
    _ reader: FieldReader?
  ) throws(NavigationError) -> OperationOptions {
    var options = OperationOptions()
    guard let reader else { return options }
    let callbacks = try reader.texts("callbacks")
    // The effects of completion handlers cannot be repeated, but their presence determines which
    // steps can be undone.
    if callbacks.contains("completion") { options.completion = { _ in } }
    if callbacks.contains("onDismiss") { options.onDismiss = { _ in } }
    if callbacks.contains("onFinish") { options.onFinish = { _ in } }
    for field in reader.fields.fields where field.name != "callbacks" {
      guard let option = OperationOption.named(field.name) else {
        throw reader.wrong(field.name, expected: "no option with that name")
      }
      switch option.kind {
      case .style: options.style = try engine.transitionStyle(named: reader.text(field.name))
      case .page: options.current = symbol(try reader.text(field.name))
      case .layer(let stays):
        options.layer = layer(field.value)
        if stays { options.switches.insert(.layerStays) }
      case .coordinator: options.mainCoordinator = try coordinator(field.value)
      case .buttons:
        let action: (() -> Void)? = callbacks.contains(field.name) ? {} : nil
        guard let labels: [AlertButton.Label] = try? field.value.decoded() else {
          throw reader.wrong(field.name, expected: "a list of titles, or of titles with roles")
        }
        options.buttons = labels.map { AlertButton($0.title, role: $0.role, action: action) }
      case .boolean, .integer, .duration, .text, .arguments, .detents, .fields, .fraction,
        .choice, .function:
        guard option.set(&options, field.value) else {
          throw reader.wrong(field.name, expected: option.kind.expectation)
        }
      }
    }
    return options
  }

  // MARK: - Screens, layers and coordinators

  mutating func coordinator(
    _ reference: NavigationValue?
  ) throws(NavigationError) -> CoordinatorID {
    switch reference {
    case .string(let path): return try coordinator(at: path)
    case .table(let table):
      let reader = FieldReader(table, path: "coordinator")
      guard let label = try reader.optionalText("made") else { return CoordinatorID(bits: 0) }
      if let known = made[label] { return known }
      let setup = try reader.arguments("setup")
      let id = try engine.makeCoordinator(
        try reader.text("type"), try reader.arguments("arguments"),
        setup.isEmpty ? nil : CoordinatorSetup(setup, engine.registry.styles))
      made[label] = id
      if let root = try reader.table("root") {
        engine.chooseRoot(
          try root.text("name"), try root.arguments("arguments"), forNew: id)
      }
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
      let names = StateDocument.steps(children.map { engine.typeName(of: $0) ?? "" })
      guard let index = names.firstIndex(of: step) else {
        throw NavigationError(.stale, "there is no coordinator \(path)")
      }
      current = children[index]
    }
    return current
  }

  private mutating func screen(_ place: FieldReader) throws(NavigationError) -> ScreenID {
    if try place.boolean("tabView") == true {
      let owner = try coordinator(place.value("coordinator"))
      return engine.tabView(of: owner) ?? ScreenID(bits: 0)
    }
    guard let index = try place.optionalInteger("index") else { return ScreenID(bits: 0) }
    var screens: [StateDocument.Screen] = []
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
