internal import ArgumentParser
internal import SignalboxScripting

/// The `signalbox mcp` command.
struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "Serves tools for AI agents (Model Context Protocol).",
    usage: "signalbox mcp [OPTIONS] [FILE ...]",
    discussion: """
      Loads FILE and serves an MCP client on standard input and output, one message
      per line. Agents can see the state, perform gestures and operations, list and
      run scenarios, explain failures, explore every path, find a path to a state,
      and evaluate Lua. Without --allow-changes, agents write no files and plugins
      have no permissions.

      EXAMPLES:
        signalbox mcp app.lua
        signalbox mcp --allow-changes app.lua

      EXIT CODES:
        0    the input has ended, or the client has closed the output
        2    a stream cannot be used
        64   the command line is invalid
        129  stopped with SIGHUP
        130  stopped with Ctrl-C
        143  stopped with SIGTERM
      """)

  @ParentCommand var root: SignalboxCommand

  @Flag(
    help: """
      Let tools write scenarios, snapshots and recordings in the current folder, and let plugins \
      have permissions.
      """)
  var allowChanges = false

  @OptionGroup(title: "Limits and Output") var limits: TimedLimits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Argument(
    help: "Scripts to load; the tools use the application that the scripts define.",
    completion: .file(extensions: ["lua"]))
  var files: [String] = []

  func validate() throws {
    try root.rejectCode(with: Self.self)
  }

  func run() throws {
    var plugins = plugins.merged(with: root.plugins)
    if !allowChanges {
      if plugins.trust || !plugins.permissions.isEmpty {
        let option = plugins.trust ? "--trust" : "--allow"
        throw ValidationError("\(option) requires --allow-changes.")
      }
      plugins.isSealed = true
    }
    let words = JobWords(limits.merged(with: root.limits), plugins).serve(files)
    let allowsChanges = allowChanges
    Host.end { () throws(ScriptError) in
      let streams = try StandardStreams.takeOver()
      return try AgentServer(streams, words, allowsChanges: allowsChanges).run()
    }
  }
}
