/// A graph of screens as text: each screen below its coordinator, followed by its transitions.
///
/// ```
/// Shop
///   catalog
///     ▸ product  tap Product 42
///   product  ← you are here
///     ↻ tap Reload
///     ▸ Checkout.address  tap Buy ×2
///   reviews  not reached
/// ```
struct GraphText {
  private let graph: ScreenGraph
  /// The index of the screen to mark, or `nil` for none.
  private let current: Int?

  init(_ graph: ScreenGraph, current: Int? = nil) { (self.graph, self.current) = (graph, current) }

  /// The text, which ends with a line break.
  var text: String {
    guard !graph.nodes.isEmpty else { return "no screens\n" }
    var lines: [String] = []
    for coordinator in graph.coordinators {
      lines.append(DisplayText.line(coordinator.isEmpty ? "without a coordinator" : coordinator))
      for (index, node) in graph.nodes.enumerated() where node.coordinator == coordinator {
        var note =
          index == current ? "  ← you are here" : node.stateCount == 0 ? "  not reached" : ""
        if let runs = node.runCount { note += runs == 0 ? "  never in front" : "  ×\(runs)" }
        lines.append("  \(DisplayText.line(node.screen))\(note)")
        if node.loopCount > 0 {
          let times = node.loopCount > 1 ? " ×\(node.loopCount)" : ""
          lines.append("    ↻ \(GraphSource.label(node.loopLabels))\(times)")
        }
        lines += graph.edges.filter { $0.source == index }.map(line)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ edge: ScreenGraph.Edge) -> String {
    let (source, target) = (graph.nodes[edge.source], graph.nodes[edge.target])
    let name = source.coordinator == target.coordinator ? target.screen : target.name
    let count = edge.runCount ?? edge.count
    let times = edge.runCount == 0 ? "  never taken" : count > 1 ? " ×\(count)" : ""
    let label = edge.actions.isEmpty ? "not taken" : GraphSource.label(edge.labels)
    return "    ▸ \(DisplayText.line(name))  \(label)\(times)"
  }
}
