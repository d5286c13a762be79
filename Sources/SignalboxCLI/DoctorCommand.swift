internal import ArgumentParser
internal import SignalboxScenarios
internal import SignalboxScripting

/// The `signalbox doctor` command.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Checks Lua, the terminal, files and plugins.",
    usage: "signalbox doctor [OPTIONS]",
    discussion: """
      A plugin can add checks in its health.lua.

      EXAMPLE:
        signalbox doctor

      EXIT CODES:
        0    no errors; there may be warnings
        1    errors
        64   the command line is invalid
      """)

  @ParentCommand var root: SignalboxCommand
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws { try root.rejectCode(with: Self.self) }

  func run() throws {
    let options = plugins.merged(with: root.plugins)
    Host.end(watching: "a plugin") { () throws(ScriptError) in
      let report = try DoctorReport(options, root.limits)
      let output = OutputFile(OutputFile.output)
      output.print(json ? report.json : report.text)
      return report.errorCount == 0 ? .success : .failed
    }
  }
}
