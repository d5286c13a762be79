import Foundation

private func say(_ text: String) { FileHandle.standardError.write(Data("bench: \(text)\n".utf8)) }

private func readReport(_ path: String) throws -> Report {
  try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
}

private func write(_ report: Report, _ options: Options) throws {
  if let path = options.json {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(report).write(to: URL(fileURLWithPath: path))
  }
  guard let folder = options.plots else { return }
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  for (file, svg) in Plots.all(report) {
    try Data(svg.utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent(file))
  }
}

/// Replaces the table below a heading of a page.
private func write(
  _ table: String, _ head: String, below title: String, of page: String
) throws {
  let lines = try String(contentsOfFile: page, encoding: .utf8).components(separatedBy: "\n")
  guard let heading = lines.firstIndex(of: title),
    let start = lines[heading...].firstIndex(of: "```text"),
    let first = lines[start...].firstIndex(where: { $0.hasPrefix("|") })
  else { throw BenchmarkError("\(page): expected a table behind \"\(title)\"") }
  let end = lines[first...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
  let new = Array(lines[..<start]) + ["```text", head + "```", "", table] + lines[end...]
  try new.joined(separator: "\n").write(toFile: page, atomically: true, encoding: .utf8)
}

/// Returns whether no threshold is exceeded.
private func run(_ options: Options) throws -> Bool {
  var thresholds = try options.thresholds.map(Thresholds.init(path:)) ?? Thresholds()
  let old = try options.comparison.map(readReport)
  let known = Set(Figures.names + InstallFigures.names)
  var named = Set(options.names)
  if named.contains(Workload.Family.exploration.rawValue) {
    named.formUnion(ExplorationFigures.names + XStateFigures.names)
  }
  let figures = options.names.isEmpty ? Set(Figures.names) : named.intersection(known)
  let names = options.names.filter { !known.contains($0) }
  let workloads = names.isEmpty && !options.names.isEmpty ? [] : try Catalog.selection(names)
  let iterations = options.isQuick ? 3 : 7
  let runner = Runner(iterations: iterations, target: options.isQuick ? 1e7 : 5e7, progress: say)
  // The figures are counted first, while the heap is small.
  let counted = try Figures.measure(
    figures, tool: options.tool, root: options.root, iterations: iterations)
  let report = Report(
    try runner.run(workloads) + counted, machine: Machine(), iterations: iterations)
  try write(report, options)
  if options.setsThresholds, let path = options.thresholds {
    try Thresholds.rewrite(path, for: report)
    thresholds = try Thresholds(path: path)
  }
  let table = Table(report: report, thresholds: thresholds, old: old).text
  let head =
    report.machine.lines.joined(separator: "\n")
    + "\nmedians of \(iterations) iterations; nanoseconds unless the unit column differs\n"
  print(head)
  print(table)
  if let page = options.page {
    let isExploration = options.names == [Workload.Family.exploration.rawValue]
    try write(
      table, head, below: isExploration ? "## Explorations" : "## The table", of: page)
  }
  let violations = thresholds.violations(in: report)
  for violation in violations { say(violation) }
  return violations.isEmpty
}

do {
  let isWithin = try run(try Options(Array(CommandLine.arguments.dropFirst())))
  exit(isWithin ? 0 : 1)
} catch {
  say("\(error)")
  exit(2)
}
