public import Signalbox

/// The destination of a step.
public enum StepAction: Hashable, Sendable {
  case push(String, NavigationArguments = [:])
  case present(String, NavigationArguments = [:])
  case pop
  case dismiss
  /// The step intentionally has no destination.
  case none
}

/// A coordinator that is driven by steps, in the form of GoodCoordinator. Setting ``step`` reports
/// an event, and ``navigate(to:)`` returns the destination.
///
/// Steps that are set before the start are handled after the start, in order.
open class StepCoordinator<Step>: NamedCoordinator {
  private var early: [Step] = []
  private var isStarted = false

  /// The newest step. Setting the step navigates.
  public var step: Step? {
    didSet {
      guard let step else { return }
      if isStarted { perform(navigate(to: step)) } else { early.append(step) }
    }
  }

  /// Returns the destination of a step.
  open func navigate(to step: Step) -> StepAction { .none }

  /// The step that shows the first screen.
  open var firstStep: Step? { nil }

  /// Shows the first screen, and then handles the steps that were set before the start.
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
