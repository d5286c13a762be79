import SeededRandom

@testable import Signalbox

/// Actions that affect several objects at once, and the objects that depend on coordinators.
extension TestEnvironment {
  /// The contents for `setStack`: up to four screens, some of them new, and rarely a coordinator.
  func wanted(_ command: RandomCommand) -> [Model.Wanted] {
    (0..<command.number % 5).map { index in
      let bits = command.number / 5 + command.name * 7 + index * index
      let name = bits % 16 == 15 ? coordinatorRoute(command) : ApplicationPlan.letters[bits % 3]
      return Model.Wanted(name: name, isNew: bits % 7 == 0)
    }
  }

  /// A coordinator's own screen, or the front screen. Such a screen is used only outside callbacks,
  /// because scripts cannot query a screen that has since been removed.
  private func screen(_ command: RandomCommand) -> (number: Int, id: ScreenID)? {
    let living = model.living.flatMap(model.own) + [model.front].compactMap(\.self)
    guard command.timing == .outside, !living.isEmpty,
      case let number = living[command.number % living.count], let screen = pairs.screen(number)
    else { return nil }
    return (number, screen)
  }

  func update(_ command: RandomCommand) -> ConcreteCommand? {
    guard let (number, screen) = screen(command) else { return nil }
    let argument = command.name % 3 == 0 ? nil : command.name % 3
    let arguments: NavigationArguments = argument.map { ["n": .integer($0)] } ?? [:]
    var concrete = operation(
      command, "update", [.argument(argument)], by: model.screens[number].owner
    ) { router, options in
      router.call("update", options) { call in
        call.subject = .screen(screen)
        call.arguments = arguments
      }
    } expect: { model, caller throws(NoEffect) in
      try model.update(caller, number, argument)
    }
    concrete?.script.receiver = .screen(screen)
    return concrete
  }

  func popScreen(_ command: RandomCommand) -> ConcreteCommand? {
    guard let (number, screen) = screen(command) else { return nil }
    var concrete = operation(command, "pop", [], by: model.screens[number].owner) {
      router, options in
      router.pop(screen, options)
    } expect: { model, caller throws(NoEffect) in
      try model.popScreen(caller, number)
    }
    concrete?.script.receiver = .screen(screen)
    return concrete
  }

  func addDependency(_ command: RandomCommand, isNew: Bool) -> ConcreteCommand? {
    guard let child = isNew ? made(command) : other(command) else { return nil }
    let choice = choiceWithEndings(command, .automatic)
    var concrete = operation(command, "addDependency", [child.argument]) {
      [unowned self] router, options in
      router.addDependency(child.id, withEndings(options, choice).fitting("addDependency"))
    } expect: { model, caller throws(NoEffect) in
      try model.addDependency(caller, child.number, onFinish: choice.onFinish)
    }
    concrete?.script.preparation = child.preparation
    return concrete
  }

  /// A child of the caller, or any coordinator.
  func removeDependency(_ command: RandomCommand) -> ConcreteCommand? {
    guard let other = other(command), let id = pairs.coordinator(other.number) else { return nil }
    let parent = command.number % 3 > 0 ? model.coordinators[other.number].parent : nil
    return operation(command, "removeDependency", [.coordinator(id)], by: parent) {
      router, options in
      router.call("removeDependency", options) { $0.subject = .coordinator(id) }
    } expect: { model, caller throws(NoEffect) in
      try model.removeDependency(caller, other.number)
    }
  }

  // MARK: - The whole application

  /// One to three operations that run as one operation. The operations are derived from the
  /// command's numbers.
  func batch(_ command: RandomCommand) -> ConcreteCommand? {
    var generator = SeededGenerator(seed: UInt64(command.number * 1000 + command.name))
    var parts: [ConcreteCommand] = []
    for _ in 0...generator.below(3) {
      var part = RandomCommand(using: &generator)
      while !CommandKind.all[part.kind].isPart { part = RandomCommand(using: &generator) }
      if let concrete = CommandKind.all[part.kind].make(part, self) { parts.append(concrete) }
    }
    let list = parts
    let isAtomic = !command.switches.contains(.skipRejected)
    var concrete = operation(command, "batch", [.calls(list.map(\.script))]) { router, options in
      router.batch(options) {
        for part in list { _ = part.perform(part.options) }
      }
    } expect: { model, caller throws(NoEffect) in
      try model.batch(caller, list.map(\.expect), isAtomic: isAtomic)
    }
    let preparations = list.compactMap(\.script.preparation)
    if !preparations.isEmpty {
      concrete?.script.preparation = preparations.joined(separator: "\n")
    }
    return concrete
  }

  /// Undoes or redoes operations, sometimes to the end.
  func moveInHistory(_ command: RandomCommand, back: Bool) -> ConcreteCommand? {
    // Several steps are redone one by one, because objects that were created and removed between
    // them are not always kept.
    let count = back ? (command.number % 40 == 39 ? 1000 : command.number % 4) : command.number % 2
    let name = back ? "undo" : "redo"
    var concrete = application(command, name, [.number(count)]) { [engine] options in
      AnyRouter(engine: engine, coordinator: CoordinatorID(bits: 0)).call(name, options) {
        $0.count = count
      }
    } expect: { _ throws(NoEffect) in
      .none
    }
    concrete.moveInHistory = (back, count)
    return concrete
  }

  func launch(_ command: RandomCommand) -> ConcreteCommand? {
    // The type is usually the type of the running main coordinator. In this case, the launch is
    // rejected.
    let types = model.plan.kinds.map(\.name) + [model.plan.main, model.plan.main, "Nowhere"]
    let main = types[command.name % types.count]
    return application(command, "launch", [.text(main), .nothing]) { [engine] options in
      engine.launch(main, [:], options)
    } expect: { model throws(NoEffect) in
      try model.launch(main)
    }
  }

  /// Restarts everything, or the tree below a coordinator.
  func restartApp(_ command: RandomCommand) -> ConcreteCommand? {
    let main = command.name % 2 == 0 ? other(command) : nil
    var concrete = operation(command, "restartApp", []) { router, options in
      router.restartApp(options)
    } expect: { model, caller throws(NoEffect) in
      try model.restartApp(caller, main?.number)
    }
    concrete?.giveMain(main?.id)
    concrete?.isRestart = main == nil || main?.number == model.main
    return concrete
  }

  private func application(
    _ command: RandomCommand, _ name: String, _ arguments: [ScriptCall.Argument],
    perform: @escaping (OperationOptions) -> Outcome?,
    expect: @escaping (inout Model) throws(NoEffect) -> ModelOutcome.Value
  ) -> ConcreteCommand {
    ConcreteCommand(
      caller: nil, perform: perform, expect: expect,
      script: ScriptCall(
        receiver: .user, name: name, arguments: arguments, switches: command.switches),
      options: OperationOptions(animated: command.number % 3 > 0).fitting(name))
  }

  // MARK: - Roots

  /// The differences between `isRoot` and `hasRoot` and the model.
  var wrongRoots: [String] {
    model.living.compactMap { coordinator in
      guard !model.coordinators[coordinator].kind.isTabs, let id = pairs.coordinator(coordinator)
      else { return nil }
      let router = engine.router(of: id)
      guard let route = model.rootRoute(coordinator) else {
        return router.isRoot("A") ? "\(id) has a root that it never went to" : nil
      }
      let child = model.coordinators[coordinator].rootChild ?? coordinator
      return router.isRoot(route) && router.hasRoot(route) == pairs.coordinator(child)
        ? nil : "\(id): root is not \(route)"
    }
  }
}
