import ArgumentParser
import Foundation
import SignalboxScenarios
import SignalboxScripting
import Testing

@testable import SignalboxCLI

/// A scenario behaves in the same way in a session that keeps its file loaded and in a session that
/// loads the file for each scenario.
@Suite struct KeptFileTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  private static func files(in folder: String) -> [String] {
    (FileManager.default.subpaths(atPath: "\(root)/\(folder)") ?? [])
      .filter { $0.hasSuffix(".scenario.lua") }.map { "\(folder)/\($0)" }.sorted()
  }

  /// Returns the results of the scenarios in a file, without times.
  private func outcomes(of path: String, crowd: Int) throws -> [String] {
    var settings = RunSettings()
    settings.crowd = crowd
    settings.keepsSteps = true
    settings.snapshots = .none
    let factory = RunnerFactory(
      settings: settings, memory: nil, sources: SourceCache(),
      project: try Project(try PluginOptions.parse([])))
    let runner = factory.makeRunner()
    let file = ScenarioFile(path: path, source: try ScriptFile.read(path))
    return try runner.scenarios(of: file).map { scenario in
      let result = runner.run(scenario, of: file)
      let steps = result.steps.map { "\($0.text) \($0.effect) \($0.calls.map(\.text))" }
      let failures = result.failures.map(\.error.description)
      return "\(scenario.title): \(result.status) \(failures) \(steps) \(result.output)"
    }
  }

  @Test(arguments: files(in: "Tests/Systems") + files(in: "Tests/Plugins"))
  func `scenarios behave the same whether or not their file is kept loaded`(file: String) throws {
    let path = "\(Self.root)/\(file)"
    #expect(try outcomes(of: path, crowd: 0) == outcomes(of: path, crowd: .max))
  }
}
