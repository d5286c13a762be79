import SignalboxScenarios
import SignalboxScripting
import Testing

/// Snapshots and recordings that are stored in memory.
private final class Store: SnapshotStore, TraceStore {
  private(set) var snapshots: [SnapshotPath: String] = [:]
  private(set) var traces: [String: [String]] = [:]

  func read(_ path: SnapshotPath) throws(ScriptError) -> String? { snapshots[path] }
  func write(_ text: String, to path: SnapshotPath) throws(ScriptError) { snapshots[path] = text }

  func write(_ lines: [String], of scenario: ScenarioDescription, repetition: Int) -> String? {
    traces[scenario.title] = lines
    return "memory:\(scenario.title)"
  }

  func remove(of scenario: ScenarioDescription, repetition: Int) { traces[scenario.title] = nil }
}

/// Files that are stored in memory.
private struct Files: ModuleFiles {
  func read(_ name: String, below folder: String) throws(ModuleFileFailure) -> [UInt8]? {
    name == "sum.lua" ? Array("return function(a, b) return a + b end".utf8) : nil
  }
}

/// Sessions in which scripts can require the files in memory.
private struct Sessions: ScenarioSessionSource {
  func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
    let modules = FolderModules(in: ["."], files: Files(), sources: SourceCache())
    return try ScriptSession(ScriptConfiguration(modules: modules))
  }

  func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool { false }
}

/// Runs scenarios one after the other.
private struct Sequential: ScenarioExecutor {
  let runner: ScenarioRunner

  func execute(_ queue: ScenarioQueue) {
    while let index = queue.take() {
      let scenario = queue.plan.scenarios[index]
      guard let file = queue.plan.files[scenario.file] else { continue }
      let result = runner.run(scenario, of: file) { event in
        if case .session(let stopper) = event { queue.note(stopper, of: 0) }
      }
      queue.note(nil, of: 0)
      if let first = queue.finish(index, result) { queue.report(from: first) }
    }
  }
}

/// A report with the titles and states of the scenarios.
private struct TitleReporter: Reporter {
  static let name = "titles"
  static let summary = "the title and state of each scenario"

  init(_ context: ReportContext) {}

  func begin(_ plan: RunPlan) -> String { "\(plan.scenarios.count) scenarios\n" }
  func add(_ result: ScenarioResult) -> String { "\(result.scenario.title): \(result.status)\n" }
  func end(_ summary: RunSummary) -> String { "\(summary.count(.failed)) failed\n" }
}

struct ScenariosTests {
  private static let file = ScenarioFile(
    path: "a.scenario.lua",
    source: Array(
      """
      local sum = require "sum"
      local Main = coordinator "Main" { routes = { home = {} } }
      function Main:start() self.router:startFlow "home" end
      scenario "adds" { function(app)
        app:launch(Main)
        assert(sum(1, 1) == 2)
        app:snapshot "start"
      end }
      scenario "fails" { function(app)
        app:launch(Main)
        app:expect { front = "away" }
      end }
      """.utf8))

  @Test func `a package can run scenarios with its own stores, sessions, executor and reporter`()
    throws
  {
    let store = Store()
    let runner = ScenarioRunner(snapshots: store, traces: store, Sessions())
    let file = Self.file
    let plan = RunPlan(scenarios: try runner.scenarios(of: file), files: [file.path: file])
    let reporter = TitleReporter(ReportContext())
    let summary = ScenarioRun(plan, on: Sequential(runner: runner)).run { _ in }
    let text =
      reporter.begin(plan) + summary.results.map(reporter.add).joined() + reporter.end(summary)
    #expect(text == "2 scenarios\nadds: passed\nfails: failed\n1 failed\n")
    #expect(store.snapshots.count == 1)
    #expect(Array(store.traces.keys) == ["fails"])
    #expect(summary.results.map(\.trace) == [nil, "memory:fails"])
  }
}
