internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// Writes the session as a scenario that passes.
enum SaveCommand {
  static let command = Command(
    "save", "FILE", "Writes the session as a scenario for signalbox test",
    details: """
      What was undone is not in it; after each step it expects what was shown. The scenario is run before
      it is written. A mistyped input, and one that does not come out the same, is left out and named, and
      what does not depend on it stays. After .demo, its application is written as demo.lua next to the
      scenario. A file that is there is kept; FILE! writes over it.
      """, run)

  private static let ending = ".lua"

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    let (path, isForced) = PathArgument.split(argument)
    guard !path.isEmpty else {
      return prompt.fail(".save takes the path of a scenario: .save scenarios/buy.scenario.lua")
    }
    guard path.hasSuffix(ending) else {
      return prompt.fail(
        ".save: \"\(path)\" does not end with .scenario.lua, as files of scenarios do",
        ".save \(path).scenario.lua")
    }
    guard let host = prompt.commandHost(for: "save"), let script = script(prompt) else { return }
    do throws(ScriptError) {
      let writer = try writer(to: path, prompt, host)
      let isDemo = prompt.context.scripts.contains(BundledPlugins.demo)
      let demo = isDemo ? try DemoFile(nextTo: path, host) : nil
      let modules = demo.map { [DemoFile.module: $0.scriptModule] } ?? [:]
      let (saved, failure) = SavedScenarioCheck(
        writer: writer, script: script, host: host, path: path, modules: modules
      ).best()
      guard let saved else {
        throw ScriptError(
          .runtime,
          "nothing of this session passes as a scenario"
            + (failure.map { ": \($0.message)" } ?? ""),
          hint: failure?.isMissingModule == true ? "save it next to the script" : nil)
      }
      try host.write(Array(saved.text.utf8), to: path, replacing: isForced)
      if let demo, !demo.exists {
        try host.write(demo.scriptModule.source, to: demo.path, replacing: false)
        prompt.write(
          "  wrote \(demo.path): the application of .demo, which the scenario requires\n")
      }
      report(saved, writer, path, prompt)
    } catch {
      prompt.fail(".save: \(error.message)", error.hint)
    }
  }

  private static func script(_ prompt: Prompt) -> SessionScript? {
    guard let record = prompt.session.record, record.isWhole, prompt.context.log.isWhole else {
      prompt.fail(
        ".save: this session is longer than what is kept of it",
        ".record FILE, typed first, keeps all of it")
      return nil
    }
    let script = SessionScript(record, prompt.context.log, in: prompt.session)
    if script.stepCount == 0 {
      prompt.fail(".save: no step was made that is not undone")
      return nil
    }
    return script
  }

  private static func writer(
    to path: String, _ prompt: Prompt, _ host: any CommandHost
  ) throws(ScriptError) -> ScenarioWriter {
    var modules: [String: String] = [:]
    for file in prompt.context.scripts {
      if file == BundledPlugins.demo {
        modules[file] = DemoFile.module
        continue
      }
      guard let module = host.module(of: file, forScenariosIn: path) else {
        throw ScriptError(
          .module, "a scenario in \(path) cannot require \(file)",
          hint:
            "scripts are found next to the scenario and in the current folder, by names without dots"
        )
      }
      modules[file] = module
    }
    return ScenarioWriter(
      title: "session \(host.today)", modules: modules, files: prompt.context.files,
      code: prompt.context.code,
      engine: prompt.session.engine)
  }

  /// How many omitted inputs are listed.
  private static let maxNamed = 10

  private static func report(
    _ saved: SavedScenarioCheck.Saved, _ writer: ScenarioWriter, _ path: String, _ prompt: Prompt
  ) {
    let count = saved.stepCount
    let steps = "\(count) step\(count == 1 ? "" : "s")"
    prompt.write(
      "  wrote \(steps) as scenario \"\(writer.title)\" — run: signalbox test \(path)\n")
    func list(_ inputs: [(input: String, why: String)], _ what: String) {
      if inputs.isEmpty { return }
      let rest = inputs.count - maxNamed
      let lines =
        ["\(inputs.count) input\(inputs.count == 1 ? " is" : "s are") \(what):"]
        + inputs.prefix(maxNamed).map { "  \($0.input) — \($0.why)" }
        + (rest > 0 ? ["  … \(rest) more"] : [])
      for line in lines {
        prompt.write("  \(prompt.palette.faint("·")) \(DisplayText.line(line))\n")
      }
    }
    list(saved.omitted, "left out")
    list(saved.rejected, "kept, and the scenario expects the rejection")
  }
}
