internal import PortableMutex
internal import Signalbox
internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// A scenario that has been run to draw its screens.
struct RenderedScenario {
  /// The recording of the run.
  let trace: SessionTrace
  /// The result of the scenario.
  let result: ScenarioResult

  /// Stores the recording of one scenario in memory.
  private final class Lines: TraceStore, Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func write(_ lines: [String], of scenario: ScenarioDescription, repetition: Int) -> String? {
      self.lines.withLock { $0 = lines }
      return scenario.place
    }

    func remove(of scenario: ScenarioDescription, repetition: Int) {}
  }

  /// Runs a scenario and records it.
  ///
  /// - Parameter place: The path of a file with one scenario, or `PATH:LINE` or `PATH::TITLE`.
  /// - Throws: An error if the file fails to load, if the argument does not select exactly one
  ///   scenario, or if the scenario shows nothing that can be drawn.
  init(_ place: String, _ limits: Limits, _ plugins: PluginOptions) throws(ScriptError) {
    UserStop.install()
    let request = try ScenarioFinder.request([place])
    guard let path = request.files.first, request.files.count == 1 else {
      throw ScriptError(
        .module, "\(place) has \(request.files.count) files with scenarios; expected one file")
    }
    var settings = RunSettings()
    settings.trace = .on
    settings.keepsSteps = true
    settings.snapshots = .none
    settings.randomSeed = 0
    if let timeout = limits.timeout?.duration { settings.timeout = timeout }
    let lines = Lines()
    let factory = RunnerFactory(
      settings: settings, memory: limits.memory?.bytes, sources: SourceCache(),
      project: try Project(plugins), traces: lines)
    let file = ScenarioFile(path: path, source: try ScriptFile.read(path))
    factory.sources[path] = file.source
    let runner = factory.makeRunner()
    let scenario = try Self.scenario(at: request, in: runner.scenarios(of: file), place)
    result = runner.run(scenario, of: file)
    guard !lines.all.isEmpty else {
      let reason = result.failures.first.map { ": \($0.error.message)" } ?? ""
      throw ScriptError(
        .runtime, code: "nothingToDraw",
        "\(scenario.place) has no screens; the status of the scenario is "
          + "\(result.status.rawValue)\(reason)",
        hint: result.failures.first?.error.hint)
    }
    do throws(NavigationError) {
      trace = try SessionTrace(lines.all)
    } catch {
      throw ScriptError(.runtime, code: error.code.name, error.message)
    }
  }

  private static func scenario(
    at request: ScenarioFinder.Request, in scenarios: [ScenarioDescription], _ place: String
  ) throws(ScriptError) -> ScenarioDescription {
    var selector = ScenarioSelector()
    (selector.locations, selector.ids) = (request.locations, request.ids)
    let selected: [ScenarioDescription]
    do throws(ScenarioSelector.Rejection) {
      selected = try selector.select(scenarios)
    } catch {
      throw ScriptError(.module, error.message)
    }
    guard let first = selected.first, selected.count == 1 else {
      let choices = selected.prefix(3).map(\.selection).joined(separator: ", ")
      throw ScriptError(
        .module, "\(place) has \(selected.count) scenarios; expected one",
        hint: selected.isEmpty ? nil : "choose one of them, such as \(choices)")
    }
    return first
  }
}
