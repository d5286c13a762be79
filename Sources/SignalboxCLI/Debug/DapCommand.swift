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
      breakpoints, failed expectations, rejected operations and errors, and
      step forward and backward. The request attach names a session that listens,
      such as that of signalbox repl --listen, and debugs its scripts; it does not
      end the session. The process ends with its input. The event exited contains
      the exit code of the program.

      EXAMPLES:
        signalbox dap

      EXIT CODES:
        0    the editor has disconnected, or has closed its stream
        2    a stream cannot be used
        64   the command line is invalid
        130  code did not end after the editor had closed its stream
        143  stopped with SIGTERM
      """)

  @ParentCommand var root: SignalboxCommand

  @Option(
    help: ArgumentHelp(
      """
      Limit the memory of scripts, such as 64MB or 1GiB (default: \(MemoryLimit.standard)).
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
