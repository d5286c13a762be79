internal import Signalbox

/// A graph of screens with its layout, as `inspector/graph.js` reads it.
package struct GraphData {
  private let graph: ScreenGraph
  /// For each screen and each transition, the index of the first step that contains it, or `nil` if
  /// no step contains it. The lists are empty if there are no steps.
  private let firstVisits, firstUses: [Int?]
  /// Whether the counts of screens are numbers of states instead of visits.
  private let countsStates: Bool

  /// The maximum number of actions that a page lists for a transition.
  package static let maxActions = 12

  init(
    _ graph: ScreenGraph, firstVisits: [Int?] = [], firstUses: [Int?] = [],
    countingStates countsStates: Bool = false
  ) {
    (self.graph, self.countsStates) = (graph, countsStates)
    (self.firstVisits, self.firstUses) = (firstVisits, firstUses)
  }

  /// The graph as a JSON object. Cost: that of the layout (see ``LayeredLayout``).
  var value: NavigationValue {
    let drawing = GraphDrawing(graph, label: label)
    let clusters = zip(graph.coordinators, drawing.layout.clusters).map { name, frame in
      NavigationValue.fields([("name", .string(name)), ("frame", Self.value(of: frame))])
    }
    let nodes = zip(graph.nodes, drawing.layout.nodes).enumerated().map { index, item in
      NavigationValue.fields([
        ("coordinator", .string(item.0.coordinator)), ("screen", .string(item.0.screen)),
        ("frame", Self.value(of: item.1)), ("visits", .integer(item.0.stateCount)),
        ("loops", item.0.loopCount > 0 ? .integer(item.0.loopCount) : nil),
        ("first", Self.value(at: index, of: firstVisits)),
      ])
    }
    let lines = drawing.lines.indices.map { index in
      let (line, points) = (drawing.lines[index], drawing.layout.edges[index])
      return NavigationValue.fields([
        ("points", .list(points.map { [Self.number($0.x), Self.number($0.y)] })),
        ("label", drawing.layout.labels[index].map { _ in .string(line.label) }),
        ("frame", drawing.layout.labels[index].map(Self.value)),
        ("gap", drawing.layout.labelPositions[index].map { .integer($0) }),
        ("forward", direction(line.edge.source, line.edge.target)),
        ("backward", direction(line.edge.target, line.edge.source)),
      ])
    }
    return .fields([
      ("size", [Self.number(drawing.layout.size.x), Self.number(drawing.layout.size.y)]),
      ("clusters", .list(clusters)), ("nodes", .list(nodes)), ("lines", .list(lines)),
      ("unit", countsStates ? .string("states") : nil),
    ])
  }

  /// Returns the label of a line: the first action and, if there are several transitions, their
  /// number. Transitions from the source to the target take precedence over transitions in the
  /// opposite direction. The label is `never taken` if there are no transitions.
  private func label(of line: GraphDrawing.Line) -> String {
    let (source, target) = (line.edge.source, line.edge.target)
    for index in [graph.edgeIndex(source, target), graph.edgeIndex(target, source)] {
      guard let index, graph.edges[index].count > 0 else { continue }
      let edge = graph.edges[index]
      let count = edge.count > 1 ? " ×\(edge.count)" : ""
      // Only the action is truncated, not the number.
      let length = min(20, GraphDrawing.maxLabelCells - DisplayText.width(of: count))
      return GraphSource.label(Array(edge.labels.prefix(1)), length: length) + count
    }
    return "never taken"
  }

  private func direction(_ source: Int, _ target: Int) -> NavigationValue? {
    guard let index = graph.edgeIndex(source, target) else { return nil }
    let edge = graph.edges[index]
    return .fields([
      ("from", .integer(source)), ("to", .integer(target)), ("count", .integer(edge.count)),
      ("first", Self.value(at: index, of: firstUses)),
      ("actions", .texts(edge.actions.prefix(Self.maxActions).map(DisplayText.line))),
    ])
  }

  private static func value(at index: Int, of steps: [Int?]) -> NavigationValue? {
    guard steps.indices.contains(index), let step = steps[index] else { return nil }
    return .integer(step)
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
