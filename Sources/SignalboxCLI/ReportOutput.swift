internal import ArgumentParser
internal import Signalbox
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// `--reporter NAME` or `--reporter NAME=PATH`.
struct ReporterChoice: ExpressibleByArgument, Sendable {
  let name: String
  /// Ours of that name; `nil` for one that a plugin may have.
  let reporter: (any Reporter.Type)?
  /// Where the report goes; `nil` is standard output.
  let path: String?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0])
    guard PluginManifest.isName(name) else { return nil }
    reporter = ReporterCatalog.reporter(named: name)
    path = parts.count > 1 ? String(parts[1]) : nil
    if path?.isEmpty == true { return nil }
  }

  init(_ reporter: any Reporter.Type, path: String) {
    name = reporter.name
    self.reporter = reporter
    self.path = path
  }

  static let allValueStrings = ReporterCatalog.all.map { $0.name }

  /// - Throws: where several would write to standard output.
  static func check(_ choices: [ReporterChoice]) throws {
    guard choices.count(where: { $0.path == nil }) <= 1 else {
      throw ValidationError(
        "Only one report can go to standard output; give the others a file: --reporter junit=PATH.")
    }
  }
}

/// A report on its way to a file or to standard output.
final class ReportOutput {
  private var reporter: any ReportWriter
  private let file: OutputFile
  private let progress: ProgressLine?
  /// Whether each flow is handed over as it ends.
  private let isByLine: Bool

  init(
    _ reporter: any ReportWriter, to file: OutputFile, isByLine: Bool = true,
    _ progress: ProgressLine? = nil
  ) {
    self.reporter = reporter
    self.file = file
    self.progress = progress
    self.isByLine = isByLine
  }

  /// Opens the reports that were asked for; one to standard output is always among them.
  ///
  /// - Parameter workshop: Makes the session of reporters that plugins have.
  /// - Throws: where a file cannot be written, or there is no such reporter.
  static func open(
    _ choices: [ReporterChoice], _ context: ReportContext, showsProgress: Bool,
    _ workshop: FlowWorkshop
  ) throws(ScriptError) -> sending [ReportOutput] {
    var reports: [ReportOutput] = []
    var plain = context
    plain.palette = .plain
    for choice in choices {
      guard let path = choice.path else { continue }
      let writer = try Self.writer(choice, plain, workshop)
      let isByLine = choice.reporter?.isByLine ?? false
      reports.append(ReportOutput(writer, to: try file(path, isByLine), isByLine: isByLine))
    }
    var shown: any ReportWriter = PrettyReporter(context)
    if let choice = choices.first(where: { $0.path == nil }) {
      shown = try writer(choice, context, workshop)
    }
    let output = OutputFile(OutputFile.output)
    let progress = showsProgress ? ProgressLine(output) : nil
    reports.append(ReportOutput(shown, to: output, progress))
    return reports
  }

  /// - Parameter isByLine: Whether its lines are there as they come, and not whole at the end.
  private static func file(_ path: String, _ isByLine: Bool) throws(ScriptError) -> OutputFile {
    do throws(FileFailure) {
      guard isByLine else { return try OutputFile(replacing: path) }
      guard let file = OutputFile(creating: path) else { throw FileFailure.last }
      return file
    } catch {
      throw ScriptError(.runtime, "cannot write \(path): \(error.reason)")
    }
  }

  private static func writer(
    _ choice: ReporterChoice, _ context: ReportContext, _ workshop: FlowWorkshop
  ) throws(ScriptError) -> any ReportWriter {
    if let reporter = choice.reporter { return reporter.init(context) }
    let session = try workshop.makeSession(script: nil, workshop.plugins)
    if let report = ScriptedReport(
      named: choice.name, in: session, timeout: workshop.settings.timeout)
    {
      return report
    }
    let known =
      ReporterCatalog.all.map { $0.name } + session.extensions(of: .reporter).map(\.name)
    session.close()
    throw ScriptError(
      .runtime, code: unknownCode, "there is no reporter \"\(choice.name)\"",
      hint: nameHint(for: choice.name, in: known))
  }

  /// The code of a reporter that there is not.
  static let unknownCode = "unknownReporter"

  func begin(_ plan: FlowPlan) {
    write(reporter.begin(plan))
    if isByLine, file.descriptor != OutputFile.output { file.flush() }
    progress?.begin(plan.flows.count)
  }

  func add(_ result: FlowResult) {
    write(reporter.add(result))
    // Who follows a log sees each flow as it ends.
    if isByLine { file.flush() }
    progress?.add(result)
  }

  func end(_ summary: FlowSummary) {
    write(reporter.end(summary))
    // Standard output stays: the next run may write to it as well.
    if file.descriptor == OutputFile.output { file.flush() } else { file.close() }
  }

  private func write(_ text: String) {
    progress?.clear()
    file.write(text)
  }
}

/// How far a run has come: the last line of a terminal.
final class ProgressLine {
  private let file: OutputFile
  private var count = 0
  private var done = 0
  private var failed = 0
  private var isShown = false

  init(_ file: OutputFile) { self.file = file }

  func begin(_ count: Int) { self.count = count }

  func add(_ result: FlowResult) {
    done += 1
    if result.status == .failed { failed += 1 }
    // A terminal takes longer to draw a line than most flows take to run.
    guard done % 16 == 0 || failed > 0 else { return }
    let failures = failed > 0 ? ", \(failed) failed" : ""
    file.write("\r \(done) of \(count)\(failures)\u{1B}[K")
    isShown = true
  }

  func clear() {
    guard isShown else { return }
    file.write("\r\u{1B}[K")
    isShown = false
  }
}
