internal import ArgumentParser

/// `signalbox repl`.
struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Opens a prompt, with files loaded first.",
    usage: "signalbox repl [OPTIONS] [FILE ...]")

  @ParentCommand var root: SignalboxCommand

  @OptionGroup var limits: Limits
  @OptionGroup var plugins: PluginOptions

  @Option(
    name: .customLong("undo"),
    help: ArgumentHelp("Keep this many steps for .undo.", valueName: "steps"))
  var undoableSteps = Host.standardSteps

  @Argument(
    help: "Scripts whose globals the prompt sees.", completion: .file(extensions: ["lua"]))
  var files: [String] = []

  func validate() throws {
    if !(1...10_000_000).contains(undoableSteps) {
      throw ValidationError("--undo is \(undoableSteps), expected 1 to 10000000.")
    }
    if !root.execute.isEmpty { throw ValidationError("-e and repl exclude each other.") }
  }

  func run() throws {
    Host.talk(
      loading: files, limits.merged(with: root.limits), plugins.merged(with: root.plugins),
      undoing: undoableSteps)
  }
}
