internal import Signalbox

/// The formats in which a graph of screens can be written.
public enum GraphFormat: String, CaseIterable, Sendable {
  /// An SVG image with light and dark colors.
  case svg
  /// An HTML page that contains the image and requires no other files.
  case html
  /// The DOT language of Graphviz.
  case dot
  /// A Mermaid flowchart, which can be part of a Markdown page.
  case mermaid
  /// A PlantUML state diagram.
  case plantuml
  /// The screens and transitions as a JSON object.
  case json
  /// Text for a terminal.
  case txt

  /// Returns a graph as text that ends with a line break.
  ///
  /// - Parameters:
  ///   - graph: The graph to write.
  ///   - title: The title of the image and of the page. Other formats do not contain a title.
  ///   - current: The index of the screen that text and images mark as the current one, or `nil`
  ///     for none.
  public func text(
    of graph: ScreenGraph, titled title: String, current: Int? = nil
  ) -> String {
    switch self {
    case .svg: GraphImage(graph, title: title, current: current).svg
    case .html: Self.page(graph, title, current)
    case .dot: GraphSource(graph).dot
    case .mermaid: GraphSource(graph).mermaid
    case .plantuml: GraphSource(graph).plantUML
    case .json: Self.value(of: graph).line + "\n"
    case .txt: GraphText(graph, current: current).text
    }
  }

  /// Creates the format for the extension of a file name, or returns `nil` for an unknown
  /// extension.
  ///
  /// - Parameter path: The path, such as `app.svg`, `app.mmd` or `app.puml`.
  public init?(endingOf path: String) {
    let ending = path.split(separator: ".").last.map(String.init) ?? ""
    switch ending {
    case "mmd": self = .mermaid
    case "puml": self = .plantuml
    default:
      guard let format = GraphFormat(rawValue: ending) else { return nil }
      self = format
    }
  }

  /// Returns a graph as an image with a background.
  ///
  /// - Parameters:
  ///   - graph: The graph to draw.
  ///   - title: The title of the image.
  ///   - current: The index of the screen that is marked as the current one, or `nil` for none.
  public static func image(
    of graph: ScreenGraph, titled title: String, current: Int? = nil
  ) -> ScreenFormat.Drawing {
    GraphImage(graph, title: title, current: current, hasGround: true).drawing
  }

  private static func page(_ graph: ScreenGraph, _ title: String, _ current: Int?) -> String {
    var document = PageDocument(
      title: title,
      body: """
        <main class="graph-page"><h1>\(MarkupText.escaped(DisplayText.line(title)))</h1>
        <div class="graph-scroll" tabindex="0" role="region" aria-label="Graph">
        \(GraphImage(graph, title: title, current: current).markup)</div>
        \(table(graph))</main>

        """)
    document.styles = [.graphPageStyle]
    return document.html
  }

  /// Returns the transitions as a table, for screen readers and for searching in the page.
  private static func table(_ graph: ScreenGraph) -> String {
    func cell(_ text: String) -> String { "<td>\(MarkupText.escaped(DisplayText.line(text)))</td>" }
    // A name can break only after its dots.
    func nameCell(_ node: ScreenGraph.Node) -> String {
      "<td>\(MarkupText.escaped(DisplayText.line(node.name)).replacing(".", with: ".<wbr>"))</td>"
    }
    let loops = graph.nodes.filter { $0.loopCount > 0 }.map { node in
      "<tr>\(nameCell(node))\(cell(node.loopActions.joined(separator: ", ")))\(nameCell(node))</tr>\n"
    }
    let rows = graph.edges.map { edge in
      "<tr>\(nameCell(graph.nodes[edge.source]))\(cell(edge.actions.joined(separator: ", ")))"
        + "\(nameCell(graph.nodes[edge.target]))</tr>\n"
    }
    return """
      <table class="graph-table">
      <thead><tr><th>From</th><th>Actions</th><th>To</th></tr></thead>
      <tbody>\((rows + loops).joined())</tbody>
      </table>

      """
  }

  private static func value(of graph: ScreenGraph) -> NavigationValue {
    let nodes = graph.nodes.map { node -> NavigationValue in
      .table([
        "coordinator": .string(node.coordinator), "screen": .string(node.screen),
        "states": .integer(node.stateCount),
      ]).adding("runs", node.runCount).adding("loops", node.loopCount > 0 ? node.loopCount : nil)
    }
    let edges = graph.edges.map { edge -> NavigationValue in
      .table([
        "source": .integer(edge.source), "target": .integer(edge.target),
        "actions": .texts(edge.actions),
      ]).adding("runs", edge.runCount)
    }
    return .table(["version": 1, "screens": .list(nodes), "transitions": .list(edges)])
  }
}

extension NavigationValue {
  /// Returns the table with an additional field, or the unchanged table if the number is `nil`.
  fileprivate func adding(_ name: String, _ number: Int?) -> NavigationValue {
    guard let number, case .table(let fields) = self else { return self }
    return .table(
      NavigationArguments(fields.fields.map { ($0.name, $0.value) } + [(name, .integer(number))]))
  }
}
