/// A state as an exploration found it.
package struct FoundState<Location: Hashable & Sendable>: Sendable {
  package let observation: StateObservation
  /// The evaluation, or `nil` for a state that was found before.
  package let evaluation: StateEvaluation<Location>?

  package init(_ observation: StateObservation, _ evaluation: StateEvaluation<Location>?) {
    (self.observation, self.evaluation) = (observation, evaluation)
  }

  package var key: StateKey { observation.key }
}

/// The effects of the actions of a state.
package struct StateExpansion<Application: Explorable>: Sendable {
  /// An action, and the state that it leads to.
  package struct Step: Sendable {
    package let action: Application.Action
    /// The faults that the action revealed.
    package let faults: [ActionFault<Application.Location>]
    /// The state after the action, or `nil` if it is unknown.
    package let target: FoundState<Application.Location>?
    /// The link that the action opened, or `nil` if it opened none that a coordinator handled.
    package let handledLink: String?

    package init(
      action: Application.Action, faults: [ActionFault<Application.Location>],
      target: FoundState<Application.Location>?, handledLink: String?
    ) {
      (self.action, self.faults, self.target) = (action, faults, target)
      self.handledLink = handledLink
    }
  }

  package var steps: [Step] = []
  /// Whether the repeated path to the state led to a different state.
  package var isUnstable = false
  /// The error that ended the expansion early, or `nil` if no error occurred.
  package var failure: Application.Failure?
  /// The items that have been used since the previous expansion in the same application.
  package var usage: Application.Usage?

  /// Creates an expansion without steps.
  package init() {}
}

/// Performs the actions of states in one application.
package final class StateExpander<Application: Explorable> {
  /// The results of performing the actions of one state of the application.
  package typealias Expansion = StateExpansion<Application>

  package let application: Application
  /// The states that have been evaluated since the last call to ``forgetEvaluations()``.
  private var evaluated: Set<StateKey> = []

  package init(_ application: Application) { self.application = application }

  /// Forgets which states have been evaluated, so that the next expansions evaluate all states that
  /// are unknown to their callers.
  package func forgetEvaluations() { evaluated.removeAll(keepingCapacity: true) }

  /// Performs all actions of a state.
  ///
  /// - Parameters:
  ///   - path: The actions from the start to the state.
  ///   - key: The key of the state.
  ///   - shared: The number of actions at the start of the path that equal those of the previous
  ///     path in the same application.
  ///   - isKnown: A closure that returns whether a state was found before and needs no evaluation.
  ///   - check: A closure that is called before each action. If it throws an error, the expansion
  ///     ends.
  package func expand(
    _ path: [Application.Action], _ key: StateKey, sharing shared: Int = 0,
    isKnown: (StateKey) -> Bool, check: () throws(Application.Failure) -> Void
  ) -> Expansion {
    var expansion = Expansion()
    do throws(Application.Failure) {
      try expand(path, key, shared, isKnown, check, into: &expansion)
    } catch {
      expansion.failure = error
    }
    expansion.usage = application.takeUsage()
    return expansion
  }

  private func expand(
    _ path: [Application.Action], _ key: StateKey, _ shared: Int, _ isKnown: (StateKey) -> Bool,
    _ check: () throws(Application.Failure) -> Void, into expansion: inout Expansion
  ) throws(Application.Failure) {
    try application.go(along: path, sharing: shared)
    guard let here = try application.observe(), here.key == key else {
      expansion.isUnstable = true
      return
    }
    var isHere = true
    for action in try application.actions() {
      try check()
      if !isHere { try application.go(along: path, sharing: path.count) }
      let step = try step(action, isKnown: isKnown)
      // After an action that changes nothing, the application is still in the expanded state.
      isHere =
        step.target?.key == here.key && here.variables != nil
        && step.target?.observation.variables == here.variables
      expansion.steps.append(step)
    }
  }

  /// Performs an action in the current state.
  ///
  /// - Parameter isKnown: A closure that returns whether a state was found before and needs no
  ///   evaluation.
  package func step(
    _ action: Application.Action, isKnown: (StateKey) -> Bool
  ) throws(Application.Failure) -> Expansion.Step {
    let faults = try application.perform(action)
    let target = try state(isKnown: isKnown)
    return Expansion.Step(
      action: action, faults: faults, target: target, handledLink: application.handledLink)
  }

  /// Returns the current state of the application, or `nil` if it is unknown. Evaluates the
  /// properties in a new state.
  ///
  /// - Parameter isKnown: A closure that returns whether a state was found before and needs no
  ///   evaluation.
  package func state(
    isKnown: (StateKey) -> Bool
  ) throws(Application.Failure) -> FoundState<Application.Location>? {
    guard let observation = try application.observe() else { return nil }
    let isNew = !isKnown(observation.key) && evaluated.insert(observation.key).inserted
    return FoundState(observation, isNew ? try application.evaluate() : nil)
  }
}
