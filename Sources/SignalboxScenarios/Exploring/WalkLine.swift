internal import Signalbox

/// A random walk as a line of a journal.
///
/// Each state is identified by its key, so that walks of several journals can be combined. A state is
/// described in the first walk of a journal that reaches it.
struct WalkLine: Codable {
  /// An action of a walk.
  struct Step: Codable {
    let step: JournalLine.Step
    /// The number of possible actions, from which the walk has chosen this one.
    let choices: Int
  }

  /// The number of the walk, counted from 0.
  let walk: Int
  var steps: [Step] = []
  /// Whether the walk has ended in a state without actions.
  var isAtEnd: Bool?
  var coverage = ScenarioCoverage()

  init(_ walk: Int) { self.walk = walk }

  /// Adds an action.
  mutating func add(_ step: StateExpansion<ExploredApplication>.Step, of choices: Int) {
    steps.append(
      Step(step: JournalLine.Step(step, target: step.target.map { .init($0) }), choices: choices))
  }
}
