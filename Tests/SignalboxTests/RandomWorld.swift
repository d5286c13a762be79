@testable import Signalbox

/// An engine for random deeds, with coordinators of every shape and a count of every callback.
final class RandomWorld {
  let fixture = NavigationFixture()
  var engine: NavigationEngine { fixture.engine }
  /// How often each submitted operation completed.
  private(set) var completions: [Int] = []
  /// How often each `onDismiss` and `onFinish` was called.
  private(set) var endings: [Int] = []
  /// The tree before the last operation that began, and what the last outcome was.
  private(set) var lastOutcomes: [Outcome] = []
  private var gone = CoordinatorID(bits: 0)
  private static let types = ["Flow", "Deep", "Rooted", "Tabs", "TabRooted", "Idle", "Broken"]

  init(mainIsTabs: Bool) {
    let routes = [
      "flow": Route(.coordinator("Flow"), style: .push),
      "tabs": Route(.coordinator("Tabs"), style: .sheet),
      "deep": Route(.coordinator("Deep"), style: .push),
      "swap": Route(.coordinator("Rooted"), replacement: "flow"),
    ]
    fixture.define("Flow", routes: routes)
    fixture.define("Deep", style: .push, routes: routes) { router in
      router.startFlow(at: "A")
      router.navigate(to: "flow")
    }
    fixture.define("Rooted", style: .fullScreen, routes: routes) { $0.navigate(to: "flow") }
    fixture.define("TabRooted", routes: routes) { $0.navigate(to: "tabs") }
    fixture.define(
      "Tabs", kind: .tabs,
      pages: ["p0", "p1"].map { PageDefinition(id: $0, coordinator: "Flow") })
    fixture.define("Idle") { _ in }
    fixture.define("Broken") { router in
      router.startFlow(at: "A")
      router.navigate(to: "nowhere")
    }
    engine.launch(mainIsTabs ? "Tabs" : "TabRooted", [:], .still)
  }

  /// Everyone who can call: all living coordinators in pre-order, then one that is gone.
  var callers: [CoordinatorID] {
    var list: [CoordinatorID] = []
    func visit(_ id: CoordinatorID) {
      list.append(id)
      engine.children(of: id).forEach(visit)
    }
    engine.main.map(visit)
    return list + [gone]
  }

  /// A new coordinator, or the one made last where it may still be used.
  func coordinator(_ number: Int) -> CoordinatorID {
    let type = Self.types[number % Self.types.count]
    let made = (try? engine.makeCoordinator(type)) ?? CoordinatorID(bits: 0)
    return made
  }

  /// Options whose callbacks are counted.
  func counted(
    _ style: TransitionStyle, _ switches: OperationOptions.Switches, _ number: Int
  ) -> OperationOptions {
    var options = OperationOptions.with(style, switches, count: number % 4)
    if number.isMultiple(of: 3) { options.duration = 0 }
    let (operation, dismissal, finish) = (completions.count, endings.count, endings.count + 1)
    completions.append(0)
    endings += [0, 0]
    options.completion = { [unowned self] outcome in
      completions[operation] += 1
      lastOutcomes.append(outcome)
    }
    options.onDismiss = { [unowned self] _ in endings[dismissal] += 1 }
    options.onFinish = { [unowned self] notice in
      endings[finish] += 1
      gone = notice.coordinator
    }
    return options
  }

  /// Forgets the outcomes so far.
  func takeOutcomes() -> [Outcome] {
    defer { lastOutcomes = [] }
    return lastOutcomes
  }
}
