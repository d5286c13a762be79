internal import ArgumentParser
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// The `signalbox untrust` command.
struct UntrustCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "untrust", abstract: "Stops trusting a project folder.",
    usage: "signalbox untrust [FOLDER]",
    discussion: """
      EXAMPLE:
        signalbox untrust shop
      """)

  @Argument(help: "The project folder.", completion: .directory)
  var folder = "."

  func run() throws {
    Host.end { () throws(ScriptError) in
      var file = try TrustCommand.file()
      let output = OutputFile(OutputFile.output)
      // A folder that no longer exists is identified by the given path.
      let real = FilePath.resolved(folder) ?? folder
      if file.permissions[real] == nil {
        output.write("\(real) was not trusted\n")
      } else {
        try file.set(real, nil)
        output.write("\(real) is no longer trusted\n")
      }
      output.flush()
      return .success
    }
  }
}
