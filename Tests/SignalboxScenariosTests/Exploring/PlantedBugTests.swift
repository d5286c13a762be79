import Foundation
import SignalboxScenarios
import Testing

/// Tests bugs that applications with coordinators have in practice. Each bug is planted in a small
/// application, and the exploration finds the bug with the shortest path.
struct PlantedBugTests {
  /// A planted bug, and how it is found: a file whose first lines name the violated property or rule,
  /// and the actions of the shortest path, which have been counted by hand.
  struct Bug: CustomTestStringConvertible {
    let testDescription: String
    let source: String
    let title: String
    let path: [String]

    init(_ file: URL) throws {
      testDescription = file.deletingPathExtension().deletingPathExtension().lastPathComponent
      source = try String(contentsOf: file, encoding: .utf8)
      let lines = source.split(separator: "\n")
      title = String(lines[1].trimmingPrefix("-- violates: "))
      path = lines.dropFirst(2).prefix { $0.prefixMatch(of: #/-- [0-9]+: /#) != nil }
        .map { String($0.drop { $0 != ":" }.dropFirst(2)) }
    }
  }

  /// `scripts/bench bugs` measures the same files.
  static let bugs: [Bug] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "PlantedBugs")
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }.compactMap { try? Bug($0) }
  }()

  @Test func `six bugs are planted, each with a path`() {
    #expect(Self.bugs.count == 6)
    #expect(Self.bugs.allSatisfy { !$0.path.isEmpty && !$0.title.isEmpty })
  }

  @Test(arguments: bugs) func `a planted bug is found with the shortest path`(bug: Bug) throws {
    let result = try ScenarioFixture().explore(bug.source)
    let property = try #require(result.violations.first { $0.title == bug.title })
    #expect(property.counterexample?.steps.map(\.lua) == bug.path)
  }

  @Test(arguments: bugs) func `random walks find a planted bug with the same shortest path`(
    bug: Bug
  ) throws {
    let result = try ScenarioFixture().walk(bug.source, RandomWalks.Plan(count: 60, seed: 5))
    let property = try #require(result.violations.first { $0.title == bug.title })
    #expect(property.counterexample?.steps.map(\.lua) == bug.path)
  }
}
