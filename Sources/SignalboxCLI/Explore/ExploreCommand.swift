internal import ArgumentParser
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// `signalbox explore`.
struct ExploreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Tries every path of an application and checks its properties.",
    usage: "signalbox explore [OPTIONS] [PATH ...]",
    discussion: """
      PATH is a file with properties, an application, or a folder that is searched
      for files whose names end in .properties.lua (default: the current folder).
      Performs every action of every state, breadth first: taps, alert buttons,
      going back, swipes, tabs, links, timers and declared outcomes. Prints the
      answer for each property, with the shortest path to a violation, and writes
      that path as a scenario next to the file.

      EXAMPLES:
        signalbox explore shop.properties.lua
        signalbox explore --max-depth 8 --json app.lua

      EXIT CODES:
        0    no property is violated, as far as the bounds allow
        1    a property is violated
        2    a file failed to load
        5    nothing matched
        64   the command line is invalid
        130  stopped with Ctrl-C before a violation was found
      """)

  @ParentCommand var root: SignalboxCommand
  @OptionGroup(title: "Limits and Output") var limits: Limits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @OptionGroup(title: "Bounds") var bounds: ExploreBounds

  @Flag(help: "Print JSON, one object per file.")
  var json = false

  @Flag(
    inversion: .prefixedNo, help: "Write the path to each violation as a scenario next to the file."
  )
  var write = true

  @Argument(
    help: "Files with properties, applications and folders.",
    completion: .file(extensions: ["lua"]))
  var paths: [String] = []

  func validate() throws {
    if !root.execute.isEmpty { throw ValidationError("-e cannot be combined with explore.") }
  }

  func run() throws {
    Host.end(watching: "explore") { () throws(ScriptError) in
      let host = try ExploreHost(
        bounds, limits.merged(with: root.limits), plugins.merged(with: root.plugins),
        isJSON: json, writes: write)
      var search = FolderSearch { $0.hasSuffix(Self.ending) }
      for path in paths.isEmpty ? ["."] : paths { try search.add(path) }
      guard !search.files.isEmpty else {
        OutputFile(OutputFile.error).print(
          "signalbox: no file whose name ends in \(Self.ending) was found; pass a file: signalbox "
            + "explore app.lua\n")
        return .nothingMatched
      }
      var code = SignalboxScenarios.ExitCode.success
      for path in search.files.sorted() {
        let result = try host.explore(path)
        if code == .success { code = result }
        if UserStop.reason != nil { break }
      }
      return code
    }
  }

  /// The file name suffix of property files.
  static let ending = ".properties.lua"
}
