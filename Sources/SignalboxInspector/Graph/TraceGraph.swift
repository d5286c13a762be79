package import Signalbox

/// The front screens of a recording, in order, and the transitions between them.
package struct TraceGraph {
  private var graph: ScreenGraph
  /// For each screen and each transition, the index of the first step that contains it, or `nil` if
  /// it is only declared.
  private var (firstVisits, firstUses): ([Int?], [Int?]) = ([], [])
  /// The index of the front screen, or `nil` if there was none yet or if the screen was omitted.
  private var current: Int?
  private let maxScreens: Int

  /// Creates a graph without screens.
  ///
  /// - Parameters:
  ///   - maxScreens: The maximum number of screens. Further screens are omitted, because a larger
  ///     image would be illegible.
  ///   - maxActions: The maximum number of actions that are stored for each transition.
  package init(maxScreens: Int = 300, maxActions: Int = GraphData.maxActions) {
    self.maxScreens = maxScreens
    graph = ScreenGraph(maxActions: maxActions)
  }

  /// The screens, with the numbers of their visits, and the transitions.
  package var screens: ScreenGraph { graph }

  /// Adds the screens and transitions of a recording.
  package mutating func add(_ trace: SessionTrace) {
    current = nil
    add(trace.header["state"], by: "", at: 0)
    for (index, entry) in TraceData.entries(of: trace).enumerated() {
      let call = entry.step?["call"]?.text ?? entry.call?.call ?? ""
      add(entry.call?.recorded.state, by: call, at: index)
    }
  }

  /// Adds the state after a step; a step without a recorded state changes nothing.
  ///
  /// - Parameters:
  ///   - call: The call of the step.
  ///   - index: The index of the step.
  package mutating func add(_ state: NavigationValue?, by call: String, at index: Int) {
    guard let state, let front = FrontScreen(state) else { return }
    let target = number(of: front, isVisited: true, at: index)
    defer { current = target }
    guard let current, let target, current != target else { return }
    graph.connect(current, to: target, by: call)
    note(current, target, at: index)
  }

  /// Adds the routes that the application declares, and the declared transitions that were never
  /// taken.
  ///
  /// A route that leads to another coordinator appears as a screen of its owner until it is used,
  /// and afterwards as the first screen of that coordinator that was in front.
  ///
  /// - Parameters:
  ///   - routes: All declared routes.
  ///   - coverage: The declarations with the numbers of their uses, or `nil` if they are not known.
  package mutating func declare(_ routes: [DeclaredScreen], coverage: NavigationValue?) {
    let unused = Self.unused("routes", in: coverage)
    var numbers: [(screen: FrontScreen, number: Int)] = []
    for route in routes {
      guard let number = number(of: route, isUnused: unused.contains(route.screen.title)) else {
        continue
      }
      numbers.append((route.screen, number))
    }
    let transitions = Self.unused("transitions", in: coverage)
    guard !transitions.isEmpty else { return }
    for (from, source) in numbers {
      for (to, target) in numbers where to.coordinator == from.coordinator && source != target {
        guard transitions.contains("\(from.title) → \(to.name)") else { continue }
        graph.declare(source, to: target)
        note(source, target, at: nil)
      }
    }
  }

  /// Returns the names of the declarations of a kind (`routes` or `transitions`) that were never
  /// used.
  private static func unused(_ kind: String, in coverage: NavigationValue?) -> Set<String> {
    let entries = coverage?.table?[kind]?.list ?? []
    return Set(
      entries.compactMap { entry in
        entry.list?.last == .integer(0) ? entry.list?.first?.text : nil
      })
  }

  /// Returns the index of the screen for a declared route, which is added if necessary, or `nil` if
  /// there is no such screen.
  private mutating func number(of route: DeclaredScreen, isUnused: Bool) -> Int? {
    guard let coordinator = route.coordinator, !isUnused else {
      return number(of: route.screen, isVisited: false, at: 0)
    }
    return graph.nodes.indices.first {
      graph.nodes[$0].coordinator == coordinator && graph.nodes[$0].stateCount > 0
    }
  }

  /// Returns the index of a screen, which is added if necessary, or `nil` if the graph omits the
  /// screen.
  private mutating func number(
    of screen: FrontScreen, isVisited: Bool, at index: Int
  ) -> Int? {
    let known = graph.index(of: screen.name, in: screen.coordinator)
    guard known != nil || graph.nodes.count < maxScreens else { return nil }
    // A step after which the same screen is still in front is not a visit.
    let isVisit = isVisited && (known == nil || known != current)
    let number = graph.add(screen.name, of: screen.coordinator, states: isVisit ? 1 : 0)
    if number == firstVisits.count { firstVisits.append(nil) }
    if isVisited, firstVisits[number] == nil { firstVisits[number] = index }
    return number
  }

  private mutating func note(_ source: Int, _ target: Int, at index: Int?) {
    guard let edge = graph.edgeIndex(source, target) else { return }
    if edge == firstUses.count { firstUses.append(nil) }
    if firstUses[edge] == nil { firstUses[edge] = index }
  }

  // MARK: - Writing

  /// The graph with its layout, as pages read it. Cost: that of the layout (see ``LayeredLayout``).
  package var value: NavigationValue {
    GraphData(graph, firstVisits: firstVisits, firstUses: firstUses).value
  }
}
