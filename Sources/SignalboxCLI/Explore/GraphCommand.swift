internal import ArgumentParser
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// The `signalbox graph` command.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws the screens of an application and the transitions between them.",
    usage: "signalbox graph [OPTIONS] FILE",
    discussion: """
      Explores FILE as signalbox explore does, with the actions and limits that FILE
      declares. Each screen that is in front in some state is a node, in a box for
      its coordinator type; declared screens that no path reaches are dashed.

      PNG requires rsvg-convert, Inkscape or Chromium. Without --output and --format,
      a terminal that supports the Kitty, iTerm2 or Sixel protocol shows an image,
      which requires one of these programs too and, for Sixel, img2sixel or
      ImageMagick. \(TerminalGraphics.variable)=off shows text instead.

      EXAMPLES:
        signalbox graph app.lua --output app.svg
        signalbox graph app.lua --format mermaid >> README.md
        signalbox graph app.lua --output app.png
        signalbox graph app.lua --traces .signalbox/out --output app.html

      EXIT CODES:
        0    the graph was written
        1    the application does not start, an error ended the exploration, or
             the file cannot be written
        2    FILE failed to load, or a recording cannot be read
        64   the command line is invalid
        130  stopped with Ctrl-C; the graph contains the screens found until then
      """)

  @ParentCommand var root: SignalboxCommand
  @OptionGroup(title: "Limits and Output") var limits: TimedLimits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Exploration Limits") var bounds: ExploreBounds

  @Option(
    help: ArgumentHelp(
      "The format: \(formats) (default: the extension of --output; without --output, an "
        + "image if the terminal shows images, otherwise dot).", valueName: "format"),
    completion: .list(GraphChoice.names), transform: parsed)
  var format: GraphChoice?

  @Option(
    help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Color the screens and transitions by whether the recordings in this file or folder, written "
        + "by signalbox test --trace on, reach them. May be repeated.", valueName: "path"),
    completion: .file())
  var traces: [String] = []

  @Argument(
    help: "A file with properties, or an application.", completion: .file(extensions: ["lua"]))
  var file: String

  func validate() throws {
    try root.rejectCode(with: Self.self)
    if format == .png, output == nil {
      throw ValidationError("--format png requires --output FILE.")
    }
    guard format == nil, let output, GraphChoice(endingOf: output) == nil else { return }
    throw ValidationError(
      "\(output) does not end in .svg, .png, .html, .dot, .mmd, .puml, .json or .txt. Specify a "
        + "--format.")
  }

  func run() throws {
    Host.end(watching: "graph") { () throws(ScriptError) in
      let host = try ExploreHost(
        bounds, limits.merged(with: root.limits), plugins.merged(with: root.plugins))
      let format = format ?? output.flatMap(GraphChoice.init(endingOf:))
      return try host.writeGraph(of: file, as: format, to: output, coloredBy: traces)
    }
  }

  private static let formats = "svg, png, html, dot, mermaid, plantuml, json or txt"

  @Sendable private static func parsed(_ text: String) throws -> GraphChoice {
    guard let format = GraphChoice(named: text) else {
      throw ValidationError("expected \(formats)")
    }
    return format
  }
}
