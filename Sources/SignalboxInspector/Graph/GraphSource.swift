internal import Signalbox

/// A graph of screens in the languages of other programs that draw graphs.
struct GraphSource {
  private let graph: ScreenGraph

  init(_ graph: ScreenGraph) { self.graph = graph }

  /// Returns the first actions of a transition. If there are more than `maxCount` actions, the
  /// number of the omitted actions follows, as in `+2`.
  ///
  /// - Parameters:
  ///   - labels: The actions in short form, such as `tap Buy`.
  ///   - maxCount: The maximum number of listed actions.
  ///   - length: The maximum width of an action, in terminal cells.
  static func label(_ labels: [String], maxCount: Int = 3, length: Int = 32) -> String {
    let shown = labels.prefix(maxCount).map {
      DisplayText.truncate(DisplayText.line($0), to: length)
    }
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
    } else if text.hasSuffix("\""), let start = text.firstRange(of: " \"") {
      text = "\(text[..<start.lowerBound]) \(text[start.upperBound...].dropLast())"
    }
    return text
  }

  // MARK: - Graphviz

  /// The graph in the DOT language of Graphviz.
  var dot: String {
    var lines = ["digraph {", "  node [shape=box, style=rounded];"]
    for (number, coordinator) in graph.coordinators.enumerated() {
      lines.append("  subgraph cluster_\(number) {")
      lines.append("    label=\(Self.dotText(coordinator));")
      for (index, node) in graph.nodes.enumerated() where node.coordinator == coordinator {
        let style = node.stateCount == 0 ? ", style=\"rounded,dashed\"" : ""
        let label = Self.dotText(node.caption + Self.times(node.runCount))
        lines.append("    n\(index) [label=\(label)\(style)\(Self.dotColor(node.runCount))];")
      }
      lines.append("  }")
    }
    for edge in graph.edges {
      let label = Self.dotText(Self.label(edge.labels) + Self.times(edge.runCount))
      lines.append(
        "  n\(edge.source) -> n\(edge.target) [label=\(label)\(Self.dotColor(edge.runCount))];")
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  /// Returns the number of times that a test run has used an item, as text. The string is empty if
  /// there is no test run or if it has not used the item.
  private static func times(_ count: Int?) -> String {
    count.map { $0 > 0 ? " ×\($0)" : "" } ?? ""
  }

  private static func dotColor(_ count: Int?) -> String {
    guard let count else { return "" }
    let color = count > 0 ? green : red
    return ", color=\"\(color)\", fontcolor=\"\(color)\""
  }

  /// The colors of items that a test run has used, and of items that it has not used.
  private static let (green, red) = ("#1a7f37", "#c62828")

  /// Returns a string in quotation marks, in which backslashes and quotation marks are escaped.
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
        let text = Self.mermaidText(node.caption + Self.times(node.runCount))
        lines.append("    n\(index)(\(text))")
      }
      lines.append("  end")
    }
    for edge in graph.edges {
      let text = Self.mermaidText(Self.label(edge.labels) + Self.times(edge.runCount))
      lines.append("  n\(edge.source) -->|\(text)| n\(edge.target)")
    }
    let unreached = graph.nodes.indices.filter { graph.nodes[$0].stateCount == 0 }
    if !unreached.isEmpty {
      lines.append("  classDef unreached stroke-dasharray: 4 3")
      lines.append("  class \(unreached.map { "n\($0)" }.joined(separator: ",")) unreached")
    }
    if graph.hasRuns { lines += runColors }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The statements that color each item by whether a test run has used the item.
  private var runColors: [String] {
    func numbers(_ counts: [Int?], _ isWanted: (Int) -> Bool, _ prefix: String) -> String {
      counts.indices.filter { isWanted(counts[$0] ?? 0) }.map { "\(prefix)\($0)" }
        .joined(separator: ",")
    }
    let (nodes, edges) = (graph.nodes.map(\.runCount), graph.edges.map(\.runCount))
    var lines = ["  classDef used stroke:\(Self.green)", "  classDef unused stroke:\(Self.red)"]
    for (name, color, isWanted): (String, String, (Int) -> Bool) in [
      ("used", Self.green, { $0 > 0 }), ("unused", Self.red, { $0 == 0 }),
    ] {
      let (screens, ways) = (numbers(nodes, isWanted, "n"), numbers(edges, isWanted, ""))
      if !screens.isEmpty { lines.append("  class \(screens) \(name)") }
      if !ways.isEmpty { lines.append("  linkStyle \(ways) stroke:\(color)") }
    }
    return lines
  }

  /// Returns a string in quotation marks that Mermaid shows unchanged, without interpreting it as
  /// markup or syntax.
  private static func mermaidText(_ text: String) -> String {
    let escaped = DisplayText.line(text).unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "<", ">", "&", "#", ";", "`", "|": "#\(scalar.value);"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  // MARK: - PlantUML

  /// The graph as a PlantUML state diagram.
  var plantUML: String {
    var lines = ["@startuml", "hide empty description"]
    for (number, coordinator) in graph.coordinators.enumerated() {
      lines.append("state \(Self.plantText(coordinator)) as c\(number) {")
      for (index, node) in graph.nodes.enumerated() where node.coordinator == coordinator {
        let text = Self.plantText(node.screen + Self.times(node.runCount))
        let style =
          node.runCount.map { " ##\(node.stateCount == 0 ? "[dashed]" : "")\(Self.plantColor($0))" }
          ?? (node.stateCount == 0 ? " ##[dashed]" : "")
        lines.append("  state \(text) as n\(index)\(style)")
      }
      lines.append("}")
    }
    for edge in graph.edges {
      let text = Self.plantEscaped(Self.label(edge.labels) + Self.times(edge.runCount))
      let arrow = edge.runCount.map { "-[#\(Self.plantColor($0))]->" } ?? "-->"
      lines.append("n\(edge.source) \(arrow) n\(edge.target)\(text.isEmpty ? "" : " : \(text)")")
    }
    return (lines + ["@enduml", ""]).joined(separator: "\n")
  }

  private static func plantColor(_ count: Int) -> String {
    String((count > 0 ? green : red).dropFirst())
  }

  private static func plantText(_ text: String) -> String { "\"\(plantEscaped(text))\"" }

  /// Returns a string that PlantUML shows unchanged, without interpreting it as markup or syntax.
  private static func plantEscaped(_ text: String) -> String {
    let special: Set<Unicode.Scalar> = [
      "\"", "\\", "<", ">", "&", "#", "~", "*", "/", "_", "-", "{", "}", "[", "]", "|", "%", "$",
      ":",
    ]
    return DisplayText.line(text).unicodeScalars.map { scalar in
      special.contains(scalar) ? "<U+\(hexadecimal(scalar.value))>" : String(scalar)
    }.joined()
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
