import SeededRandom

@testable import Signalbox

/// Actions that affect several objects at once, and the objects that depend on coordinators.
extension Scene {
  /// The contents for `setStack`: up to four screens, some of them new, and rarely a coordinator.
  func wanted(_ deed: Deed) -> [Model.Wanted] {
    (0..<deed.number % 5).map { index in
      let bits = deed.number / 5 + deed.name * 7 + index * index
      let name = bits % 16 == 15 ? coordinatorRoute(deed) : WorldPlan.letters[bits % 3]
      return Model.Wanted(name: name, isNew: bits % 7 == 0)
    }
  }

  /// A coordinator's own screen, or the front screen. Such a screen is used only outside callbacks,
  /// because scripts cannot query a screen that has since been removed.
  private func screen(_ deed: Deed) -> (number: Int, id: ScreenID)? {
    let living = model.living.flatMap(model.own) + [model.front].compactMap(\.self)
    guard deed.timing == .outside, !living.isEmpty,
      case let number = living[deed.number % living.count], let screen = pairs.screen(number)
    else { return nil }
    return (number, screen)
  }

  func update(_ deed: Deed) -> ConcreteDeed? {
    guard let (number, screen) = screen(deed) else { return nil }
    let argument = deed.name % 3 == 0 ? nil : deed.name % 3
    let arguments: NavigationArguments = argument.map { ["n": .integer($0)] } ?? [:]
    var concrete = operation(
      deed, "update", [.argument(argument)], by: model.screens[number].owner
    ) { router, options in
      router.call("update", options) { call in
        call.subject = .screen(screen)
        call.arguments = arguments
      }
    } expect: { model, caller throws(Refusal) in
      try model.update(caller, number, argument)
    }
    concrete?.script.receiver = .screen(screen)
    return concrete
  }

  func popScreen(_ deed: Deed) -> ConcreteDeed? {
    guard let (number, screen) = screen(deed) else { return nil }
    var concrete = operation(deed, "pop", [], by: model.screens[number].owner) { router, options in
      router.pop(screen, options)
    } expect: { model, caller throws(Refusal) in
      try model.popScreen(caller, number)
    }
    concrete?.script.receiver = .screen(screen)
    return concrete
  }

  func addDependency(_ deed: Deed, isNew: Bool) -> ConcreteDeed? {
    guard let child = isNew ? made(deed) : other(deed) else { return nil }
    let choice = choiceWithEndings(deed, .automatic)
    var concrete = operation(deed, "addDependency", [child.argument]) {
      [unowned self] router, options in
      router.addDependency(child.id, withEndings(options, choice).fitting("addDependency"))
    } expect: { model, caller throws(Refusal) in
      try model.addDependency(caller, child.number, onFinish: choice.onFinish)
    }
    concrete?.script.preparation = child.preparation
    return concrete
  }

  /// A child of the caller, or any coordinator.
  func removeDependency(_ deed: Deed) -> ConcreteDeed? {
    guard let other = other(deed), let id = pairs.coordinator(other.number) else { return nil }
    let parent = deed.number % 3 > 0 ? model.coordinators[other.number].parent : nil
    return operation(deed, "removeDependency", [.coordinator(id)], by: parent) { router, options in
      router.call("removeDependency", options) { $0.subject = .coordinator(id) }
    } expect: { model, caller throws(Refusal) in
      try model.removeDependency(caller, other.number)
    }
  }

  // MARK: - The whole application

  /// One to three operations that run as one operation. The operations are derived from the
  /// action's numbers.
  func batch(_ deed: Deed) -> ConcreteDeed? {
    var generator = SeededGenerator(seed: UInt64(deed.number * 1000 + deed.name))
    var parts: [ConcreteDeed] = []
    for _ in 0...generator.below(3) {
      var part = Deed(using: &generator)
      while !DeedKind.all[part.kind].isPart { part = Deed(using: &generator) }
      if let concrete = DeedKind.all[part.kind].make(part, self) { parts.append(concrete) }
    }
    let list = parts
    let isAtomic = !deed.switches.contains(.skipRejected)
    var concrete = operation(deed, "batch", [.calls(list.map(\.script))]) { router, options in
      router.batch(options) {
        for part in list { _ = part.perform(part.options) }
      }
    } expect: { model, caller throws(Refusal) in
      try model.batch(caller, list.map(\.expect), isAtomic: isAtomic)
    }
    let preparations = list.compactMap(\.script.preparation)
    if !preparations.isEmpty {
      concrete?.script.preparation = preparations.joined(separator: "\n")
    }
    return concrete
  }

  /// Undoes or redoes operations, sometimes to the end.
  func travel(_ deed: Deed, back: Bool) -> ConcreteDeed? {
    // Several steps are redone one by one, because objects that were created and removed between
    // them are not always kept.
    let count = back ? (deed.number % 40 == 39 ? 1000 : deed.number % 4) : deed.number % 2
    let name = back ? "undo" : "redo"
    var concrete = application(deed, name, [.number(count)]) { [engine] options in
      AnyRouter(engine: engine, coordinator: CoordinatorID(bits: 0)).call(name, options) {
        $0.count = count
      }
    } expect: { _ throws(Refusal) in
      .none
    }
    concrete.travel = (back, count)
    return concrete
  }

  func launch(_ deed: Deed) -> ConcreteDeed? {
    // The type is usually the type of the running main coordinator. In this case, the launch is
    // rejected.
    let types = model.plan.kinds.map(\.name) + [model.plan.main, model.plan.main, "Nowhere"]
    let main = types[deed.name % types.count]
    return application(deed, "launch", [.text(main), .nothing]) { [engine] options in
      engine.launch(main, [:], options)
    } expect: { model throws(Refusal) in
      try model.launch(main)
    }
  }

  /// Restarts everything, or the tree below a coordinator.
  func restartApp(_ deed: Deed) -> ConcreteDeed? {
    let main = deed.name % 2 == 0 ? other(deed) : nil
    var concrete = operation(deed, "restartApp", []) { router, options in
      router.restartApp(options)
    } expect: { model, caller throws(Refusal) in
      try model.restartApp(caller, main?.number)
    }
    concrete?.giveMain(main?.id)
    concrete?.isRestart = main == nil || main?.number == model.main
    return concrete
  }

  private func application(
    _ deed: Deed, _ name: String, _ arguments: [ScriptCall.Argument],
    perform: @escaping (OperationOptions) -> Outcome?,
    expect: @escaping (inout Model) throws(Refusal) -> Verdict.Value
  ) -> ConcreteDeed {
    ConcreteDeed(
      caller: nil, perform: perform, expect: expect,
      script: ScriptCall(
        receiver: .user, name: name, arguments: arguments, switches: deed.switches),
      options: OperationOptions(animated: deed.number % 3 > 0).fitting(name))
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
