internal import ArgumentParser
internal import SignalboxFiles

/// The `signalbox inspect` command.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows a session in a browser, where you can use the application.",
    usage: "signalbox inspect [OPTIONS] FILE ... [-e CODE]",
    discussion: """
      Loads the files as signalbox repl does, prints the address of a page and opens
      the page. The page shows the screens, the steps so far, the coordinators and a
      prompt. You can tap, swipe, open links, go back to any step, and save your
      actions as a scenario. Ctrl-C ends the session.

      The page is served on this machine only. Each address opens the page once;
      press Enter for another address. $BROWSER names another browser.

      EXAMPLES:
        signalbox inspect app.lua
        signalbox inspect app.lua -e 'app:launch()' --no-open

      EXIT CODES:
      \(SignalboxCommand.scriptExitCodes)
      """)

  @ParentCommand var root: SignalboxCommand

  @Option(
    name: .short, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run this code after loading the files.", valueName: "code"),
    completion: CompletionSource.code)
  var execute: [String] = []

  @OptionGroup(title: "Inspector") var page: InspectorOptions
  @OptionGroup(title: "Limits and Output") var limits: Limits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Argument(
    help: "Scripts to load; the prompt of the page shares their globals.",
    completion: .file(extensions: ["lua"]))
  var files: [String] = []

  func validate() throws {
    let code = execute.isEmpty ? root.execute : execute
    if files.isEmpty, code.isEmpty {
      throw ValidationError("inspect requires a script, as in signalbox inspect app.lua.")
    }
    if let file = files.first(where: { $0.hasSuffix(FolderSearch.ending) }) {
      throw ValidationError("\(file) has scenarios; run them with: signalbox test \(file)")
    }
  }

  func run() throws {
    Host.inspect(
      loading: files, executing: execute.isEmpty ? root.execute : execute, page,
      limits.merged(with: root.limits), plugins.merged(with: root.plugins))
  }
}
