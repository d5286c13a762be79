internal import Signalbox

/// A transition between two screens.
private struct ScreenStep: Hashable {
  let source: FrontScreen
  let target: FrontScreen
}

/// Two transitions between screens. The second transition begins at the end of the first.
private struct StepPair: Hashable {
  let first: ScreenStep
  let second: ScreenStep
}

extension StateGraph {
  /// The pairs of successive transitions between screens. Cost: O(transitions · screens).
  var pairs: ExplorationResult.Pairs {
    var into = [Set<ScreenStep>](repeating: [], count: count)
    var outOf = into
    for state in states {
      let source = front(of: state)
      for transition in knownTransitions(of: state) {
        guard let target = transition.target, front(of: target) != source else { continue }
        let step = ScreenStep(source: source, target: front(of: target))
        into[target].insert(step)
        outOf[state].insert(step)
      }
    }
    var taken: Set<StepPair> = []
    for state in states {
      for first in into[state] {
        for second in outOf[state] { taken.insert(StepPair(first: first, second: second)) }
      }
    }
    let steps = outOf.reduce(into: Set<ScreenStep>()) { $0.formUnion($1) }
    let stepsBySource = Dictionary(grouping: steps, by: \.source)
    var missing: [String] = []
    for first in steps {
      for second in stepsBySource[first.target] ?? [] {
        guard !taken.contains(StepPair(first: first, second: second)) else { continue }
        let screens = [first.source, first.target, second.target]
        missing.append(screens.map(\.title).joined(separator: " → "))
      }
    }
    return .init(taken: taken.count, missing: missing.sorted())
  }
}
