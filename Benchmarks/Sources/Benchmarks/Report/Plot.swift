import Foundation

/// A plot of the growth of a cost, as self-contained SVG, which needs no scripts, fonts or other
/// files.
///
/// The colors follow the reader's color scheme. Both axes are logarithmic.
struct Plot {
  struct Line {
    let title: String
    let points: [(x: Double, y: Double)]
  }

  let title, horizontal, vertical: String
  let lines: [Line]

  private let width = 640.0
  private let height = 360.0
  private let left = 64.0
  private let right = 120.0
  private let top = 40.0
  private let bottom = 48.0

  var svg: String {
    var parts = [head]
    parts += powers(yRange).map(horizontalGrid) + ticks.map(verticalGrid)
    parts += lines.enumerated().flatMap { drawing(of: $1, number: $0) }
    parts.append("</svg>")
    return parts.joined(separator: "\n") + "\n"
  }

  // MARK: - Scales

  private var ticks: [Double] { Set(lines.flatMap { $0.points.map(\.x) }).sorted() }

  private var xRange: ClosedRange<Double> {
    let low = log10(max(1, ticks.first ?? 1))
    return low...max(low + 0.01, log10(max(1, ticks.last ?? 10)))
  }

  private var yRange: ClosedRange<Double> {
    let values = lines.flatMap { $0.points.map(\.y) }.filter { $0 > 0 }
    let low = floor(log10(values.min() ?? 1))
    return low...max(low + 1, ceil(log10(values.max() ?? 10)))
  }

  private func powers(_ range: ClosedRange<Double>) -> [Double] {
    stride(from: range.lowerBound, through: range.upperBound, by: 1).map { pow(10, $0) }
  }

  private func x(_ value: Double) -> Double {
    let part = (log10(max(1, value)) - xRange.lowerBound) / (xRange.upperBound - xRange.lowerBound)
    return left + part * (width - left - right)
  }

  private func y(_ value: Double) -> Double {
    let part =
      (log10(max(1e-9, value)) - yRange.lowerBound) / (yRange.upperBound - yRange.lowerBound)
    return height - bottom - part * (height - top - bottom)
  }

  // MARK: - Parts

  private var head: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" \
    role="img" aria-label="\(title)">
    <style>
    svg { font: 12px sans-serif; background: #ffffff; }
    text { fill: #1f2328; } .grid { stroke: #d1d9e0; } .line { fill: none; stroke-width: 2; }
    .c0 { stroke: #0969da; fill: #0969da; } .c1 { stroke: #bc4c00; fill: #bc4c00; }
    .c2 { stroke: #1a7f37; fill: #1a7f37; } .c3 { stroke: #8250df; fill: #8250df; }
    .c4 { stroke: #9a6700; fill: #9a6700; } text.label { stroke: none; } .line { fill: none; }
    @media (prefers-color-scheme: dark) {
      svg { background: #0d1117; } text { fill: #f0f6fc; } .grid { stroke: #3d444d; }
      .c0 { stroke: #4493f8; fill: #4493f8; } .c1 { stroke: #db6d28; fill: #db6d28; }
      .c2 { stroke: #3fb950; fill: #3fb950; } .c3 { stroke: #ab7df8; fill: #ab7df8; }
      .c4 { stroke: #d29922; fill: #d29922; } .line { fill: none; }
    }
    </style>
    \(text(title, left, 22, "font-weight=\"bold\" font-size=\"14\""))
    \(text(horizontal, (left + width - right) / 2, height - 10, "text-anchor=\"middle\""))
    \(text(vertical, left, top - 6, ""))
    """
  }

  private func horizontalGrid(_ value: Double) -> String {
    let place = y(value)
    let line = segment(left, place, width - right, place)
    return line + text(short(value), left - 8, place + 4, "text-anchor=\"end\"")
  }

  private func verticalGrid(_ value: Double) -> String {
    let place = x(value)
    let line = segment(place, top, place, height - bottom)
    return line + text(short(value), place, height - bottom + 16, "text-anchor=\"middle\"")
  }

  private func drawing(of line: Line, number: Int) -> [String] {
    let path = line.points.map { "\(point(x($0.x))),\(point(y($0.y)))" }.joined(separator: " ")
    var parts = ["<polyline class=\"line c\(number)\" points=\"\(path)\"/>"]
    parts += line.points.map {
      "<circle class=\"c\(number)\" cx=\"\(point(x($0.x)))\" cy=\"\(point(y($0.y)))\" r=\"3\"/>"
    }
    if let last = line.points.last {
      parts.append(
        text(line.title, x(last.x) + 8, y(last.y) + 4, "class=\"label c\(number)\""))
    }
    return parts
  }

  private func segment(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    "<line class=\"grid\" x1=\"\(point(x1))\" y1=\"\(point(y1))\" x2=\"\(point(x2))\" "
      + "y2=\"\(point(y2))\"/>"
  }

  private func text(_ text: String, _ x: Double, _ y: Double, _ more: String) -> String {
    "<text x=\"\(point(x))\" y=\"\(point(y))\" \(more)>\(text)</text>"
  }

  private func point(_ number: Double) -> String { String(format: "%.1f", number) }

  private func short(_ number: Double) -> String {
    number >= 1_000_000
      ? "\(Int(number / 1_000_000))M"
      : number >= 1_000 ? "\(Int(number / 1_000))k" : String(format: "%g", number)
  }
}
