internal import ArgumentParser
internal import SignalboxScenarios
internal import SignalboxScripting

/// `signalbox doctor`.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Looks for what is wrong: Lua, terminal, files, plugins.",
    usage: "signalbox doctor [OPTIONS]",
    discussion: "Ends with 1 when something is wrong. Plugins check themselves with a health.lua.")

  @ParentCommand var root: SignalboxCommand
  @OptionGroup var plugins: PluginOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let options = plugins.merged(with: root.plugins)
    Host.end(watching: "a plugin") { () throws(ScriptError) in
      let report = try DoctorReport(options, root.limits)
      let output = OutputFile(OutputFile.output)
      output.write(json ? report.json : report.text)
      output.flush()
      return report.errorCount == 0 ? .success : .failed
    }
  }
}
