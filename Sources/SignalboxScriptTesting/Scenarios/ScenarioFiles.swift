internal import Signalbox
internal import SignalboxScenarios
public import SignalboxScripting

/// The scenarios in a folder, each of which is an argument of a test.
///
/// ```swift
/// @Test(arguments: try ScenarioFiles(in: "Scenarios"))
/// func scenario(_ scenario: Scenario) async throws { try await scenario.run() }
/// ```
///
/// Scenario files have the extension `.scenario.lua`. Snapshots that scenarios take with
/// `app:snapshot "name"` are compared with the files in the folder `snapshots` next to the scenario
/// files. `SIGNALBOX_UPDATE=1` creates missing files and overwrites files that differ.
/// `SIGNALBOX_SCENARIO=PATH:LINE`, which failure reports contain, runs only one scenario.
public struct ScenarioFiles: RandomAccessCollection, Sendable {
  private let scenarios: [Scenario]

  /// Finds the scenarios in a folder and its subfolders.
  ///
  /// A file that fails to load becomes a single test case that fails with the error. If any
  /// scenario is marked with `only`, scenarios without this mark are left out. In CI, `only` is an
  /// error.
  ///
  /// - Parameters:
  ///   - folder: A folder or a single file, relative to the test's source file or to the root of
  ///     the test's package.
  ///   - tags: A tag expression that selects scenarios, such as `smoke and not slow`.
  ///   - timeout: The wall-clock time limit for scenarios that do not set their own limit.
  ///   - retries: The maximum number of times that a failing scenario is retried, unless the
  ///     scenario sets its own number.
  ///   - configuration: The limits, plugins and modules. The argument is evaluated again for each
  ///     session.
  ///   - setUp: A closure that prepares the session of each scenario, for example with Swift
  ///     coordinators, scripts or a stage. For coordinators on the main actor, see
  ///     ``onMainActor(in:tags:timeout:retries:configuration:filePath:setUp:)``. Setting
  ///     the fixture's `exhaustivity` is an error, because scenarios use the option `exhaustive`
  ///     instead.
  /// - Throws: An error if the folder does not exist or contains no matching scenarios, or if
  ///   `tags` is not a valid expression.
  public init(
    in folder: String = "Scenarios", tags: String? = nil, timeout: Duration = .seconds(10),
    retries: Int = 0,
    configuration: @escaping @Sendable @autoclosure () throws -> ScriptConfiguration =
      ScriptConfiguration(),
    filePath: StaticString = #filePath,
    setUp: @escaping @Sendable (ScriptFixture) throws -> Void = { _ in }
  ) throws {
    try self.init(
      in: folder, of: TestProject(testFile: "\(filePath)"), tags: tags, timeout: timeout,
      retries: retries, configuration: configuration, .inTest(setUp))
  }

  init(
    in folder: String, of project: TestProject, tags: String?, timeout: Duration, retries: Int,
    configuration: @escaping @Sendable () throws -> ScriptConfiguration, _ setUp: ScenarioSetUp
  ) throws {
    var settings = RunSettings()
    settings.timeout = timeout
    settings.retries = retries
    settings.snapshots = try .ofEnvironment()
    let suite = ScenarioSuite(project, settings, configuration: configuration, setUp)
    try self.init(
      folder: try project.scriptPath(of: folder), tags: tags, only: .ofEnvironment(), suite)
  }

  init(
    folder: String, tags: String?, only: OneScenario?, _ suite: ScenarioSuite
  ) throws(ScriptError) {
    let all = try suite.scenarios(in: folder)
    if let only {
      scenarios = try only.selected(of: all)
      return
    }
    scenarios = try suite.selected(all, tags: tags)
    guard scenarios.isEmpty else { return }
    let shown = suite.project.name(of: folder)
    if let tags, !all.isEmpty {
      throw ScriptError(
        .module, "no scenario in \(shown) matches the tags \"\(tags)\"",
        hint: "the folder contains \(counted(all.count, "scenario"))")
    }
    throw ScriptError(
      .module, "there are no scenarios in \(shown)",
      hint: "scenario files end in .scenario.lua")
  }

  private init(_ scenarios: [Scenario]) { self.scenarios = scenarios }

  /// The position of the first scenario.
  public var startIndex: Int { scenarios.startIndex }
  /// The position after the last scenario.
  public var endIndex: Int { scenarios.endIndex }
  /// The scenario at a position. Scenarios are sorted by file and, within a file, in the order of
  /// their declarations. Files that cannot be read come first.
  ///
  /// - Parameter position: A position from ``startIndex`` up to, but not including, ``endIndex``.
  public subscript(position: Int) -> Scenario { scenarios[position] }

  /// Runs all scenarios in the order of the collection, for tests without parameters, such as XCTest
  /// tests.
  ///
  /// Skipped scenarios do not end the test.
  public nonisolated(nonsending) func run(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let test = TestLocation(fileID, filePath, line, column)
    for scenario in scenarios { scenario.runAmongOthers(in: test) }
  }
}
