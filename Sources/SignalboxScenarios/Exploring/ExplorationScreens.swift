internal import Signalbox
internal import SignalboxInspector

/// The screens of explored states, and the transitions between them.
struct ExplorationScreens {
  let graph: StateGraph<ExplorationAction>
  /// The declared routes that show screens.
  let declared: [FrontScreen]
  /// The names of the declared routes that no path has used, such as `Shop.reviews`.
  let unreached: [String]

  /// The screens in front and the transitions between them. Declared screens that no path has
  /// reached follow the others. Cost: O(transitions + declared screens).
  var screenGraph: ScreenGraph {
    var screens = ScreenGraph()
    let numbers = graph.states.map { state in
      let front = graph.front(of: state)
      return screens.add(front.name, of: front.coordinator, states: 1)
    }
    for number in graph.states {
      for transition in graph.knownTransitions(of: number) {
        guard let target = transition.target else { continue }
        screens.connect(
          numbers[number], to: numbers[target], by: transition.action.lua,
          labeled: transition.action.label)
      }
    }
    let missing = Set(unreached)
    for screen in declared where missing.contains(screen.title) {
      screens.add(screen.name, of: screen.coordinator)
    }
    return screens
  }
}
