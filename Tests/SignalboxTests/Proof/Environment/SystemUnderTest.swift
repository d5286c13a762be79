@testable import Signalbox

/// An engine that is created from a plan, and the calls of its callbacks.
final class SystemUnderTest {
  let plan: ApplicationPlan
  let engine = NavigationEngine(journalCapacity: 2000, undoCapacity: 1 << 20)
  /// The `onDismiss` and `onFinish` callbacks that were called, by their numbers.
  var endings: [Int] = []

  init(_ plan: ApplicationPlan) {
    self.plan = plan
    engine.isStrict = plan.isStrict
    // The model can undo everything.
    engine.keepsFinished = true
    for kind in plan.kinds { try? engine.register(type(of: kind)) }
  }

  func launch() -> Outcome? { engine.launch(plan.main, [:], OperationOptions(animated: false)) }

  private func type(of kind: ApplicationPlan.Kind) -> CoordinatorType {
    var type = CoordinatorType(
      name: kind.name, kind: kind.isTabs ? .tabs : .navigation, style: kind.style.transition,
      isInteractive: kind.isInteractive, pages: kind.pages.map(\.definition),
      currentPage: kind.current
    ) { [unowned engine] id, _ in
      PlannedCoordinator(AnyRouter(engine: engine, coordinator: id), kind.start)
    }
    if kind.hasView { type.tabView = ScreenContent(name: "bar") }
    for route in kind.routes {
      type.routes[route.name] = RouteDefinition(
        route.coordinator.map { .coordinator($0) } ?? .screen, style: route.style.transition)
    }
    return type
  }
}

/// A coordinator whose `start` performs the steps of its plan.
private final class PlannedCoordinator: CoordinatorDelegate {
  private let router: AnyRouter
  private let steps: [ApplicationPlan.Step]

  init(_ router: AnyRouter, _ steps: [ApplicationPlan.Step]) {
    self.router = router
    self.steps = steps
  }

  var restoring: (() -> Void)? { restoring() }

  func start(animated: Bool) throws {
    for step in steps {
      let outcome =
        switch step.verb {
        case .startFlow: router.startFlow(at: step.route)
        case .navigate: router.navigate(to: step.route)
        case .present: router.present(step.route)
        }
      if let error = outcome?.error { throw error }
    }
  }
}

extension ApplicationPlan.Page {
  var definition: PageDefinition {
    PageDefinition(id: id, position: position, coordinator: type, isLazy: isLazy)
  }
}

extension StyleName {
  /// The engine's own value for the name.
  var transition: TransitionStyle { Self.transitions[self] ?? .automatic }

  private static let transitions: [StyleName: TransitionStyle] = {
    let engine = NavigationEngine()
    var table: [StyleName: TransitionStyle] = [:]
    for name in allCases { table[name] = try? engine.transitionStyle(named: name.rawValue) }
    return table
  }()
}
