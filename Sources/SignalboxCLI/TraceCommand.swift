internal import ArgumentParser
internal import Signalbox
internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// The `signalbox trace` command.
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Shows, prints, compares and redacts recordings.",
    usage: """
      signalbox trace open [PATH]
      signalbox trace show FILE ...
      signalbox trace diff FILE FILE
      signalbox trace redact FILE NAME ...
      """,
    discussion: """
      signalbox test records each scenario that fails (with --trace on, every
      scenario) and writes the recordings to \(TraceFiles.standardFolder). At the prompt,
      .record FILE records the session, and .replay FILE replays a recording.

      EXAMPLES:
        signalbox trace open
        signalbox trace show \(TraceFiles.standardFolder)
      """,
    subcommands: [Open.self, Show.self, Difference.self, Redact.self])

  /// The `signalbox trace open` command.
  struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "open",
      abstract: "Shows recordings in a browser: the screens before and after each step.",
      usage: "signalbox trace open [OPTIONS] [PATH]",
      discussion: """
        Writes one HTML page next to the recording or, if PATH is a folder, to
        index.html in the folder. Prints the path of the page and opens the page,
        which needs no network. $BROWSER names another browser, and
        $\(EditorAddress.variable) another editor.

        With --against, the page shows the screens of two recordings next to each
        other, beginning with their first difference. With --against passed, the
        second recording is the last one in which the same scenario passed.

        With --redact, the page does not contain the values of the named arguments
        and text fields. The texts of password fields are never recorded.

        EXAMPLES:
          signalbox trace open
          signalbox trace open checkout.sbtrace --against before.sbtrace
          signalbox trace open \(TraceFiles.standardFolder)/checkout-13-guest-buys.sbtrace
          signalbox trace open checkout.sbtrace --output checkout.html
        """)

    @Argument(
      help:
        "A recording, or a folder that contains recordings (default: \(TraceFiles.standardFolder)).",
      completion: .file())
    var path: String?

    @Option(
      help: ArgumentHelp(
        "Compare with this recording; passed selects the last recording in which the same scenario "
          + "passed.", valueName: "file|passed"),
      completion: .file())
    var against: String?

    @Option(help: RedactionChoice.help("the page"))
    var redact: [RedactionChoice] = []

    @Option(
      help: ArgumentHelp(
        "Write the page to this file, without opening it and without links to an editor.",
        valueName: "file"), completion: .file())
    var output: String?

    func run() throws {
      Host.end { () throws(ScriptError) in
        let path = path ?? TraceFiles.standardFolder
        let files = try TraceFile.paths(path)
        let other = try self.other(than: files, in: path)
        var traces = try TraceFile.read(
          files + [other].compactMap(\.self), of: path, without: RecordingRedaction(redact))
        let against = other == nil ? nil : traces.removeLast()
        var page = TracePage(zip(files, traces).map { (name: $0, trace: $1) })
        if output == nil {
          page.root = FilePath.resolved(".")
          page.editor = try EditorAddress.selected()
        }
        if let other, let against { page.against = (other, against) }
        let written = output ?? TraceFile.page(for: path)
        try WrittenFile.write(page.html, to: written, isSynced: false)
        let standard = OutputFile(OutputFile.output)
        standard.print("\(DisplayText.line(written))\n")
        if output == nil, let problem = Browser.open(written) {
          OutputFile(OutputFile.error).print(
            "signalbox: cannot start a browser (\(problem)); open the file above yourself\n")
        }
        return .success
      }
    }

    /// Returns the path of the recording that `--against` compares a recording with.
    private func other(
      than files: [String], in path: String
    ) throws(ScriptError) -> String? {
      guard let against else { return nil }
      guard files.count == 1 else {
        throw ScriptError(
          .module,
          "--against compares one recording, but \(path) contains \(files.count); pass one of them")
      }
      return against == "passed" ? try TraceFile.passed(files[0]) : against
    }
  }

  /// The `signalbox trace show` command.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Prints the steps of recordings and the changes of each step.",
      usage: "signalbox trace show FILE ...",
      discussion: """
        EXAMPLE:
          signalbox trace show \(TraceFiles.standardFolder)
        """)

    @Argument(help: "Recordings, or folders that contain them.", completion: .file())
    var paths: [String]

    func run() throws {
      Host.end { () throws(ScriptError) in
        let output = OutputFile(OutputFile.output)
        var files: [String] = []
        for path in paths { files += try TraceFile.paths(path) }
        for (index, path) in files.enumerated() {
          if index > 0 { output.write("\n") }
          output.write(TraceText.draw(try TraceFile.read(path)) + "\n")
        }
        output.flush()
        return .success
      }
    }
  }

  /// The `signalbox trace diff` command.
  struct Difference: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Reports where two recordings diverge and how their states differ.",
      usage: "signalbox trace diff FILE FILE",
      discussion: """
        EXAMPLE:
          signalbox trace diff before.sbtrace after.sbtrace

        EXIT CODES:
          0    the recordings are identical
          1    the recordings diverge
          2    a file is not a recording or cannot be read
          64   the command line is invalid
        """)

    @Argument(help: "A recording.", completion: .file())
    var first: String

    @Argument(help: "Another recording.", completion: .file())
    var second: String

    func run() throws {
      Host.end { () throws(ScriptError) in
        let traces = (try TraceFile.read(first), try TraceFile.read(second))
        let text = TraceText.parting(traces.0, traces.1, names: (first, second))
        let output = OutputFile(OutputFile.output)
        let count = traces.0.steps.count
        output.print((text ?? "identical: \(counted(count, "step"))") + "\n")
        return text == nil ? .success : .failed
      }
    }
  }

  /// The `signalbox trace redact` command.
  struct Redact: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "redact",
      abstract: "Writes a copy of a recording in which certain values are replaced.",
      usage: "signalbox trace redact FILE NAME ... [--output FILE] [--force]",
      discussion: """
        Replaces the values of the named arguments and text fields with
        \(RecordingRedaction.replacement), wherever the recording contains them: in calls, states, titles,
        printed lines and source lines. Use '\(RecordingRedaction.everything)' for all arguments and text
        fields. Values of fewer than four characters are replaced only as complete
        words. The texts of password fields are never recorded.

        At the prompt, .replay uses \(RecordingRedaction.replacement) in place of the values.

        EXAMPLES:
          signalbox trace redact checkout.sbtrace email cardNumber
          signalbox trace redact checkout.sbtrace '\(RecordingRedaction.everything)' --output shared.sbtrace
        """)

    @Argument(help: "A recording.", completion: .file())
    var path: String

    @Argument(help: "The names of arguments and text fields.")
    var names: [RedactionChoice]

    @Option(
      help: ArgumentHelp(
        "Write the copy to this file (default: next to the recording).", valueName: "file"),
      completion: .file())
    var output: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    private var written: String { output ?? TraceFile.shared(path) }

    func validate() throws {
      if !force, FilePath.exists(written) {
        throw ValidationError("\(written) already exists; --force replaces it.")
      }
    }

    func run() throws {
      Host.end { () throws(ScriptError) in
        let lines = try TraceFile.lines(path, without: RecordingRedaction(names))
        try WrittenFile.write(lines.map { $0 + "\n" }.joined(), to: written, isSynced: false)
        OutputFile(OutputFile.output).print("\(DisplayText.line(written))\n")
        return .success
      }
    }
  }
}
