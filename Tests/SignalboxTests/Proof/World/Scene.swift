@testable import Signalbox

/// A world with its model. A scene converts abstract actions to concrete calls.
final class Scene {
  let world: World
  private var timeline: Timeline
  let pairs = Pairs()
  /// The number of end callbacks that have been assigned.
  private var endingCount = 0

  var engine: NavigationEngine { world.engine }
  var model: Model { timeline.model }

  init(_ plan: WorldPlan) {
    world = World(plan)
    timeline = Timeline(Model(plan: plan))
  }

  /// Performs an action with the model.
  func expect(_ deed: ConcreteDeed) -> Verdict {
    if let travel = deed.travel { return timeline.travel(back: travel.back, travel.count) }
    return timeline.run(
      key: deed.key, isRestart: deed.script.name == "restartApp", deed.expect)
  }

  func expectLaunch() -> Verdict {
    timeline.run { model throws(Refusal) in try model.launch() }
  }

  // MARK: - Selection

  func letter(_ deed: Deed) -> String { WorldPlan.letters[deed.name % WorldPlan.letters.count] }

  func coordinatorRoute(_ deed: Deed) -> String { "to\(deed.name % model.plan.kinds.count)" }

  func destination(_ deed: Deed) -> String {
    deed.name % 3 == 0 ? coordinatorRoute(deed) : letter(deed)
  }

  /// All existing coordinators in pre-order, then the most recently finished coordinator. If tab
  /// coordinators are requested, other coordinators are included in one of four cases.
  private func caller(_ deed: Deed, tabs: Bool) -> Int? {
    var candidates = model.living
    if tabs, deed.caller % 4 > 0 {
      candidates = candidates.filter { model.coordinators[$0].kind.isTabs }
      if candidates.isEmpty { return nil }
    } else if let gone = pairs.coordinators.last(where: { isGone($0) }) {
      candidates.append(gone)
    }
    return candidates.isEmpty ? nil : candidates[deed.caller % candidates.count]
  }

  private func isGone(_ coordinator: Int) -> Bool {
    model.coordinators[coordinator].phase == .finished
  }

  func choice(_ deed: Deed, _ style: StyleName = .automatic) -> Choice {
    Choice(
      style: style, targetFront: deed.switches.contains(.targetFront),
      popChildren: deed.switches.contains(.popChildren),
      withNavigation: deed.switches.contains(.withNavigation),
      keepModals: deed.switches.contains(.keepModals),
      dismissModals: deed.switches.contains(.dismissModals),
      singleTop: deed.switches.contains(.singleTop))
  }

  // MARK: - Concrete calls

  typealias Expectation = (inout Model, Int) throws(Refusal) -> Verdict.Value

  /// An operation of a coordinator.
  func operation(
    _ deed: Deed, _ name: String, _ arguments: [ScriptCall.Argument],
    style: StyleName = .automatic, count: Int = 1, tabs: Bool = false, by known: Int? = nil,
    perform: @escaping (AnyRouter, OperationOptions) -> Outcome?, expect: @escaping Expectation
  ) -> ConcreteDeed? {
    guard let caller = known ?? caller(deed, tabs: tabs), let id = pairs.coordinator(caller) else {
      return nil
    }
    let router = engine.router(of: id)
    var options = OperationOptions(animated: deed.number % 3 > 0)
    options.style = style.transition
    options.switches = deed.switches
    if count != 1 { options.count = count }
    let call = ScriptCall(
      receiver: .coordinator(id), name: name, arguments: arguments, style: style, count: count,
      switches: deed.switches)
    return ConcreteDeed(
      caller: caller, perform: { perform(router, $0) },
      expect: { model throws(Refusal) in try expect(&model, caller) }, script: call,
      options: options.fitting(name))
  }

  /// A user action.
  func gesture(
    _ deed: Deed, _ name: String, _ page: String? = nil, count: Int? = nil,
    expect: @escaping (inout Model) throws(Refusal) -> Verdict.Value
  ) -> ConcreteDeed? {
    var options = OperationOptions(animated: deed.number % 3 > 0)
    options.switches = deed.switches
    let call = ScriptCall(
      receiver: .user, name: name,
      arguments: page.map { [.text($0)] } ?? count.map { [.number($0)] } ?? [],
      switches: deed.switches)
    return ConcreteDeed(
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
      options.onDismiss = { [unowned world] _ in world.endings.append(ending) }
    }
    if let ending = choice.onFinish {
      options.onFinish = { [unowned world] _ in world.endings.append(ending) }
    }
    return options
  }

  func choiceWithEndings(_ deed: Deed, _ style: StyleName) -> Choice {
    var choice = choice(deed, style)
    choice.onDismiss = endingCount
    choice.onFinish = endingCount + 1
    endingCount += 2
    return choice
  }

  func navigate(_ deed: Deed, to name: String, style: StyleName) -> ConcreteDeed? {
    let choice = choiceWithEndings(deed, style)
    var concrete = operation(deed, "navigate", [.text(name), .nothing], style: style) {
      [unowned self] router, options in
      router.navigate(to: name, [:], withEndings(options, choice))
    } expect: { model, caller throws(Refusal) in
      try model.navigate(caller, name, choice)
    }
    if deed.number % 8 == 7 { concrete?.giveKey("k\(deed.number % 2)") }
    return concrete
  }

  func present(_ deed: Deed, _ name: String) -> ConcreteDeed? {
    let choice = choiceWithEndings(deed, deed.style)
    return operation(deed, "present", [.text(name), .nothing], style: deed.style) {
      [unowned self] router, options in
      router.present(name, [:], withEndings(options, choice))
    } expect: { model, caller throws(Refusal) in
      try model.present(caller, name, choice)
    }
  }

  /// One of the caller's own screens presents, so that the layer is removed with this screen.
  func presentFromScreen(_ deed: Deed, _ name: String) -> ConcreteDeed? {
    guard let caller = caller(deed, tabs: false), case let own = model.own(caller), !own.isEmpty,
      case let place = deed.number % own.count, let screen = pairs.screen(own[place])
    else { return nil }
    let style: StyleName = deed.style == .push ? .sheet : deed.style
    var choice = choiceWithEndings(deed, style)
    choice.presenter = own[place]
    var concrete = operation(deed, "present", [.text(name), .nothing], style: style) {
      [unowned self] router, options in
      router.call("present", withEndings(options, choice)) { call in
        call.presenter = screen
        call.name = engine.symbols.intern(name)
      }
    } expect: { model, caller throws(Refusal) in
      try model.present(caller, name, choice)
    }
    concrete?.script.screen = place
    return concrete
  }

  /// The layer with that index is to be removed or to remain. An index after the last layer refers
  /// to a removed layer.
  func dismissLayer(_ deed: Deed) -> ConcreteDeed? {
    let place = deed.number % (model.layers.count + 1)
    let stays = deed.switches.contains(.layerStays)
    let serial =
      place < model.layers.count
      ? model.layers[place].serial
      : pairs.layers.last { one in !model.layers.contains { $0.serial == one } }
    guard let serial, let id = pairs.layer(serial) else { return nil }
    var concrete = operation(deed, "dismiss", []) { router, options in
      router.dismiss(options)
    } expect: { model, caller throws(Refusal) in
      try model.dismiss(
        caller, count: 1, all: false, selfIfNone: false, layer: serial, stays: stays)
    }
    concrete?.options.layer = id
    concrete?.script.layer = id
    return concrete
  }

  // MARK: - Coordinators and pages

  /// Shows a coordinator that was created earlier, or attempts to show a visible coordinator again.
  func show(_ deed: Deed, isNew: Bool) -> ConcreteDeed? {
    guard let child = isNew ? made(deed) : other(deed) else { return nil }
    let choice = choiceWithEndings(deed, deed.style)
    var concrete = operation(deed, "navigate", [child.argument, .nothing], style: deed.style) {
      [unowned self] router, options in
      router.navigate(to: child.id, withEndings(options, choice))
    } expect: { model, caller throws(Refusal) in
      try model.navigate(caller, to: child.number, deed.style, choice)
    }
    concrete?.script.preparation = child.preparation
    return concrete
  }

  func forcePresentation(_ deed: Deed, isNew: Bool) -> ConcreteDeed? {
    guard let target = isNew ? made(deed) : other(deed) else { return nil }
    let route = deed.name % 4 == 0 ? letter(deed) : nil
    var choice = choiceWithEndings(deed, deed.style)
    var place = deed
    place.name = deed.caller
    let main = deed.number % 4 == 0 ? other(place) : nil
    choice.main = main?.number
    let expected = choice
    let router = engine.router(of: target.id)
    var options = OperationOptions(animated: deed.number % 3 > 0)
    options.style = deed.style.transition
    var call = ScriptCall(
      receiver: .coordinator(target.id), name: "forcePresentation",
      arguments: [route.map { .text($0) } ?? .nothing, .nothing], style: deed.style, switches: [])
    call.preparation = target.preparation
    var concrete = ConcreteDeed(
      caller: target.number,
      perform: { [unowned self] options in
        router.forcePresentation(route: route, [:], withEndings(options, expected))
      },
      expect: { model throws(Refusal) in
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
  func made(_ deed: Deed) -> Target? {
    let type = "T\(deed.name % model.plan.kinds.count)"
    guard let id = try? engine.makeCoordinator(type), let number = timeline.make(type) else {
      return nil
    }
    pairs.pair(id, number)
    return Target(number: number, id: id, preparation: "new(\(type))")
  }

  func other(_ deed: Deed) -> Target? {
    var other = deed
    other.caller = deed.name
    guard let number = caller(other, tabs: false), let id = pairs.coordinator(number) else {
      return nil
    }
    return Target(number: number, id: id)
  }

  /// Any of four pages in any order, some of them lazy or of unknown types, and sometimes with a
  /// duplicate.
  func setPages(_ deed: Deed) -> ConcreteDeed? {
    var pages = (0..<4).filter { deed.number & (1 << $0) != 0 }.map { index in
      let type = (deed.name + index) % (model.plan.kinds.count * 4)
      return WorldPlan.Page(
        id: "p\(index)",
        type: type == 3 ? "Nowhere" : "T\(type % model.plan.kinds.count)",
        position: deed.number & 16 == 0 ? nil : 3 - index, isLazy: deed.caller & 3 << index == 0)
    }
    if deed.number & 992 == 0, let first = pages.first { pages.append(first) }
    let current = deed.name % 4 == 0 ? "p\(deed.name / 4 % 4)" : nil
    let recreate = deed.switches.contains(.recreate)
    // Sometimes the pages that the type declares are used.
    let all = deed.caller % 6 == 0 ? nil : pages
    var concrete = operation(deed, "setPages", [all.map { .pages($0) } ?? .nothing], tabs: true) {
      [engine] router, options in
      var options = options
      if let current { options.current = engine.symbols.intern(current) }
      return router.setPages(all?.map(\.definition), options)
    } expect: { model, caller throws(Refusal) in
      try model.setPages(caller, all, current: current, recreate: recreate)
    }
    concrete?.script.current = current
    return concrete
  }
}

extension ConcreteDeed {
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
