import Foundation
import Testing

/// Tests that the random numbers of scripts depend only on the seed of the run, the scenario and
/// the attempt.
@Suite struct RandomNumberTests {
  private static let source = """
    local loaded = math.random(1000000)
    for i = 1, 20 do scenario("loop " .. i) { function() print(loaded, math.random(1000000)) end } end
    scenario "single" { function() print(loaded, math.random(1000000)) end }
    """

  /// Returns the output of each scenario, by title, in the order of the repetitions.
  private func printed(
    _ arguments: String..., source: String = source, code: Int32 = 0
  ) throws -> [String: [String]] {
    let tool = try Tool(["a.scenario.lua": source])
    defer { tool.remove() }
    let result = try tool.run(["test", "--reporter", "jsonl"] + arguments)
    #expect(result.code == code, "\(result)")
    var printed: [String: [String]] = [:]
    for line in result.output.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let scenario = object?["scenario"] as? [String: Any],
        let title = scenario["name"] as? String,
        let lines = object?["output"] as? [String]
      else { continue }
      printed[title, default: []] += lines
    }
    return printed
  }

  @Test func `a seed leads to the same random numbers with any number of workers`() throws {
    let one = try printed("--seed", "7", "-j", "1")
    #expect(one.count == 21)
    #expect(Set(one.values).count == 21)
    #expect(try printed("--seed", "7", "-j", "8") == one)
    #expect(try printed("--seed", "7", "-j", "2", "--no-shuffle") == one)
    #expect(
      try printed("--seed", "7", "-k", "single or \"loop 7\"")
        == one.filter { ["single", "loop 7"].contains($0.key) })
    #expect(try printed("--seed", "8") != one)
    #expect(try printed("--no-shuffle") == printed("--no-shuffle", "-j", "1"))
  }

  @Test func `repetitions and attempts use different random numbers, and each can be replayed`()
    throws
  {
    let source = "scenario \"a\" { function() print(math.random(1000000)) end }"
    let first = try printed("--seed", "7", source: source)["a"] ?? []
    let next = try printed("--seed", "8", source: source)["a"] ?? []
    #expect(first != next)
    #expect(try printed("--seed", "7", "--repeat", "2", source: source)["a"] == first + next)
    let fails = """
      scenario "a" { retries = 3, function()
        local number = math.random(1000000)
        print(number)
        error(number)
      end }
      """
    let failed = try printed("--seed", "7", source: fails, code: 1)["a"] ?? []
    #expect(try printed("--seed", "7", "--retries", "3", source: fails, code: 1)["a"] == failed)
    #expect(failed != first)
  }
}
