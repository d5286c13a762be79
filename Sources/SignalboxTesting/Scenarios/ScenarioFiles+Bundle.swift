public import Foundation
internal import SignalboxScenarios
public import SignalboxScripting

extension ScenarioFiles {
  /// Finds the scenarios of a folder among a bundle's resources.
  ///
  /// - Parameters:
  ///   - folder: A folder of the bundle, or one file.
  ///   - bundle: Where it is: `.module` for the resources of a target.
  ///   - tags: Only those that a tag expression selects.
  ///   - timeout: The wall-clock time that a scenario may take, unless it says otherwise.
  ///   - retries: How often a scenario that fails is tried again, unless it says otherwise.
  ///   - configuration: Limits, plugins and modules, made for each session.
  ///   - setUp: Prepares the session of each scenario.
  /// - Throws: where the folder is not there, or has no scenarios.
  public init(
    in folder: String = "Scenarios", of bundle: Bundle, tags: String? = nil,
    timeout: Duration = .seconds(10), retries: Int = 0,
    configuration: @escaping @Sendable @autoclosure () throws -> ScriptConfiguration =
      ScriptConfiguration(),
    setUp: @escaping @Sendable (NavigationFixture) throws -> Void = { _ in }
  ) throws {
    let project = TestProject(bundle: bundle.resourcePath ?? bundle.bundlePath)
    var settings = RunSettings()
    settings.timeout = timeout
    settings.retries = retries
    settings.snapshots = try .ofEnvironment()
    let suite = ScenarioSuite(project, settings, configuration: configuration, setUp: setUp)
    try self.init(folder: try project.path(of: folder), tags: tags, suite)
  }
}
