internal import SignalboxInspector

/// A text format for reporting a run of scenarios.
///
/// A reporter is a value that receives results and returns text. It does not access files,
/// terminals or clocks.
public protocol Reporter: ReportWriter, SendableMetatype {
  /// The name of the reporter, which is the value of `--reporter`.
  static var name: String { get }
  /// A one-sentence description of the report, without a period.
  static var summary: String { get }
  /// Whether the report includes the steps of scenarios that passed.
  static var needsSteps: Bool { get }

  /// Whether each line is a record that readers process immediately. If `false`, the report is
  /// complete only at the end.
  static var isByLine: Bool { get }

  /// Whether the report is for people. Such a report ends with the counts of the run, and the
  /// output of scenarios is shown.
  static var isForPeople: Bool { get }

  /// Creates a reporter for one run.
  ///
  /// - Parameter context: The colors, sources and options for the reports of the run.
  init(_ context: ReportContext)
}

/// A writer of reports, which is a ``Reporter`` or a plugin's reporter.
public protocol ReportWriter {
  /// Returns the text that precedes the first scenario.
  ///
  /// - Parameter plan: The scenarios of the run, and the files that failed to load.
  mutating func begin(_ plan: RunPlan) -> String
  /// Returns the text for one scenario.
  ///
  /// - Parameter result: The result of the next scenario, in the order of the plan.
  mutating func add(_ result: ScenarioResult) -> String
  /// Returns the text that follows the last scenario.
  ///
  /// - Parameter summary: The results of all scenarios.
  mutating func end(_ summary: RunSummary) -> String
}

extension Reporter {
  /// The default is `false`: the steps of scenarios that passed are omitted.
  public static var needsSteps: Bool { false }
  /// The default is `false`: the report is for programs.
  public static var isForPeople: Bool { false }
  /// The default is `false`: the report is complete only at the end.
  public static var isByLine: Bool { false }
}

extension RunSummary {
  /// Returns the slowest scenarios and their durations, for human-readable reports. The string is
  /// empty if no scenario ran or no durations were requested.
  ///
  /// - Parameter context: The settings, in which `durations` is the number of scenarios to list.
  public func slowest(_ context: ReportContext) -> String { SummaryText.slowest(self, context) }
}

/// The settings for reporters.
public struct ReportContext: Sendable {
  /// The colors, or ``TextPalette/plain`` if the text is not written to a terminal that supports
  /// colors.
  public var palette: TextPalette
  /// The sources from which excerpts are taken.
  public var sources: SourceCache
  /// Whether scenarios that passed are reported as well.
  public var isVerbose: Bool
  /// Whether each failure is reported on a single line.
  public var isQuiet: Bool
  /// The command that runs scenarios again, without the part that selects the scenarios.
  public var command: String
  /// The environment variable that selects a scenario, or `nil` if the selection is an argument of
  /// ``command``.
  public var selectionVariable: String?
  /// Whether reports repeat the output of scenarios.
  public var repeatsOutput = true
  /// The number of slowest scenarios to list at the end.
  public var durations = 0
  /// The time at which the run began, as the duration since 1970, or zero if it is unknown.
  public var start: Duration = .zero

  /// A closure that returns the text of the recording with the given name
  /// (``ScenarioResult/trace``), or `nil` if reports do not contain recordings.
  public var readTrace: (@Sendable (String) -> String?)?

  /// Creates settings for reporters.
  ///
  /// - Parameters:
  ///   - palette: The colors, or ``TextPalette/plain`` if the text is not written to a terminal
  ///     that supports colors.
  ///   - sources: The sources from which excerpts are taken.
  ///   - isVerbose: Whether scenarios that passed are reported as well.
  ///   - isQuiet: Whether each failure is reported on a single line.
  ///   - command: The command that runs scenarios again, without the part that selects the
  ///     scenarios.
  public init(
    palette: TextPalette = .plain, sources: SourceCache = SourceCache(), isVerbose: Bool = false,
    isQuiet: Bool = false, command: String = "signalbox test"
  ) {
    self.palette = palette
    self.sources = sources
    self.isVerbose = isVerbose
    self.isQuiet = isQuiet
    self.command = command
  }
}

extension ReportContext {
  /// Returns the command that runs a scenario again. If the command contains the seed, the random
  /// numbers are the same.
  ///
  /// - Parameter seed: The seed of the run, or `nil` if it is not known.
  func command(repeating result: ScenarioResult, seed: UInt64?) -> String {
    let selection = DisplayText.line(result.scenario.selection)
    if let selectionVariable { return "\(selectionVariable)=\(selection) \(command)" }
    // With this seed, the first repetition uses the same random numbers.
    let seed = seed.map { " --seed \($0 &+ UInt64(result.repetition))" } ?? ""
    return "\(command) \(selection)\(seed)"
  }
}
