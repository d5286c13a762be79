internal import ArgumentParser
internal import SignalboxDebugging
internal import SignalboxScripting

/// The `signalbox dap` command.
struct DapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dap",
    abstract: "Debugs scripts and scenarios for an editor (Debug Adapter Protocol).",
    usage: "signalbox dap [OPTIONS]",
    discussion: """
      Serves an editor on standard input and output. Each message has a
      Content-Length header. The editor's launch request names the program: a
      script, a scenario file, or FILE.scenario.lua:LINE. Scripts stop at
      breakpoints, failed expectations, rejected operations and errors, and the
      editor can step forward and backward. Instead, an attach request can name a
      session that listens for clients, such as that of signalbox repl --listen, to
      debug the session's scripts without ending the session. The process ends when
      its input ends. The exited event contains the exit code of the program.

      EXAMPLES:
        signalbox dap

      EXIT CODES:
        0    the editor has disconnected, or has closed its stream
        2    a stream cannot be used
        64   the command line is invalid
        130  a script kept running after the editor had closed its stream
        143  stopped with SIGTERM
      """)

  @ParentCommand var root: SignalboxCommand

  @Option(
    help: ArgumentHelp(
      """
      Limit the memory of scripts to this size, such as 64MB or 1GiB (default: \
      \(MemoryLimit.standard)).
      """,
      valueName: "size"))
  var memory: MemoryLimit?

  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  func validate() throws {
    try root.rejectCode(with: Self.self)
  }

  func run() throws {
    let (memory, plugins) = (memory ?? root.limits.memory, plugins.merged(with: root.plugins))
    Host.end(watching: "the program") { () throws(ScriptError) in
      UserStop.install()
      let streams = try StandardStreams.takeOver()
      let connection = try DebugConnection(streams)
      let host = ProjectDebugHost(memory: memory?.bytes, plugins)
      return connection.run(DebugAdapter(host, connection.inbox, connection.outbox))
    }
  }
}
