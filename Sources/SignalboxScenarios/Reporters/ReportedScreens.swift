internal import Signalbox
public import SignalboxInspector

/// The screens of an explored application in a report: screens that a path reaches, and screens
/// that are only declared.
public struct ReportedScreens: Sendable {
  /// The path of the explored file.
  public let file: String
  /// The screens and the transitions.
  public let graph: ScreenGraph

  /// - Parameters:
  ///   - file: The path of the explored file.
  ///   - graph: The screens and the transitions.
  public init(file: String, graph: ScreenGraph) { (self.file, self.graph) = (file, graph) }

  /// The maximum number of screens in a graph that is drawn. A larger image would be illegible.
  private static let maxScreens = 300

  /// Returns a section with the graph and the table of its transitions.
  ///
  /// - Parameter id: The identifier of the data on the page.
  func section(_ id: String) -> String {
    let reached = graph.nodes.count { $0.stateCount > 0 }
    let taken = graph.edges.count { $0.count > 0 }
    let title =
      "Screens of \(DisplayText.line(file)): \(reached) of \(graph.nodes.count) reached · "
      + "transitions: \(taken) of \(graph.edges.count) taken"
    return """
      <details class="screens" open><summary>\(MarkupText.escaped(title))</summary>
      \(image(id))\(table)</details>

      """
  }

  private func image(_ id: String) -> String {
    guard graph.nodes.count <= Self.maxScreens else {
      return "<p class=\"notes\">Graphs of over \(Self.maxScreens) screens are not drawn.</p>\n"
    }
    return "<div data-graph=\(MarkupText.quoted(id))></div>\n"
      + PageDocument.data(graph.pageValue, id: id)
  }

  /// A table of the transitions, beginning with the transitions that no path takes.
  private var table: String {
    func cell(_ text: String) -> String { "<td>\(MarkupText.escaped(DisplayText.line(text)))</td>" }
    let ordered = graph.edges.filter { $0.count == 0 } + graph.edges.filter { $0.count > 0 }
    let rows = ordered.map { edge in
      "<tr\(edge.count == 0 ? " class=\"bad\"" : "")>\(cell(graph.nodes[edge.source].name))"
        + cell(edge.count == 0 ? "never taken" : edge.labels.joined(separator: ", "))
        + cell(graph.nodes[edge.target].name) + "</tr>\n"
    }
    return """
      <details><summary>Transitions</summary><table>
      <tr><th>From</th><th>Actions</th><th>To</th></tr>
      \(rows.joined())</table></details>

      """
  }
}
