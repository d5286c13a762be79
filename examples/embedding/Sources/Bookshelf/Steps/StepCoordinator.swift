public import Signalbox

/// What a step leads to.
public enum StepAction: Hashable, Sendable {
  case push(String, NavigationArguments = [:])
  case present(String, NavigationArguments = [:])
  case pop
  case dismiss
  /// Nothing, on purpose.
  case none
}

/// A coordinator that is driven by steps, in the form of GoodCoordinator: whoever sets ``step`` says
/// what has happened, ``navigate(to:)`` says where that leads.
///
/// Steps from before the start wait for it, all of them and in their order.
open class StepCoordinator<Step>: NamedCoordinator {
  private var early: [Step] = []
  private var isStarted = false

  /// The newest step; setting it navigates.
  public var step: Step? {
    didSet {
      guard let step else { return }
      if isStarted { perform(navigate(to: step)) } else { early.append(step) }
    }
  }

  /// Where a step leads.
  open func navigate(to step: Step) -> StepAction { .none }

  /// The step that shows the first screen.
  open var firstStep: Step? { nil }

  /// Shows the first screen, then what was set before.
  open override func start(animated: Bool) throws {
    isStarted = true
    step = firstStep
    let steps = early
    early = []
    for step in steps { self.step = step }
  }

  private func perform(_ action: StepAction) {
    var options = OperationOptions()
    switch action {
    case .push(let route, let arguments):
      options.style = .push
      router.navigate(to: route, arguments, options)
    case .present(let route, let arguments): router.present(route, arguments)
    case .pop: router.pop()
    case .dismiss: router.dismiss()
    case .none: break
    }
  }
}
