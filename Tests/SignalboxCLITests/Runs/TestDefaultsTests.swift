import Foundation
import Testing

/// Tests the table `test` in `signalbox.lua`, and the command line options that override it.
@Suite struct TestDefaultsTests {
  private static let scenarios = """
    scenario "slow" { tags = { "slow" }, function() while true do end end }
    scenario "first" { function() print("locale", env.LOCALE, env.SIZE) end }
    scenario "fails" { tags = { "red" }, function() error "no" end }
    """

  private func tool(_ configuration: String) throws -> Tool {
    try Tool([
      "scenarios/a.scenario.lua": Self.scenarios,
      "signalbox.lua": "return { test = {\n\(configuration)\n} }\n",
    ])
  }

  /// A run, without times.
  private func run(_ tool: Tool, _ arguments: String...) throws -> Tool.Result {
    var result = try tool.run(["test"] + arguments)
    result.output = TestCommandTests.withoutTimes(result.output)
    return result
  }

  @Test func `options in the configuration apply if the command line does not set them`() throws {
    let tool = try tool(
      """
      roots = { "scenarios" },
      timeout = "5s",
      tag = "not red",
      jobs = 1,
      shuffle = false,
      quiet = true,
      trace = "off",
      reporter = { "dot", "junit=out/r.xml" },
      env = { LOCALE = "de", SIZE = "L" },
      """)
    defer { tool.remove() }
    let result = try run(tool)
    #expect(result.code == 1 && result.errors.isEmpty)
    #expect(result.output.hasPrefix("F.\n\n"))
    #expect(result.output.contains("the scenario ran longer than 0 ms"))
    #expect(result.output.contains("again: signalbox test scenarios/a.scenario.lua:1 --seed 0\n"))
    let report = try Tool.text(of: tool.folder.appending(path: "out/r.xml"))
    #expect(report.contains("<system-out>locale\tde\tL</system-out>"))
  }

  @Test func `each option on the command line overrides the configuration`() throws {
    let tool = try tool(
      """
      timeout = "1ms",
      shuffle = false,
      quiet = true,
      failedFirst = true,
      trace = "off",
      reporter = { "junit" },
      env = { LOCALE = "de", SIZE = "L" },
      """)
    defer { tool.remove() }
    let result = try run(
      tool, "-v", "--timeout", "10s", "-k", "first", "--reporter", "pretty", "--env", "LOCALE=fr")
    #expect(
      result
        == Tool.Result(
          """
           ✓ scenarios/a.scenario.lua:2  first  0 ms
             printed
               locale    fr    L
           1 passed   1 of 1 scenario in 0 ms   seed 0

          """))
    let shuffled = try run(
      tool, "--shuffle", "--no-failed-first", "-k", "first", "--timeout", "10s")
    #expect(shuffled.output.contains("<property name=\"seed\""))
  }

  @Test func `the rerun command repeats the options of the command line`() throws {
    let tool = try tool("trace = \"off\",\nretries = 1")
    defer { tool.remove() }
    let result = try run(tool, "-k", "fails", "--no-shuffle", "--env", "A=it's", "--env", "B=1")
    #expect(
      result.output.contains(
        "again: signalbox test --env A='it'\\''s' --env B=1 scenarios/a.scenario.lua:3 --seed 0\n"))
    #expect(result.output.contains("2 attempts"))
  }

  @Test(arguments: [
    ("timout = \"2s\"", "2: test has no key \"timout\"; did you mean \"timeout\"?"),
    ("timeout = 5", "2: test: timeout is 5, expected a time: \"500ms\""),
    ("timeout = \"soon\"", "2: test: timeout is \"soon\", expected a time: \"500ms\""),
    ("retries = 101", "2: test: retries is 101, expected a number from 0 to 100"),
    ("jobs = 0", "2: test: jobs is 0, expected a number from 1 to 256, or \"auto\""),
    ("maxFailures = 0", "2: test: maxFailures is 0, expected a number of 1 or more"),
    ("verbose = \"yes\"", "2: test: verbose is \"yes\", expected true or false"),
    (
      "trace = \"always\"",
      "2: test: trace is \"always\", expected \"off\", \"on\" or \"retain-on-failure\""
    ),
    (
      "tag = \"a and\"",
      "2: test: tag is \"a and\", expected a tag expression: \"smoke and not slow\""
    ),
    (
      "reporter = { 1 }",
      "2: test: reporter[1] is 1, expected a reporter: \"pretty\" or \"junit=report.xml\""
    ),
    ("env = \"A=1\"", "2: test: env is \"A=1\", expected a table of names and strings"),
    ("env = {\nA = 1 }", "2: test: env.A is 1, expected a string"),
    (
      "env = { [\"A-B\"] = \"1\" }",
      "2: test: env contains the name \"A-B\", expected letters, digits and _, starting with a "
        + "letter or _"
    ),
    ("quiet = true,\nverbose = true", "3: test: verbose and quiet cannot be combined"),
  ])
  func `a malformed default in the configuration is an error with its line`(
    text: String, message: String
  ) throws {
    let tool = try tool(text)
    defer { tool.remove() }
    #expect(
      try tool.run("test")
        == Tool.Result(errors: "signalbox: signalbox.lua:\(message)\n", code: 2))
  }

  @Test func `the combined options of configuration and command line are validated`() throws {
    let tool = try tool("shardBy = \"time\"")
    defer { tool.remove() }
    let result = try tool.run("test", "--shard", "1/2")
    #expect(
      result
        == Tool.Result(
          errors:
            "signalbox: signalbox.lua:1: the combination of the table test and the command line is "
            + "invalid: --shard-by time requires --timings FILE.\n",
          code: 2))
  }
}
