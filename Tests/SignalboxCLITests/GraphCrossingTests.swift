import Foundation
import Testing

/// Compares the images of `signalbox graph` with those of Graphviz. `scripts/setup --tests` installs it.
struct GraphCrossingTests {
  private struct Point {
    var x, y: Double
  }

  /// A line of an image, as a sequence of points.
  private struct Curve {
    var points: [Point]

    /// Reads the path of an SVG element: starts, and cubic Bézier curves. A label interrupts the line.
    init(_ path: String) {
      points = []
      for part in path.split(separator: "M") {
        let numbers = part.matches(of: /-?[0-9]+(?:\.[0-9]+)?/).compactMap { Double($0.output) }
        let given = stride(from: 0, to: numbers.count - 1, by: 2).map {
          Point(x: numbers[$0], y: numbers[$0 + 1])
        }
        points.append(given[0])
        for start in stride(from: 0, to: given.count - 3, by: 3) {
          for step in 1...Self.samples {
            let t = Double(step) / Double(Self.samples)
            points.append(Self.point(given[start...start + 3], at: t))
          }
        }
      }
    }

    private static let samples = 16

    private static func point(_ control: ArraySlice<Point>, at t: Double) -> Point {
      let (weights, points) = (
        [pow(1 - t, 3), 3 * t * pow(1 - t, 2), 3 * t * t * (1 - t), pow(t, 3)], Array(control)
      )
      return zip(weights, points).reduce(into: Point(x: 0, y: 0)) {
        $0.x += $1.0 * $1.1.x
        $0.y += $1.0 * $1.1.y
      }
    }

    /// The number of points at which two curves cross.
    func crossings(with other: Curve) -> Int {
      func side(_ a: Point, _ b: Point, _ c: Point) -> Double {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
      }
      var count = 0
      for (a, b) in zip(points, points.dropFirst()) {
        for (c, d) in zip(other.points, other.points.dropFirst())
        where side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0 { count += 1 }
      }
      return count
    }
  }

  private static func crossings(_ curves: [(ends: Set<Int>, curve: Curve)]) -> Int {
    curves.enumerated().reduce(0) { sum, item in
      // Lines that meet at a screen do not cross there.
      curves[..<item.offset].filter { $0.ends.isDisjoint(with: item.element.ends) }
        .reduce(sum) { $0 + $1.curve.crossings(with: item.element.curve) }
    }
  }

  private struct Graph: Decodable {
    struct Screen: Decodable {
      var coordinator, screen: String
    }
    struct Transition: Decodable {
      var source, target: Int
    }
    var screens: [Screen]
    var transitions: [Transition]

    /// One line for the transitions between two screens, as in the images.
    var lines: [[Int]] {
      var seen: Set<Set<Int>> = []
      return transitions.map { [$0.source, $0.target] }.filter { seen.insert(Set($0)).inserted }
    }

    var dot: String {
      let clusters = Dictionary(grouping: screens.indices) { screens[$0].coordinator }
      let groups = clusters.sorted { $0.key < $1.key }.enumerated().map { number, cluster in
        "subgraph cluster_\(number) { \(cluster.value.map { "n\($0);" }.joined(separator: " ")) }"
      }
      let nodes = screens.indices.map { "n\($0) [shape=box, label=\"\(screens[$0].screen)\"];" }
      let edges = lines.map { "n\($0[0]) -> n\($0[1]);" }
      return "digraph {\n\((nodes + groups + edges).joined(separator: "\n"))\n}\n"
    }
  }

  private static let dot = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private static let applications = [
    "shop", "onboarding", "steps", "deeplink", "activelink", "instructor", "stinsen",
    "alcoordinator",
    "application-coordinator", "plugin",
  ]

  /// Reads the lines that Graphviz has drawn, each with the screens at its ends.
  private func lines(_ svg: String) -> [(ends: Set<Int>, curve: Curve)] {
    let pattern = /<title>n(\d+)&#45;&gt;n(\d+)<\/title>\s*<path [^>]*d="([^"]*)"/
    return svg.matches(of: pattern).map { match in
      let ends = [match.output.1, match.output.2].compactMap { Int($0) }
      return (Set(ends), Curve(String(match.output.3)))
    }
  }

  /// Lists this test among the skipped tests, which is an error in CI.
  private func skip() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let result = try tool.run(
      ["1", "GraphCrossingTests", "there is no dot: install Graphviz to compare with its images"],
      environment: ProcessInfo.processInfo.environment,
      program: DocumentationTests.root.appending(path: "scripts/skip"))
    #expect(result.code == 0, "\(result)")
  }

  @Test func `ten applications have at most 1.2 times as many crossings as with Graphviz`() throws {
    guard let dot = Self.dot else { return try skip() }
    var (own, others) = (0, 0)
    let examples = DocumentationTests.root.appending(path: "examples")
    for name in Self.applications {
      var tool = try Tool()
      defer { tool.remove() }
      tool.isTrusted = true
      let file = examples.appending(path: "\(name)/app.lua").path
      func graph(_ format: String) throws -> String {
        let result = try tool.run("graph", file, "--format", format, "--max-states", "300")
        try #require(result.code == 0, "\(name): \(result)")
        return result.output
      }
      let data = try JSONDecoder().decode(Graph.self, from: Data(graph("json").utf8))
      let drawn = try graph("svg").matches(of: /<path class="edge" d="([^"]*)"/)
        .map { Curve(String($0.output.1)) }
      try Data(data.dot.utf8).write(to: tool.folder.appending(path: "graph.dot"))
      let program = URL(filePath: dot)
      let reference = lines(try tool.run(["-Tsvg", "graph.dot"], program: program).output)
      try #require(drawn.count == data.lines.count && reference.count == drawn.count)
      own += Self.crossings(zip(data.lines, drawn).map { (Set($0), $1) })
      others += Self.crossings(reference)
    }
    #expect(Double(own) <= 1.2 * Double(others), "\(own) crossings, Graphviz has \(others)")
  }
}
