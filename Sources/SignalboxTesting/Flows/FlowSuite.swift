internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// What the flows of one test share: where they are and how they are run.
final class FlowSuite: Sendable {
  let project: TestProject
  /// The texts of the files, for excerpts.
  let sources = SourceShelf()
  private let settings: FlowSettings
  private let configuration: @Sendable () throws -> ScriptConfiguration
  private let setUp: @Sendable (NavigationFixture) throws -> Void

  init(
    _ project: TestProject, _ settings: FlowSettings,
    configuration: @escaping @Sendable () throws -> ScriptConfiguration,
    setUp: @escaping @Sendable (NavigationFixture) throws -> Void
  ) {
    self.project = project
    self.settings = settings
    self.configuration = configuration
    self.setUp = setUp
  }

  // MARK: - Finding

  /// The flows of a folder or of one file, in the order of files and lines.
  func flows(in folder: String) throws(ScriptError) -> [Flow] {
    var search = FolderSearch.scenarios
    try search.add(folder)
    let unreadable = search.unreadable.map { file in
      Flow(contents: .unloaded(project.name(of: file.path), file.error), suite: self)
    }
    return unreadable
      + search.files.sorted().flatMap { path -> [Flow] in
        let name = project.name(of: path)
        do throws(ScriptError) {
          let file = FlowFile(path: name, source: try project.read(path))
          sources[name] = file.source
          return try withRunner { runner throws(ScriptError) in
            try runner.flows(of: file).map { Flow(contents: .flow($0, file), suite: self) }
          }
        } catch {
          return [Flow(contents: .unloaded(name, error), suite: self)]
        }
      }
  }

  /// Those that an expression selects; files that do not load stay.
  func selected(_ flows: [Flow], tags: String?) throws(ScriptError) -> [Flow] {
    var selector = FlowSelector()
    let known: Set<String>
    do {
      if let tags { selector.tags = [try SelectionExpression(tags, of: .tags)] }
      known = Set(try selector.select(flows.compactMap(\.selectable)).map(\.id))
    } catch let error as SelectionExpression.Malformed {
      throw .badArgument(error.message)
    } catch let error as FlowSelector.Refusal {
      throw .badArgument(error.message)
    } catch {
      throw ScriptError(.internal, "\(error)")
    }
    if TestProject.isCI, let flow = flows.first(where: { $0.selectable?.options.isOnly == true }) {
      throw .badArgument(
        "\(flow.file):\(flow.line): \"\(flow.title)\" says only, which leaves the others out; "
          + "remove it before CI runs")
    }
    return flows.filter { flow in flow.selectable.map { known.contains($0.id) } ?? true }
  }

  // MARK: - Running

  /// Runs one flow.
  ///
  /// - Throws: what kept its session from being set up.
  func run(_ flow: FlowDescription, of file: FlowFile) throws(ScriptError) -> FlowResult {
    try withRunner { runner throws(ScriptError) in runner.run(flow, of: file) }
  }

  private func withRunner<Result>(
    _ body: (FlowRunner) throws(ScriptError) -> Result
  ) throws(ScriptError) -> Result {
    let fixtures = LastFixture()
    defer { fixtures.value?.close() }
    let runner = FlowRunner(settings, frames: project.files) {
      [self] file throws(ScriptError) in
      fixtures.value?.close()
      let fixture = try makeFixture(of: file)
      fixtures.value = fixture
      return fixture.session
    }
    return try body(runner)
  }

  private func makeFixture(of file: FlowFile) throws(ScriptError) -> NavigationFixture {
    let path = project.path(named: file.path)
    do {
      let fixture = try NavigationFixture(
        flowIn: project, folder: FilePath.folder(of: path), sources: sources,
        configuration: try configuration())
      try setUp(fixture)
      return fixture
    } catch let error as ScriptError {
      throw error
    } catch {
      throw ScriptError(.runtime, "the session of the flow could not be set up: \(error)")
    }
  }
}

/// What surrounds the session of a runner, which knows sessions only.
private final class LastFixture {
  var value: NavigationFixture?
}

extension Flow {
  /// What selects it; `nil` for a file that does not load.
  fileprivate var selectable: FlowDescription? {
    if case .flow(let description, _) = contents { description } else { nil }
  }
}
