extension StateDocument {
  /// All screens: for each coordinator, in the order of the document, its own screens and its tab
  /// view, followed by the screens of layers that show no coordinator.
  package var allScreens: [Screen] {
    coordinators.flatMap { $0.stack + [$0.tabView].compactMap(\.self) } + layers.flatMap(\.screens)
  }
}

extension FinishNotice {
  /// Creates a finish notice reported by a remote application.
  package init(
    mirroring coordinator: Int, type: String, parent: Int, reason: String, result: NavigationValue?
  ) {
    self.init(
      coordinator: CoordinatorID(mirroring: coordinator), type: type,
      parent: CoordinatorID(mirroring: parent), result: result,
      reason: FinishReason(rawValue: reason) ?? .finished)
  }
}

/// Updates an engine so that it mirrors a remote application.
package struct MirrorEditor {
  private let engine: NavigationEngine

  /// - Parameter engine: An engine that shows nothing.
  package init(_ engine: NavigationEngine) { self.engine = engine }

  /// Starts mirroring a remote application.
  ///
  /// - Parameters:
  ///   - types: The coordinator types of the application. These types replace the types that
  ///     scripts define.
  ///   - styles: The presentation styles that the application adds.
  ///   - links: The application's own link patterns.
  ///   - maxSteps: The maximum number of states that are kept for `tree(atStep:)`.
  /// - Throws: `unsupported` if a script defines a guard, or a coordinator that the application
  ///   does not have. Also throws `badArgument` if a type, a style or a link is not valid.
  package func begin(
    _ types: [CoordinatorType], styles: [String], links: [String], maxSteps: Int = 0
  ) throws(NavigationError) {
    let mirror = EngineMirror(types, maxTrees: maxSteps)
    for name in engine.coordinatorTypeNames { try mirror.checkDefinition(of: name) }
    guard engine.guards.isEmpty else {
      throw EngineMirror.unsupported(
        "guard", "a script function does not run in the application")
    }
    for style in styles { _ = try engine.registry.register(PresentationStyle(name: style)) }
    for type in types {
      try engine.registry.register(Self.unchecked(type, mirror))
    }
    for link in links { _ = try engine.registry.addLink(link) { _ in .unhandled } }
    engine.mirroring.mirror = mirror
  }

  /// Returns a type whose coordinators and routes accept any arguments, because the application has
  /// already checked the arguments that the mirror shows.
  private static func unchecked(_ type: CoordinatorType, _ mirror: EngineMirror) -> CoordinatorType
  {
    var type = type
    type.parameters = nil
    type.routes = type.routes.mapValues { route in
      var route = route
      route.parameters = nil
      return route
    }
    type.makeDelegate = { [unowned mirror] _, _ in MirroredCoordinator(mirror) }
    return type
  }

  /// Replaces the mirrored state with the given state of the application.
  ///
  /// Coordinators, screens and layers keep the numbers that they have in the application, so that
  /// script handles remain valid. Cost: O(size of the state + largest number).
  ///
  /// - Throws: `unreachable` if the state is inconsistent.
  package func show(_ shown: MirroredState) throws(NavigationError) {
    guard let mirror = engine.mirror else { return }
    let document = shown.document
    guard shown.coordinators.count == document.coordinators.count,
      shown.layers.count == document.layers.count,
      shown.screens.map(\.number).count == document.allScreens.count
    else {
      throw Self.contradiction("it must contain a number for each coordinator, layer and screen")
    }
    let isEqual =
      mirror.shown.document == document && mirror.shown.coordinators == shown.coordinators
      && mirror.shown.layers == shown.layers
      && mirror.shown.screens.map(\.number) == shown.screens.map(\.number)
    if !isEqual { try rebuild(shown) }
    mirror.show(shown, tree: engine.tree)
    engine.clock.show(shown.milliseconds)
  }

  /// Adds a call that the application received from another source to this engine's recordings.
  ///
  /// - Parameters:
  ///   - call: The call in the recorded form, with its outcome.
  ///   - step: The number of changes that had been made when the call ended, or `nil` to use the
  ///     number of the shown state.
  package func write(_ call: NavigationArguments, step: Int?) {
    guard let mirror = engine.mirror, let recorder = engine.recorder else { return }
    mirror.atStep(step ?? mirror.shown.step) { recorder.note(call) }
  }

  /// Passes changes of the application's timers and work to the observers of this engine.
  ///
  /// - Parameters:
  ///   - changes: The changes, in the order of occurrence.
  ///   - isComplete: Whether the changes include the beginning of everything that is pending or
  ///     open, so that all other known items have ended.
  package func write(_ changes: [ScheduleChange], isComplete: Bool) {
    guard let mirror = engine.mirror else { return }
    let beginnings = changes.filter { $0.kind == .began }
    let ended = isComplete ? mirror.cancellations(except: beginnings, at: engine.milliseconds) : []
    for change in ended + changes where mirror.note(change) {
      engine.clock.observers.notify(change)
    }
  }

  private static func contradiction(_ what: String) -> NavigationError {
    NavigationError(
      .unreachable, "the application sent an inconsistent state: \(what)",
      hint: "use the same version of Signalbox on both sides; if the versions are already equal, "
        + "this is a bug in Signalbox")
  }

  private func rebuild(_ shown: MirroredState) throws(NavigationError) {
    let pruning = try pruning(of: shown.document)
    try Self.checkNumbers(shown)
    // The order in which a builder inserts records is known only after the insertion.
    let count = shown.document.coordinators.count + shown.screens.count + shown.layers.count
    let inOrder = (0..<Slot(count)).map(\.self)
    try build(pruning, coordinators: inOrder, screens: inOrder, layers: inOrder)
    let first = engine.tree
    guard first.coordinators.count == shown.coordinators.count,
      first.allScreens.count == shown.screens.count, first.layers.count == shown.layers.count
    else { throw Self.contradiction("some of its parts cannot be shown") }
    func slots(_ built: [UInt32], _ numbers: [Int]) -> [Slot] {
      zip(built, numbers).sorted { $0.0 < $1.0 }.map { Slot(clamping: $0.1) }
    }
    let coordinators = slots(first.coordinators.map(\.id.slot), shown.coordinators)
    let screens = slots(first.allScreens.map(\.id.slot), shown.screens.map(\.number))
    let layers = slots(first.layers.map(\.id.slot), shown.layers)
    try build(pruning, coordinators: coordinators, screens: screens, layers: layers)
    engine.state.numberBySlot()
  }

  private static func checkNumbers(_ shown: MirroredState) throws(NavigationError) {
    for numbers in [shown.coordinators, shown.layers, shown.screens.map(\.number)] {
      for number in numbers where !(1...maxNumber).contains(number) {
        throw contradiction("one of its parts has the invalid number \(number)")
      }
      guard Set(numbers).count == numbers.count else {
        throw contradiction("two of its parts have the same number")
      }
    }
  }

  /// The greatest number that an object may have. With a greater limit, the records could use more
  /// than 100 MB.
  private static var maxNumber: Int { 1_000_000 }

  private func pruning(of document: StateDocument) throws(NavigationError) -> StatePruning? {
    guard !document.coordinators.isEmpty else { return nil }
    let pruning = try StatePruning(document, for: engine.registry)
    if let dropped = pruning.dropped.first {
      throw Self.contradiction("\(dropped.what), although \(dropped.why)")
    }
    return pruning
  }

  private func build(
    _ pruning: StatePruning?, coordinators: [Slot], screens: [Slot], layers: [Slot]
  ) throws(NavigationError) {
    engine.state.clear(coordinators: coordinators, screens: screens, layers: layers)
    defer { engine.transaction.reset() }
    guard let pruning else { return }
    var builder = StateBuilder(pruning, in: engine.transaction)
    try builder.build()
  }

  /// Emits an application event to the observers of this engine.
  ///
  /// - Parameters:
  ///   - subject: The subject's identifier as a string, such as `s17`, or the name of an operation.
  ///   - reason: The event's text, or the name of its reason if there is no text.
  ///   - code: The name of the event's reason, or `nil` if `reason` contains the name.
  /// - Throws: `unreachable` if a subject is unknown in this version.
  package func write(
    _ kind: NavigationEvent.Kind, subject: String, name: String, other: String?, reason: String,
    code: String?, isHidden: Bool, operation: Int, milliseconds: Int
  ) throws(NavigationError) {
    guard let about = NavigationEvent.Subject(mirroring: subject) else {
      throw Self.contradiction("its event \(kind) has the unknown subject \"\(subject)\"")
    }
    var second = CoordinatorID.none
    if let other {
      guard case .coordinator(let id)? = NavigationEvent.Subject(mirroring: other) else {
        throw Self.contradiction("its event \(kind) has the unknown second subject \"\(other)\"")
      }
      second = id
    }
    let known = NavigationEvent.Reason(named: code ?? reason)
    var record = EventRecord(
      kind, about, name: name.isEmpty ? .none : engine.symbols.intern(name), other: second,
      reason: known, isHidden: isHidden)
    record.operation = UInt32(clamping: operation)
    record.time = milliseconds
    let text = reason.isEmpty || known.description == reason ? nil : reason
    engine.clock.show(milliseconds)
    engine.eventLog.write(record, text: text)
    if kind == .handlerFailed {
      engine.eventLog.hooks.reportFailure(MirroredFailure(description: reason))
    }
  }
}

/// An error reported by the application.
private struct MirroredFailure: Error, CustomStringConvertible {
  let description: String
}

extension NavigationEvent.Reason {
  fileprivate init(named name: String) {
    if let reason = FinishReason(rawValue: name) {
      self = .ending(reason)
    } else if let code = ReasonCode(rawValue: name) {
      self = .outcome(code)
    } else {
      self = .none
    }
  }
}

extension NavigationEvent.Subject {
  /// Parses an identifier of a remote application, such as `s17`, or the name of an operation or
  /// gesture. An empty string represents the absence of a subject. Returns `nil` for other strings.
  package init?(mirroring text: String) {
    let number = Int(text.dropFirst())
    switch (text.first, number) {
    case (nil, _): self = .none
    case ("s", let number?): self = .screen(ScreenID(mirroring: number))
    case ("c", let number?): self = .coordinator(CoordinatorID(mirroring: number))
    case ("L", let number?): self = .layer(LayerID(mirroring: number))
    case ("t", let number?): self = .tabBar(TabBarID(mirroring: number))
    default:
      let index = OperationCatalog.index(of: text) ?? OperationCatalog.index(ofGesture: text)
      guard let index else { return nil }
      self = .operation(OperationNumber(index))
    }
  }
}

/// The delegate of a coordinator that runs in the application.
private final class MirroredCoordinator: CoordinatorDelegate {
  private unowned let mirror: EngineMirror

  init(_ mirror: EngineMirror) { self.mirror = mirror }

  func start(animated: Bool) {}
  func title(of screen: ScreenID) -> String? { mirror.faces[screen]?.title }
  func actions(of screen: ScreenID) -> [String] { mirror.faces[screen]?.actions ?? [] }
}
