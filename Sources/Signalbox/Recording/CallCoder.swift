/// Converts calls to their recorded form and back.
///
/// The recorded form is plain data. A coordinator is identified by its path from the main
/// coordinator or, if it is not attached, by its identifier, together with the values that were
/// passed when it was created. Screens and layers are identified by their positions, and items that
/// no longer exist by their former identifiers. Functions cannot be recorded. The field `callbacks`
/// lists the functions that only observe the call. The field `unrecordable` describes a part of the
/// call without which the call cannot be repeated, such as a function that affects the result.
///
/// The function that writes a value is followed by the function that reads it. To add a field to
/// calls, add a line to ``fields(of:)`` and to ``decoded(_:)``.
struct CallCoder {
  let engine: NavigationEngine
  /// The waiting calls that were made outside callbacks, which later calls in the same chain can
  /// refer to.
  private let waiting: WaitingCalls?
  /// The reader that recreates the objects in the recording.
  private let objects: ObjectReader?
  /// The steps of the batch that precede the call. A chain may use the results of these steps.
  private var earlier: ArraySlice<BatchStep> = []
  /// The coordinators that are not attached, keyed by their names in the recording.
  private var made: [String: CoordinatorID] = [:]
  /// The results of waiting calls, keyed by the calls' names in the recording.
  private var results: [String: ChainLink] = [:]

  /// - Parameters:
  ///   - waiting: The waiting calls of the recording that is being written.
  ///   - objects: The reader for the objects of the recording that is being read, or `nil` for a
  ///     single call.
  init(engine: NavigationEngine, waiting: WaitingCalls? = nil, objects: ObjectReader? = nil) {
    (self.engine, self.waiting, self.objects) = (engine, waiting, objects)
  }

  // MARK: - Calls

  /// Returns the recorded form of a call.
  func fields(of call: OperationCall) -> NavigationArguments {
    var fields = NavigationArguments()
    fields["operation"] = .string(OperationCatalog.signature(at: call.operation).name)
    if call.operation >= OperationCatalog.operations.count { fields["isGesture"] = true }
    if call.caller.serial != 0 { fields["caller"] = reference(to: call.caller) }
    fields["options"] = options(call.options)
    if call.name != .none { fields["name"] = .string(engine.symbols[call.name]) }
    if call.count != 1 { fields["count"] = .integer(call.count) }
    fields["arguments"] = call.arguments.map { .table($0) }
    fields["value"] = call.value
    fields["text"] = call.text.map { .string($0) }
    fields["pages"] = call.pages.flatMap { try? NavigationValue(encoding: $0, in: .document("")) }
    fields["presenter"] = call.presenter.map(place)
    write(call.subject, into: &fields)
    fields["stack"] = call.stack.map { .list($0.map(entry)) }
    if !call.steps.isEmpty { fields["steps"] = steps(call.steps) }
    fields["link"] = position(of: call)
    fields["rejection"] = call.rejection.map(rejection)
    fields["unrecordable"] = unrecordable(in: call, fields)
    return fields
  }

  /// Returns the call that a line of a recording describes.
  ///
  /// - Throws: `malformed`, `stale` or `notRestorable` for a call that cannot be repeated.
  mutating func call(of fields: NavigationArguments) throws(NavigationError) -> OperationCall {
    try decoded(FieldReader(try contents(of: fields), path: "step"))
  }

  /// Returns the fields of a line, in which the tables that represent objects are replaced by the
  /// objects.
  private func contents(
    of fields: NavigationArguments
  ) throws(NavigationError) -> NavigationArguments {
    try (objects ?? ObjectReader(engine.registry)).arguments(of: fields)
  }

  private mutating func decoded(_ reader: FieldReader) throws(NavigationError) -> OperationCall {
    if let why = try reader.optionalText("unrecordable") {
      throw NavigationError(.malformed, "the call could not be recorded: \(why)")
    }
    let name = try reader.text("operation")
    let isGesture = try reader.boolean("isGesture") ?? false
    guard
      let index = isGesture
        ? OperationCatalog.index(ofGesture: name) : OperationCatalog.index(of: name)
    else { throw NavigationError(.malformed, "there is no operation \"\(name)\"") }
    let caller = try coordinator(reader.value("caller"))
    var call = OperationCall(operation: index, caller: caller)
    if let options = try reader.table("options") { call.options = try self.options(options) }
    if let name = try reader.optionalText("name") { call.name = engine.symbols.intern(name) }
    call.count = try reader.optionalInteger("count") ?? 1
    if reader.value("arguments") != nil { call.arguments = try reader.arguments("arguments") }
    if let value = reader.value("value") { call.value = value }
    if let text = try reader.optionalText("text") { call.text = text }
    if let pages = reader.value("pages") {
      call.pages = try pages.decoded(in: .document("step.pages"))
    }
    if let presenter = try reader.table("presenter") { call.presenter = try screen(presenter) }
    if let subject = try subject(reader) { call.subject = subject }
    if reader.value("stack") != nil { call.stack = try stack(reader.tables("stack")) }
    if reader.value("steps") != nil { call.steps = try steps(reader.tables("steps")) }
    if let link = try reader.table("link") { call.link = try self.link(link) }
    if let rejection = try reader.table("rejection") {
      call.rejection = try self.rejection(rejection)
    }
    return call
  }

  private func write(_ subject: OperationCall.Subject, into fields: inout NavigationArguments) {
    switch subject {
    case .screen(let id): fields["screen"] = place(of: id)
    case .coordinator(let id): fields["coordinator"] = reference(to: id)
    case .new(let type): fields["new"] = .string(type)
    case .layer(let id): fields["layer"] = index(of: id)
    case .content(let content): fields["content"] = self.content(content)
    case .none, .test: break
    }
  }

  private mutating func subject(
    _ reader: FieldReader
  ) throws(NavigationError) -> OperationCall.Subject? {
    if let place = try reader.table("screen") { return .screen(try screen(place)) }
    if let child = reader.value("coordinator") { return .coordinator(try coordinator(child)) }
    if let type = try reader.optionalText("new") { return .new(type) }
    if let layer = reader.value("layer") { return .layer(self.layer(layer)) }
    return try reader.table("content").map { reader throws(NavigationError) in
      .content(try content(reader))
    }
  }

  /// Returns a description of the part of a call that cannot be recorded, or `nil` if there is
  /// none.
  private func unrecordable(
    in call: OperationCall, _ fields: NavigationArguments
  ) -> NavigationValue? {
    if call.options.equals != nil { return "a function that compares arguments" }
    if case .test = call.subject { return "a function that chooses a screen" }
    let contents = [call.subject.content] + (call.stack ?? []).map(\.content)
    if contents.contains(where: { $0?.payload != nil }) { return "a screen with a host object" }
    if call.link != nil, call.rejection == nil, fields["link"] == nil {
      return "a call in a chain that started before the recording"
    }
    return fields["steps"]?.list?.lazy.compactMap { $0.table?["unrecordable"] }.first
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

  /// Returns the input that a line of a recording describes, or `nil` if the line describes a call.
  ///
  /// - Throws: `malformed`, `stale` or `notRestorable` if the input cannot be repeated.
  private mutating func input(
    of fields: NavigationArguments
  ) throws(NavigationError) -> HostInput? {
    guard fields["input"] != nil else { return nil }
    let reader = FieldReader(try contents(of: fields), path: "step")
    guard let kind = HostInput.Kind(rawValue: try reader.text("input")) else {
      throw reader.wrong("input", expected: "\"gesture\" or \"property\"")
    }
    var values: [NavigationValue?] = []
    for value in try reader.tables("values") { values.append(value.value("value")) }
    let caller = reader.value("caller")
    let owner = caller == nil ? nil : try coordinator(caller)
    return HostInput(kind, try reader.text("operation"), of: owner, values: values)
  }

  /// Returns the recorded form of an input.
  func fields(of input: HostInput) -> NavigationArguments {
    var fields: NavigationArguments = [
      "operation": .string(input.name), "input": .string(input.kind.rawValue),
      "values": .list(input.values.map { .table($0.map { ["value": $0] } ?? [:]) }),
    ]
    fields["caller"] = input.coordinator.map(reference)
    return fields
  }

  // MARK: - Chains

  /// Returns the call's position in a chain, or `nil` if the call is not in a chain or the position
  /// depends on a call outside the recording. The position is recorded because a call in a chain
  /// can be rejected where an equal call on a coordinator's handle is not.
  private func position(of call: OperationCall) -> NavigationValue? {
    guard let link = call.link, call.rejection == nil else { return nil }
    return call.caller.serial == 0
      ? position(of: link) : .table(["coordinator": reference(to: call.caller)])
  }

  private func position(of link: ChainLink) -> NavigationValue? {
    if let found = link.found { return .table(["coordinator": reference(to: found)]) }
    switch link.source {
    case .coordinator(let id): return .table(["coordinator": reference(to: id)])
    case .child(let parent): return position(of: parent).map { .table(["child": $0]) }
    case .result(let parent): return position(after: parent, in: link.submission)
    }
  }

  /// Returns the position of a link that is the result of a call on another link of the chain.
  private func position(
    after parent: ChainLink, in submission: Submission?
  ) -> NavigationValue? {
    if let outcome = submission?.outcome {
      if case .coordinator(let id) = outcome.value {
        return .table(["coordinator": reference(to: id)])
      }
      if let error = outcome.error { return .table(["broken": .string(error.description)]) }
      if outcome.status == .cancelled { return .table(["broken": .string(outcome.description)]) }
      return position(of: parent)
    }
    guard case .queued(let ticket) = submission else { return nil }
    if let index = earlier.firstIndex(where: { $0.ticket === ticket }) {
      return position(of: parent).map { .table(["step": .integer(index), "after": $0]) }
    }
    return waiting?.label(of: ticket).map { .table(["ticket": .string($0)]) }
  }

  /// Returns the chain link that a recorded position describes.
  private mutating func link(_ reader: FieldReader) throws(NavigationError) -> ChainLink {
    if let parent = try reader.table("child") { return try link(parent).child }
    if let rejection = try reader.optionalText("broken") {
      return ChainLink(brokenBy: NavigationError(.chainBroken, rejection))
    }
    if let label = try reader.optionalText("ticket") {
      if let link = results[label] { return link }
      throw NavigationError(
        .stale, "the call continues the chain of call \(label), which does not precede it")
    }
    guard let parent = try reader.table("after") else {
      return ChainLink(try coordinator(reader.value("coordinator")))
    }
    let step = earlier[try reader.requiredIndex("step", below: earlier.count)]
    let link = ChainLink(
      after: try link(parent), calling: step.operation, engine.symbols[step.call.name])
    link.submission = .queued(step.ticket)
    return link
  }

  /// Stores the results of a call and its steps, so that later calls in the same chain can use
  /// them.
  private mutating func keep(_ submission: Submission, of call: OperationCall, as label: String) {
    results[label] = link(to: call, submission)
    WaitingCalls.forEachStep(of: call, label) { step, label in
      results[label] = link(to: step.call, .queued(step.ticket))
    }
  }

  private func link(to call: OperationCall, _ submission: Submission) -> ChainLink {
    let operation = OperationCatalog.signature(at: call.operation).name
    let link = ChainLink(
      after: call.link ?? ChainLink(call.caller), calling: operation, engine.symbols[call.name])
    link.submission = submission
    return link
  }

  /// Returns the recorded form of a batch's calls. A call can continue the chain of an earlier
  /// call.
  private func steps(_ steps: [BatchStep]) -> NavigationValue {
    var coder = self
    return .list(
      steps.indices.map { index in
        coder.earlier = steps.prefix(index)
        return .table(coder.fields(of: steps[index].call))
      })
  }

  private mutating func steps(_ readers: [FieldReader]) throws(NavigationError) -> [BatchStep] {
    let enclosing = earlier
    defer { earlier = enclosing }
    earlier = []
    for reader in readers { earlier.append(BatchStep(try decoded(reader))) }
    return Array(earlier)
  }

  // MARK: - Options

  /// Returns the options that are set, keyed by their names in scripts, or `nil` if there are none.
  private func options(_ options: OperationOptions) -> NavigationValue? {
    if options.areStandard { return nil }
    var table = NavigationArguments()
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
    return table.isEmpty ? nil : .table(table)
  }

  private mutating func options(
    _ reader: FieldReader
  ) throws(NavigationError) -> OperationOptions {
    var options = OperationOptions()
    let callbacks = try reader.texts("callbacks")
    // The effects of callbacks cannot be repeated, but the presence of callbacks determines what
    // can be undone.
    if callbacks.contains("completion") { options.completion = { _ in } }
    if callbacks.contains("onDismiss") { options.onDismiss = { _ in } }
    if callbacks.contains("onFinish") { options.onFinish = { _ in } }
    for field in reader.fields.fields where field.name != "callbacks" {
      guard let option = OperationOption.named(field.name) else {
        throw reader.wrong(field.name, expected: "no value: there is no such option")
      }
      switch option.kind {
      case .style: options.style = try engine.transitionStyle(named: reader.text(field.name))
      case .page: options.current = engine.symbols.intern(try reader.text(field.name))
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

  // MARK: - Coordinators

  /// Returns a path such as `Home/Shop`, `{ made = "c7", type = "Checkout" }` for a coordinator
  /// that is not attached, or `{ gone = "c7" }` for a coordinator that has finished.
  func reference(to id: CoordinatorID) -> NavigationValue {
    guard let type = engine.typeName(of: id) else { return gone(id) }
    var steps: [String] = []
    var current = id
    while let parent = engine.parent(of: current) {
      let index = engine.children(of: parent).firstIndex(of: current)
      steps.append(index.map { names(ofChildren: parent)[$0] } ?? "")
      current = parent
    }
    guard current == engine.main else { return made(id, type) }
    steps.append(engine.typeName(of: current) ?? "")
    return .string(steps.reversed().joined(separator: "/"))
  }

  private func names(ofChildren parent: CoordinatorID) -> [String] {
    StateDocument.steps(engine.children(of: parent).map { engine.typeName(of: $0) ?? "" })
  }

  private func gone(_ id: some CustomStringConvertible) -> NavigationValue {
    .table(["gone": .string(id.description)])
  }

  /// Returns a description of a coordinator that is not attached, including the values that were
  /// passed when the coordinator was created.
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

  /// Returns the coordinator for a reference. A coordinator that was not attached is created at its
  /// first reference.
  mutating func coordinator(
    _ reference: NavigationValue?
  ) throws(NavigationError) -> CoordinatorID {
    switch reference {
    case .string(let path): return try coordinator(at: path)
    case .table(let table):
      let reader = FieldReader(table, path: "coordinator")
      guard let label = try reader.optionalText("made") else { return .none }
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
    default: return .none
    }
  }

  private func coordinator(at path: String) throws(NavigationError) -> CoordinatorID {
    let steps = path.split(separator: "/").map(String.init)
    guard var current = engine.main, engine.typeName(of: current) == steps.first else {
      throw NavigationError(.stale, "there is no coordinator \(path)")
    }
    for step in steps.dropFirst() {
      guard let index = names(ofChildren: current).firstIndex(of: step) else {
        throw NavigationError(.stale, "there is no coordinator \(path)")
      }
      current = engine.children(of: current)[index]
    }
    return current
  }

  // MARK: - Screens and layers

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
    return gone(id)
  }

  private mutating func screen(_ place: FieldReader) throws(NavigationError) -> ScreenID {
    if try place.boolean("tabView") == true {
      let owner = try coordinator(place.value("coordinator"))
      return engine.tabView(of: owner) ?? .none
    }
    guard let index = try place.optionalInteger("index") else { return .none }
    var screens: [StateDocument.Screen] = []
    if let layer = try place.index("layer", below: engine.layers.count) {
      screens = engine.layers[layer].screens
    } else {
      screens = engine.stack(of: try coordinator(place.value("coordinator")))
    }
    return screens.indices.contains(index) ? screens[index].id : .none
  }

  private func index(of id: LayerID) -> NavigationValue {
    engine.layers.firstIndex { $0.id == id }.map { .integer($0) } ?? gone(id)
  }

  private func layer(_ value: NavigationValue?) -> LayerID {
    let layers = engine.layers
    guard case .integer(let index) = value, layers.indices.contains(index) else { return .none }
    return layers[index].id
  }

  // MARK: - Screen descriptions and stacks

  /// The restrictions of a screen, each with its name in recordings.
  private static let traits: [(name: String, trait: ScreenTraits)] = [
    ("dismissDisabled", .dismissDisabled), ("swipeBackDisabled", .swipeBackDisabled),
  ]

  private func content(_ content: ScreenContent) -> NavigationValue {
    var table: NavigationArguments = [
      "name": .string(content.name), "arguments": .table(content.arguments),
    ]
    let traits = Self.traits.filter { content.traits.contains($0.trait) }
    if !traits.isEmpty { table["traits"] = .texts(traits.map(\.name)) }
    return .table(table)
  }

  private func content(_ reader: FieldReader) throws(NavigationError) -> ScreenContent {
    var content = ScreenContent(
      name: try reader.text("name"), arguments: try reader.arguments("arguments"))
    for name in try reader.texts("traits") {
      guard let found = Self.traits.first(where: { $0.name == name }) else {
        throw reader.wrong("traits", expected: "the name of a screen restriction")
      }
      content.traits.insert(found.trait)
    }
    return content
  }

  private func entry(_ entry: StackEntry) -> NavigationValue {
    switch entry {
    case .route(let name, let arguments):
      .table(["route": .string(name), "arguments": .table(arguments)])
    case .new(let name, let arguments):
      .table(["new": .string(name), "arguments": .table(arguments)])
    case .content(let content): .table(["content": self.content(content)])
    case .screen(let id): .table(["screen": place(of: id)])
    }
  }

  private mutating func stack(_ readers: [FieldReader]) throws(NavigationError) -> [StackEntry] {
    var stack: [StackEntry] = []
    for reader in readers {
      let arguments = try reader.arguments("arguments")
      if let name = try reader.optionalText("route") {
        stack.append(.route(name, arguments))
      } else if let name = try reader.optionalText("new") {
        stack.append(.new(name, arguments))
      } else if let content = try reader.table("content") {
        stack.append(.content(try self.content(content)))
      } else if let place = try reader.table("screen") {
        stack.append(.screen(try screen(place)))
      }
    }
    return stack
  }

  private func rejection(_ error: NavigationError) -> NavigationValue {
    .table(["code": .string(error.code.name), "message": .string(error.message)])
  }

  private func rejection(_ reader: FieldReader) throws(NavigationError) -> NavigationError {
    guard let code = ReasonCode(rawValue: try reader.text("code")) else {
      throw reader.wrong("code", expected: "the code of a rejection")
    }
    return NavigationError(code, try reader.text("message"))
  }
}

extension OperationCall.Subject {
  fileprivate var content: ScreenContent? {
    if case .content(let content) = self { content } else { nil }
  }
}

extension StackEntry {
  fileprivate var content: ScreenContent? {
    if case .content(let content) = self { content } else { nil }
  }
}
