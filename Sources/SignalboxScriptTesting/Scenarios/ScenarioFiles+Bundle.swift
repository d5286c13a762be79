public import Foundation
public import SignalboxScripting

extension ScenarioFiles {
  /// Finds the scenarios in a folder of a bundle's resources.
  ///
  /// - Parameters:
  ///   - folder: A folder in the bundle, or a single file.
  ///   - bundle: The bundle. Use `.module` for the resources of a target.
  ///   - tags: A tag expression that selects scenarios.
  ///   - timeout: The wall-clock time limit for scenarios that do not set their own limit.
  ///   - retries: The maximum number of times that a failing scenario is retried, unless the
  ///     scenario sets its own number.
  ///   - configuration: The limits, plugins and modules. The argument is evaluated again for each
  ///     session.
  ///   - setUp: A closure that prepares the session of each scenario. See
  ///     ``init(in:tags:timeout:retries:configuration:filePath:setUp:)``.
  /// - Throws: An error if the folder does not exist or contains no matching scenarios, or if
  ///   `tags` is not a valid expression.
  public init(
    in folder: String = "Scenarios", of bundle: Bundle, tags: String? = nil,
    timeout: Duration = .seconds(10), retries: Int = 0,
    configuration: @escaping @Sendable @autoclosure () throws -> ScriptConfiguration =
      ScriptConfiguration(),
    setUp: @escaping @Sendable (ScriptFixture) throws -> Void = { _ in }
  ) throws {
    try self.init(
      in: folder, of: TestProject(bundle: bundle.resourcePath ?? bundle.bundlePath), tags: tags,
      timeout: timeout, retries: retries, configuration: configuration, .inTest(setUp))
  }
}
