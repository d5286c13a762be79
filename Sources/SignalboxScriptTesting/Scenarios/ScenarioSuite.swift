internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// The common properties of a test's scenarios: their location and their settings.
final class ScenarioSuite: Sendable {
  let project: TestProject
  /// The sources of the files, from which failure reports quote excerpts.
  let sources = SourceCache()
  private let settings: RunSettings
  private let configuration: @Sendable () throws -> ScriptConfiguration
  private let setUp: ScenarioSetUp

  init(
    _ project: TestProject, _ settings: RunSettings,
    configuration: @escaping @Sendable () throws -> ScriptConfiguration,
    _ setUp: ScenarioSetUp
  ) {
    self.project = project
    self.settings = settings
    self.configuration = configuration
    self.setUp = setUp
  }

  // MARK: - Finding

  /// Returns the scenarios in a folder or a single file, sorted by file and, within a file, in the
  /// order of their declarations. Folders and links that the search cannot read come first.
  func scenarios(in folder: String) throws(ScriptError) -> [Scenario] {
    var search = FolderSearch.scenarios
    try search.add(folder)
    let unreadable = search.unreadable.map { file in
      Scenario(contents: .unloaded(project.name(of: file.path), file.error), suite: self)
    }
    return unreadable
      + search.files.sorted().flatMap { path -> [Scenario] in
        let name = project.name(of: path)
        do throws(ScriptError) {
          let file = ScenarioFile(path: name, source: try project.scriptText(path))
          sources[name] = file.source
          return try withRunner { runner throws(ScriptError) in
            try runner.scenarios(of: file).map {
              Scenario(contents: .scenario($0, file), suite: self)
            }
          }
        } catch {
          return [Scenario(contents: .unloaded(name, error), suite: self)]
        }
      }
  }

  /// Returns the scenarios that a tag expression and the mark `only` select. Files that fail to
  /// load are kept.
  func selected(_ scenarios: [Scenario], tags: String?) throws(ScriptError) -> [Scenario] {
    var selector = ScenarioSelector()
    let known: Set<String>
    do {
      if let tags { selector.tags = [try SelectionExpression(tags, of: .tags)] }
      known = Set(try selector.select(scenarios.compactMap(\.selectable)).map(\.id))
    } catch let error as SelectionExpression.Malformed {
      throw .badArgument(error.message)
    } catch let error as ScenarioSelector.Rejection {
      throw .badArgument(error.message)
    } catch {
      throw ScriptError(.internal, "\(error)")
    }
    if TestProject.isCI,
      let scenario = scenarios.first(where: { $0.selectable?.options.isOnly == true })
    {
      throw .badArgument(
        "\(scenario.file):\(scenario.line): \"\(scenario.title)\" is marked `only`, which is an "
          + "error in CI, because it excludes all other scenarios; remove the mark")
    }
    return scenarios.filter { scenario in scenario.selectable.map { known.contains($0.id) } ?? true
    }
  }

  // MARK: - Running

  /// Runs a scenario.
  ///
  /// - Throws: An error if the scenario must run on the main actor and the method is called outside
  ///   the main actor.
  func run(_ scenario: ScenarioDescription, of file: ScenarioFile) throws(ScriptError)
    -> ScenarioResult
  {
    try setUp.checkThread()
    return try withRunner { runner throws(ScriptError) in runner.run(scenario, of: file) }
  }

  private func withRunner<Result>(
    _ body: (ScenarioRunner) throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    let fixtures = LastFixture()
    defer { fixtures.value?.close() }
    let runner = ScenarioRunner(settings, snapshots: project.files) {
      [self] file throws(ScriptError) in
      fixtures.value?.close()
      let fixture = try makeFixture(of: file)
      fixtures.value = fixture
      return fixture.session
    }
    return try body(runner)
  }

  private func makeFixture(of file: ScenarioFile) throws(ScriptError) -> ScriptFixture {
    let path = project.path(named: file.path)
    do {
      let fixture = try ScriptFixture(
        scenarioIn: project, folder: FilePath.folder(of: path), sources: sources,
        configuration: try configuration())
      try setUp.prepare(fixture)
      guard fixture.exhaustivity == .off else {
        throw ScriptError.badArgument(
          "setUp: the exhaustivity of the fixture is set, but scenarios do not use it",
          hint: "write exhaustive = true in the scenario or its suite")
      }
      return fixture
    } catch let error as ScriptError {
      throw error
    } catch {
      throw ScriptError(.runtime, "the session of the scenario could not be set up: \(error)")
    }
  }
}

/// Retains the fixture of the runner's current session.
private final class LastFixture {
  var value: ScriptFixture?
}

extension Scenario {
  /// The description to which tag expressions are applied, or `nil` for a file that failed to load.
  fileprivate var selectable: ScenarioDescription? {
    if case .scenario(let description, _) = contents { description } else { nil }
  }
}
