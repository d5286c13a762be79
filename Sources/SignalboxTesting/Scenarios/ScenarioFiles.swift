internal import SignalboxScenarios
public import SignalboxScripting

/// The scenarios of a folder, each a case of a test.
///
/// ```swift
/// @Test(arguments: try ScenarioFiles(in: "Scenarios")) func scenario(_ scenario: Scenario) async throws {
///   try await scenario.run()
/// }
/// ```
///
/// Files end in `.scenario.lua`. Snapshots that scenarios take with `app:snapshot "name"` are compared with
/// those in the folder `snapshots` beside them; `SIGNALBOX_UPDATE=1` writes them anew.
public struct ScenarioFiles: RandomAccessCollection, Sendable {
  private let scenarios: [Scenario]

  /// Finds the scenarios of a folder, and of the folders in it.
  ///
  /// A file that does not load is one case, which fails and says why. Where a scenario says `only` the
  /// others are left out, but in CI that is an error.
  ///
  /// - Parameters:
  ///   - folder: A folder, or one file, relative to the test's source file or to the root of its
  ///     package.
  ///   - tags: Only those that a tag expression selects, such as `smoke and not slow`.
  ///   - timeout: The wall-clock time that a scenario may take, unless it says otherwise.
  ///   - retries: How often a scenario that fails is tried again, unless it says otherwise.
  ///   - configuration: Limits, plugins and modules, made for each session.
  ///   - setUp: Prepares the session of each scenario: native coordinators, scripts, a stage.
  /// - Throws: where the folder is not there, or has no scenarios.
  public init(
    in folder: String = "Scenarios", tags: String? = nil, timeout: Duration = .seconds(10),
    retries: Int = 0,
    configuration: @escaping @Sendable @autoclosure () throws -> ScriptConfiguration =
      ScriptConfiguration(),
    filePath: StaticString = #filePath,
    setUp: @escaping @Sendable (NavigationFixture) throws -> Void = { _ in }
  ) throws {
    let project = TestProject(testFile: "\(filePath)")
    var settings = RunSettings()
    settings.timeout = timeout
    settings.retries = retries
    settings.snapshots = try .ofEnvironment()
    let suite = ScenarioSuite(project, settings, configuration: configuration, setUp: setUp)
    try self.init(folder: try project.path(of: folder), tags: tags, suite)
  }

  init(folder: String, tags: String?, _ suite: ScenarioSuite) throws(ScriptError) {
    let all = try suite.scenarios(in: folder)
    scenarios = try suite.selected(all, tags: tags)
    guard scenarios.isEmpty else { return }
    let shown = suite.project.name(of: folder)
    if let tags, !all.isEmpty {
      throw ScriptError(
        .module, "no scenario in \(shown) is selected by the tags \"\(tags)\"",
        hint: "there are \(all.count) scenarios")
    }
    throw ScriptError(
      .module, "there are no scenarios in \(shown)",
      hint: "scenarios are in files that end in .scenario.lua")
  }

  private init(_ scenarios: [Scenario]) { self.scenarios = scenarios }

  /// The place of the first scenario.
  public var startIndex: Int { scenarios.startIndex }
  /// The place behind the last scenario.
  public var endIndex: Int { scenarios.endIndex }
  /// The scenario at a place, in the order of files and lines.
  public subscript(position: Int) -> Scenario { scenarios[position] }

  /// Runs all of them one after the other, for tests without parameters: those of XCTest.
  ///
  /// Scenarios that are not run end nothing.
  public nonisolated(nonsending) func run(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let test = TestLocation(fileID, filePath, line, column)
    for scenario in scenarios { scenario.runAmongOthers(in: test) }
  }
}
