import Foundation
import SignalboxInspector
import Testing

/// Tests graphs of screens in every format.
struct GraphFormatTests {
  private static func graph(_ first: String = "list") -> ScreenGraph {
    var graph = ScreenGraph()
    let list = graph.add(first, of: "Shop", states: 1)
    let product = graph.add("product", of: "Shop", states: 2)
    let payment = graph.add("payment", of: "Checkout", states: 3)
    graph.add("help", of: "Shop")
    graph.connect(list, to: product, by: "app:tap(\"Open\")", labeled: "tap Open")
    graph.connect(product, to: list, by: "app:back()", labeled: "back")
    graph.connect(product, to: list, by: "app:swipeBack()", labeled: "swipe back")
    graph.connect(product, to: payment, by: "app:tap(\"Buy\")", labeled: "tap Buy")
    graph.connect(product, to: payment, by: "app:open(\"shop://buy\")", labeled: "open shop://buy")
    graph.connect(product, to: payment, by: "app:tap(\"Again\")", labeled: "tap Again")
    graph.connect(product, to: payment, by: "clock.advance(100)", labeled: "after 100 ms")
    graph.connect(product, to: product, by: "app:tap(\"Reload\")", labeled: "tap Reload")
    return graph
  }

  @Test func `a screen and a transition are added once`() {
    var graph = Self.graph()
    #expect(graph.add("list", of: "Shop", states: 4) == 0)
    graph.connect(0, to: 1, by: "app:tap(\"Open\")", labeled: "tap Open")
    #expect(
      graph.nodes.map(\.name) == ["Shop.list", "Shop.product", "Checkout.payment", "Shop.help"])
    #expect(graph.nodes.map(\.stateCount) == [5, 2, 3, 0])
    #expect(graph.edges.map { [$0.source, $0.target] } == [[0, 1], [1, 0], [1, 2]])
    #expect(graph.edges[1].actions == ["app:back()", "app:swipeBack()"])
  }

  @Test func `transitions to the same screen are counted at the screen`() {
    var graph = Self.graph()
    graph.connect(1, to: 1, by: "app:tap(\"Reload\")", labeled: "tap Reload")
    graph.connect(1, to: 1, by: "app:swipeBack { cancel = true }", labeled: "swipe back, cancelled")
    #expect(graph.nodes.map(\.loopCount) == [0, 3, 0, 0])
    #expect(
      graph.nodes[1].loopActions == ["app:tap(\"Reload\")", "app:swipeBack { cancel = true }"])
    #expect(graph.edges.count == 3)
    #expect(
      GraphFormat.txt.text(of: graph, titled: "").contains(
        "  product\n    ↻ tap Reload, swipe back, cancelled ×3\n    ▸ list"))
    #expect(
      GraphFormat.svg.text(of: graph, titled: "").contains(
        "<title>Shop.product: 2 states; 3 transitions to the same screen: "
          + "tap Reload, swipe back, cancelled</title>"))
  }

  @Test func `Graphviz reads a cluster for each coordinator`() {
    #expect(
      GraphFormat.dot.text(of: Self.graph(), titled: "shop.lua") == """
        digraph {
          node [shape=box, style=rounded];
          subgraph cluster_0 {
            label="Shop";
            n0 [label="list"];
            n1 [label="product ↻1"];
            n3 [label="help", style="rounded,dashed"];
          }
          subgraph cluster_1 {
            label="Checkout";
            n2 [label="payment"];
          }
          n0 -> n1 [label="tap Open"];
          n1 -> n0 [label="back, swipe back"];
          n1 -> n2 [label="tap Buy, open shop://buy, tap Again, +1"];
        }

        """)
  }

  @Test func `Mermaid reads a subgraph for each coordinator`() {
    #expect(
      GraphFormat.mermaid.text(of: Self.graph(), titled: "shop.lua") == """
        flowchart TD
          subgraph c0["Shop"]
            n0("list")
            n1("product ↻1")
            n3("help")
          end
          subgraph c1["Checkout"]
            n2("payment")
          end
          n0 -->|"tap Open"| n1
          n1 -->|"back, swipe back"| n0
          n1 -->|"tap Buy, open shop://buy, tap Again, +1"| n2
          classDef unreached stroke-dasharray: 4 3
          class n3 unreached

        """)
  }

  @Test func `JSON contains all actions`() throws {
    let text = GraphFormat.json.text(of: Self.graph(), titled: "shop.lua")
    #expect(
      text == #"""
        {"screens":[{"coordinator":"Shop","screen":"list","states":1},{"coordinator":"Shop","loops":1,"screen":"product","states":2},{"coordinator":"Checkout","screen":"payment","states":3},{"coordinator":"Shop","screen":"help","states":0}],"transitions":[{"actions":["app:tap(\"Open\")"],"source":0,"target":1},{"actions":["app:back()","app:swipeBack()"],"source":1,"target":0},{"actions":["app:tap(\"Buy\")","app:open(\"shop://buy\")","app:tap(\"Again\")","clock.advance(100)"],"source":1,"target":2}],"version":1}

        """#)
  }

  @Test func `PlantUML reads a state for each screen inside its coordinator`() {
    #expect(
      GraphFormat.plantuml.text(of: Self.graph(), titled: "shop.lua") == """
        @startuml
        hide empty description
        state "Shop" as c0 {
          state "list" as n0
          state "product" as n1
          state "help" as n3 ##[dashed]
        }
        state "Checkout" as c1 {
          state "payment" as n2
        }
        n0 --> n1 : tap Open
        n1 --> n0 : back, swipe back
        n1 --> n2 : tap Buy, open shop<U+003A><U+002F><U+002F>buy, tap Again, +1
        @enduml

        """)
  }

  @Test(
    arguments: [
      ("a.svg", GraphFormat.svg), ("a.html", .html), ("a.dot", .dot), ("a.mmd", .mermaid),
      ("a.puml", .plantuml), ("a.plantuml", .plantuml), ("a.json", .json), ("a.txt", .txt),
      ("a.gif", nil),
    ] as [(String, GraphFormat?)])
  func `the ending of a path selects the format`(path: String, format: GraphFormat?) {
    #expect(GraphFormat(endingOf: path) == format)
  }

  @Test func `an image has an arrow at both ends of transitions in both directions`() {
    let svg = GraphFormat.svg.text(of: Self.graph(), titled: "shop.lua")
    #expect(svg.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns="))
    #expect(svg.ranges(of: "class=\"cluster\"").count == 2)
    #expect(svg.ranges(of: "class=\"node\"").count == 4)
    #expect(svg.ranges(of: "<path class=\"edge\"").count == 2)
    #expect(svg.ranges(of: "marker-start").count == 1)
    #expect(
      svg.ranges(of: "<g class=\"screen start\"><title>Shop.list: 1 state</title>").count == 1)
    #expect(
      svg.ranges(of: "<g class=\"screen unreached\"><title>Shop.help: not reached</title>").count
        == 1)
    #expect(
      svg.contains(
        "<title>Shop.list → Shop.product: tap Open; Shop.product → Shop.list: "))
  }

  @Test func `an image shows in four colors how often recordings show a screen`() {
    var runs = ScreenGraph()
    for (name, visits) in [("a", 2), ("b", 3), ("c", 9), ("d", 27), ("e", 300)] {
      runs.add(name, of: "Main", states: visits)
    }
    var graph = ScreenGraph()
    graph.addRuns(runs)
    let svg = GraphFormat.svg.text(of: graph, titled: "")
    let levels = (1...4).map { svg.ranges(of: "class=\"screen shown hits-\($0)\"").count }
    #expect(levels == [1, 1, 1, 2])
    #expect(svg.contains(".hits-4 .node { fill: #94c4a6; }"))
    #expect(svg.contains(".hits-4 .node { fill: #306d48; }"))
  }

  static let hostile = [
    "</svg><script>alert(1)</script>", "\"] ; n9 [label=\"", "a\u{1B}[31m\u{0}b\nc", "]]>&amp;",
    "\u{202E}abc\u{202C}", String(repeating: "very long ", count: 1000), "back\\slash\\", "",
  ]

  @Test(arguments: hostile, GraphFormat.allCases)
  func `strings never become markup`(text: String, format: GraphFormat) throws {
    let plain = format.text(of: Self.graph(), titled: "title")
    let result = format.text(of: Self.graph(text), titled: text)
    switch format {
    case .svg:
      #expect(!result.contains("<script>alert"))
      let elements = { (text: String) in text.ranges(of: "<").count }
      #expect(elements(result) == elements(plain))
    case .html:
      #expect(!result.contains("<script>alert"))
      let scripts = { (text: String) in text.ranges(of: "<script").count }
      #expect(scripts(result) == scripts(plain))
    case .dot, .mermaid, .plantuml, .txt:
      #expect(result.split(separator: "\n").count == plain.split(separator: "\n").count)
    case .json:
      #expect(try JSONSerialization.jsonObject(with: Data(result.utf8)) is [String: Any])
    }
  }
}
