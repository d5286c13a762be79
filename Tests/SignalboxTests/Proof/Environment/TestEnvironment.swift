@testable import Signalbox

/// A system with its model. A environment converts abstract commands to concrete calls.
final class TestEnvironment {
  let system: SystemUnderTest
  private var timeline: Timeline
  let pairs = Pairs()
  /// The number of end callbacks that have been assigned.
  private var endingCount = 0

  var engine: NavigationEngine { system.engine }
  var model: Model { timeline.model }

  init(_ plan: ApplicationPlan) {
    system = SystemUnderTest(plan)
    timeline = Timeline(Model(plan: plan))
  }

  /// Performs a command with the model.
  func expect(_ command: ConcreteCommand) -> ModelOutcome {
    if let moveInHistory = command.moveInHistory {
      return timeline.moveInHistory(back: moveInHistory.back, moveInHistory.count)
    }
    return timeline.run(
      key: command.key, isRestart: command.script.name == "restartApp", command.expect)
  }

  func expectLaunch() -> ModelOutcome {
    timeline.run { model throws(NoEffect) in try model.launch() }
  }

  // MARK: - Selection

  func letter(_ command: RandomCommand) -> String {
    ApplicationPlan.letters[command.name % ApplicationPlan.letters.count]
  }

  func coordinatorRoute(_ command: RandomCommand) -> String {
    "to\(command.name % model.plan.kinds.count)"
  }

  func destination(_ command: RandomCommand) -> String {
    command.name % 3 == 0 ? coordinatorRoute(command) : letter(command)
  }

  /// All existing coordinators in pre-order, then the most recently finished coordinator. If tab
  /// coordinators are requested, other coordinators are included in one of four cases.
  private func caller(_ command: RandomCommand, tabs: Bool) -> Int? {
    var candidates = model.living
    if tabs, command.caller % 4 > 0 {
      candidates = candidates.filter { model.coordinators[$0].kind.isTabs }
      if candidates.isEmpty { return nil }
    } else if let gone = pairs.coordinators.last(where: { isGone($0) }) {
      candidates.append(gone)
    }
    return candidates.isEmpty ? nil : candidates[command.caller % candidates.count]
  }

  private func isGone(_ coordinator: Int) -> Bool {
    model.coordinators[coordinator].phase == .finished
  }

  func choice(_ command: RandomCommand, _ style: StyleName = .automatic) -> Choice {
    Choice(
      style: style, targetFront: command.switches.contains(.targetFront),
      popChildren: command.switches.contains(.popChildren),
      withNavigation: command.switches.contains(.withNavigation),
      keepModals: command.switches.contains(.keepModals),
      dismissModals: command.switches.contains(.dismissModals),
      singleTop: command.switches.contains(.singleTop))
  }

  // MARK: - Concrete calls

  typealias Expectation = (inout Model, Int) throws(NoEffect) -> ModelOutcome.Value

  /// An operation of a coordinator.
  func operation(
    _ command: RandomCommand, _ name: String, _ arguments: [ScriptCall.Argument],
    style: StyleName = .automatic, count: Int = 1, tabs: Bool = false, by known: Int? = nil,
    perform: @escaping (AnyRouter, OperationOptions) -> Outcome?, expect: @escaping Expectation
  ) -> ConcreteCommand? {
    guard let caller = known ?? caller(command, tabs: tabs), let id = pairs.coordinator(caller)
    else {
      return nil
    }
    let router = engine.router(of: id)
    var options = OperationOptions(animated: command.number % 3 > 0)
    options.style = style.transition
    options.switches = command.switches
    if count != 1 { options.count = count }
    let call = ScriptCall(
      receiver: .coordinator(id), name: name, arguments: arguments, style: style, count: count,
      switches: command.switches)
    return ConcreteCommand(
      caller: caller, perform: { perform(router, $0) },
      expect: { model throws(NoEffect) in try expect(&model, caller) }, script: call,
      options: options.fitting(name))
  }

  /// A user action.
  func gesture(
    _ command: RandomCommand, _ name: String, _ page: String? = nil, count: Int? = nil,
    expect: @escaping (inout Model) throws(NoEffect) -> ModelOutcome.Value
  ) -> ConcreteCommand? {
    var options = OperationOptions(animated: command.number % 3 > 0)
    options.switches = command.switches
    let call = ScriptCall(
      receiver: .user, name: name,
      arguments: page.map { [.text($0)] } ?? count.map { [.number($0)] } ?? [],
      switches: command.switches)
    return ConcreteCommand(
      caller: nil,
      perform: { [engine] options in
        engine.perform(name, options) { call in
          if let page { call.name = engine.symbols.intern(page) }
          if let count { call.count = count }
        }
      }, expect: expect, script: call, options: options.fitting(name, ofUser: true))
  }

  /// Adds end callbacks where the model expects them.
  func withEndings(_ options: OperationOptions, _ choice: Choice) -> OperationOptions {
    var options = options
    if let ending = choice.onDismiss {
      options.onDismiss = { [unowned system] _ in system.endings.append(ending) }
    }
    if let ending = choice.onFinish {
      options.onFinish = { [unowned system] _ in system.endings.append(ending) }
    }
    return options
  }

  func choiceWithEndings(_ command: RandomCommand, _ style: StyleName) -> Choice {
    var choice = choice(command, style)
    choice.onDismiss = endingCount
    choice.onFinish = endingCount + 1
    endingCount += 2
    return choice
  }

  func navigate(_ command: RandomCommand, to name: String, style: StyleName) -> ConcreteCommand? {
    let choice = choiceWithEndings(command, style)
    var concrete = operation(command, "navigate", [.text(name), .nothing], style: style) {
      [unowned self] router, options in
      router.navigate(to: name, [:], withEndings(options, choice))
    } expect: { model, caller throws(NoEffect) in
      try model.navigate(caller, name, choice)
    }
    if command.number % 8 == 7 { concrete?.giveKey("k\(command.number % 2)") }
    return concrete
  }

  func present(_ command: RandomCommand, _ name: String) -> ConcreteCommand? {
    let choice = choiceWithEndings(command, command.style)
    return operation(command, "present", [.text(name), .nothing], style: command.style) {
      [unowned self] router, options in
      router.present(name, [:], withEndings(options, choice))
    } expect: { model, caller throws(NoEffect) in
      try model.present(caller, name, choice)
    }
  }

  /// One of the caller's own screens presents, so that the layer is removed with this screen.
  func presentFromScreen(_ command: RandomCommand, _ name: String) -> ConcreteCommand? {
    guard let caller = caller(command, tabs: false), case let own = model.own(caller), !own.isEmpty,
      case let place = command.number % own.count, let screen = pairs.screen(own[place])
    else { return nil }
    let style: StyleName = command.style == .push ? .sheet : command.style
    var choice = choiceWithEndings(command, style)
    choice.presenter = own[place]
    var concrete = operation(command, "present", [.text(name), .nothing], style: style) {
      [unowned self] router, options in
      router.call("present", withEndings(options, choice)) { call in
        call.presenter = screen
        call.name = engine.symbols.intern(name)
      }
    } expect: { model, caller throws(NoEffect) in
      try model.present(caller, name, choice)
    }
    concrete?.script.screen = place
    return concrete
  }

  /// The layer with that index is to be removed or to remain. An index after the last layer refers
  /// to a removed layer.
  func dismissLayer(_ command: RandomCommand) -> ConcreteCommand? {
    let place = command.number % (model.layers.count + 1)
    let stays = command.switches.contains(.layerStays)
    let serial =
      place < model.layers.count
      ? model.layers[place].serial
      : pairs.layers.last { one in !model.layers.contains { $0.serial == one } }
    guard let serial, let id = pairs.layer(serial) else { return nil }
    var concrete = operation(command, "dismiss", []) { router, options in
      router.dismiss(options)
    } expect: { model, caller throws(NoEffect) in
      try model.dismiss(
        caller, count: 1, all: false, selfIfNone: false, layer: serial, stays: stays)
    }
    concrete?.options.layer = id
    concrete?.script.layer = id
    return concrete
  }

  // MARK: - Coordinators and pages

  /// Shows a coordinator that was created earlier, or attempts to show a visible coordinator again.
  func show(_ command: RandomCommand, isNew: Bool) -> ConcreteCommand? {
    guard let child = isNew ? made(command) : other(command) else { return nil }
    let choice = choiceWithEndings(command, command.style)
    var concrete = operation(command, "navigate", [child.argument, .nothing], style: command.style)
    {
      [unowned self] router, options in
      router.navigate(to: child.id, withEndings(options, choice))
    } expect: { model, caller throws(NoEffect) in
      try model.navigate(caller, to: child.number, command.style, choice)
    }
    concrete?.script.preparation = child.preparation
    return concrete
  }

  func forcePresentation(_ command: RandomCommand, isNew: Bool) -> ConcreteCommand? {
    guard let target = isNew ? made(command) : other(command) else { return nil }
    let route = command.name % 4 == 0 ? letter(command) : nil
    var choice = choiceWithEndings(command, command.style)
    var place = command
    place.name = command.caller
    let main = command.number % 4 == 0 ? other(place) : nil
    choice.main = main?.number
    let expected = choice
    let router = engine.router(of: target.id)
    var options = OperationOptions(animated: command.number % 3 > 0)
    options.style = command.style.transition
    var call = ScriptCall(
      receiver: .coordinator(target.id), name: "forcePresentation",
      arguments: [route.map { .text($0) } ?? .nothing, .nothing], style: command.style, switches: []
    )
    call.preparation = target.preparation
    var concrete = ConcreteCommand(
      caller: target.number,
      perform: { [unowned self] options in
        router.forcePresentation(route: route, [:], withEndings(options, expected))
      },
      expect: { model throws(NoEffect) in
        try model.forcePresentation(target.number, route, expected)
      }, script: call, options: options)
    concrete.giveMain(main?.id)
    return concrete
  }

  struct Target {
    var number: Int
    var id: CoordinatorID
    var preparation: String?

    var argument: ScriptCall.Argument { .coordinator(id) }
  }

  /// A new coordinator of any type, in the engine and in the model.
  func made(_ command: RandomCommand) -> Target? {
    let type = "T\(command.name % model.plan.kinds.count)"
    guard let id = try? engine.makeCoordinator(type), let number = timeline.make(type) else {
      return nil
    }
    pairs.pair(id, number)
    return Target(number: number, id: id, preparation: "new(\(type))")
  }

  func other(_ command: RandomCommand) -> Target? {
    var other = command
    other.caller = command.name
    guard let number = caller(other, tabs: false), let id = pairs.coordinator(number) else {
      return nil
    }
    return Target(number: number, id: id)
  }

  /// Any of four pages in any order, some of them lazy or of unknown types, and sometimes with a
  /// duplicate.
  func setPages(_ command: RandomCommand) -> ConcreteCommand? {
    var pages = (0..<4).filter { command.number & (1 << $0) != 0 }.map { index in
      let type = (command.name + index) % (model.plan.kinds.count * 4)
      return ApplicationPlan.Page(
        id: "p\(index)",
        type: type == 3 ? "Nowhere" : "T\(type % model.plan.kinds.count)",
        position: command.number & 16 == 0 ? nil : 3 - index,
        isLazy: command.caller & 3 << index == 0)
    }
    if command.number & 992 == 0, let first = pages.first { pages.append(first) }
    let current = command.name % 4 == 0 ? "p\(command.name / 4 % 4)" : nil
    let recreate = command.switches.contains(.recreate)
    // Sometimes the pages that the type declares are used.
    let all = command.caller % 6 == 0 ? nil : pages
    var concrete = operation(command, "setPages", [all.map { .pages($0) } ?? .nothing], tabs: true)
    {
      [engine] router, options in
      var options = options
      if let current { options.current = engine.symbols.intern(current) }
      return router.setPages(all?.map(\.definition), options)
    } expect: { model, caller throws(NoEffect) in
      try model.setPages(caller, all, current: current, recreate: recreate)
    }
    concrete?.script.current = current
    return concrete
  }
}

extension ConcreteCommand {
  mutating func giveMain(_ main: CoordinatorID?) {
    options.mainCoordinator = main
    script.main = main
  }

  mutating func giveKey(_ key: String) {
    self.key = key
    options.key = key
    script.key = key
  }
}
