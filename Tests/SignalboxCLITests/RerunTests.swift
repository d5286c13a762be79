import Foundation
import Testing

/// Tests that the command in a report runs only the failed scenario, with the options of the run.
@Suite struct RerunTests {
  @Test(arguments: [(["--seed", "7"], ["7", "8"]), (["--no-shuffle"], ["0", "1"])])
  func `the command in a report reruns one row with the relevant options`(
    order: [String], seeds: [String]
  ) throws {
    let tool = try Tool([
      "a.scenario.lua": """
      local n = math.random(1000000)
      each { "it's", "b" }:scenario "row %s" { function(app, row)
        if row == "it's" then error("number " .. math.random(1000000)) end
      end }
      """
    ])
    defer { tool.remove() }
    let result = try tool.run(
      [
        "test", "--timeout", "2s", "--memory", "32MB", "--max-steps", "50", "--plugin", "steps",
        "--repeat", "2", "-j", "1",
      ] + order)
    #expect(result.code == 1)
    var commands: [String] = []
    for line in result.output.split(separator: "\n") {
      guard let range = line.firstRange(of: "again: ") else { continue }
      let rest = line[range.upperBound...]
      commands.append(String(rest[..<(rest.firstRange(of: "   ")?.lowerBound ?? rest.endIndex)]))
    }
    let start =
      "signalbox test --plugin steps --timeout 2s --memory 32MB --max-steps 50 "
      + "'a.scenario.lua::row it'\\''s' --seed "
    #expect(commands.sorted() == seeds.map { start + $0 })
    let numbers = result.output.split(separator: "\n").filter { $0.contains("number ") }
    for command in commands {
      let path = try Tool.path().path
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = ["-c", command.replacing("signalbox test", with: "\(path) test")]
      shell.currentDirectoryURL = tool.folder
      let pipe = Pipe.closedOnExec()
      shell.standardOutput = pipe
      try shell.run()
      let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
      shell.waitUntilExit()
      let text = String(decoding: data, as: UTF8.self)
      #expect(text.contains("1 failed   1 of 1 scenario"), "\(text)")
      let number = try #require(text.split(separator: "\n").first { $0.contains("number ") })
      #expect(numbers.contains(number))
    }
  }
}
