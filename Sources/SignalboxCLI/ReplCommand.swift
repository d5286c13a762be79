internal import ArgumentParser
internal import SignalboxREPL
internal import SignalboxScripting

/// `signalbox repl`.
struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Opens a prompt, with files loaded first.",
    usage: """
      signalbox repl [OPTIONS] [FILE ...] [-e CODE [-i]]
      signalbox repl --attach SOCKET
      """)

  @ParentCommand var root: SignalboxCommand

  @Option(
    name: .short, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Run this code after the files, and open no prompt unless -i is given.", valueName: "code"))
  var execute: [String] = []

  @OptionGroup var prompt: PromptOptions
  @OptionGroup var offer: ListenOptions
  @OptionGroup var attach: AttachChoice
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
    try attach.validate(files: files, offer)
  }

  func run() throws {
    let limits = limits.merged(with: root.limits)
    if let place = attach.place {
      Host.end { () throws(ScriptError) in
        try RemotePrompt(
          to: place, tokenFile: attach.tokenFile, limits.color, prompt.merged(with: root.prompt)
        ).run()
      }
    }
    Host.talk(
      // Before the word or behind it, both are read by the command that stands there.
      loading: files, executing: execute.isEmpty ? root.execute : execute,
      prompt.merged(with: root.prompt), limits, plugins.merged(with: root.plugins),
      undoing: undoableSteps, listeningAt: offer.place(for: files.first))
  }
}
