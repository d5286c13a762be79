/// A graph of screens as an image: a rectangle for each coordinator type, a box for each screen,
/// and a line for each pair of screens with transitions between them.
struct GraphImage {
  private let graph: ScreenGraph
  private let title: String
  private let current: Int?
  private let hasGround: Bool
  private let parts: GraphDrawing
  private var layout: LayeredLayout { parts.layout }
  private var lines: [GraphDrawing.Line] { parts.lines }

  /// - Parameters:
  ///   - current: The index of the screen that is marked as the current one, or `nil` for none.
  ///   - hasGround: Whether the image has its own background, for programs that show images on a
  ///     background of any color.
  init(_ graph: ScreenGraph, title: String, current: Int? = nil, hasGround: Bool = false) {
    self.graph = graph
    self.title = title
    (self.current, self.hasGround) = (current, hasGround)
    parts = GraphDrawing(graph) { GraphSource.label($0.forward, maxCount: 1, length: 20) }
  }

  // MARK: - Writing

  /// The image as an SVG file.
  var svg: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(element(with: ImageStyle.graphs))"
  }

  /// The image as an SVG file, with its size.
  var drawing: ScreenFormat.Drawing {
    ScreenFormat.Drawing(
      text: svg, width: Int(layout.size.x.rounded(.up)), height: Int(layout.size.y.rounded(.up)))
  }

  /// The image as an element for a page that contains the style sheet of graphs.
  var markup: String { element(with: "") }

  private func element(with style: String) -> String {
    let size = "\(Self.number(layout.size.x)) \(Self.number(layout.size.y))"
    let ground =
      hasGround ? "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>" : ""
    let parts = [
      "<title>\(MarkupText.escaped(DisplayText.line(title)))</title>", style, ground, Self.arrow,
      clusters, edges, nodes,
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
        index == current
        ? " current"
        : !isUsed
          ? " unreached"
          : node.runCount.map { " shown hits-\(Self.hitLevel($0))" } ?? (index == 0 ? " start" : "")
      let count = node.stateCount == 1 ? "1 state" : "\(node.stateCount) states"
      let note =
        (node.stateCount == 0 ? "not reached" : count) + Self.runs(node.runCount)
        + (index == current ? ", you are here" : "") + Self.loops(of: node)
      return """
        <g class="screen\(role)"><title>\(MarkupText.escaped("\(node.name): \(note)"))</title>\
        <rect class="node" x="\(Self.number(frame.origin.x))" y="\(Self.number(frame.origin.y))" \
        width="\(Self.number(frame.size.x))" height="\(Self.number(frame.size.y))" rx="8"/>\
        <text class="node-name" x="\(Self.number(frame.origin.x + frame.size.x / 2))" \
        y="\(Self.number(frame.origin.y + frame.size.y / 2 + 4.5))">\
        \(Self.text(node.caption, width: frame.size.x - 16))</text>\(badge(node.runCount, on: frame))</g>
        """
    }.joined(separator: "\n")
  }

  /// Returns the color level of a screen, from 1 for fewer than 3 visits to 4 for at least 27
  /// visits, as on pages.
  private static func hitLevel(_ visits: Int) -> Int {
    visits < 3 ? 1 : visits < 9 ? 2 : visits < 27 ? 3 : 4
  }

  private static func loops(of node: ScreenGraph.Node) -> String {
    guard node.loopCount > 0 else { return "" }
    let count = node.loopCount == 1 ? "1 transition" : "\(node.loopCount) transitions"
    let actions = DisplayText.line(node.loopLabels.joined(separator: ", "))
    return "; \(count) to the same screen: \(actions)"
  }

  private var edges: String {
    lines.indices.map { index in
      let (line, points) = (lines[index], layout.edges[index])
      let start = line.backward == nil ? "" : " marker-start=\"url(#arrow)\""
      let text = """
        <path class="edge" d="\(Self.path(points, gapAt: layout.labelPositions[index]))" marker-end="url(#arrow)"\(start)>\
        <title>\(title(of: line))</title></path>\(label(of: index))
        """
      guard graph.hasRuns else { return text }
      return "<g class=\"way \(runs(of: line) > 0 ? "taken" : "never")\">\(text)</g>"
    }.joined(separator: "\n")
  }

  /// Returns the total number of times that a test run has used the transitions of a line, in both
  /// directions.
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

  /// Returns a badge with the number of visits in the recordings of a test run, or an empty string
  /// if there are none.
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

  /// Returns the tooltip of a line, which contains all actions in both directions.
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

  /// Returns the label of a line, at the position that the layout has reserved.
  private func label(of index: Int) -> String {
    guard let frame = layout.labels[index] else { return "" }
    let (x, y) = (frame.origin.x + frame.size.x / 2, frame.origin.y + frame.size.y / 2 + 4)
    return "<text class=\"edge-label\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\">"
      + "\(MarkupText.escaped(lines[index].label))</text>"
  }

  /// Returns a curve through the points that is vertical at each of them.
  ///
  /// - Parameter place: The index of the point where the label interrupts the curve, or `nil` if
  ///   there is no label.
  private static func path(_ points: [LayeredLayout.Point], gapAt place: Int?) -> String {
    let gap = LayeredLayout.labelHeight / 2
    var path = "M\(number(points[0].x)) \(number(points[0].y))"
    for index in points.indices.dropLast() {
      var (from, to) = (points[index], points[index + 1])
      let direction = from.y < to.y ? 1.0 : -1
      if index == place {
        from.y += direction * gap
        path += "M\(number(from.x)) \(number(from.y))"
      }
      if index + 1 == place { to.y -= direction * gap }
      let middle = number((from.y + to.y) / 2)
      path +=
        "C\(number(from.x)) \(middle) \(number(to.x)) \(middle) \(number(to.x)) \(number(to.y))"
    }
    return path
  }

  /// Returns escaped text that is truncated to a width in points.
  private static func text(_ text: String, width: Double) -> String {
    MarkupText.escaped(
      DisplayText.truncate(DisplayText.line(text), to: Int(width / GraphDrawing.advance)))
  }

  private static func number(_ value: Double) -> String { ImageCanvas.number(value) }
}
