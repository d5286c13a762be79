/// The boxes and lines of a graph with their positions.
struct GraphDrawing {
  /// The transitions between two screens, in one or both directions.
  struct Line {
    let edge: LayeredLayout.Edge
    /// The actions that lead from the source to the target, in short form.
    var forward: [String]
    /// The actions that lead from the target to the source, in short form, or `nil` if there are no
    /// such transitions.
    var backward: [String]?
    /// The text at the line, or an empty string if there is none.
    var label = ""

    fileprivate mutating func setLabel(_ text: String) {
      label = DisplayText.truncate(DisplayText.line(text), to: GraphDrawing.maxLabelCells)
    }
  }

  let layout: LayeredLayout
  /// The lines, in the order of the edges of ``layout``.
  let lines: [Line]

  /// The width of a character in a name, in points.
  static let advance = 7.6
  /// The width of a character in a label, and the height and maximum width of a box, in points.
  private static let labelAdvance = 6.5
  private static let height = 34.0, maxWidth = 240.0
  /// The maximum width of a label, in terminal cells.
  static let maxLabelCells = 24

  /// - Parameter label: A closure that returns the text at a line.
  init(_ graph: ScreenGraph, label: (Line) -> String) {
    lines = Self.lines(of: graph).map { line in
      var line = line
      line.setLabel(label(line))
      return line
    }
    let clusters = Dictionary(
      uniqueKeysWithValues: graph.coordinators.enumerated().map { ($1, $0) })
    layout = LayeredLayout(
      graph.nodes.map { node in
        .init(size: Self.size(of: node.caption), cluster: clusters[node.coordinator] ?? 0)
      },
      lines.map { line in
        var edge = line.edge
        edge.labelWidth = Double(DisplayText.width(of: line.label)) * Self.labelAdvance
        return edge
      })
  }

  /// Returns the lines of a graph. Transitions in opposite directions share one line.
  private static func lines(of graph: ScreenGraph) -> [Line] {
    var lines: [Line] = []
    var numbers: [LayeredLayout.Edge: Int] = [:]
    for edge in graph.edges {
      if let number = numbers[.init(edge.target, edge.source)] {
        lines[number].backward = edge.labels
        continue
      }
      numbers[.init(edge.source, edge.target)] = lines.count
      lines.append(Line(edge: .init(edge.source, edge.target), forward: edge.labels))
    }
    return lines
  }

  private static func size(of name: String) -> LayeredLayout.Point {
    let cells = Double(DisplayText.width(of: DisplayText.line(name)))
    return .init(min(max(64, cells * advance + 26), maxWidth), height)
  }
}
