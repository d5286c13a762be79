import CHeapMeter
import SignalboxScenarios
import SignalboxScripting
import Testing

/// Tests the cost of loaded plugins for a scenario that does not use them.
@Suite(.enabled(if: counts_heap(), "only the GNU C library's heap is counted"))
struct PluginCostTests {
  /// Sessions with plugins, reused as on the command line.
  private struct Sessions: ScenarioSessionSource {
    let plugins: [String]

    func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
      var plugins = PluginConfiguration()
      plugins.start = self.plugins
      var configuration = ScriptConfiguration(plugins: plugins)
      configuration.isReused = isReused
      let session = try ScriptSession(configuration)
      try session.plugins.loadAtStart()
      guard session.plugins.rejections.isEmpty else { throw session.plugins.rejections[0].error }
      return session
    }

    func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool {
      session.reset(modules: nil)
    }
  }

  /// Returns the allocations of one scenario, computed from the difference between many and half as
  /// many scenarios.
  private func cost(_ plugins: [String]) throws -> Double {
    let runner = ScenarioRunner(RunSettings(), Sessions(plugins: plugins))
    let text = (1...8).map { "scenario \"trivial \($0)\" { function() assert(\($0)) end }\n" }
      .joined()
    let file = ScenarioFile(path: "a.scenario.lua", source: Array(text.utf8))
    let scenarios = try runner.scenarios(of: file)
    func total(_ count: Int) -> Int64 {
      let before = heap_counts_now()
      for number in 0..<count {
        let result = runner.run(scenarios[number % scenarios.count], of: file)
        #expect(result.status == .passed)
      }
      return Int64(heap_counts_now().allocations - before.allocations)
    }
    _ = total(64)
    let (once, twice) = (total(100), total(200))
    return Double(twice - once) / 100
  }

  @Test func `loading five plugins does not make a scenario exceed its relative performance gate`()
    throws
  {
    let five = ["activelink", "deeplink", "instructor", "steps", "stinsen"]
    let (without, with) = (try cost([]), try cost(five))
    #expect(without > 0)
    #expect(Gate.pluginAllocations.violation(with / without) == nil, "\(with) and \(without)")
  }
}
