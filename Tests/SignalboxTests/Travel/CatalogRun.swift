import SeededRandom

@testable import Signalbox

/// Performs random calls on an engine that is created from a plan.
final class CatalogRun {
  let world: World
  var engine: NavigationEngine { world.engine }
  /// The live coordinators at the time of the last call.
  private var known: [CoordinatorID] = []
  /// The result of the previous call.
  private var next: ChainLink?

  convenience init(_ plan: WorldPlan) { self.init(in: World(plan)) }

  init(in world: World) { self.world = world }

  /// The values that the run itself stores, which its engine does not restore.
  var memory: (known: [CoordinatorID], next: ChainLink?) {
    get { (known, next) }
    set { (known, next) = newValue }
  }

  /// Returns a random plan and random calls.
  static func random(seed: UInt64, length: Int) -> (plan: WorldPlan, deeds: [CatalogDeed]) {
    var generator = SeededGenerator(seed: seed)
    let plan = WorldPlan(using: &generator)
    return (plan, (0..<length).map { _ in CatalogDeed(using: &generator) })
  }

  // MARK: - Performing calls

  /// - Returns: The outcome, or `nil` if the call has not settled.
  @discardableResult
  func perform(_ deed: CatalogDeed) -> Outcome? {
    switch deed.what {
    case .time(let milliseconds):
      if milliseconds < 0 {
        engine.isClockAutomatic.toggle()
      } else if milliseconds == 0 {
        engine.settle()
      } else {
        engine.advance(by: .milliseconds(milliseconds))
      }
      return nil
    case .call(let operation):
      defer { letGo(isCancelled: deed.number.isMultiple(of: 3)) }
      guard deed.isFromCallback else { return submit(deed, operation).outcome }
      engine.router(of: CoordinatorID(bits: 0)).call("popToRoot", .still) { call in
        // The engine can retain the closure indefinitely, because no call settles while the clock
        // is stopped.
        call.options.completion = { [weak self] _ in
          guard let self else { return }
          _ = submit(deed, operation)
        }
      }
      return nil
    }
  }

  /// Calls an operation on the handle of the call.
  private func submit(_ deed: CatalogDeed, _ operation: Int) -> Submission {
    var call = call(deed, operation)
    let begin = ChainLink(call.caller)
    var link: ChainLink?
    if call.caller.bits != 0 {
      switch deed.handle {
      case .coordinator: break
      case .screen: useScreen(of: deed, in: &call)
      case .chain: link = begin
      case .child: link = begin.child
      case .next: link = next ?? begin
      }
    }
    if link != nil { call.caller = CoordinatorID(bits: 0) }
    let after = ChainLink(
      after: link ?? begin, calling: deed.operationName, engine.symbols[call.name])
    let submission = link.map { engine.submit(call, after: $0) } ?? engine.submit(call)
    after.submission = submission
    let continues = OperationCatalog.signature(at: operation).continues
    next = link != nil || continues ? after : begin
    return submission
  }

  /// Sets up a call that scripts make on a screen: the screen presents, is popped, or receives new
  /// arguments.
  private func useScreen(of deed: CatalogDeed, in call: inout OperationCall) {
    guard case let stack = engine.stack(of: call.caller), !stack.isEmpty else { return }
    let screen = stack[deed.number % stack.count].id
    switch deed.operationName {
    case "present": call.presenter = screen
    case "pop", "update":
      call.subject = .screen(screen)
      call.count = 1
    default: break
    }
  }

  /// Commits or cancels an interactive swipe.
  private func letGo(isCancelled: Bool) {
    var options = OperationOptions()
    options.phase = isCancelled ? .cancel : .commit
    for gesture in ["swipeBack", "swipeDown"] where engine.queue.swipe != nil {
      engine.perform(gesture, options)
    }
  }

  private func call(_ deed: CatalogDeed, _ operation: Int) -> OperationCall {
    let signature = OperationCatalog.signature(at: operation)
    let gone = known.last { !engine.isAlive($0) } ?? CoordinatorID(bits: 0)
    known = living
    let tabs = signature.receiver == .tabs ? known.filter(isTabs) : []
    let callers = known.isEmpty || deed.isOnFinished ? [gone] : tabs.isEmpty ? known : tabs
    let isOwn = signature.receiver != .user && signature.receiver != .application
    var call = OperationCall(
      operation: operation,
      caller: isOwn ? callers[deed.caller % callers.count] : CoordinatorID(bits: 0))
    for option in deed.options { call.options.vary(option, deed.number, in: engine) }
    if deed.options.contains(.style) { call.options.style = deed.style.transition }
    for parameter in signature.parameters { fill(parameter.kind, deed, &call) }
    return call
  }

  private func fill(
    _ kind: OperationParameter.Kind, _ deed: CatalogDeed, _ call: inout OperationCall
  ) {
    switch kind {
    case .destination: fillDestination(deed, &call)
    case .route: call.name = engine.symbols.intern(route(deed))
    case .coordinator: call.subject = .coordinator(coordinator(deed))
    case .type: call.name = engine.symbols.intern(type(deed))
    case .arguments: call.arguments = arguments(deed)
    case .count: call.count = deed.number % 6 - 1
    case .screen:
      let takesHandle = deed.operationName == "update" || deed.number.isMultiple(of: 4)
      if takesHandle, let front = engine.front {
        call.subject = .screen(front)
      } else {
        call.name = engine.symbols.intern(route(deed))
      }
    case .value: call.value = deed.number.isMultiple(of: 3) ? nil : .integer(deed.number)
    case .page, .field: call.name = engine.symbols.intern("p\(deed.number % 4)")
    case .pages: call.pages = pages(deed)
    case .text:
      call.text = deed.operationName == "restoreState" ? (try? engine.snapshot().json) : "OK"
    case .stack: call.stack = stack(deed)
    case .steps:
      call.steps = engine.record {
        for step in deed.steps {
          if case .call(let operation) = step.what { _ = submit(step, operation) }
        }
      }
    }
  }

  // MARK: - Selection

  /// All live coordinators in pre-order.
  private var living: [CoordinatorID] {
    var list: [CoordinatorID] = []
    func visit(_ id: CoordinatorID) {
      list.append(id)
      engine.children(of: id).forEach(visit)
    }
    engine.main.map(visit)
    return list
  }

  private func isTabs(_ id: CoordinatorID) -> Bool {
    engine.typeName(of: id).flatMap(world.plan.kind)?.isTabs == true
  }

  private func isTabs(_ type: String) -> Bool { world.plan.kind(type)?.isTabs == true }

  private func type(_ deed: CatalogDeed) -> String { "T\(deed.name % world.plan.kinds.count)" }

  private func route(_ deed: CatalogDeed) -> String {
    switch deed.number % 7 {
    case 0, 1: "to\(deed.name % world.plan.kinds.count)"
    case 2: "p\(deed.name % 4)"
    case 3, 4: WorldPlan.letters[deed.name % 2]
    default: WorldPlan.letters[deed.name % WorldPlan.letters.count]
    }
  }

  private func arguments(_ deed: CatalogDeed) -> NavigationArguments? {
    deed.number % 3 == 0 ? ["n": .integer(deed.number % 2), "list": [1.5, true]] : nil
  }

  private func coordinator(_ deed: CatalogDeed) -> CoordinatorID {
    let known = living
    let isKnown = deed.number % 4 == 0 || deed.operationName == "removeDependency"
    if isKnown, !known.isEmpty { return known[deed.number % known.count] }
    let setup =
      deed.number.isMultiple(of: 7)
      ? CoordinatorSetup(
        style: deed.style.transition, layerTraits: LayerTraits(detents: [.medium]),
        currentPage: isTabs(type(deed)) ? "p\(deed.name % 2)" : nil) : nil
    let made = try? engine.makeCoordinator(type(deed), arguments(deed) ?? [:], setup)
    if let made, deed.number % 5 == 0 { engine.router(of: made).root("A") }
    return made ?? CoordinatorID(bits: 0)
  }

  private func fillDestination(_ deed: CatalogDeed, _ call: inout OperationCall) {
    switch deed.number % 10 {
    case 0, 1, 2: call.subject = .coordinator(coordinator(deed))
    case 3:
      call.subject = .content(
        ScreenContent(
          name: "made", arguments: arguments(deed) ?? [:],
          traits: deed.number % 4 == 0 ? [.dismissDisabled] : [.swipeBackDisabled]))
    case 4: if let front = engine.front { call.subject = .screen(front) }
    default: call.name = engine.symbols.intern(route(deed))
    }
    if deed.number % 9 == 0 { call.presenter = engine.stack(of: call.caller).last?.id }
  }

  private func pages(_ deed: CatalogDeed) -> [PageDefinition] {
    (0..<4).filter { deed.number & (1 << $0) != 0 }.map { index in
      PageDefinition(
        id: "p\(index)", title: "Page", icon: index == 1 ? "star" : "",
        selectedIcon: index == 1 && deed.number & 4 != 0 ? "star.fill" : nil,
        position: deed.number & 16 == 0 ? nil : 3 - index,
        coordinator: "T\((deed.name + index) % world.plan.kinds.count)",
        arguments: arguments(deed) ?? [:], isLazy: deed.number & (32 << index) != 0)
    }
  }

  private func stack(_ deed: CatalogDeed) -> [StackEntry] {
    (0..<deed.number % 5).map { index in
      let letter = WorldPlan.letters[(deed.name + index * index) % 3]
      return switch (deed.number + index) % 5 {
      case 0: .new(letter, arguments(deed) ?? [:])
      case 1: .content(ScreenContent(name: "made", traits: .swipeBackDisabled))
      default: .route(letter)
      }
    }
  }
}

/// Finds the shortest list of calls that still fails.
enum CatalogShrinker {
  static func shrunk(
    _ deeds: [CatalogDeed], failing fault: ([CatalogDeed]) -> String?
  ) -> (deeds: [CatalogDeed], fault: String) {
    var (shortest, found) = (deeds, fault(deeds) ?? "")
    var index = 0
    while index < shortest.count {
      var candidate = shortest
      candidate.remove(at: index)
      if let fault = fault(candidate) {
        (shortest, found) = (candidate, fault)
      } else {
        index += 1
      }
    }
    return (shortest, found)
  }
}
