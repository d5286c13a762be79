internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// Runs a script and makes its globals available at the prompt.
enum LoadCommand {
  static let command = Command(
    "load", "FILE", "Runs a script; its globals remain available at the prompt",
    details: ".reload loads the script again before it repeats the steps.",
    twin: "require \"NAME\", which returns the value that the script returns", run)

  static let demo = Command(
    "demo", "Loads an example shop with tabs, a checkout and links",
    details: """
      The example is the shop of examples/shop. .help begins with the first commands to type. .save
      writes the application to demo.lua next to the scenario.
      """,
    twin: "none: a script requires its own application"
  ) { _, prompt in
    guard load(BundledPlugins.demo, prompt) else { return }
    prompt.write("  loaded the shop; start it with app:launch()\n")
  }

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    guard !argument.isEmpty else {
      return prompt.fail(".load expects the path of a script: .load shop.lua")
    }
    load(argument, prompt)
  }

  /// Reads a script through the host, and runs it.
  ///
  /// - Returns: Whether the script was read and has ended without an error.
  @discardableResult
  private static func load(_ path: String, _ prompt: Prompt) -> Bool {
    guard let host = prompt.commandHost(for: "load") else { return false }
    do throws(ScriptError) {
      return run(try host.read(path), of: path, at: prompt)
    } catch {
      prompt.fail(error.message, error.hint)
      return false
    }
  }

  /// Runs a script and reports its changes.
  ///
  /// - Returns: Whether the script has ended without an error.
  @discardableResult
  static func run(_ source: [UInt8], of path: String, at prompt: Prompt) -> Bool {
    let first = prompt.recordedLines
    let firstEvent = prompt.session.engine.eventCount + 1
    prompt.sources[path] = source
    let result = ScriptRun(name: path, source: source, timeout: prompt.timeout)
      .run(in: prompt.session, sharesEnvironment: true)
    // If `.load` is the first input, the script counts as an initial file, so that `.reload` loads
    // it but repeats no input for it.
    let isFirst = first == 0 && prompt.recordedLines > 0 && result.failure == nil
    if isFirst {
      try? prompt.session.beginRecord()
      prompt.context.files.append(path)
    } else {
      prompt.note(.file(path), from: first, failure: result.failure)
      if result.failure == nil { prompt.context.loaded.append(path) }
    }
    if let line = ChangeSummary(prompt.session.engine, from: firstEvent).line(prompt.palette) {
      prompt.write(line + "\n")
    }
    // Unobserved callback errors were reported when they occurred.
    if let failure = result.failure { prompt.report(failure) }
    return result.failure == nil
  }
}
