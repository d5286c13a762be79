/// A format for reports of a run of scenarios, as text.
///
/// A reporter is a value that receives results and returns text; it does not access files,
/// terminals or clocks.
public protocol Reporter: ReportWriter, SendableMetatype {
  /// The name for `--reporter`.
  static var name: String { get }
  /// One sentence without a full stop.
  static var summary: String { get }
  /// Whether it includes the steps of passing scenarios.
  static var needsSteps: Bool { get }

  /// Whether each of its lines is a record that readers process immediately; other reports are
  /// written at the end.
  static var isByLine: Bool { get }

  /// Whether it is for human readers: it ends with the counts of the run, and shows the output of
  /// scenarios.
  static var isForPeople: Bool { get }

  /// Creates a reporter for one run.
  ///
  /// - Parameter context: The colors, sources and options of the reports of this run.
  init(_ context: ReportContext)
}

/// A writer of reports: a ``Reporter``, or one of a plugin.
public protocol ReportWriter {
  /// Returns the text before the first scenario.
  ///
  /// - Parameter plan: The scenarios of the run, and the files that failed to load.
  mutating func begin(_ plan: RunPlan) -> String
  /// Returns the text of one scenario.
  ///
  /// - Parameter result: The result of the next scenario, in the order of the plan.
  mutating func add(_ result: ScenarioResult) -> String
  /// Returns the text after the last scenario.
  ///
  /// - Parameter summary: The results of all scenarios.
  mutating func end(_ summary: RunSummary) -> String
}

extension Reporter {
  /// `false` by default: steps of passing scenarios are omitted.
  public static var needsSteps: Bool { false }
  /// `false` by default: the report is for programs.
  public static var isForPeople: Bool { false }
  /// `false` by default: the report is written at the end.
  public static var isByLine: Bool { false }
}

extension RunSummary {
  /// Returns the slowest scenarios with their times, for reports for human readers; empty if none
  /// ran, or none are requested.
  ///
  /// - Parameter context: Its `durations` says how many are listed.
  public func slowest(_ context: ReportContext) -> String { SummaryText.slowest(self, context) }
}

/// The settings of reporters.
public struct ReportContext: Sendable {
  /// Colors, if the text is for a terminal that supports them.
  public var palette: TextPalette
  /// The sources for excerpts.
  public var sources: SourceCache
  /// Whether passing scenarios are reported as well.
  public var isVerbose: Bool
  /// Whether failures are reported in one line each.
  public var isQuiet: Bool
  /// The command that runs scenarios again, without their selection.
  public var command: String
  /// The environment variable that selects a scenario; `nil` if it is an argument of ``command``.
  public var selectionVariable: String?
  /// Whether reports repeat the output of scenarios.
  public var repeatsOutput = true
  /// The number of slowest scenarios that are listed at the end.
  public var durations = 0
  /// When the run began, as a time since 1970; zero if unknown.
  public var start: Duration = .zero

  /// Creates the settings of reporters.
  ///
  /// - Parameters:
  ///   - palette: The colors, if the text is for a terminal that supports them.
  ///   - sources: The texts of scripts, for excerpts.
  ///   - isVerbose: Whether passing scenarios are reported as well.
  ///   - isQuiet: Whether failures are reported in one line each.
  ///   - command: The command that runs scenarios again, without their selection.
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
