internal import LineEditor
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting

/// The prompt of a session in another process.
final class RemotePrompt {
  private let client: AttachClient
  private let input: PromptInput
  private let output = OutputFile(OutputFile.output)
  private let errors = OutputFile(OutputFile.error)
  private let palette: TextPalette
  private let isLive: Bool
  /// Whether a line is being typed, so that other output must start on a new line.
  private let file: InputFile
  private var isTyping = false
  private var hasFailed = false
  private var isFinished = false

  /// - Parameter tokenFile: The file of the token; by default next to the socket.
  init(
    to place: SocketAddress, tokenFile: String?, _ color: ColorChoice?, _ options: PromptOptions
  ) throws(ScriptError) {
    ScriptSession.installInterruptHandler()
    file = InputFile(takeInterrupt: ScriptSession.takePendingInterrupt)
    isLive = file.isTerminal && output.isTerminal
    let isColored = (color ?? .auto).isColored(onTerminal: output.isTerminal)
    palette = TextPalette(isColored: isColored)
    client = try Self.translated { () throws(AttachError) in
      try AttachClient(
        to: place, tokenFile: tokenFile, isColored: isColored,
        takeInterrupt: ScriptSession.takePendingInterrupt)
    }
    let assistant = AttachedAssistant(client)
    input =
      isLive
      ? PromptInput.open(options.habits, palette, file, assistant: { assistant }) : .file(file)
    client.onNotice = { [unowned self] in show($0) }
  }

  /// Runs until the input or the host ends; without a terminal, until an input fails.
  ///
  /// - Returns: Success at a terminal, otherwise whether an input failed.
  func run() throws(ScriptError) -> ExitCode {
    if isLive {
      let welcome = client.welcome
      output.write(
        "attached to \(welcome.host) · \(welcome.lua) · .help · Ctrl-D leaves it running\n")
    }
    defer { output.flush() }
    try Self.translated { () throws(AttachError) in
      while !isFinished && !ScriptSession.isTerminating && (isLive || !hasFailed) {
        try takeTurn()
      }
    }
    try file.checkEnd()
    return hasFailed && !isLive ? .failed : .success
  }

  /// Reads one line and shows its result.
  private func takeTurn() throws(AttachError) {
    output.flush()
    switch try nextLine() {
    case .line(let line): try ask(.evaluate(line, line: input.lineNumber))
    case .interrupted: try ask(.drop)
    case .end:
      try ask(.finish)
      isFinished = true
    }
  }

  private func nextLine() throws(AttachError) -> LineInput {
    isTyping = isLive
    defer { isTyping = false }
    var end: AttachError?
    input.watch(client.descriptor) { [client, output] in
      do throws(AttachError) {
        try client.read()
        output.flush()
        return client.label
      } catch {
        end = error
        return nil
      }
    }
    let line = input.next(prompt: isLive ? client.label : "") { [output] text in
      output.write(text)
      output.flush()
    }
    if let end { throw end }
    return line
  }

  private func ask(_ verb: ClientMessage.Verb) throws(AttachError) {
    switch try client.request(verb) {
    case .evaluated(_, let state):
      if state.hasFailed { hasFailed = true }
      if state.isFinished { isFinished = true }
    case .rejected(let rejection):
      hasFailed = true
      show(.failure("\(palette.failure("✗")) \(rejection.message)\n"))
    default: break
    }
  }

  private func show(_ notice: AttachClient.Notice) {
    switch notice {
    case .output(let text): output.write(text)
    case .failure(let text) where isLive: output.write(text)
    case .failure(let text):
      // In chronological order, if both are written to the same place.
      output.flush()
      errors.write(text)
      errors.flush()
    case .line(let text):
      let line = palette.faint("· \(text)")
      switch input {
      case .editor(let editor): editor.handle.print(line)
      case .file: output.write(isTyping ? "\n\(line)\n\(client.label)" : "\(line)\n")
      }
    case .label: break
    }
  }

  /// Converts connection errors to errors that end the program with one sentence.
  private static func translated<Result>(
    _ body: () throws(AttachError) -> Result
  ) throws(ScriptError) -> Result {
    do throws(AttachError) {
      return try body()
    } catch {
      throw ScriptError(.runtime, code: error.code.rawValue, error.message, hint: error.hint)
    }
  }
}
