internal import ArgumentParser
internal import Signalbox
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// The argument of `--reporter NAME` or `--reporter NAME=PATH`.
struct ReporterChoice: ExpressibleByArgument, Sendable {
  let name: String
  /// The built-in reporter, or `nil` if no built-in reporter has the name.
  let reporter: (any Reporter.Type)?
  /// The path of the report, or `nil` for standard output.
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
    self.init(reporter.name, reporter, path: path)
  }

  /// Returns the same choice with another path.
  func moved(by change: (String) -> String) -> ReporterChoice {
    ReporterChoice(name, reporter, path: path.map(change))
  }

  private init(_ name: String, _ reporter: (any Reporter.Type)?, path: String?) {
    self.name = name
    self.reporter = reporter
    self.path = path
  }

  static let allValueStrings = ReporterCatalog.all.map { $0.name }

  /// - Throws: An error if several reports would be written to standard output.
  static func check(_ choices: [ReporterChoice]) throws {
    guard choices.count(where: { $0.path == nil }) <= 1 else {
      throw ValidationError(
        "Only one report can be written to standard output; write the others to files: --reporter "
          + "junit=PATH.")
    }
  }
}

/// A report that is written to a file or to standard output.
final class ReportOutput {
  private var reporter: any ReportWriter
  private let file: OutputFile
  private let progress: ProgressLine?
  /// Whether each scenario is written immediately.
  private let isByLine: Bool
  /// Whether the last output lacks a line ending.
  private var isInLine = false

  init(
    _ reporter: any ReportWriter, to file: OutputFile, isByLine: Bool = true,
    _ progress: ProgressLine? = nil
  ) {
    self.reporter = reporter
    self.file = file
    self.progress = progress
    self.isByLine = isByLine
  }

  /// Opens the report that is written to standard output.
  ///
  /// - Parameter onFailure: A closure that is called if output cannot be written.
  static func standard(
    _ choice: ReporterChoice?, _ context: ReportContext, showsProgress: Bool,
    _ factory: RunnerFactory, onFailure: @escaping @Sendable (FileFailure) -> Void
  ) throws(ScriptError) -> sending ReportOutput {
    let output = OutputFile(OutputFile.output)
    output.onFailure = onFailure
    let writer: any ReportWriter =
      try choice.map { choice throws(ScriptError) in try Self.writer(choice, context, factory) }
      ?? PrettyReporter(context)
    return ReportOutput(writer, to: output, showsProgress ? ProgressLine(output) : nil)
  }

  /// Opens a report that is written to a file, and creates missing folders.
  ///
  /// - Throws: `unwritable` if the file cannot be written, and `unknownReporter` if there is no
  ///   such reporter.
  static func open(
    _ choice: ReporterChoice, at path: String, _ context: ReportContext, _ factory: RunnerFactory?,
    onFailure: @escaping @Sendable (FileFailure) -> Void
  ) throws(ScriptError) -> sending ReportOutput {
    let writer = try Self.writer(choice, context, factory)
    let isByLine = choice.reporter?.isByLine ?? false
    let file: OutputFile
    do throws(FileFailure) {
      WrittenFile.makeFolders(of: path)
      // Reports with a line for each scenario are written immediately. Other reports are written
      // when they are complete.
      if isByLine {
        guard let lines = OutputFile(creating: path) else { throw FileFailure.last }
        file = lines
      } else {
        file = try OutputFile(replacing: path)
      }
    } catch {
      throw ScriptError(.runtime, code: unwritableCode, error.reason)
    }
    file.onFailure = onFailure
    return ReportOutput(writer, to: file, isByLine: isByLine)
  }

  /// Checks that there is a reporter with the given name.
  ///
  /// - Throws: `unknownReporter` if there is no such reporter.
  static func check(_ choice: ReporterChoice, _ factory: RunnerFactory) throws(ScriptError) {
    _ = try writer(choice, ReportContext(), factory)
  }

  private static func writer(
    _ choice: ReporterChoice, _ context: ReportContext, _ factory: RunnerFactory?
  ) throws(ScriptError) -> any ReportWriter {
    if let reporter = choice.reporter { return reporter.init(context) }
    guard let factory else {
      throw ScriptError(
        .runtime, code: unknownCode, "the reporter \"\(choice.name)\" needs a session")
    }
    let session = try factory.makeSession(script: nil, factory.plugins, isStopped: false)
    if let report = ScriptedReport(
      named: choice.name, in: session, timeout: factory.settings.timeout)
    {
      return report
    }
    let known =
      ReporterCatalog.all.map { $0.name } + session.host.extensions(of: .reporter).map(\.name)
    session.close()
    throw ScriptError(
      .runtime, code: unknownCode, "there is no reporter \"\(choice.name)\"",
      hint: nameHint(for: choice.name, in: known))
  }

  /// The error code for an unknown reporter.
  static let unknownCode = "unknownReporter"
  /// The error code for a file that cannot be written.
  static let unwritableCode = "unwritable"

  func begin(_ plan: RunPlan) {
    write(reporter.begin(plan))
    if isByLine, file.descriptor != OutputFile.output || JobMode.isOn { file.flush() }
    progress?.begin(plan.scenarios.count)
  }

  func add(_ result: ScenarioResult) {
    write(reporter.add(result))
    // Readers of a log see each scenario as soon as it ends.
    if isByLine { file.flush() }
    progress?.add(result)
  }

  func end(_ summary: RunSummary) {
    write(reporter.end(summary))
    // Standard output remains open, because the next run may also write to it.
    if file.descriptor == OutputFile.output { file.flush() } else { file.close() }
  }

  /// Shows a line of a scenario's output on a separate line.
  func show(_ line: String) {
    write((isInLine ? "\n" : "") + line + "\n")
    file.flush()
  }

  private func write(_ text: String) {
    progress?.clear()
    file.write(text)
    if let last = text.utf8.last { isInLine = last != UInt8(ascii: "\n") }
  }
}

/// The progress of a run, shown on the last line of the terminal.
final class ProgressLine {
  private let file: OutputFile
  private var count = 0
  private var done = 0
  private var failed = 0
  private var isShown = false

  init(_ file: OutputFile) { self.file = file }

  func begin(_ count: Int) { self.count = count }

  func add(_ result: ScenarioResult) {
    done += 1
    if result.status == .failed { failed += 1 }
    // The line is not drawn after each scenario, because a terminal takes longer to draw a line
    // than most scenarios take to run.
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
