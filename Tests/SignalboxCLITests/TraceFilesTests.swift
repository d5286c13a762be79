import Foundation
import SignalboxScenarios
import Testing

@testable import SignalboxCLI

@Suite struct TraceFilesTests {
  private let scenario = ScenarioDescription(file: "a.scenario.lua", line: 2, name: "bad")

  /// Runs the repetitions of the scenario, which end in the given order and write their numbers,
  /// and returns the contents of the files.
  private func run(_ repetitions: [Int], in folder: URL) throws -> [String: String] {
    let files = TraceFiles(folder.path)
    for repetition in repetitions {
      let path = files.write(["\(repetition)"], of: scenario, repetition: repetition)
      #expect(path != nil)
    }
    var contents: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      contents[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    return contents
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2]])
  func `repetitions that end in any order replace the traces of an earlier run`(
    order: [Int]
  ) throws {
    let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try run([0, 1, 2, 3], in: folder)
    #expect(
      try run(order, in: folder) == [
        "a-2-bad.sbtrace": "0\n", "a-2-bad.2.sbtrace": "1\n", "a-2-bad.3.sbtrace": "2\n",
      ])
  }
}
