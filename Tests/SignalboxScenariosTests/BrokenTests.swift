import Foundation
import SignalboxScenarios
import SignalboxScripting
import Testing

/// Tests every kind of invalid scenario file, with the complete report and the exit code of the
/// run.
///
/// The report is in a file of the same name that ends in `.out`. `RECORD=1` writes it again.
struct BrokenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Broken")

  private static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".scenario.lua") }.map {
      String($0.dropLast(".scenario.lua".count))
    }.sorted()
  }()

  @Test func `the tests contain a file for every kind of failure`() throws {
    let kinds = try Self.names.flatMap { try Self.run($0).results.flatMap(\.failures).map(\.kind) }
    #expect(Set(kinds) == Set(ScenarioFailure.Kind.allCases))
  }

  @Test(arguments: names) func `each invalid scenario file is reported with its error code`(
    name: String
  ) throws {
    let sources = SourceCache()
    let summary = try Self.run(name, sources)
    var reporter = PrettyReporter(ReportContext(sources: sources, isVerbose: true))
    var plan = RunPlan(scenarios: summary.results.map(\.scenario), files: [:])
    plan.unloaded = summary.unloaded
    var text = reporter.begin(plan)
    for result in summary.results { text += reporter.add(result) }
    text += reporter.end(summary) + "code \(summary.exitCode.rawValue)\n"

    let expected = Self.folder.appending(path: "\(name).out")
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try Data(text.utf8).write(to: expected)
    }
    #expect(text == (try String(contentsOf: expected, encoding: .utf8)))
  }

  /// Runs a file as the program does. Times are omitted, because they differ between runs.
  private static func run(
    _ name: String, _ sources: SourceCache = SourceCache()
  ) throws -> RunSummary {
    let path = "\(name).scenario.lua"
    let file = ScenarioFile(
      path: path, source: Array(try Data(contentsOf: folder.appending(path: path))))
    sources[path] = file.source
    sources["shop.lua"] = Array(ScenarioFixture.shop.utf8)
    let fixture = ScenarioFixture()
    fixture.snapshots.texts["snapshots/snapshot/is-drawn--front.txt"] = "another screen\n"
    let runner = fixture.runner
    do throws(ScriptError) {
      let results = try runner.scenarios(of: file).map { scenario in
        var result = runner.run(scenario, of: file)
        result.duration = .zero
        return result
      }
      return RunSummary(results: results)
    } catch {
      return RunSummary(results: [], unloaded: [UnloadedFile(path: path, error: error)])
    }
  }
}
