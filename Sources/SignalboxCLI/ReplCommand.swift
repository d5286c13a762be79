internal import ArgumentParser
internal import SignalboxScripting

/// The `signalbox repl` command.
struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Loads files and opens a prompt.",
    usage: """
      signalbox repl [OPTIONS] [FILE ...] [-e CODE [-i]]
      signalbox repl --app COMMAND [OPTIONS] [MODEL ...]
      signalbox repl --attach SOCKET
      """,
    discussion: """
      With -e, the command ends after running the code, as signalbox -e does; add -i
      to open the prompt. .help at the prompt lists its commands.

      EXAMPLES:
        signalbox repl app.lua
        signalbox repl app.lua -e 'app:launch()' -i
        signalbox repl --app ./shop shop.lua
        signalbox repl --listen app.lua
        signalbox repl --inspect app.lua
        signalbox repl --attach app
        signalbox repl --inspect --attach app

      EXIT CODES:
      \(SignalboxCommand.scriptExitCodes)
      """)

  @ParentCommand var root: SignalboxCommand

  @Option(
    name: .short, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Run this code after loading the files, and then end or, with -i, open the prompt.",
      valueName: "code"),
    completion: CompletionSource.code)
  var execute: [String] = []

  @OptionGroup(title: "Prompt") var prompt: PromptOptions
  @OptionGroup(title: "Application") var app: AppTarget
  @OptionGroup(title: "Remote Sessions") var listen: ListenOptions
  @OptionGroup(title: "Remote Sessions") var attach: AttachChoice
  @Flag(
    name: .customLong("inspect"),
    help: "Also show the session in a browser, as signalbox inspect does.")
  var isInspected = false

  @OptionGroup(title: "Inspector") var page: InspectorOptions
  @OptionGroup(title: "Limits and Output") var limits: Limits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Option(
    name: .customLong("undo"),
    help: ArgumentHelp(
      "Keep this many steps for .undo (default: \(Host.standardSteps)).", valueName: "steps"))
  var undoableSteps: Int?

  @Argument(
    help: "Scripts to load; the prompt shares their globals.",
    completion: .file(extensions: ["lua"]))
  var files: [String] = []

  func validate() throws {
    if let undoableSteps, !(1...10_000_000).contains(undoableSteps) {
      throw ValidationError("--undo is \(undoableSteps); expected 1 to 10000000.")
    }
    if undoableSteps != nil, attach.socket != nil {
      throw ValidationError(
        "--undo and --attach cannot be combined; pass --undo to the command that listens.")
    }
    try attach.validate(files: files, listen)
    try listen.validate(files: files)
    if page.isUsed, !isInspected {
      throw ValidationError("--no-open, --page-port and --web-view require --inspect.")
    }
    try validateSharing()
    guard app.text != nil else { return }
    if attach.socket != nil { throw ValidationError("--app and --attach cannot be combined.") }
    if listen.endpoint(for: nil) != nil {
      throw ValidationError(
        "--app and --listen cannot be combined; other clients attach to the application itself.")
    }
  }

  /// Rejects code for a session in another process, and a session that would end before a client
  /// can use it.
  private func validateSharing() throws {
    if !code.isEmpty, attach.socket != nil {
      throw ValidationError(
        "-e and --attach cannot be combined; pass the code on standard input instead.")
    }
    guard !code.isEmpty, !prompt.merged(with: root.prompt).interactive else { return }
    let option = isInspected ? "--inspect" : "--listen"
    guard isInspected || listen.endpoint(for: files.first) != nil else { return }
    throw ValidationError(
      "\(option) with -e requires -i, because without a prompt the session ends after the code.")
  }

  /// The code that runs after the files. Options may precede or follow a subcommand, so the
  /// subcommand reads options from both positions.
  private var code: [String] { execute.isEmpty ? root.execute : execute }

  func run() throws {
    let limits = limits.merged(with: root.limits)
    if let endpoint = attach.endpoint {
      Host.end { () throws(ScriptError) in
        try RemotePrompt(
          to: endpoint, tokenFile: attach.tokenFile, limits, prompt.merged(with: root.prompt),
          plugins.merged(with: root.plugins), inspecting: isInspected ? page : nil
        ).run()
      }
    }
    Host.talk(
      loading: files, executing: code, prompt.merged(with: root.prompt), limits,
      plugins.merged(with: root.plugins), undoing: undoableSteps ?? Host.standardSteps,
      listeningAt: listen.endpoint(for: files.first), inspecting: isInspected ? page : nil,
      on: app.choice)
  }
}
