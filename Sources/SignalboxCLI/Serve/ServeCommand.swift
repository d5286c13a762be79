internal import ArgumentParser
internal import SignalboxScripting

/// The `signalbox serve` command.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves the Signalbox protocol to the program that starts this command.",
    usage: "signalbox serve --stdio [OPTIONS] [FILE ...]",
    discussion: """
      Loads FILE, reads JSON-RPC 2.0 requests from standard input and writes the
      responses to standard output. Each message has a Content-Length header. The
      requests are for the state, operations, gestures, events, scripts, scenarios,
      explorations and the linter. Standard output contains only messages; the output
      of scripts is sent in output/text notifications. The process ends when its
      input ends. The time limit for a file or a request is 10 seconds, unless
      --timeout sets another limit.

      EXAMPLES:
        signalbox serve --stdio app.lua

      EXIT CODES:
        0    the input has ended
        2    the configuration or standard output cannot be used
        64   the command line is invalid
        130  stopped with Ctrl-C
        143  stopped with SIGTERM
      """)

  @ParentCommand var root: SignalboxCommand

  @Flag(help: "Use standard input and output; required.")
  var stdio = false

  @OptionGroup(title: "Limits and Output") var limits: TimedLimits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Argument(
    help: "Scripts to load; requests share the globals of the scripts.",
    completion: .file(extensions: ["lua"]))
  var files: [String] = []

  func validate() throws {
    try root.rejectCode(with: Self.self)
    guard stdio else {
      throw ValidationError(
        "serve requires --stdio; to listen on a socket, use: signalbox run --listen FILE.")
    }
  }

  func run() throws {
    Host.serve(
      loading: files, limits.merged(with: root.limits), plugins.merged(with: root.plugins))
  }
}
