internal import Signalbox

/// A graph of screens in the languages of other programs that draw graphs.
struct GraphSource {
  private let graph: ScreenGraph

  init(_ graph: ScreenGraph) { self.graph = graph }

  /// Returns the actions of a transition. If there are many actions, only the first actions are
  /// included.
  ///
  /// - Parameters:
  ///   - labels: The actions in short form, such as `tap Buy`.
  ///   - most: The maximum number of actions.
  ///   - length: The maximum width of an action, in terminal cells.
  static func label(_ labels: [String], most: Int = 3, length: Int = 32) -> String {
    let shown = labels.prefix(most).map { DisplayText.truncate(DisplayText.line($0), to: length) }
    let rest = labels.count - shown.count
    return (shown + (rest > 0 ? ["+\(rest)"] : [])).joined(separator: ", ")
  }

  /// Returns an action without the receiver and the quotation marks, such as `tap Buy`.
  static func words(of action: String) -> String {
    var text = DisplayText.line(action)
    if text.hasPrefix("app:") { text.removeFirst(4) }
    if text.hasSuffix("()") { text.removeLast(2) }
    if text.hasSuffix("\")"), let start = text.firstRange(of: "(\"") {
      text = "\(text[..<start.lowerBound]) \(text[start.upperBound...].dropLast(2))"
    }
    return text
  }

  // MARK: - Graphviz

  /// The graph in the language of Graphviz.
  var dot: String {
    var lines = ["digraph {", "  node [shape=box, style=rounded];"]
    for (number, coordinator) in graph.coordinators.enumerated() {
      lines.append("  subgraph cluster_\(number) {")
      lines.append("    label=\(Self.dotText(coordinator));")
      for (index, node) in graph.nodes.enumerated() where node.coordinator == coordinator {
        let style = node.stateCount == 0 ? ", style=\"rounded,dashed\"" : ""
        lines.append("    n\(index) [label=\(Self.dotText(node.screen))\(style)];")
      }
      lines.append("  }")
    }
    for edge in graph.edges {
      lines.append(
        "  n\(edge.source) -> n\(edge.target) [label=\(Self.dotText(Self.label(edge.labels)))];")
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  /// Returns a string in quotation marks, in which backslashes are escaped.
  private static func dotText(_ text: String) -> String {
    let escaped = DisplayText.line(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  // MARK: - Mermaid

  /// The graph as a Mermaid flowchart.
  var mermaid: String {
    var lines = ["flowchart TD"]
    for (number, coordinator) in graph.coordinators.enumerated() {
      lines.append("  subgraph c\(number)[\(Self.mermaidText(coordinator))]")
      for (index, node) in graph.nodes.enumerated() where node.coordinator == coordinator {
        lines.append("    n\(index)(\(Self.mermaidText(node.screen)))")
      }
      lines.append("  end")
    }
    for edge in graph.edges {
      lines.append(
        "  n\(edge.source) -->|\(Self.mermaidText(Self.label(edge.labels)))| n\(edge.target)")
    }
    let unreached = graph.nodes.indices.filter { graph.nodes[$0].stateCount == 0 }
    if !unreached.isEmpty {
      lines.append("  classDef unreached stroke-dasharray: 4 3")
      lines.append("  class \(unreached.map { "n\($0)" }.joined(separator: ",")) unreached")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a string in quotation marks, in which Mermaid interprets neither markup nor its own
  /// syntax.
  private static func mermaidText(_ text: String) -> String {
    let escaped = DisplayText.line(text).unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "<", ">", "&", "#", ";", "`", "|": "#\(scalar.value);"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
