internal import ArgumentParser

/// `signalbox repl`.
struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Opens a prompt, with files loaded first.",
    usage: "signalbox repl [OPTIONS] [FILE ...]")

  @ParentCommand var root: SignalboxCommand

  @OptionGroup var limits: Limits
  @OptionGroup var plugins: PluginOptions

  @Argument(
    help: "Scripts whose globals the prompt sees.", completion: .file(extensions: ["lua"]))
  var files: [String] = []

  func validate() throws {
    if !root.execute.isEmpty { throw ValidationError("-e and repl exclude each other.") }
  }

  func run() throws {
    Host.talk(loading: files, limits.merged(with: root.limits), plugins.merged(with: root.plugins))
  }
}
