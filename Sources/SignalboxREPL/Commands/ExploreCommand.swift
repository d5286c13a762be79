internal import SignalboxScenarios
internal import SignalboxScripting

/// Explores the application from its start, in a separate session.
enum ExploreCommand {
  /// The time after which an exploration at the prompt ends.
  private static let timeLimit = Duration.seconds(10)

  static let explore = Command(
    "explore", "[FILE]", "Tries every path from the start, and reports violations",
    details: """
      Explores the loaded script, or FILE, such as shop.properties.lua with properties. The session at
      the prompt is unchanged. Ends after 10 seconds or with Ctrl-C, and reports what was found.
      signalbox explore has no time limit, and more options.
      """,
    twin: "none: signalbox explore"
  ) { argument, prompt in
    run("explore", argument, prompt) { explorer, path throws(ScriptError) in
      let report = ExplorationReport(try explorer.run(), of: path)
      prompt.write(report.text(prompt.palette))
    }
  }

  static let path = Command(
    "path", "EXPECTATION", "Shows the shortest path from the start to a state",
    details: """
      EXPECTATION is a table as in app:expect: .path { front = "payment" }. The path is printed as a
      scenario.
      """,
    twin: "none: signalbox path"
  ) { argument, prompt in
    guard argument.hasPrefix("{"), argument.hasSuffix("}") else {
      return prompt.fail(
        ".path: got \"\(argument)\", expected a table", ".path { front = \"payment\" }")
    }
    let goal = String(argument.dropFirst().dropLast()).trimmed
    run("path", "", goal: goal, prompt) { explorer, path throws(ScriptError) in
      let result = try explorer.run()
      let report = ExplorationReport(result, of: path)
      guard let way = try explorer.pathsToGoal(all: false).first else {
        let text = ".path: no state satisfies { \(goal) }: \(report.summary)"
        return prompt.fail(([text] + result.notes).joined(separator: "\n"))
      }
      prompt.write(
        report.scenario(of: way, titled: "to \(goal)", requiring: module(of: path)))
    }
  }

  /// Loads a file for exploration, and passes the explorer to a closure.
  ///
  /// - Parameters:
  ///   - name: The name of the command.
  ///   - file: The path of the file, or an empty string for the script that was loaded last.
  private static func run(
    _ name: String, _ file: String, goal: String? = nil, _ prompt: Prompt,
    _ body: (Explorer, String) throws(ScriptError) -> Void
  ) {
    guard let host = prompt.commandHost(for: name) else { return }
    guard let path = file.isEmpty ? prompt.context.scripts.last : file else {
      return prompt.fail(
        ".\(name): no script is loaded, so there is nothing to explore",
        file.isEmpty ? ".load app.lua" : nil)
    }
    let interrupts = ProcessSignals.interruptCount
    do throws(ScriptError) {
      let sources = SourceCache()
      let file = ScenarioFile(path: path, source: try host.read(path))
      sources[path] = file.source
      var bounds = Explorer.Bounds()
      bounds.time = timeLimit
      let explorer = try Explorer(
        file, bounds, goal: goal, source: host.ownSessions(with: [:]), sources: sources,
        isStopped: { ProcessSignals.interruptCount > interrupts })
      try body(explorer, path)
      if host.modelSessions(host.ownSessions(with: [:])) != nil {
        prompt.write(
          "  \(prompt.palette.faint("·")) explored the model \(path), not the application\n")
      }
    } catch {
      prompt.fail(".\(name): \(error.message)", error.hint)
    }
    // The interrupt has ended the exploration, and must not also end the next input.
    if ProcessSignals.interruptCount > interrupts { _ = ProcessSignals.takePendingInterrupt() }
  }

  /// Returns the name with which a scenario in the same folder requires a file.
  private static func module(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }
}
