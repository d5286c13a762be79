/// A way to tell of a run of scenarios, as text.
///
/// A reporter is a value that gets results and gives text; it knows no files, terminals or clocks.
public protocol Reporter: ReportWriter, SendableMetatype {
  /// What follows `--reporter`.
  static var name: String { get }
  /// One sentence without a full stop.
  static var summary: String { get }
  /// Whether it tells the steps of scenarios that pass.
  static var needsSteps: Bool { get }

  /// Whether each of its lines is a record that readers take as it is written; the text of others is
  /// of use when it is whole.
  static var isByLine: Bool { get }

  /// Whether it is for people: it ends with the counts of the run, and shows what scenarios print.
  static var isForPeople: Bool { get }

  /// A reporter for one run.
  init(_ context: ReportContext)
}

/// What a report is written by: a ``Reporter``, or one that a plugin has added.
public protocol ReportWriter {
  /// The text from before the first scenario.
  mutating func begin(_ plan: RunPlan) -> String
  /// The text about one scenario.
  mutating func add(_ result: ScenarioResult) -> String
  /// The text behind the last scenario.
  mutating func end(_ summary: RunSummary) -> String
}

extension Reporter {
  /// Steps of scenarios that pass are not told.
  public static var needsSteps: Bool { false }
  /// It is for programs.
  public static var isForPeople: Bool { false }
  /// It is of use when it is whole.
  public static var isByLine: Bool { false }
}

extension RunSummary {
  /// The slowest scenarios with their times, as reports for people name them; empty where none ran, or none are
  /// wanted.
  public func slowest(_ context: ReportContext) -> String { SummaryText.slowest(self, context) }
}

/// What reporters are given beside the results.
public struct ReportContext: Sendable {
  /// Colours, where the text is for a terminal that has them.
  public var palette: TextPalette
  /// The texts that excerpts are taken from.
  public var sources: SourceCache
  /// Whether scenarios that pass are told as well.
  public var isVerbose: Bool
  /// Whether failures are told in one line each.
  public var isQuiet: Bool
  /// What runs scenarios again, in front of what selects them.
  public var command: String
  /// Whether reports repeat what scenarios have printed.
  public var repeatsOutput = true
  /// How many of the slowest scenarios are named at the end.
  public var durations = 0
  /// When the run began, as a time since 1970; zero where nobody says.
  public var start: Duration = .zero

  /// What reports are made with.
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
