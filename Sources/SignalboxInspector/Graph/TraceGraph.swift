package import Signalbox

/// The front screens of a recording, in order, and the transitions between them.
package struct TraceGraph {
  private var graph = ScreenGraph()
  /// The index of the first step with each screen and each transition, or `nil` for declared
  /// screens and transitions.
  private var (firstVisits, firstUses): ([Int?], [Int?]) = ([], [])
  /// The index of the front screen, or `nil` before the first screen.
  private var current: Int?

  /// The maximum number of screens. Further screens are omitted, because a larger picture is not
  /// readable.
  private static let maxScreens = 300

  package init() {}

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
    guard let state, let front = FrontScreen(state),
      let target = number(of: front, isVisited: true, at: index)
    else { return }
    defer { current = target }
    guard let current, current != target else { return }
    graph.connect(current, to: target, by: call)
    note(current, target, at: index)
  }

  /// Adds the declarations of the application.
  ///
  /// - Parameters:
  ///   - screens: The coordinator type and the name of each screen.
  ///   - transitions: The names of transitions that no step contains, such as `Shop.product →
  ///     reviews`.
  package mutating func declare(_ screens: [FrontScreen], transitions: Set<String>) {
    for screen in screens { _ = number(of: screen, isVisited: false, at: 0) }
    guard !transitions.isEmpty else { return }
    for from in screens {
      for to in screens where to.coordinator == from.coordinator {
        guard transitions.contains("\(from.coordinator).\(from.name) → \(to.name)"),
          let source = graph.index(of: from.name, in: from.coordinator),
          let target = graph.index(of: to.name, in: to.coordinator)
        else { continue }
        graph.declare(source, to: target)
        note(source, target, at: nil)
      }
    }
  }

  /// Returns the number of a screen.
  private mutating func number(
    of screen: FrontScreen, isVisited: Bool, at index: Int
  ) -> Int? {
    let known = graph.index(of: screen.name, in: screen.coordinator)
    guard known != nil || graph.nodes.count < Self.maxScreens else { return nil }
    // A step without a new front screen is not counted.
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

  /// The graph with its layout, in the format of pages. Cost: the cost of the layout.
  package var value: NavigationValue {
    let drawing = GraphDrawing(graph, label: label)
    let clusters = zip(graph.coordinators, drawing.layout.clusters).map { name, frame in
      NavigationValue.fields([("name", .string(name)), ("frame", Self.value(of: frame))])
    }
    let nodes = zip(graph.nodes, drawing.layout.nodes).enumerated().map { index, item in
      NavigationValue.fields([
        ("coordinator", .string(item.0.coordinator)), ("screen", .string(item.0.screen)),
        ("frame", Self.value(of: item.1)), ("visits", .integer(item.0.stateCount)),
        ("first", firstVisits[index].map { .integer($0) }),
      ])
    }
    let lines = drawing.lines.indices.map { index in
      let (line, points) = (drawing.lines[index], drawing.layout.edges[index])
      return NavigationValue.fields([
        ("points", .list(points.map { [Self.number($0.x), Self.number($0.y)] })),
        ("label", drawing.layout.labels[index].map { _ in .string(line.label) }),
        ("frame", drawing.layout.labels[index].map(Self.value)),
        ("gap", drawing.layout.labelPlaces[index].map { .integer($0) }),
        ("forward", direction(line.edge.source, line.edge.target)),
        ("backward", direction(line.edge.target, line.edge.source)),
      ])
    }
    return .fields([
      ("size", [Self.number(drawing.layout.size.x), Self.number(drawing.layout.size.y)]),
      ("clusters", .list(clusters)), ("nodes", .list(nodes)), ("lines", .list(lines)),
    ])
  }

  /// The first action and the number of transitions in the direction that was taken.
  private func label(of line: GraphDrawing.Line) -> String {
    let (source, target) = (line.edge.source, line.edge.target)
    for index in [graph.edgeIndex(source, target), graph.edgeIndex(target, source)] {
      guard let index, graph.edges[index].count > 0 else { continue }
      let (edge, length) = (graph.edges[index], 20)
      let text = GraphSource.label(Array(edge.labels.prefix(1)), length: length)
      return edge.count > 1 ? "\(text) ×\(edge.count)" : text
    }
    return "never taken"
  }

  /// The maximum number of actions of a transition that a page contains.
  private static let maxActions = 12

  private func direction(_ source: Int, _ target: Int) -> NavigationValue? {
    guard let index = graph.edgeIndex(source, target) else { return nil }
    let edge = graph.edges[index]
    return .fields([
      ("from", .integer(source)), ("to", .integer(target)), ("count", .integer(edge.count)),
      ("first", firstUses[index].map { .integer($0) }),
      ("actions", .texts(edge.actions.prefix(Self.maxActions).map(DisplayText.line))),
    ])
  }

  private static func value(of frame: LayeredLayout.Rectangle) -> NavigationValue {
    [
      number(frame.origin.x), number(frame.origin.y), number(frame.size.x), number(frame.size.y),
    ]
  }

  private static func number(_ value: Double) -> NavigationValue {
    .integer(Int(value.rounded()))
  }
}
