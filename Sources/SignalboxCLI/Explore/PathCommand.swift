internal import ArgumentParser
internal import SignalboxScenarios
internal import SignalboxScripting

/// The `signalbox path` command.
struct PathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "Prints the shortest path to a state as a scenario.",
    usage: "signalbox path [OPTIONS] FILE --to EXPECTATIONS",
    discussion: """
      Explores FILE as signalbox explore does, with the actions and limits that FILE
      declares. EXPECTATIONS are keys and values as in app:expect.

      EXAMPLES:
        signalbox path app.lua --to 'front = "payment"'
        signalbox path app.lua --to 'modal = { "address" }' --all

      EXIT CODES:
        0    a path was found
        1    the application does not start, or an error ended the exploration
        2    FILE failed to load
        5    no state satisfies the expectations
        64   the command line is invalid
        130  stopped with Ctrl-C before all paths were followed
      """)

  @ParentCommand var root: SignalboxCommand
  @OptionGroup(title: "Limits and Output") var limits: TimedLimits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Exploration Limits") var bounds: ExploreBounds

  @Option(
    help: ArgumentHelp(
      "The expectations at the end of the path, such as 'front = \"payment\"'.",
      valueName: "expectations"))
  var to: String

  @Flag(help: "Print a path to each state that satisfies the expectations.")
  var all = false

  @Flag(help: "Print only the shortest path (the default).")
  var shortest = false

  @Flag(help: "Print the paths as one JSON object.")
  var json = false

  @Argument(
    help: "A file with properties, or an application.", completion: .file(extensions: ["lua"]))
  var file: String

  func validate() throws {
    try root.rejectCode(with: Self.self)
    if all, shortest { throw ValidationError("--all cannot be combined with --shortest.") }
  }

  func run() throws {
    Host.end(watching: "path") { () throws(ScriptError) in
      let host = try ExploreHost(
        bounds, limits.merged(with: root.limits), plugins.merged(with: root.plugins),
        isJSON: json)
      return try host.printPaths(in: file, to: to, all: all)
    }
  }
}
