internal import ArgumentParser
internal import SignalboxScripting

/// `signalbox run FILE`.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs a script once.",
    usage: "signalbox run [OPTIONS] FILE [-- ARGS]")

  @ParentCommand var root: SignalboxCommand

  @OptionGroup var offer: ListenOptions
  @OptionGroup var limits: Limits
  @OptionGroup var plugins: PluginOptions

  @Argument(help: "The script.", completion: .file(extensions: ["lua"]))
  var file: String

  func validate() throws {
    if !root.execute.isEmpty { throw ValidationError("-e and run exclude each other.") }
  }

  func run() throws {
    // What follows two dashes has gone to the root.
    Host.run(
      named: file, script: file, arguments: root.arguments, limits.merged(with: root.limits),
      plugins.merged(with: root.plugins), listeningAt: offer.place(for: file)
    ) { () throws(ScriptError) in
      try ScriptFile.read(file)
    }
  }
}
