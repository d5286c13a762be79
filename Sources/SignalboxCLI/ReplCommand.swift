internal import ArgumentParser

/// `signalbox repl`.
struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Opens a prompt, with files loaded first.",
    usage: "signalbox repl [OPTIONS] [FILE ...] [-e CODE [-i]]")

  @ParentCommand var root: SignalboxCommand

  @Option(
    name: .short, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Run this code after the files, and open no prompt unless -i is given.", valueName: "code"))
  var execute: [String] = []

  @OptionGroup var prompt: PromptOptions
  @OptionGroup var limits: Limits
  @OptionGroup var plugins: PluginOptions

  @Argument(
    help: "Scripts whose globals the prompt sees.", completion: .file(extensions: ["lua"]))
  var files: [String] = []

  func run() throws {
    Host.talk(
      // Before the word or behind it, both are read by the command that stands there.
      loading: files, executing: execute.isEmpty ? root.execute : execute,
      prompt.merged(with: root.prompt),
      limits.merged(with: root.limits), plugins.merged(with: root.plugins))
  }
}
