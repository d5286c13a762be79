/// A graph of screens as a picture: a rectangle for each coordinator type, a box for each screen, and
/// a line for each pair of screens with transitions.
struct GraphPicture {
  private let graph: ScreenGraph
  private let title: String
  private let drawing: GraphDrawing
  private var layout: LayeredLayout { drawing.layout }
  private var lines: [GraphDrawing.Line] { drawing.lines }

  init(_ graph: ScreenGraph, title: String) {
    self.graph = graph
    self.title = title
    drawing = GraphDrawing(graph)
  }

  // MARK: - Writing

  /// The picture as a file.
  var svg: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(element(with: PictureStyle.graphs))"
  }

  /// The picture as an element for a page that contains the style sheet.
  var markup: String { element(with: "") }

  private func element(with style: String) -> String {
    let size = "\(Self.number(layout.size.x)) \(Self.number(layout.size.y))"
    let parts = [
      "<title>\(MarkupText.escaped(DisplayText.line(title)))</title>", style, Self.arrow, clusters,
      edges, nodes,
    ].filter { !$0.isEmpty }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="screen-graph\(graph.hasRuns ? " is-run" : "")" viewBox="0 0 \(size)" \
      width="\(Self.number(layout.size.x))" height="\(Self.number(layout.size.y))" role="img">
      \(parts.joined(separator: "\n"))
      </svg>

      """
  }

  private static let arrow = """
    <defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" \
    orient="auto-start-reverse"><path class="arrow" d="M0 0L10 5L0 10z"/></marker></defs>
    """

  private var clusters: String {
    zip(graph.coordinators, layout.clusters).map { name, frame in
      """
      <rect class="cluster" x="\(Self.number(frame.origin.x))" y="\(Self.number(frame.origin.y))" \
      width="\(Self.number(frame.size.x))" height="\(Self.number(frame.size.y))" rx="10"/>\
      <text class="cluster-name" x="\(Self.number(frame.origin.x + 12))" \
      y="\(Self.number(frame.origin.y + 20))">\(Self.text(name, width: frame.size.x - 20))</text>
      """
    }.joined(separator: "\n")
  }

  private var nodes: String {
    zip(graph.nodes, layout.nodes).enumerated().map { index, item in
      let (node, frame) = item
      let isUsed = node.runCount.map { $0 > 0 } ?? (node.stateCount > 0)
      let role =
        !isUsed ? " unreached" : node.runCount != nil ? " shown" : index == 0 ? " start" : ""
      let count = node.stateCount == 1 ? "1 state" : "\(node.stateCount) states"
      let note = (node.stateCount == 0 ? "not reached" : count) + Self.runs(node.runCount)
      return """
        <g class="screen\(role)"><title>\(MarkupText.escaped("\(node.name): \(note)"))</title>\
        <rect class="node" x="\(Self.number(frame.origin.x))" y="\(Self.number(frame.origin.y))" \
        width="\(Self.number(frame.size.x))" height="\(Self.number(frame.size.y))" rx="8"/>\
        <text class="node-name" x="\(Self.number(frame.origin.x + frame.size.x / 2))" \
        y="\(Self.number(frame.origin.y + frame.size.y / 2 + 4.5))">\
        \(Self.text(node.screen, width: frame.size.x - 16))</text>\(badge(node.runCount, on: frame))</g>
        """
    }.joined(separator: "\n")
  }

  private var edges: String {
    var numbers: [Int: Int] = [:]
    return zip(lines, layout.edges).map { line, points in
      numbers[line.edge.source, default: -1] += 1
      let number = numbers[line.edge.source] ?? 0
      let start = line.backward == nil ? "" : " marker-start=\"url(#arrow)\""
      let text = """
        <path class="edge" d="\(Self.path(points))" marker-end="url(#arrow)"\(start)>\
        <title>\(title(of: line))</title></path>\(label(of: line, points, number: number))
        """
      guard graph.hasRuns else { return text }
      return "<g class=\"way \(runs(of: line) > 0 ? "taken" : "never")\">\(text)</g>"
    }.joined(separator: "\n")
  }

  /// The number of times that a test run has used a line, in both directions.
  private func runs(of line: GraphDrawing.Line) -> Int {
    let ways = [(line.edge.source, line.edge.target), (line.edge.target, line.edge.source)]
    return ways.compactMap { graph.edgeIndex($0, $1) }.reduce(0) {
      $0 + (graph.edges[$1].runCount ?? 0)
    }
  }

  private static func runs(_ count: Int?) -> String {
    guard let count else { return "" }
    return count == 0 ? ", never in front in the recordings" : ", ×\(count) in the recordings"
  }

  /// The number of visits in the recordings of a test run.
  private func badge(_ count: Int?, on frame: LayeredLayout.Rectangle) -> String {
    guard let count, count > 0 else { return "" }
    let (text, right) = ("×\(count)", frame.origin.x + frame.size.x)
    let width = Double(6 * text.count)
    return """
      <rect class="visits" x="\(Self.number(right - 4 - width))" y="\(Self.number(frame.origin.y - 8))" \
      width="\(Self.number(width + 8))" height="15" rx="7.5"/><text class="visits-text" \
      x="\(Self.number(right - width / 2))" y="\(Self.number(frame.origin.y + 3.2))">\(text)</text>
      """
  }

  /// All actions in both directions.
  private func title(of line: GraphDrawing.Line) -> String {
    func sentence(_ source: Int, _ target: Int, _ actions: [String]) -> String {
      let (from, to) = (graph.nodes[source].name, graph.nodes[target].name)
      let runs = graph.edgeIndex(source, target).flatMap { graph.edges[$0].runCount }
      let count = runs.map {
        $0 == 0 ? " (never in the recordings)" : " (×\($0) in the recordings)"
      }
      return "\(from) → \(to): \(actions.joined(separator: ", "))\(count ?? "")"
    }
    var text = sentence(line.edge.source, line.edge.target, line.forward)
    if let backward = line.backward {
      text += "; " + sentence(line.edge.target, line.edge.source, backward)
    }
    return MarkupText.escaped(DisplayText.line(text))
  }

  /// The forward actions on the first segment. The labels of edges that leave one screen side by side
  /// are at different heights.
  private func label(
    of line: GraphDrawing.Line, _ points: [LayeredLayout.Point], number: Int
  ) -> String {
    let position = [0.5, 0.3, 0.7][number % 3]
    let place = Self.point(between: points[0], points[1], at: position)
    let text = MarkupText.escaped(GraphSource.label(line.forward, most: 1, length: 20))
    return
      "<text class=\"edge-label\" x=\"\(Self.number(place.x))\" y=\"\(Self.number(place.y + 4))\">"
      + "\(text)</text>"
  }

  /// Returns a point of the curve between two points.
  private static func point(
    between from: LayeredLayout.Point, _ to: LayeredLayout.Point, at position: Double
  ) -> LayeredLayout.Point {
    let rest = 1 - position
    // The control points have the horizontal positions of the ends, and the height of the middle.
    let start = rest * rest * (rest + 3 * position)
    let middle = 3 * rest * position * (from.y + to.y) / 2
    let height = rest * rest * rest * from.y + middle + position * position * position * to.y
    return .init(from.x * start + to.x * (1 - start), height)
  }

  /// Returns a curve through the points that is vertical at each point.
  private static func path(_ points: [LayeredLayout.Point]) -> String {
    var path = "M\(Self.number(points[0].x)) \(Self.number(points[0].y))"
    for (from, to) in zip(points, points.dropFirst()) {
      let middle = Self.number((from.y + to.y) / 2)
      path +=
        "C\(Self.number(from.x)) \(middle) \(Self.number(to.x)) \(middle) \(Self.number(to.x)) \(Self.number(to.y))"
    }
    return path
  }

  /// Returns text that fits into a width in points.
  private static func text(_ text: String, width: Double) -> String {
    MarkupText.escaped(
      DisplayText.truncate(DisplayText.line(text), to: Int(width / GraphDrawing.advance)))
  }

  private static func number(_ value: Double) -> String { PictureCanvas.number(value) }
}
