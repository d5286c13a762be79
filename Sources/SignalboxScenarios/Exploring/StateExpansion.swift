internal import Signalbox
internal import SignalboxScripting

/// A state of an exploration.
struct ExploredState: Sendable {
  /// The evaluation of a state that is found for the first time.
  struct Evaluation: Sendable {
    /// The front screen.
    let front: FrontScreen
    /// Whether each condition holds, in the order of the properties' conditions.
    var holds: [Bool] = []
    /// The errors that conditions raised, each with the name of the property.
    var errors: [PropertyError] = []
  }

  /// An error that the condition of a property raised.
  struct PropertyError: Sendable {
    let property: String
    let error: ScriptError
  }

  let key: StateKey
  /// The key that identifies the values of the variables that are not part of the state.
  let variables: StateKey
  let isIncomplete: Bool
  /// The evaluation, or `nil` for a state that was found before.
  let evaluation: Evaluation?
}

/// The effects of the actions in a state.
struct StateExpansion: Sendable {
  /// An action and the resulting state.
  struct Step: Sendable {
    let action: ExplorationAction
    /// The mistakes that the action has revealed.
    let faults: [ActionFault<ScriptLocation>]
    /// The state after the action, or `nil` if a limit stopped the action, so that the state is
    /// unknown.
    let target: ExploredState?
    /// The link that a coordinator handled, or `nil` if the action opens none.
    var handledLink: String?
  }

  var steps: [Step] = []
  /// Whether the path led to another state.
  var isUnstable = false
  /// The error that ended the expansion early.
  var failure: ScriptError?
  /// The coverage since the previous expansion in the same session.
  var coverage = ScenarioCoverage()
}

/// Performs the actions in states, in a single session.
final class StateExpander {
  let application: ExploredApplication
  /// Whether expansions contain their coverage.
  var isCovering = false
  /// The states that were evaluated since the last call of ``forgetEvaluations()``.
  private var evaluated: Set<StateKey> = []

  init(_ application: ExploredApplication) { self.application = application }

  /// Removes all evaluated states, so that the next expansions evaluate all states that are unknown
  /// to their callers.
  func forgetEvaluations() { evaluated.removeAll(keepingCapacity: true) }

  /// Performs all actions in a state.
  ///
  /// - Parameters:
  ///   - path: The actions from the start to the state.
  ///   - key: The key of the state.
  ///   - isKnown: A closure that returns whether a state was found before and needs no evaluation.
  ///   - check: A closure that is called before each action. It throws `interrupted` to end the
  ///     expansion.
  func expand(
    _ path: [ExplorationAction], _ key: StateKey, isKnown: (StateKey) -> Bool,
    check: () throws(ScriptError) -> Void
  ) -> StateExpansion {
    var expansion = StateExpansion()
    do throws(ScriptError) {
      try expand(path, key, isKnown, check, into: &expansion)
    } catch {
      expansion.failure = error
    }
    if isCovering { expansion.coverage = application.takeCoverage() }
    return expansion
  }

  private func expand(
    _ path: [ExplorationAction], _ key: StateKey, _ isKnown: (StateKey) -> Bool,
    _ check: () throws(ScriptError) -> Void, into expansion: inout StateExpansion
  ) throws(ScriptError) {
    try application.go(along: path)
    let here = try application.observe()
    guard here.key == key else {
      expansion.isUnstable = true
      return
    }
    var isHere = true
    for action in try application.actions() {
      try check()
      if !isHere { try application.go(along: path) }
      let faults = try application.perform(action)
      guard !application.wasStopped else {
        expansion.steps.append(.init(action: action, faults: faults, target: nil))
        isHere = false
        continue
      }
      let state = try state(isKnown: isKnown)
      isHere =
        state.key == here.key && state.variables == here.variables && !application.wasStopped
      expansion.steps.append(
        .init(
          action: action, faults: faults, target: state, handledLink: application.handledLink))
    }
  }

  /// Returns the current state of the application, and evaluates the properties if the state is
  /// new.
  ///
  /// - Parameter isKnown: A closure that returns whether a state was found before and needs no
  ///   evaluation.
  func state(isKnown: (StateKey) -> Bool) throws(ScriptError) -> ExploredState {
    let observation = try application.observe()
    let isNew = !isKnown(observation.key) && evaluated.insert(observation.key).inserted
    return ExploredState(
      key: observation.key, variables: observation.variables,
      isIncomplete: observation.isIncomplete, evaluation: isNew ? try evaluate() : nil)
  }

  private func evaluate() throws(ScriptError) -> ExploredState.Evaluation {
    var evaluation = ExploredState.Evaluation(front: application.front)
    let isSettled = !application.isInterruptible
    for property in application.collector.properties {
      for condition in property.conditions {
        guard isSettled else {
          evaluation.holds.append(property.kind.holdsDuringTransitions)
          continue
        }
        do throws(ScriptError) {
          evaluation.holds.append(try application.holds(condition))
        } catch {
          if error.kind == .interrupted || error.code == "notPure" { throw named(error, property) }
          // A condition that raises an error is not satisfied.
          evaluation.holds.append(false)
          evaluation.errors.append(.init(property: property.name, error: error))
        }
      }
    }
    return evaluation
  }

  private func named(_ error: ScriptError, _ property: ExplorationProperty) -> ScriptError {
    var error = error
    error.message = "\(property.title): \(error.message)"
    error.location = error.location ?? property.location
    return error
  }
}
