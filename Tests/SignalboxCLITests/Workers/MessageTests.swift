import SeededRandom
import SignalboxScenarios
import SignalboxScripting
import Testing

@testable import SignalboxCLI

/// Tests that messages between workers and the main process are decoded without loss, and that
/// malformed messages are errors.
@Suite struct MessageTests {
  private static let scenario = ScenarioDescription(
    file: "a.scenario.lua", line: 3, name: "a scenario")

  private static func step(_ number: Int) -> ScenarioStep {
    var step = ScenarioStep(
      number, "tap \"Buy\"", effect: "⤒ checkout", groups: ["outer", "inner"], isFailed: true)
    step.location = ScriptLocation(file: "a.scenario.lua", line: number)
    step.calls = [ScenarioCall("navigate", at: ScriptLocation(file: "app.lua", line: 17))]
    return step
  }

  private static func results() -> [ScenarioResult] {
    var plain = ScenarioResult(
      scenario: scenario, status: .flaky, steps: [step(1), step(2)], duration: .milliseconds(12),
      attempts: 3)
    var failed = plain
    failed.status = .failed
    failed.failures = [
      ScenarioFailure(
        .expectation, ScriptError(.runtime, code: "c", "m", hint: "h"),
        differences: [ScenarioDifference("stack", expected: "{}", actual: "{ 1 }")], step: 2,
        groups: ["g"], tree: "tree", changes: ["+ a"])
    ]
    plain.steps = []
    return [plain, failed, ScenarioResult(scenario: scenario, status: .skipped, attempts: 0)]
  }

  @Test func `results that a worker sends are read unchanged`() throws {
    for result in Self.results() {
      var writer = MessageWriter()
      writer.write(result)
      var reader = MessageReader(writer.bytes[...])
      let read = try reader.result(of: Self.scenario)
      #expect(String(describing: read.failures) == String(describing: result.failures))
      #expect(read.steps == result.steps)
      #expect(read.status == result.status)
      #expect(read.duration == result.duration)
      #expect(read.attempts == result.attempts)
    }
  }

  @Test func `scenarios, tokens and numbers that a worker sends are read unchanged`() throws {
    var options = ScenarioOptions()
    options.tags = ["smoke"]
    options.timeout = .milliseconds(1500)
    options.properties = ["a": "b"]
    let scenario = ScenarioDescription(
      file: "a.scenario.lua", line: 12, suites: ["Shop", "Cart"], name: "is öpen", options: options)
    var writer = MessageWriter()
    writer.write(scenario)
    for number in [0, 1, 127, 128, -1, .max, .min] { writer.write(number) }
    var reader = MessageReader(writer.bytes[...])
    #expect(try reader.scenario(of: "a.scenario.lua") == scenario)
    for number in [0, 1, 127, 128, -1, .max, .min] { #expect(try reader.number() == number) }
    #expect(throws: MessageReader.Damage.self) { try reader.byte() }

    var token = WorkerToken(
      .scenario, iteration: 7, index: 1 << 20, subject: 3, repetition: 1 << 20)
    token.attempts = 101
    #expect(WorkerToken(token.bytes[...]) == token)
  }

  @Test func `the configuration for a worker is read correctly in every form`() throws {
    var settings = RunSettings()
    settings.timeout = .milliseconds(700)
    settings.maximumTimeout = .seconds(3)
    settings.retries = 4
    settings.snapshots = .all
    settings.keepsSteps = true
    settings.maximumSteps = 99
    settings.trace = .on
    settings.randomSeed = .max
    let permissions = ["env:CI", "todo=fs:read:data"].compactMap(PluginPermission.init)
    let project = try Project(
      folder: "sub", path: "sub/signalbox.lua", text: "return { test = { roots = { \"x\" } } }\n",
      names: ["todo"], permissions: permissions, trusted: [permissions[0]])
    var configuration = WorkerConfiguration(
      RunnerFactory(
        settings: settings, memory: 1 << 20, sources: SourceCache(), project: project),
      waitsAfterFailure: true)
    configuration.hasTraces = true
    var writer = MessageWriter()
    writer.write(json: configuration)
    var reader = MessageReader(writer.bytes[...])
    let read = try reader.json(WorkerConfiguration.self)
    var again = MessageWriter()
    again.write(json: read)
    #expect(again.bytes == writer.bytes)
    #expect(read.wholeSettings.randomSeed == .max)
    #expect(read.project.permissions == permissions)
    #expect(read.project.trust.given == [permissions[0]])
    #expect(read.project.file.test.roots == ["x"])
    #expect(read.settings.maximumTimeout == .seconds(3))
    #expect(read.waitsAfterFailure)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `reading damaged messages is an error or returns other values, but never traps`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    for result in Self.results() {
      var writer = MessageWriter()
      writer.write(result)
      var bytes = writer.bytes
      for _ in 0..<4 {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      bytes.removeLast(.random(in: 0..<bytes.count, using: &random))
      var reader = MessageReader(bytes[...])
      _ = try? reader.result(of: Self.scenario)
      reader = MessageReader(bytes[...])
      _ = try? reader.json(WorkerConfiguration.self)
      reader = MessageReader(bytes[...])
      _ = try? WorkerScenarios(&reader)
    }
  }
}
