internal import ArgumentParser
internal import Signalbox
internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// The `signalbox render` command.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draws the screens of a scenario or of a recording.",
    usage: "signalbox render [OPTIONS] FILE",
    discussion: """
      FILE is a recording, or a scenario (PATH, PATH:LINE or PATH::TITLE), which is
      run first. Without --step, the result is a storyboard: the screens after each
      step that changed something or failed, with the calls. A recording of an
      application that was already running begins with step 0, which shows the
      screens at the start of the recording.

      PNG requires rsvg-convert, Inkscape or Chromium. Without --output and --format,
      a terminal that supports the Kitty, iTerm2 or Sixel protocol shows an image,
      which requires one of these programs too and, for Sixel, img2sixel or
      ImageMagick. \(TerminalGraphics.variable)=off shows text instead.

      EXAMPLES:
        signalbox render checkout.scenario.lua:3 --output checkout.svg
        signalbox render checkout.scenario.lua:3 --step 4 --output address.png
        signalbox render \(TraceFiles.standardFolder)/checkout-3-buy.sbtrace --step 4

      EXIT CODES:
        0    the screens were drawn
        1    the scenario failed (its screens were drawn unless another error was
             reported), or the screens could not be drawn
        2    FILE cannot be read, or is neither a scenario nor a recording
        64   the command line is invalid
      """)

  @ParentCommand var root: SignalboxCommand
  @OptionGroup(title: "Limits and Output") var limits: TimedLimits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Option(
    help: ArgumentHelp(
      "The step whose screen to draw, or the first and last step of a storyboard, such as 3-8.",
      valueName: "n"))
  var step: StepChoice?

  @Option(
    help: ArgumentHelp(
      "The format: \(formats) (default: the extension of --output; without --output, an "
        + "image if the terminal shows images, otherwise txt).", valueName: "format"),
    completion: .list(ScreenFormat.allCases.map(\.rawValue)), transform: parsed)
  var format: ScreenFormat?

  @Option(
    help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Argument(help: "A scenario or a recording.", completion: .file())
  var file: String

  /// The maximum number of screens in a storyboard.
  private static let maxScreens = 100
  private static let formats = "svg, png or txt"

  func validate() throws {
    try root.rejectCode(with: Self.self)
    if format == .png, output == nil {
      throw ValidationError("--format png requires --output FILE.")
    }
    if format == nil, let output, Self.format(of: output) == nil {
      throw ValidationError("\(output) does not end in .svg, .png or .txt; add --format FORMAT.")
    }
    if let option = scriptOption, !isScenario {
      throw ValidationError(
        "\(option) applies only to scenarios, but \(file) is a recording.")
    }
    let format = format ?? output.flatMap(Self.format(of:)) ?? .txt
    if allLimits.color == .always, format != .txt {
      throw ValidationError(
        "--color always applies only to the format txt, but the format is \(format.rawValue).")
    }
    if allLimits.color == .always, let step, step.last == nil {
      throw ValidationError(
        "--color colors the lines above the screens of a storyboard, but --step \(step.first) "
          + "draws one screen without such a line; omit --color.")
    }
  }

  /// The limits before and after the command's name. The limits after the name take precedence.
  private var allLimits: Limits { limits.merged(with: root.limits) }

  /// Whether ``file`` specifies a scenario and not a recording.
  private var isScenario: Bool {
    file.contains(".lua:") || file.hasSuffix(".lua") || !FilePath.isFile(file)
  }

  /// The name of an option that applies to scripts, or `nil` if none is used.
  private var scriptOption: String? {
    if allLimits.timeout != nil { return "--timeout" }
    if allLimits.memory != nil { return "--memory" }
    return plugins.usedOption
  }

  func run() throws {
    Host.end(watching: "render") { () throws(ScriptError) in
      let (trace, code) = try read()
      let screens = TraceScreens(trace)
      let format = format ?? output.flatMap(Self.format(of:))
      if format == nil, try showImage(of: screens) { return code }
      let drawing = try draw(screens, format ?? .txt)
      switch (output, format) {
      case (let output?, .png): try ImageConverter.write(drawing, to: output)
      case (let output?, _): try WrittenFile.write(drawing.text, to: output)
      case (nil, _): OutputFile(OutputFile.output).print(drawing.text)
      }
      return code
    }
  }

  /// Reads the recording, or runs the scenario to record it.
  private func read() throws(ScriptError) -> (SessionTrace, SignalboxScenarios.ExitCode) {
    guard isScenario else { return (try TraceFile.read(file), .success) }
    let scenario = try RenderedScenario(
      file, allLimits, plugins.merged(with: root.plugins))
    let isFailed = scenario.result.status == .failed
    if isFailed, let failure = scenario.result.failures.first {
      OutputFile(OutputFile.error).print(
        "signalbox: the scenario failed: \(DisplayText.lines("\(failure.error)"))\n")
    }
    return (scenario.trace, isFailed ? .failed : .success)
  }

  /// Shows the screens as an image if standard output is a terminal that can show images. Returns
  /// whether an image was shown.
  private func showImage(of screens: TraceScreens) throws(ScriptError) -> Bool {
    let errors = OutputFile(OutputFile.error)
    let image = try TerminalImage.text(reportingTo: errors) { () throws(ScriptError) in
      try draw(screens, .png)
    }
    guard let image else { return false }
    OutputFile(OutputFile.output).print(image)
    return true
  }

  private func draw(
    _ screens: TraceScreens, _ format: ScreenFormat
  ) throws(ScriptError) -> ScreenFormat.Drawing {
    do throws(NavigationError) {
      if let step, step.last == nil {
        guard let screen = screens.screen(after: step.first) else {
          throw NavigationError(.badArgument, Self.missing(step.first, in: screens, of: file))
        }
        return try format.drawing(of: screen)
      }
      let range = step.map { $0.first...($0.last ?? $0.first) } ?? 0...Int.max
      let shown = screens.storyboard(of: range)
      guard let first = shown.first else {
        throw NavigationError(
          .badArgument,
          step.map { Self.missing($0.first, in: screens, of: file) }
            ?? "\(file) has no step that changes what is shown")
      }
      guard shown.count <= Self.maxScreens else {
        throw NavigationError(
          .badArgument,
          "the storyboard has \(shown.count) screens; at most \(Self.maxScreens) can be drawn",
          hint: "choose the first and the last step, such as --step "
            + "\(first.number)-\(shown[Self.maxScreens - 1].number)")
      }
      return try format.drawing(of: shown, titled: screens.title, heading: heading)
    } catch {
      throw ScriptError(
        .runtime, code: error.code.name, error.message, hint: error.hint)
    }
  }

  /// Returns the line above a screen, with colors if the output is a terminal or an option requests
  /// them.
  private func heading(_ text: String, isFailed: Bool) -> String {
    let choice = allLimits.color ?? .auto
    let isTerminal = output == nil && isatty(OutputFile.output) == 1
    let palette = TextPalette(isColored: choice.isColored(onTerminal: isTerminal))
    return isFailed ? palette.failure(text) : palette.strong(text)
  }

  private static func missing(_ step: Int, in screens: TraceScreens, of file: String) -> String {
    guard let last = screens.screens.last?.number else { return "\(file) has no steps" }
    let first = screens.screens.first?.number == 0 ? 0 : 1
    return "\(file) has no step \(step) to draw; its steps are \(first) to \(last)"
  }

  @Sendable private static func parsed(_ text: String) throws -> ScreenFormat {
    guard let format = ScreenFormat(rawValue: text) else {
      throw ValidationError("expected \(formats)")
    }
    return format
  }

  /// Returns the format for the extension of a file name, or `nil` if there is no such format.
  private static func format(of path: String) -> ScreenFormat? {
    ScreenFormat(rawValue: path.split(separator: ".").last.map(String.init) ?? "")
  }
}
