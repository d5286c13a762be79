internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScenarios
package import SignalboxScripting

/// Saves the session as a scenario that passes.
enum SaveCommand {
  static let command = Command(
    "save", "FILE", "Writes the session as a scenario for signalbox test",
    details: """
      Omits undone steps and failed input. After each step, the scenario expects the state that was
      shown. It is run before it is written. Inputs with a different result are omitted and listed,
      and inputs that do not depend on them remain. After .demo, its application is written to demo.lua
      next to the scenario. An existing file is kept; FILE! overwrites it.
      """, run)

  private static let ending = ".scenario.lua"

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    let (path, isForced) = PathArgument.split(argument)
    guard !path.isEmpty else {
      return prompt.fail(".save expects the path of a scenario: .save scenarios/buy.scenario.lua")
    }
    guard path.hasSuffix(ending) else {
      return prompt.fail(
        ".save: \"\(path)\" does not end in .scenario.lua, as scenario files must",
        ".save \(path.hasSuffix(".lua") ? String(path.dropLast(4)) : path)\(ending)")
    }
    guard let host = prompt.commandHost(for: "save") else { return }
    var rest = Rest.session
    do throws(ScriptError) {
      let script = try script(prompt)
      let writer = try writer(to: path, prompt, host)
      let isDemo = prompt.context.scripts.contains(BundledPlugins.demo)
      let demo = isDemo ? try DemoFile(nextTo: path, host) : nil
      let modules = demo.map { [DemoFile.module: $0.scriptModule] } ?? [:]
      let own = host.ownSessions(with: modules)
      let check = SavedScenarioCheck(
        writer: writer, script: script, sessions: host.scenarioSessions(own), path: path,
        deadline: prompt.deadline, hooks: prompt.host)
      let (saved, failure) = try check.best()
      guard let saved else {
        throw ScriptError(
          .runtime,
          "no part of this session passes when it runs as a scenario"
            + (failure.map { ": \($0.message)" } ?? ""),
          hint: failure?.isMissingModule == true ? "save the scenario next to the script" : nil)
      }
      rest = .checked(saved)
      try host.write(Array(saved.text.utf8), to: path, replacing: isForced)
      rest = .nothing
      if let demo, !demo.exists {
        try host.write(demo.scriptModule.source, to: demo.path, replacing: false)
        prompt.write(
          "  wrote \(demo.path): the application of .demo, which the scenario requires\n")
      }
      report(saved, check, prompt)
      if let sessions = host.modelSessions(own) {
        let difference = try check.failure(of: saved, in: sessions)
        let text = difference.map { "fails on the model: \($0)" } ?? "passes on the model as well"
        note("the scenario \(text)", prompt)
      }
    } catch {
      prompt.fail(".save: \(error.message)", error.hint)
      if prompt.context.saving.keepsUnchecked {
        keep(rest, of: path, isForced, because: error.message, prompt, host)
      }
    }
  }

  /// The data that would be lost if the command ended.
  private enum Rest {
    /// The whole session.
    case session
    /// A scenario that passes but could not be written.
    case checked(SavedScenarioCheck.Saved)
    case nothing
  }

  private static func script(_ prompt: Prompt) throws(ScriptError) -> SessionScript {
    guard let record = prompt.session.record, record.isWhole, prompt.context.log.isWhole else {
      throw ScriptError(
        .runtime, "the beginning of this session has been discarded",
        hint: "to keep a complete session, run .record FILE at its beginning")
    }
    let script = SessionScript(
      record, prompt.context.log, files: prompt.context.files, in: prompt.session)
    if script.stepCount == 0 { throw ScriptError(.runtime, "there are no steps to save") }
    return script
  }

  /// Writes the data that would be lost to the requested file or, if that file cannot be written,
  /// to another file, and reports the path. If no file can be written, the scenario is shown.
  ///
  /// - Parameter reason: The reason why the command failed. A scenario that was not run contains
  ///   this reason.
  private static func keep(
    _ rest: Rest, of path: String, _ isForced: Bool, because reason: String, _ prompt: Prompt,
    _ host: any CommandHost
  ) {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    switch rest {
    case .session:
      guard let saved = unchecked(path, because: reason, prompt, host) else { return }
      keep(
        saved, "as a scenario that was not checked", at: path, isForced, or: "unchecked-" + file,
        prompt, host)
    case .checked(let saved):
      keep(
        saved, "as a scenario that passed", at: path, isForced, or: "kept-" + file, prompt, host)
    case .nothing: return
    }
  }

  private static func keep(
    _ saved: SavedScenarioCheck.Saved, _ description: String, at path: String, _ isForced: Bool,
    or name: String, _ prompt: Prompt, _ host: any CommandHost
  ) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    for place in [path, folder + name, name, "/tmp/" + name] {
      do throws(ScriptError) {
        try host.write(Array(saved.text.utf8), to: place, replacing: isForced && place == path)
        prompt.write("  wrote \(counted(saved.stepCount, "step")) \(description): \(place)\n")
        return
      } catch {
        continue
      }
    }
    prompt.write(
      "  no file was written; this is the session \(description):\n\n"
        + DisplayText.lines(saved.text))
  }

  /// Returns the session as a scenario that was not run, with a comment that states why, or `nil`
  /// if the session has no steps.
  private static func unchecked(
    _ path: String, because reason: String, _ prompt: Prompt, _ host: any CommandHost
  ) -> SavedScenarioCheck.Saved? {
    guard let record = prompt.session.record else { return nil }
    let script = SessionScript(
      record, prompt.context.log, files: prompt.context.files, in: prompt.session)
    let modules = modules(for: path, prompt, host).names
    let check = SavedScenarioCheck(
      writer: writer(modules, prompt, host).noting("It was not checked: \(reason)"),
      script: script, sessions: nil, path: path, deadline: nil, hooks: prompt.host)
    let saved = check.unchecked
    return saved.stepCount == 0 ? nil : saved
  }

  private static func writer(
    to path: String, _ prompt: Prompt, _ host: any CommandHost
  ) throws(ScriptError) -> ScenarioWriter {
    let (modules, unreachable) = modules(for: path, prompt, host)
    if let unreachable { throw .unreachableModule(unreachable, fromScenariosIn: path) }
    return writer(modules, prompt, host)
  }

  /// Returns the modules of the session's scripts, keyed by script, and the first script, if any,
  /// that a scenario in a file cannot require.
  private static func modules(
    for path: String, _ prompt: Prompt, _ host: any CommandHost
  ) -> (names: [String: String], unreachable: String?) {
    var names: [String: String] = [:]
    var unreachable: String?
    for file in prompt.context.scripts {
      names[file] =
        file == BundledPlugins.demo ? DemoFile.module : host.module(of: file, forScenariosIn: path)
      if names[file] == nil, unreachable == nil { unreachable = file }
    }
    return (names, unreachable)
  }

  private static func writer(
    _ modules: [String: String], _ prompt: Prompt, _ host: any CommandHost
  ) -> ScenarioWriter {
    ScenarioWriter(
      title: "\(prompt.context.saving.title) \(host.today)",
      origin: prompt.context.saving.origin, modules: modules, files: prompt.context.files,
      code: prompt.context.code,
      engine: prompt.session.engine)
  }

  private static func note(_ line: String, _ prompt: Prompt) {
    prompt.write("  \(prompt.palette.faint("·")) \(DisplayText.line(line))\n")
  }

  private static func report(
    _ saved: SavedScenarioCheck.Saved, _ check: SavedScenarioCheck, _ prompt: Prompt
  ) {
    let count = saved.stepCount
    let steps = counted(count, "step")
    let words = ["signalbox test"] + prompt.context.saving.options + [check.path]
    prompt.write(
      "  wrote \(steps) as scenario \"\(check.writer.title)\" — run: "
        + words.joined(separator: " ") + "\n")
    if check.sessions == nil {
      note("not run, because that would relaunch the application", prompt)
    }
    func list(_ inputs: [(input: String, why: String)], _ what: String) {
      if inputs.isEmpty { return }
      note("\(inputs.count) input\(inputs.count == 1 ? " is" : "s are") \(what):", prompt)
      for input in inputs { note("  \(input.input) — \(input.why)", prompt) }
    }
    list(saved.omitted, "omitted")
    list(saved.rejected, "kept, and the scenario expects the rejection")
    if saved.endsInAnotherState {
      note("the scenario ends in a different state than the session", prompt)
    }
  }
}

extension ScriptError {
  /// Returns the error for a script that a scenario file cannot require.
  package static func unreachableModule(
    _ script: String, fromScenariosIn path: String
  ) -> ScriptError {
    ScriptError(
      .module, "a scenario in \(path) cannot require \(script)",
      hint:
        "a scenario finds scripts in its own folder and in the current one, by names without dots"
    )
  }
}
