public import Foundation
internal import SignalboxScenarios
public import SignalboxScripting

extension ScenarioFiles {
  /// Finds the scenarios of a folder in a bundle's resources.
  ///
  /// - Parameters:
  ///   - folder: A folder of the bundle, or one file.
  ///   - bundle: The bundle: `.module` for the resources of a target.
  ///   - tags: A tag expression that selects scenarios.
  ///   - timeout: The wall-clock time limit of a scenario without its own.
  ///   - retries: How often a failing scenario without its own setting is retried.
  ///   - configuration: Limits, plugins and modules, created for each session.
  ///   - setUp: Prepares the session of each scenario; see
  ///     ``init(in:tags:timeout:retries:configuration:filePath:setUp:)``.
  /// - Throws: An error if the folder does not exist or has no scenarios.
  public init(
    in folder: String = "Scenarios", of bundle: Bundle, tags: String? = nil,
    timeout: Duration = .seconds(10), retries: Int = 0,
    configuration: @escaping @Sendable @autoclosure () throws -> ScriptConfiguration =
      ScriptConfiguration(),
    setUp: @escaping @Sendable (ScriptFixture) throws -> Void = { _ in }
  ) throws {
    let project = TestProject(bundle: bundle.resourcePath ?? bundle.bundlePath)
    var settings = RunSettings()
    settings.timeout = timeout
    settings.retries = retries
    settings.snapshots = try .ofEnvironment()
    let suite = ScenarioSuite(project, settings, configuration: configuration, setUp: setUp)
    try self.init(
      folder: try project.scriptPath(of: folder), tags: tags, only: .ofEnvironment(), suite)
  }
}
