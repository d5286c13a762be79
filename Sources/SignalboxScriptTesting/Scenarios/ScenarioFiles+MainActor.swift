public import Foundation
public import SignalboxScripting

extension ScenarioFiles {
  /// Finds scenarios whose coordinators run on the main actor. Mark the test that runs them with
  /// `@MainActor`.
  ///
  /// ```swift
  /// @Test(arguments: try ScenarioFiles.onMainActor(in: "Scenarios") { try prepare($0) })
  /// @MainActor func scenario(_ scenario: Scenario) async throws { try await scenario.run() }
  /// ```
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
  ///   - setUp: A closure that prepares the session of each scenario on the main actor, for example
  ///     with Swift coordinators. If the scenarios are found on another thread, the closure runs on
  ///     the main queue while that thread waits.
  /// - Throws: An error if the folder does not exist or contains no matching scenarios, or if
  ///   `tags` is not a valid expression.
  public static func onMainActor(
    in folder: String = "Scenarios", tags: String? = nil, timeout: Duration = .seconds(10),
    retries: Int = 0,
    configuration: @escaping @Sendable @autoclosure () throws -> ScriptConfiguration =
      ScriptConfiguration(),
    filePath: StaticString = #filePath,
    setUp: @escaping @MainActor @Sendable (ScriptFixture) throws -> Void
  ) throws -> ScenarioFiles {
    try ScenarioFiles(
      in: folder, of: TestProject(testFile: "\(filePath)"), tags: tags, timeout: timeout,
      retries: retries, configuration: configuration, .onMainActor(setUp))
  }

  /// Finds scenarios whose coordinators run on the main actor, in a folder of a bundle's resources.
  /// Mark the test that runs the scenarios with `@MainActor`.
  ///
  /// - Parameters:
  ///   - folder: A folder in the bundle, or a single file.
  ///   - bundle: The bundle. Use `.module` for the resources of a target.
  ///   - tags: A tag expression that selects scenarios, such as `smoke and not slow`.
  ///   - timeout: The wall-clock time limit for scenarios that do not set their own limit.
  ///   - retries: The maximum number of times that a failing scenario is retried, unless the
  ///     scenario sets its own number.
  ///   - configuration: The limits, plugins and modules. The argument is evaluated again for each
  ///     session.
  ///   - setUp: A closure that prepares the session of each scenario on the main actor, for example
  ///     with Swift coordinators. If the scenarios are found on another thread, the closure runs on
  ///     the main queue while that thread waits.
  /// - Throws: An error if the folder does not exist or contains no matching scenarios, or if
  ///   `tags` is not a valid expression.
  public static func onMainActor(
    in folder: String = "Scenarios", of bundle: Bundle, tags: String? = nil,
    timeout: Duration = .seconds(10), retries: Int = 0,
    configuration: @escaping @Sendable @autoclosure () throws -> ScriptConfiguration =
      ScriptConfiguration(),
    setUp: @escaping @MainActor @Sendable (ScriptFixture) throws -> Void
  ) throws -> ScenarioFiles {
    try ScenarioFiles(
      in: folder, of: TestProject(bundle: bundle.resourcePath ?? bundle.bundlePath), tags: tags,
      timeout: timeout, retries: retries, configuration: configuration, .onMainActor(setUp))
  }
}
