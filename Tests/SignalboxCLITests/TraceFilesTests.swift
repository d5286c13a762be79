import Foundation
import SignalboxScenarios
import Testing

@testable import SignalboxCLI

@Suite struct TraceFilesTests {
  private let scenario = ScenarioDescription(file: "a.scenario.lua", line: 2, name: "bad")

  /// Runs the repetitions of the scenario, which end in the given order and write recordings with
  /// the given status, and returns the contents of the files.
  private func run(
    _ repetitions: [Int], _ status: String = "failed", in folder: URL
  ) throws -> [String: String] {
    let files = TraceFiles(folder.path)
    for repetition in repetitions {
      let path = files.write(
        ["{\"status\":\"\(status)\"}", "\(repetition)"], of: scenario, repetition: repetition)
      #expect(path != nil)
    }
    var contents: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      contents[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    return contents
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2]])
  func `repetitions that end in any order replace the traces of an earlier run`(
    order: [Int]
  ) throws {
    try withFolder { folder in
      _ = try run([0, 1, 2, 3], in: folder)
      let head = "{\"status\":\"failed\"}\n"
      #expect(
        try run(order, in: folder) == [
          "a-2-bad.sbtrace": "\(head)0\n", "a-2-bad.2.sbtrace": "\(head)1\n",
          "a-2-bad.3.sbtrace": "\(head)2\n",
        ])
    }
  }

  @Test func `the recordings of repetitions that passed are kept for comparison`() throws {
    try withFolder { folder in
      _ = try run([0, 1], "passed", in: folder)
      #expect(
        try run([1, 0], in: folder) == [
          "a-2-bad.sbtrace": "{\"status\":\"failed\"}\n0\n",
          "a-2-bad.2.sbtrace": "{\"status\":\"failed\"}\n1\n",
          "a-2-bad.passed.sbtrace": "{\"status\":\"passed\"}\n0\n",
          "a-2-bad.2.passed.sbtrace": "{\"status\":\"passed\"}\n1\n",
        ])
    }
  }
}
