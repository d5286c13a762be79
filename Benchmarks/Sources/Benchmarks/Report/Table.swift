import Foundation

/// The results of a run as a Markdown table, which is also readable in a terminal.
struct Table {
  let report: Report
  let thresholds: Thresholds
  /// An earlier run to compare with.
  var old: Report?

  var text: String {
    var titles = ["workload", "unit"] + Variant.allCases.map(\.title)
    titles += ["spread", "value", "goal", "pass", "limit"]
    if old != nil { titles.append("before") }
    let rows = report.rows.map(cells)
    let widths = titles.indices.map { column in
      max(titles[column].count, rows.map { $0[column].count }.max() ?? 0)
    }
    let line = { (cells: [String]) in
      let padded = zip(cells, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < 2 ? cell.0 + space : space + cell.0
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule = widths.enumerated().map { column, width in
      String(repeating: "-", count: width + 1) + (column < 2 ? "-" : ":")
    }
    let head = [line(titles), "|" + rule.joined(separator: "|") + "|"]
    return (head + rows.map(line)).joined(separator: "\n")
  }

  private func cells(_ row: Report.Row) -> [String] {
    let ratio = row.reference == nil ? "" : "x"
    var cells = [row.name, row.unit]
    cells += Variant.allCases.map { variant in
      row.figures[variant.rawValue].map { Self.figure($0.median) } ?? ""
    }
    cells.append(row.own.map { "\(Self.figure($0.spread * 100)) %" } ?? "")
    let reference = row.reference.map { $0 == Variant.baseline.title ? "" : " \($0)" } ?? ""
    cells.append(row.value.map { Self.figure($0) + ratio + reference } ?? "")
    cells.append(row.goal.map { Self.figure($0) + ratio } ?? "")
    cells.append(row.passes.map { $0 ? "yes" : "no" } ?? "")
    cells.append(thresholds[row.name].map { Self.figure($0) } ?? "")
    if let old { cells.append(old.row(row.name)?.own.map { Self.change(row, $0.median) } ?? "") }
    return cells
  }

  /// Returns the relative change, such as `-12 %`.
  private static func change(_ row: Report.Row, _ before: Double) -> String {
    guard let now = row.own?.median, before > 0 else { return "" }
    return String(format: "%+.0f %%", (now / before - 1) * 100)
  }

  /// Returns a number with its significant digits.
  static func figure(_ number: Double) -> String {
    let digits = number >= 100 ? 0 : number >= 10 ? 1 : 2
    return String(format: "%.\(digits)f", number)
  }
}
