import Foundation
import Testing

/// Tests the output of failing fixtures and scenarios in both frameworks. The failing tests run in
/// another process.
@Suite(.enabled(if: Samples.canRun, "test programs run like this on Linux"))
struct FrameworkTests {
  private static let folder = "Tests/SignalboxTestingTests"

  @Test func `failures in Swift Testing are shown at their lines in the scenario's file`() throws {
    let output = try run([
      "--testing-library", "swift-testing", "--filter", "SampleScenarios", "--no-parallel",
    ])
    let marks = output.filter { $0.contains(" recorded an issue ") }

    #expect(
      marks == [
        "✘ Test failing(_:) recorded an issue with 1 argument scenario → expects too much "
          + "(failing.scenario.lua:1) at failing.scenario.lua:5:1: Issue recorded",
        "✘ Test failing(_:) recorded an issue with 1 argument scenario → expects too much "
          + "(failing.scenario.lua:1) at failing.scenario.lua:3:1: Issue recorded",
        "✘ Test unloadable(_:) recorded an issue with 1 argument scenario → "
          + "\(Self.folder)/Samples/Unloadable/broken.scenario.lua does not load (broken.scenario.lua:2) at "
          + "broken.scenario.lua:2:1: Issue recorded",
        "✘ Test empty(_:) recorded an issue with 1 argument : Caught error: there are no scenarios in "
          + "\(Self.folder)/Samples/Empty; scenario files end in .scenario.lua",
        "✘ Test fixture() recorded an issue at SampleScenarios.swift:20:20: Issue recorded",
        "✘ Test «unknown» recorded an issue at SampleScenarios.swift:27:22: Issue recorded",
      ])
    let story = output.drop { $0 != marks[0] }.dropFirst().prefix { !$0.hasPrefix("✘") }
    #expect(
      story.map { Self.withoutTime($0.replacing(/^(?:↳ |  )/, with: "")) } == Self.story)
  }

  @Test func `failures in XCTest are shown at their lines in the scenario's file`() throws {
    let output = try run(["SignalboxTestingTests.SampleCases"])
    let root = "\(#filePath)".replacing("/\(Self.folder)/FrameworkTests.swift", with: "")
    let marks = output.filter { $0.contains(": error: ") || $0.contains("Test skipped") }.map {
      Self.withoutTime($0.replacing("\(root)/", with: ""))
    }

    #expect(
      marks == [
        "<EXPR>:0: error: SampleCases.testEmpty : threw error \"there are no scenarios in "
          + "\(Self.folder)/Samples/Empty; scenario files end in .scenario.lua\"",
        "\(Self.folder)/Samples/Failing/failing.scenario.lua:5: error: SampleCases.testFailing :  ✗ "
          + "\(Self.folder)/Samples/Failing/failing.scenario.lua:1  expects too much  N ms",
        "\(Self.folder)/Samples/Failing/failing.scenario.lua:3: error: SampleCases.testFailing :  ✗ "
          + "\(Self.folder)/Samples/Failing/failing.scenario.lua:1  expects too much  N ms",
        "\(Self.folder)/SampleCases.swift:27: error: SampleCases.testFixture : failed - expectStack: "
          + "the state differs from what was expected",
        "\(Self.folder)/SampleCases.swift:21: SampleCases.testSkipped : Test skipped - not today",
        "\(Self.folder)/Samples/Unloadable/broken.scenario.lua:2: error: SampleCases.testUnloadable : ✗ "
          + "syntax error: unexpected symbol near <eof>",
      ])
  }

  /// The complete failure of `failing.scenario.lua`.
  private static let story = """
     ✗ \(folder)/Samples/Failing/failing.scenario.lua:1  expects too much  N ms

       step 4  \(folder)/Samples/Failing/failing.scenario.lua:5

         stack  expected  { "catalog", "product" }
                actual    { "amount" }   ← Payment was presented in step 3

          3 │   app:softExpect { front = "product" }
          4 │   app:tap "Buy"   ⤷ navigate "payment" from Tests/SignalboxTestingTests/Scripts/shop.lua:15
        ▸ 5 │   app:expect { stack = { "catalog", "product" } }
            │                ^^^^^
          6 │ end }
          7 │

       shown
         Shop  catalog
         └─ ⤒ Payment  sheet  amount      ← front

       changed since the last operation
         coordinators: + Shop/Payment [amount]
         layers: + sheet Shop/Payment

       steps
          1  launch "Shop"         ⤒ root ▸ catalog ⌂ Shop  :2
      ✗   2  softExpect { front }  :3
          3  tap "Buy"             ⤒ sheet ▸ amount  :4
      ✗   4  expect { stack }      :5

       again: SIGNALBOX_SCENARIO=\(folder)/Samples/Failing/failing.scenario.lua:1 swift test
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

  private static func withoutTime(_ line: String) -> String {
    line.replacing(/\d+(\.\d+)? ms/, with: "N ms")
  }

  @Test func `an environment variable selects one scenario of one folder`() throws {
    let file = "\(Self.folder)/Samples/Failing/failing.scenario.lua"
    let arguments = [
      "--testing-library", "swift-testing", "--filter", "SampleScenarios/(failing|unloadable)",
      "--no-parallel",
    ]
    for scenario in ["\(file):8", "\(file)::is fine"] {
      let output = try run(arguments, scenario: scenario, passes: true)
      #expect(
        output.filter { $0.contains("Test case passing") && $0.contains("started") } == [
          "◇ Test case passing 1 argument scenario → is fine (failing.scenario.lua:8) to "
            + "failing(_:) started."
        ])
    }
    let output = try run(arguments, scenario: "\(file):4")
    #expect(
      output.filter { $0.contains(" recorded an issue ") } == [
        "✘ Test failing(_:) recorded an issue with 1 argument : Caught error: badArgument: "
          + "SIGNALBOX_SCENARIO is \"\(file):4\", which selects no scenario; \(file) contains "
          + "the scenarios \(file):1, \(file):8, \(file):13"
      ])
  }

  /// Returns the lines that this program's own tests print in a separate process.
  ///
  /// - Parameters:
  ///   - arguments: The arguments that select the tests.
  ///   - scenario: The value of `SIGNALBOX_SCENARIO`.
  ///   - passes: Whether the tests pass.
  private func run(
    _ arguments: [String], scenario: String? = nil, passes: Bool = false
  ) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment[Samples.variable] = "1"
    environment["SIGNALBOX_SCENARIO"] = scenario
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == (passes ? 0 : 1))
    return String(decoding: data, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
