import SeededRandom

@testable import Signalbox

/// Performs random calls on an engine that is created from a plan.
final class CatalogRun {
  let system: SystemUnderTest
  var engine: NavigationEngine { system.engine }
  /// The live coordinators at the time of the last call.
  private var known: [CoordinatorID] = []
  /// The result of the previous call.
  private var next: ChainLink?

  convenience init(_ plan: ApplicationPlan) { self.init(in: SystemUnderTest(plan)) }

  init(in system: SystemUnderTest) { self.system = system }

  /// The values that the run itself stores, which its engine does not restore.
  var memory: (known: [CoordinatorID], next: ChainLink?) {
    get { (known, next) }
    set { (known, next) = newValue }
  }

  /// Returns a random plan and random calls.
  static func random(seed: UInt64, length: Int) -> (
    plan: ApplicationPlan, commands: [CatalogCommand]
  ) {
    var generator = SeededGenerator(seed: seed)
    let plan = ApplicationPlan(using: &generator)
    return (plan, (0..<length).map { _ in CatalogCommand(using: &generator) })
  }

  // MARK: - Performing calls

  /// - Returns: The outcome, or `nil` if the call has not settled.
  @discardableResult
  func perform(_ command: CatalogCommand) -> Outcome? {
    switch command.what {
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
      defer { letGo(isCancelled: command.number.isMultiple(of: 3)) }
      guard command.isFromCallback else { return submit(command, operation).outcome }
      engine.router(of: CoordinatorID(bits: 0)).call("popToRoot", .still) { call in
        // The engine can retain the closure indefinitely, because no call settles while the clock
        // is stopped.
        call.options.completion = { [weak self] _ in
          guard let self else { return }
          _ = submit(command, operation)
        }
      }
      return nil
    }
  }

  /// Calls an operation on the handle of the call.
  private func submit(_ command: CatalogCommand, _ operation: Int) -> Submission {
    var call = call(command, operation)
    let begin = ChainLink(call.caller)
    var link: ChainLink?
    if call.caller.bits != 0 {
      switch command.handle {
      case .coordinator: break
      case .screen: useScreen(of: command, in: &call)
      case .chain: link = begin
      case .child: link = begin.child
      case .next: link = next ?? begin
      }
    }
    if link != nil { call.caller = CoordinatorID(bits: 0) }
    let after = ChainLink(
      after: link ?? begin, calling: command.operationName, engine.symbols[call.name])
    let submission = link.map { engine.submit(call, after: $0) } ?? engine.submit(call)
    after.submission = submission
    let continues = OperationCatalog.signature(at: operation).continues
    next = link != nil || continues ? after : begin
    return submission
  }

  /// Sets up a call that scripts make on a screen: the screen presents, is popped, or receives new
  /// arguments.
  private func useScreen(of command: CatalogCommand, in call: inout OperationCall) {
    guard case let stack = engine.stack(of: call.caller), !stack.isEmpty else { return }
    let screen = stack[command.number % stack.count].id
    switch command.operationName {
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

  private func call(_ command: CatalogCommand, _ operation: Int) -> OperationCall {
    let signature = OperationCatalog.signature(at: operation)
    let gone = known.last { !engine.isAlive($0) } ?? CoordinatorID(bits: 0)
    known = living
    let tabs = signature.receiver == .tabs ? known.filter(isTabs) : []
    let callers = known.isEmpty || command.isOnFinished ? [gone] : tabs.isEmpty ? known : tabs
    let isOwn = signature.receiver != .user && signature.receiver != .application
    var call = OperationCall(
      operation: operation,
      caller: isOwn ? callers[command.caller % callers.count] : CoordinatorID(bits: 0))
    for option in command.options { call.options.vary(option, command.number, in: engine) }
    if command.options.contains(.style) { call.options.style = command.style.transition }
    for parameter in signature.parameters { fill(parameter.kind, command, &call) }
    return call
  }

  private func fill(
    _ kind: OperationParameter.Kind, _ command: CatalogCommand, _ call: inout OperationCall
  ) {
    switch kind {
    case .destination: fillDestination(command, &call)
    case .route: call.name = engine.symbols.intern(route(command))
    case .coordinator: call.subject = .coordinator(coordinator(command))
    case .type: call.name = engine.symbols.intern(type(command))
    case .arguments: call.arguments = arguments(command)
    case .count: call.count = command.number % 6 - 1
    case .screen:
      let takesHandle = command.operationName == "update" || command.number.isMultiple(of: 4)
      if takesHandle, let front = engine.front {
        call.subject = .screen(front)
      } else {
        call.name = engine.symbols.intern(route(command))
      }
    case .value: call.value = command.number.isMultiple(of: 3) ? nil : .integer(command.number)
    case .page, .field: call.name = engine.symbols.intern("p\(command.number % 4)")
    case .pages: call.pages = pages(command)
    case .text:
      call.text = command.operationName == "restoreState" ? (try? engine.snapshot().json) : "OK"
    case .stack: call.stack = stack(command)
    case .steps:
      call.steps = engine.record {
        for step in command.steps {
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
    engine.typeName(of: id).flatMap(system.plan.kind)?.isTabs == true
  }

  private func isTabs(_ type: String) -> Bool { system.plan.kind(type)?.isTabs == true }

  private func type(_ command: CatalogCommand) -> String {
    "T\(command.name % system.plan.kinds.count)"
  }

  private func route(_ command: CatalogCommand) -> String {
    switch command.number % 7 {
    case 0, 1: "to\(command.name % system.plan.kinds.count)"
    case 2: "p\(command.name % 4)"
    case 3, 4: ApplicationPlan.letters[command.name % 2]
    default: ApplicationPlan.letters[command.name % ApplicationPlan.letters.count]
    }
  }

  private func arguments(_ command: CatalogCommand) -> NavigationArguments? {
    command.number % 3 == 0 ? ["n": .integer(command.number % 2), "list": [1.5, true]] : nil
  }

  private func coordinator(_ command: CatalogCommand) -> CoordinatorID {
    let known = living
    let isKnown = command.number % 4 == 0 || command.operationName == "removeDependency"
    if isKnown, !known.isEmpty { return known[command.number % known.count] }
    let setup =
      command.number.isMultiple(of: 7)
      ? CoordinatorSetup(
        style: command.style.transition, layerTraits: LayerTraits(detents: [.medium]),
        currentPage: isTabs(type(command)) ? "p\(command.name % 2)" : nil) : nil
    let made = try? engine.makeCoordinator(type(command), arguments(command) ?? [:], setup)
    if let made, command.number % 5 == 0 { engine.router(of: made).root("A") }
    return made ?? CoordinatorID(bits: 0)
  }

  private func fillDestination(_ command: CatalogCommand, _ call: inout OperationCall) {
    switch command.number % 10 {
    case 0, 1, 2: call.subject = .coordinator(coordinator(command))
    case 3:
      call.subject = .content(
        ScreenContent(
          name: "made", arguments: arguments(command) ?? [:],
          traits: command.number % 4 == 0 ? [.dismissDisabled] : [.swipeBackDisabled]))
    case 4: if let front = engine.front { call.subject = .screen(front) }
    default: call.name = engine.symbols.intern(route(command))
    }
    if command.number % 9 == 0 { call.presenter = engine.stack(of: call.caller).last?.id }
  }

  private func pages(_ command: CatalogCommand) -> [PageDefinition] {
    (0..<4).filter { command.number & (1 << $0) != 0 }.map { index in
      PageDefinition(
        id: "p\(index)", title: "Page", icon: index == 1 ? "star" : "",
        selectedIcon: index == 1 && command.number & 4 != 0 ? "star.fill" : nil,
        position: command.number & 16 == 0 ? nil : 3 - index,
        coordinator: "T\((command.name + index) % system.plan.kinds.count)",
        arguments: arguments(command) ?? [:], isLazy: command.number & (32 << index) != 0)
    }
  }

  private func stack(_ command: CatalogCommand) -> [StackEntry] {
    (0..<command.number % 5).map { index in
      let letter = ApplicationPlan.letters[(command.name + index * index) % 3]
      return switch (command.number + index) % 5 {
      case 0: .new(letter, arguments(command) ?? [:])
      case 1: .content(ScreenContent(name: "made", traits: .swipeBackDisabled))
      default: .route(letter)
      }
    }
  }
}

/// Finds the shortest list of calls that still fails.
enum CatalogShrinker {
  static func shrunk<Move>(
    _ commands: [Move], failing fault: ([Move]) -> String?
  ) -> (commands: [Move], fault: String) {
    var (shortest, found) = (commands, fault(commands) ?? "")
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
