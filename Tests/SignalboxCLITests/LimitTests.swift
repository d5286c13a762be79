import Testing

@testable import SignalboxCLI

@Suite struct LimitTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("1s", .seconds(1)), ("1.5s", .milliseconds(1500)),
    ("2m", .seconds(120)), ("1h", .seconds(3600)),
  ])
  func `a time option is a number with its unit`(text: String, duration: Duration) {
    #expect(TimeLimit(argument: text)?.duration == duration)
  }

  @Test(arguments: [
    "", "1", "s", "-1s", "0s", "1x", "1 s", "1e3s", "0.1ms", "1.2.3s", "9999999999999h", "nans",
  ])
  func `an invalid time option is rejected`(text: String) {
    #expect(TimeLimit(argument: text) == nil)
  }

  @Test(arguments: [
    ("512B", 512), ("64KB", 64_000), ("64MB", 64_000_000), ("1.5GB", 1_500_000_000),
    ("1KiB", 1024), ("64MiB", 64 << 20), ("2gib", 2 << 30), ("1k", 1000),
  ])
  func `a size option is a number with its unit`(text: String, bytes: Int) {
    #expect(MemoryLimit(argument: text)?.bytes == bytes)
  }

  @Test(arguments: ["", "64", "MB", "-1MB", "0MB", "1TB", "64 MB", "99999999GB"])
  func `an invalid size option is rejected`(text: String) {
    #expect(MemoryLimit(argument: text) == nil)
  }

  @Test(arguments: [
    (ColorChoice.always, false, ["NO_COLOR": "1"], true),
    (.never, true, ["FORCE_COLOR": "1"], false),
    (.auto, true, [:], true), (.auto, false, [:], false), (.auto, true, ["TERM": "dumb"], false),
    (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
    (.auto, false, ["FORCE_COLOR": "1"], true), (.auto, false, ["FORCE_COLOR": "0"], false),
    (.auto, false, ["CLICOLOR_FORCE": "1", "TERM": "dumb"], true),
    (.auto, false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
  ])
  func `the option, the environment and the terminal determine whether colors are used`(
    choice: ColorChoice, isTerminal: Bool, environment: [String: String], isColored: Bool
  ) {
    #expect(choice.isColored(onTerminal: isTerminal) { environment[$0] } == isColored)
  }
}
