internal import ArgumentParser
internal import Signalbox
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// The command line: `signalbox` alone, or with a subcommand.
///
/// Every command declares its name. Otherwise, the parser would derive the names of all commands
/// from their types at every start. Benchmark: `start`.
@main
struct SignalboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signalbox",
    abstract: "Runs and tests app navigation defined in Lua scripts.",
    usage: """
      signalbox [OPTIONS]                    open a prompt, or run stdin
      signalbox [OPTIONS] -e CODE [-- ARGS]  run one chunk of code
      signalbox run FILE [-- ARGS]           run a script
      signalbox test [PATH ...]              run scenarios
      signalbox lint [PATH ...]              find mistakes in scripts
      signalbox explore [PATH ...]           try every path, check properties
      signalbox path FILE --to EXPECTATIONS  print a path to a state
      signalbox cover FILE --write FOLDER    cover every transition
      signalbox graph FILE                   draw screens and transitions
      signalbox render FILE                  draw the screens of a scenario
      signalbox report merge PATH ...        merge the reports of shards
      signalbox trace open|show|diff ...     show and compare recordings
      signalbox repl [FILE ...]              load files and open a prompt
      signalbox serve --stdio [FILE ...]     serve the protocol to an editor
      signalbox dap                          debug scenarios in an editor
      signalbox mcp [FILE ...]               serve tools to an AI agent
      signalbox inspect FILE ...             use an application in a browser
      signalbox record --app COMMAND FILE    record actions as a scenario
      signalbox init [FOLDER]                create a project
      signalbox plugin list|info|new         inspect or create plugins
      signalbox trust|untrust [FOLDER]       trust a project's permissions
      signalbox doctor                       diagnose the installation
      signalbox lua-types                    print definitions for editors
      signalbox completions bash|zsh|fish    print a completion script
      signalbox man FOLDER                   write the manual pages
      """,
    discussion: """
      EXAMPLES:
        signalbox init shop && cd shop && signalbox test
        signalbox repl app.lua
        signalbox -e 'print(app.name)'

      EXIT CODES:
      \(exitCodes)
      """,
    version: Version.text,
    subcommands: [
      RunCommand.self, TestCommand.self, LintCommand.self, ExploreCommand.self, PathCommand.self,
      CoverCommand.self, GraphCommand.self, RenderCommand.self, ReportCommand.self,
      TraceCommand.self,
      ReplCommand.self,
      InspectCommand.self, ServeCommand.self, DapCommand.self, MCPCommand.self, RecordCommand.self,
      InitCommand.self, PluginsCommand.self,
      TrustCommand.self, UntrustCommand.self, DoctorCommand.self, LuaTypesCommand.self,
      CompletionsCommand.self, ManCommand.self,
    ])

  @Option(
    name: .short, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Run this code. May be repeated; each -e adds a line.", valueName: "code"),
    completion: CompletionSource.code)
  var execute: [String] = []

  @OptionGroup(title: "Prompt") var prompt: PromptOptions

  @OptionGroup(title: "Limits and Output") var limits: Limits

  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Argument(
    parsing: .postTerminator, help: "The arguments of the script, available as ... and arg.")
  var arguments: [String] = []

  func run() throws {
    if prompt.interactive {
      guard arguments.isEmpty else {
        throw ValidationError("-i opens a prompt, which accepts no arguments; remove them.")
      }
      Host.talk(loading: [], executing: execute, prompt, limits, plugins)
    } else if !execute.isEmpty {
      let source = Array(execute.joined(separator: "\n").utf8)
      Host.run(named: Host.codeName, arguments: arguments, limits, plugins) { source }
    } else if isatty(InputFile.input) == 1 {
      guard arguments.isEmpty else {
        throw ValidationError("Arguments require a script; pass -e CODE.")
      }
      Host.talk(loading: [], executing: [], prompt, limits, plugins)
    } else {
      Host.run(
        named: "stdin", arguments: arguments, limits, plugins, reading: ScriptFile.readStandardInput
      )
    }
  }

  /// Rejects `-e` before a command that does not run its code.
  func rejectCode(with command: any ParsableCommand.Type) throws {
    guard !execute.isEmpty else { return }
    let name = command.configuration.commandName ?? ""
    throw ValidationError("-e cannot be combined with \(name).")
  }

  /// The exit codes of all commands, one per line.
  static let exitCodes = SignalboxScenarios.ExitCode.allCases.map(line(of:))
    .joined(separator: "\n")

  /// The exit codes of commands that run scripts but no scenarios, one per line.
  static let scriptExitCodes = SignalboxScenarios.ExitCode.allCases
    .filter { ![.nothingMatched, .hungUp].contains($0) }.map(line(of:)).joined(separator: "\n")

  private static func line(of code: SignalboxScenarios.ExitCode) -> String {
    let number = String(code.rawValue)
    return "  \(number)\(String(repeating: " ", count: 5 - number.count))\(code.summary)"
  }

  /// Returns the error for an argument that is in the position of a command but does not name a
  /// command, or `nil` if there is none.
  static func unknownCommand(in arguments: some Sequence<String>) -> String? {
    var type: any ParsableCommand.Type = Self.self
    for word in arguments {
      let commands = type.configuration.subcommands
      guard !commands.isEmpty, !word.hasPrefix("-"), !word.hasSuffix(".lua") else { return nil }
      if let next = commands.first(where: { $0.configuration.commandName == word }) {
        type = next
        continue
      }
      let known = commands.compactMap { $0.configuration.commandName } + ["help"]
      let hint = nameHint(for: word, in: known).map { "; \($0)" } ?? ""
      return "There is no command \(quotation(word))\(hint)"
    }
    return nil
  }

  /// Returns the message of a rejected command line. An error at an option that all commands share
  /// is followed by the usage of the command that the line names, not by the usage of the program.
  private static func message(ofRejected arguments: [String], _ error: any Error) -> String {
    let text = fullMessage(for: error)
    let ending = "\n  See 'signalbox --help' for more information."
    guard let name = arguments.first, text.hasSuffix(ending),
      let command = configuration.subcommands.first(where: {
        $0.configuration.commandName == name
      }), let start = text.firstRange(of: "\nUsage: ")
    else { return text }
    return "\(text[..<start.lowerBound])\nUsage: \(usageString(for: command))\n"
      + "  See 'signalbox \(name) --help' for more information."
  }

  /// The commands that use no option of the enclosing command.
  private static let withoutScripts: [any ParsableCommand.Type] = [
    TraceCommand.Open.self, TraceCommand.Show.self, TraceCommand.Difference.self,
    TraceCommand.Redact.self,
    ReportCommand.Merge.self, CompletionsCommand.self, ManCommand.self, UntrustCommand.self,
  ]

  /// Rejects options of the prompt before a command that opens no prompt.
  private static func checkPromptOptions(
    in arguments: [String], before command: any ParsableCommand
  ) throws {
    guard !(command is SignalboxCommand), !(command is ReplCommand),
      let name = type(of: command).configuration.commandName,
      let option = arguments.prefix(while: { $0 != name })
        .first(where: ["-i", "--interactive", "--plain", "--no-history"].contains)
    else { return }
    let advice = (command as? RunCommand).map {
      "to open a prompt after the script, use: signalbox repl \($0.file)"
    }
    throw ValidationError(
      "\(option) has no effect before \(name), because the command opens no prompt; "
        + (advice ?? "remove \(option)."))
  }

  /// Returns the command for a line that is empty or consists of `-e CODE`, or `nil` for other
  /// lines, which have to be parsed. The parser takes more than half of the time of a start, because
  /// it searches for the conformances of its generic types. Benchmarks: `start` and `prompt`.
  static func withoutParsing(_ arguments: [String]) -> SignalboxCommand? {
    guard arguments.isEmpty || (arguments.count == 2 && arguments[0] == "-e") else { return nil }
    var command = SignalboxCommand()
    command.execute = Array(arguments.dropFirst())
    command.prompt = .unset
    command.limits = .unset
    command.plugins = .unset
    command.arguments = []
    return command
  }

  static func main() {
    StandardStreams.reserve()
    let arguments = JobMode.begin(Array(CommandLine.arguments.dropFirst()))
    // A worker process does not parse arguments, because it receives its work later.
    let first = arguments.first
    if first == WorkerProcess.argument { ScenarioWorker.run() }
    if first == CompletionShell.argument {
      CompletionShell.run(Array(arguments.dropFirst()))
    }
    if first == TestCommand.configuration.commandName { WorkerHost.startEarly() }
    do {
      if let command = withoutParsing(arguments) {
        try command.run()
        exit()
      }
      var command = try parseAsRoot(
        ListenOptions.spelledOut(
          TestOptions.spelledOut(arguments)))
      if let option = arguments.first, option.hasPrefix("-"),
        withoutScripts.contains(where: { $0 == type(of: command) })
      {
        throw ValidationError(
          "\(option) has no effect before this command; remove \(option).")
      }
      try checkPromptOptions(in: arguments, before: command)
      try command.run()
      exit()
    } catch {
      let first = arguments.first ?? ""
      if JobMode.isOn, exitCode(for: error) == .validationFailure {
        JobMode.report("badParams", message(for: error))
        exit(withError: ArgumentParser.ExitCode(SignalboxScenarios.ExitCode.usage.rawValue))
      }
      if exitCode(for: error) == .validationFailure,
        let sentence = unknownCommand(in: arguments)
      {
        let usage = fullMessage(for: error).drop { $0 != "\n" }
        let errors = OutputFile(OutputFile.error)
        errors.print("Error: \(sentence)\(usage)\n")
        exit(withError: ArgumentParser.ExitCode(SignalboxScenarios.ExitCode.usage.rawValue))
      }
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      let errors = OutputFile(OutputFile.error)
      errors.print("\(message(ofRejected: arguments, error))\n")
      if first.hasSuffix(".lua") {
        let hint =
          first.hasSuffix(FolderSearch.ending)
          ? "To run scenarios, use: signalbox test" : "To run a script, use: signalbox run"
        errors.print("\(hint) \(first)\n")
      }
      exit(withError: ArgumentParser.ExitCode(SignalboxScenarios.ExitCode.usage.rawValue))
    }
  }
}
