internal import ArgumentParser
internal import SignalboxScenarios
internal import SignalboxScripting

/// `signalbox doctor`.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Diagnoses Lua, the terminal, files and plugins.",
    usage: "signalbox doctor [OPTIONS]",
    discussion: """
      A plugin's health.lua adds its checks.

      EXAMPLE:
        signalbox doctor

      EXIT CODES:
        0    nothing is wrong
        1    something is wrong
        64   the command line was wrong
      """)

  @ParentCommand var root: SignalboxCommand
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

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
