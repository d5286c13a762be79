/// The plots of a run, which show the growth of costs with depth, tree, patterns, observers and
/// sessions.
enum Plots {
  private struct Growth {
    let file, title, horizontal, vertical: String
    /// The rows and their positions on the horizontal axis.
    let rows: [(name: String, x: Double)]
  }

  private static let growths = [
    Growth(
      file: "depth", title: "Push and pop, by depth of the stack", horizontal: "screens",
      vertical: "ns per pair",
      rows: [("W1", 1), ("W1d10", 10), ("W1d100", 100), ("W1d1000", 1_000), ("W1d10000", 10_000)]),
    Growth(
      file: "tree", title: "Push and pop, by live coordinators", horizontal: "coordinators",
      vertical: "ns per pair",
      rows: [("T1", 1), ("T100", 100), ("T10000", 10_000), ("T100000", 100_000)]),
    Growth(
      file: "patterns", title: "Opening a link, by patterns", horizontal: "patterns",
      vertical: "ns per link", rows: [("W6p20", 20), ("W6", 200), ("W6p2000", 2_000)]),
    Growth(
      file: "listeners", title: "Push and pop, by observers", horizontal: "scripted observers",
      vertical: "ns per pair", rows: [("L1", 1), ("L2", 2), ("L4", 4), ("L8", 8)]),
    Growth(
      file: "sessions", title: "Push and pop, by sessions used in turns", horizontal: "sessions",
      vertical: "ns per pair", rows: [("S1", 1), ("S10", 10), ("S100", 100)]),
  ]

  /// Returns the files by name. Plots whose rows were not measured are omitted.
  static func all(_ report: Report) -> [(file: String, svg: String)] {
    growths.compactMap { growth in
      let lines = Variant.allCases.compactMap { variant -> Plot.Line? in
        let points = growth.rows.compactMap { name, x in
          report.row(name)?.figures[variant.rawValue].map { (x: x, y: $0.median) }
        }
        guard points.count > 1, points.count == growth.rows.count else { return nil }
        return Plot.Line(title: variant.title, points: points)
      }
      guard !lines.isEmpty else { return nil }
      let plot = Plot(
        title: growth.title, horizontal: growth.horizontal, vertical: growth.vertical, lines: lines)
      return ("\(growth.file).svg", plot.svg)
    }
  }
}
