import SignalboxScenarios
import SignalboxScripting
import Testing

/// Sessions with a device that fails when a scenario uses it.
private final class Device: ScenarioSessionSource {
  private var failure: ScriptError?
  /// Whether the source expects a scenario to end.
  private(set) var isInUse = false

  func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
    let session = try ScriptSession()
    try session.host.define("useDevice", owner: session.host.makeOwner("device")) { [self] call in
      failure = ScriptError(.runtime, "the device is gone")
      call.session.stopper.stop()
      return []
    }
    return session
  }

  func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool { false }

  func begin(_ session: ScriptSession, timeout: Duration) { isInUse = true }

  func takeFailure(of session: ScriptSession) -> ScriptError? {
    defer { failure = nil }
    return failure
  }

  func end(_ session: ScriptSession) { isInUse = false }
}

/// Runs scenarios one after the other, and collects the states of the run.
private final class Observer: ScenarioExecutor {
  private let runner: ScenarioRunner
  private(set) var states: [ScenarioQueue.State] = []

  init(_ runner: ScenarioRunner) { self.runner = runner }

  func execute(_ queue: ScenarioQueue) {
    while let index = queue.take() {
      states.append(queue.checkState())
      let scenario = queue.plan.scenarios[index]
      guard let file = queue.plan.files[scenario.file] else { continue }
      let result = queue.plan.brokenResult(of: index) ?? runner.run(scenario, of: file)
      if let first = queue.finish(index, result) { queue.report(from: first) }
    }
    states.append(queue.checkState())
  }
}

private func scenarioFile(_ source: String) -> ScenarioFile {
  ScenarioFile(path: "a.scenario.lua", source: Array(source.utf8))
}

struct RunTests {
  private static let file = scenarioFile(
    """
    local server = resource "server" { scope = "run",
      setup = function() print "set up" return { port = 80 } end,
      teardown = function(value) error("port " .. value.port) end,
    }
    scenario "first" { function() assert(server().port == 80) end }
    scenario "second" { function() error "no" end }
    """)

  private func plan(_ file: ScenarioFile) throws -> RunPlan {
    let scenarios = try ScenarioRunner(RunSettings(), Device()).scenarios(of: file)
    return RunPlan(scenarios: scenarios, files: [file.path: file])
  }

  @Test func `a source of sessions can stop a scenario and explain why`() throws {
    let file = scenarioFile("scenario \"uses\" { function() useDevice() while true do end end }")
    let device = Device()
    let plan = try plan(file)
    let result = ScenarioRunner(RunSettings(), device).run(plan.scenarios[0], of: file)
    #expect(result.status == .failed)
    #expect(result.failures.map(\.error.message) == ["the device is gone"])
    #expect(!device.isInUse)
  }

  @Test func `an executor can observe when a run has enough failures or is stopped`() throws {
    var plan = try plan(Self.file)
    plan.maximumFailures = 1
    let (failing, stopped) = (
      Observer(ScenarioRunner(RunSettings(), Device())),
      Observer(ScenarioRunner(RunSettings(), Device()))
    )
    let results = ScenarioRun(plan, on: failing).run { _ in }.results
    #expect(failing.states == [.open, .hasEnough])
    #expect(results.map(\.status) == [.failed, .notRun])
    let summary = ScenarioRun(plan, on: stopped, shouldStop: { .outOfTime }).run { _ in }
    #expect(stopped.states == [.stopped])
    #expect(summary.results.map(\.status) == [.notRun, .notRun])
  }

  @Test func `a package can set up a shared resource, pass it to a run and tear it down`() throws {
    var plan = try plan(Self.file)
    let resource = try #require(plan.resources.first)
    let runner = ScenarioRunner(RunSettings(), Device())
    let value = try runner.setUp(resource, of: Self.file)
    var settings = RunSettings()
    settings.resources = [resource.id: value]
    let first = ScenarioRunner(settings, Device()).run(plan.scenarios[0], of: Self.file)
    #expect(first.status == .passed)
    #expect(first.output == [])
    let error = #expect(throws: ScriptError.self) {
      try runner.tearDown(resource, value, of: Self.file)
    }
    #expect(error?.message.contains("port 80") == true)
    plan.brokenResources = [resource.id: ScriptError(.runtime, "no port is free")]
    let results = ScenarioRun(plan, on: Observer(runner)).run { _ in }.results
    #expect(
      results.map { $0.failures.map(\.error.message) } == [
        ["no port is free"], ["no port is free"],
      ])
    #expect(results.map { $0.failures.map(\.kind) } == [[.setup], [.setup]])
  }

  @Test func `the coverage of several runs can be added up`() throws {
    let file = scenarioFile(
      """
      local Main = coordinator "Main" { routes = { home = {}, away = {} } }
      function Main:start() self.router:startFlow "home" end
      scenario "starts" { function(app) app:launch(Main) end }
      """)
    var settings = RunSettings()
    let collector = CoverageCollector(sources: SourceCache())
    settings.coverage = collector
    let runner = ScenarioRunner(settings, Device())
    let plan = try plan(file)
    #expect(ScenarioRun(plan, on: Observer(runner)).run { _ in }.exitCode == .success)
    var coverage = collector.coverage
    #expect(coverage.total(.routes) == 2)
    #expect(coverage.covered(.routes) == 1)
    #expect(coverage.percentage(.routes) == 50)
    #expect(coverage.percentage(.links) == nil)
    #expect(coverage.missing(.routes) == ["Main.away"])
    #expect(
      coverage.locations(.routes).map { "\($0.name) \($0.file):\($0.line)" } == [
        "Main.away a.scenario.lua:1", "Main.home a.scenario.lua:1",
      ])
    coverage.merge(collector.coverage)
    #expect(
      coverage.entries(.routes).map { "\($0.name) \($0.count)" } == ["Main.away 0", "Main.home 2"])
  }
}
