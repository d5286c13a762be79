internal import ArgumentParser
internal import SignalboxScenarios

/// The limits of an exploration.
struct ExploreBounds: ParsableArguments {
  // With this strategy, a negative value is reported as invalid instead of missing.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Follow paths of at most this many actions.", valueName: "n"))
  var maxDepth: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Stop after finding more states than this (default: the file's limit, or 1000000).",
      valueName: "n"))
  var maxStates: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Stop after this time, such as 30s or 5m.", valueName: "time"))
  var time: TimeLimit?

  /// The value of `--app`, which is accepted only to explain why it cannot be used.
  @Option(name: .customLong("app"), help: .hidden)
  var app: String?

  func validate() throws {
    if let app {
      throw ValidationError(
        "--app \(app): an application in another process cannot be explored, because it cannot return to "
          + "earlier states. Explore its model in Lua, and run signalbox test --app \(app) --compare to "
          + "compare the application with the model; or explore the application's coordinators in a "
          + "Swift test with NavigationFixture.explore."
      )
    }
    for (name, value) in [("--max-depth", maxDepth), ("--max-states", maxStates)] {
      if let value, value < 1 { throw ValidationError("\(name) is \(value), expected 1 or more.") }
    }
  }

  /// The options as parts of a shell command.
  var words: [String] {
    var words = maxDepth.map { ["--max-depth \($0)"] } ?? []
    words += maxStates.map { ["--max-states \($0)"] } ?? []
    return words + (time.map { ["--time \($0.text)"] } ?? [])
  }

  /// Returns the limits, including the time limit of scripts.
  func bounds(_ limits: Limits) -> Explorer.Bounds {
    var bounds = Explorer.Bounds()
    (bounds.depth, bounds.states, bounds.time) = (maxDepth, maxStates, time?.duration)
    if let timeout = limits.timeout?.duration { bounds.timeout = timeout }
    return bounds
  }
}
