import Foundation
import Testing

/// Tests deeply nested input and invalid numbers in input. The program responds with a single
/// sentence, and a signal never ends it.
@Suite struct NestingToolTests {
  private static func test(
    _ files: [String: String], _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Tool.Result {
    let tool = try Tool(files)
    defer { tool.remove() }
    return try tool.run(["test"] + arguments, environment: environment)
  }

  private static func nested(_ open: String, _ inner: String, _ close: String, _ depth: Int)
    -> String
  {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  @Test func `defining 40,000 presentation styles is rejected with the limit`() throws {
    let tool = try Tool([
      "a.lua": "for i = 1, 40000 do presentationStyle(\"s\" .. i) { covering = false } end"
    ])
    defer { tool.remove() }
    let result = try tool.run("run", "a.lua")
    #expect(result.code == 1)
    #expect(
      result.errors.contains(
        "presentationStyle \"s9990\" exceeds the maximum of 10000 styles"),
      "\(result)")
  }

  @Test func `steps that contain themselves fail the scenario with an error that states the limit`()
    throws
  {
    let result = try Self.test(
      [
        "a.scenario.lua": """
        scenario "a" { function(app)
          local s = {}
          s[1] = { step = "a", steps = s }
          app:run(s)
        end }
        """
      ])
    #expect(result.code == 1)
    #expect(
      result.output.contains(
        "run: steps nest deeper than 32 groups; does a group contain itself?"),
      "\(result)")
  }

  @Test func `the number of steps is limited, even if steps share other steps`() throws {
    let result = try Self.test(
      [
        "a.scenario.lua": """
        scenario "a" { function(app)
          local s = { { back = true } }
          for i = 1, 30 do
            local step = { step = "a", steps = s }
            s = { step, step, step, step }
          end
          app:run(s)
        end }
        """
      ])
    #expect(result.code == 1)
    #expect(
      result.output.contains(
        "run: expected at most 10,000 steps; a group counts once for each place where it occurs"
      ),
      "\(result)")
  }

  @Test func `suites that nest 10,000 deep fail the file with an error that states the limit`()
    throws
  {
    let result = try Self.test(
      [
        "a.scenario.lua": """
        local s = scenario "x" { function(app) end }
        for i = 1, 10000 do s = suite("s" .. i) { s } end
        """
      ])
    #expect(result.code == 2)
    #expect(
      (result.output + result.errors).contains(
        "suite \"s101\" is the outermost of 101 nested suites, expected at most 100"
      ), "\(result)")
  }

  @Test(arguments: [1_000, 100_000])
  func `a tag expression that is nested too deeply is a command line error`(depth: Int) throws {
    let result = try Self.test(
      [:], "--tag", Self.nested("(", "a", ")", min(depth, 60_000)), "--pass-with-no-tests")
    #expect(result.code == 64)
    let excerpt = String(repeating: "(", count: 60)
    #expect(
      result.errors.contains(
        "--tag: parentheses and \"not\" nest deeper than 100 levels in the tags \"\(excerpt)…\""),
      "\(result.errors.prefix(300))")
  }

  @Test(arguments: [
    ("return ", "{", "1", "}"), ("return ", "{ a = ", "1", " }"),
    ("return ", "(", "1", ")"), ("local t = {} ", "t = { t } ", "return t", ""),
  ])
  func `a configuration that nests 1,000 or 100,000 deep is an error that states the limit`(
    head: String, open: String, inner: String, close: String
  ) throws {
    for depth in [10, 1_000, 100_000] {
      let files = [
        "signalbox.lua": head + Self.nested(open, inner, close, depth) + "\n",
        "a.scenario.lua": "scenario \"a\" { function() end }",
      ]
      let result = try Self.test(files)
      #expect([1, 2, 64].contains(result.code), "\(depth): \(result.code)")
      let isTooDeep =
        result.errors.contains("C stack overflow")
        || result.errors.contains("is nested more than 32 tables deep")
      #expect(isTooDeep == (depth > 100), "\(depth): \(result.errors.prefix(300))")
    }
  }

  @Test(arguments: [
    ("TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS"), ("CI_NODE_INDEX", "CI_NODE_TOTAL"),
  ])
  func `a shard index out of range is a command line error`(index: String, count: String) throws {
    let numbers = ["-9223372036854775808", "-1", "20000", "9223372036854775807"]
    for number in numbers {
      for total in numbers {
        let result = try Self.test(
          ["a.scenario.lua": "scenario \"a\" { function() end }"], "--shard", "auto",
          environment: [index: number, count: total])
        #expect(result.code == 64, "\(number) of \(total): \(result)")
        #expect(
          result.errors.contains(
            "\(index)=\(number) and \(count)=\(total) do not specify a shard"),
          "\(result)")
      }
    }
  }

  /// Returns variants of a blob. In each variant, one number is replaced with an invalid number.
  @Test func `every number in a blob is checked, regardless of the reporter`() throws {
    let tool = try Tool(["a.scenario.lua": "scenario \"a\" { function(app) error \"no\" end }"])
    defer { tool.remove() }
    #expect(try tool.run("test", "--reporter", "blob=a.blob").code == 1)
    let blob = try String(contentsOf: tool.folder.appending(path: "a.blob"), encoding: .utf8)
    // Numbers in a recording are checked by the reporters that contain recordings.
    let recording = try #require(blob.firstMatch(of: /\{"trace":.*/)).range
    let numbers = blob.matches(of: /[:\[,](-?\d+)/).map { $0.1.startIndex..<$0.1.endIndex }
      .filter { !recording.overlaps($0) }
    #expect(numbers.count > 10)
    let trials = ["-1", "99999999999999999999", "9223372036854775807", "-9223372036854775808"]
    for (place, range) in numbers.enumerated() {
      let text = trials[place % trials.count]
      try Data(blob.replacingCharacters(in: range, with: text).utf8)
        .write(to: tool.folder.appending(path: "b.blob"))
      let result = try tool.run("report", "merge", "b.blob", "--reporter", "junit")
      let isSeed = blob[..<range.lowerBound].hasSuffix("\"seed\":")
      #expect(result.code == 2 || isSeed && result.code == 1, "\(place), \(text): \(result)")
    }
  }

  @Test func `a blob with more shards than its run has is rejected`() throws {
    let tool = try Tool(["a.scenario.lua": "scenario \"a\" { function(app) end }"])
    defer { tool.remove() }
    #expect(try tool.run("test", "--shard", "1/2", "--reporter", "blob=a.blob").code == 0)
    let blob = try String(contentsOf: tool.folder.appending(path: "a.blob"), encoding: .utf8)
    for (shard, text) in [
      ("\"count\":0,\"number\":0", "this is not a line of a blob report"),
      ("\"count\":20000,\"number\":1", "this is not a line of a blob report"),
      ("\"count\":2000000000,\"number\":1", "count is 2000000000, expected a number from 0 to"),
      (
        "\"count\":10000,\"number\":1",
        "of 10000 shards, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 9989 more"
      ),
    ] {
      let changed = blob.replacing(/"shard":{[^}]*}/, with: "\"shard\":{\(shard)}")
      try Data(changed.utf8).write(to: tool.folder.appending(path: "b.blob"))
      let result = try tool.run("report", "merge", "b.blob")
      #expect(result.code == 2 && result.errors.contains(text), "\(shard): \(result)")
    }
  }
}
