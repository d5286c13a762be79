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

/// Returns whether every threshold holds.
private func run(_ options: Options) throws -> Bool {
  let thresholds = try options.thresholds.map(Thresholds.init(path:)) ?? Thresholds()
  let old = try options.comparison.map(readReport)
  let figures = Set(options.names.isEmpty ? Figures.names : options.names)
    .intersection(Figures.names)
  let names = options.names.filter { !Figures.names.contains($0) }
  let workloads = names.isEmpty && !options.names.isEmpty ? [] : try Catalog.selection(names)
  let rounds = options.isQuick ? 3 : 7
  let runner = Runner(rounds: rounds, target: options.isQuick ? 1e7 : 5e7, progress: say)
  // Counted first, while the heap is small.
  let counted = try Figures.measure(figures, tool: options.tool, rounds: rounds)
  let report = Report(
    try runner.run(workloads) + counted, machine: Machine(), rounds: rounds)
  try write(report, options)
  print(report.machine.lines.joined(separator: "\n"))
  print("medians of \(rounds) rounds; nanoseconds unless the unit says otherwise\n")
  print(Table(report: report, thresholds: thresholds, old: old).text)
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
