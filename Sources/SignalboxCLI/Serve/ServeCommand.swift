internal import ArgumentParser
internal import SignalboxScripting

/// The `signalbox serve` command.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serves the protocol to the program that starts it.",
    usage: "signalbox serve --stdio [OPTIONS] [FILE ...]",
    discussion: """
      Loads FILE and answers JSON-RPC 2.0 requests on standard input and output, each
      with a Content-Length header: the state, operations and gestures, events,
      scripts, scenarios, explorations and the linter. Standard output contains only
      messages; the output of scripts is sent as output/text. The process ends when
      its input ends. The time limit of a file or a request is 10 seconds, or
      --timeout.

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
    help: "Scripts to load; requests share their globals.",
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
