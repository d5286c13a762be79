internal import LineEditor
internal import Signalbox
internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxProtocol
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SignalboxTransports

/// A prompt for a session in another process.
final class RemotePrompt {
  private let client: ProtocolClient
  private let transport: SocketTransport
  private let input: PromptInput
  private let assistant: AttachedAssistant?
  private let output = OutputFile(OutputFile.output)
  private let errors = OutputFile(OutputFile.error)
  private let palette: TextPalette
  private let endpoint: RemoteEndpoint
  private let isLive: Bool
  private let files: RemoteFiles
  private let file: InputFile
  /// The page of the session, or `nil` if there is none.
  private let inspector: InspectorServer?
  /// Whether a line is being typed, so that other output must start on a new line.
  private var isTyping = false
  private var label = ""
  /// The request of the running input.
  private var running: MessageID?
  /// The request whose remaining output is hidden, because a file could not be written.
  private var muted: MessageID?
  private var hasFailed = false
  private var isFinished = false

  /// - Parameters:
  ///   - tokenFile: The path of the token file, or `nil` to use the file that the host writes.
  ///   - page: The options of a page that shows the session, or `nil` for no page.
  init(
    to endpoint: RemoteEndpoint, tokenFile: String?, _ limits: Limits, _ options: PromptOptions,
    _ plugins: PluginOptions, inspecting page: InspectorOptions? = nil
  ) throws(ScriptError) {
    ProcessSignals.installInterruptHandler()
    self.endpoint = endpoint
    file = InputFile(takeInterrupt: ProcessSignals.takePendingInterrupt)
    isLive = file.isTerminal && output.isTerminal
    palette = TextPalette(
      isColored: (limits.color ?? .auto).isColored(onTerminal: output.isTerminal))
    let host = PromptHost(try Project(plugins), plugins, limits, SourceCache()) { [output] in
      output.flush()
    }
    files = RemoteFiles(host)
    do {
      // The prompt connects first, because no token is needed if there is no host.
      transport = try endpoint.connect()
      client = ProtocolClient(transport)
      let token = try SocketAddress.token(in: tokenFile ?? endpoint.tokenPath)
      client.onWait = { client throws(ProtocolError) in
        guard ProcessSignals.takePendingInterrupt() else { return }
        client.abandon(try client.post(ScriptInterruptMethod.self, NoFields()))
      }
      let host = try client.initialize(
        InitializeMethod.Program(name: "signalbox", version: Version.number), token: token.text)
      guard host.methods.contains(ScriptEvaluateMethod.name) else {
        throw ScriptError(
          .runtime,
          "\(DisplayText.clean(host.server.name)) has no prompt, because it runs no scripts",
          hint: "if it is an application with RemoteHost, use --app "
            + ShellWord.quoted(endpoint.option))
      }
      inspector = try page.map { page throws(ScriptError) in
        try InspectorServer(
          attachingTo: endpoint, token: token.text, of: DisplayText.clean(host.server.name), page)
      }
    } catch {
      throw endpoint.translated(error)
    }
    if isLive {
      let assistant = try AttachedAssistant(client)
      self.assistant = assistant
      input = PromptInput.open(options.habits, palette, file, assistant: { assistant })
    } else {
      assistant = nil
      input = .file(file)
    }
    if case .editor(let editor) = input {
      editor.editOutside = { [host] text in try? host.edit(text) }
      host.editor = editor
    }
    client.onNotification = { [unowned self] in show($0) }
    if let page { inspector?.show(page, on: errors, errors) }
  }

  /// Runs until the user quits, the input ends or the process is terminated. If there is no
  /// terminal, the run also ends when an input fails.
  ///
  /// - Returns: The exit code. At a terminal, the exit code is always `success`. Otherwise, it
  ///   indicates whether an input failed.
  func run() throws(ScriptError) -> ExitCode {
    defer {
      inspector?.close()
      output.flush()
    }
    do {
      try ask(ScriptEvaluateMethod.Params(""))
      if isLive, let server = client.server?.server {
        let names = [server.name, server.version].compactMap(\.self).map(DisplayText.clean)
        output.write(
          "attached to \(names.joined(separator: " · ")) · .help · Ctrl-D detaches\n")
      }
      while !isFinished && !ProcessSignals.isTerminating && (isLive || !hasFailed) {
        try takeTurn()
      }
    } catch {
      throw endpoint.translated(error)
    }
    try file.checkEnd()
    return hasFailed && !isLive ? .failed : .success
  }

  /// Reads an input and shows the result.
  private func takeTurn() throws {
    output.flush()
    let line = try nextInput()
    assistant?.cancelRequest()
    switch line {
    case .line(let text):
      var params = ScriptEvaluateMethod.Params(text, line: input.lineNumber)
      do throws(ScriptError) {
        params.files = try files.begin(text)
      } catch {
        return fail(error)
      }
      try ask(params)
    case .interrupted:
      var params = ScriptEvaluateMethod.Params("")
      params.startsOver = true
      try ask(params)
    case .end:
      var params = ScriptEvaluateMethod.Params("", line: input.lineNumber)
      params.endsInput = true
      try ask(params)
      isFinished = true
    }
  }

  private func nextInput() throws -> LineInput {
    isTyping = isLive
    defer { isTyping = false }
    var end: ProtocolError?
    input.watch { [transport] in
      [transport.descriptor]
    } onInput: { [unowned self] in
      do throws(ProtocolError) {
        try client.read()
        // The end of the connection is reported even if a response has not been processed.
        if let ending = client.ending { throw ending }
        output.flush()
        return label
      } catch {
        end = error
        return nil
      }
    }
    let line = input.next(prompt: isLive ? label : "") { [output] text in
      output.print(text)
    }
    if let end { throw end }
    return line
  }

  private func ask(_ params: ScriptEvaluateMethod.Params) throws {
    var params = params
    params.folder = FilePath.resolved(".")
    params.display = PromptDisplay(
      isColored: palette.isColored, columns: max(20, OutputFile.columns ?? 80), showsMarks: isLive)
    do throws(ProtocolError) {
      let id = try client.post(ScriptEvaluateMethod.self, params)
      running = id
      defer { running = nil }
      let state = try client.wait(for: id, of: ScriptEvaluateMethod.self)
      label = state.label
      if state.hasFailed { hasFailed = true }
      if state.isFinished { isFinished = true }
    } catch {
      // After the connection has ended, no request receives a response.
      guard !error.isCode(.disconnected), !error.isCode(.timedOut) else { throw error }
      fail(ScriptError(.runtime, code: error.code, error.message, hint: error.hint))
    }
  }

  // MARK: - Output

  private func fail(_ error: ScriptError) {
    hasFailed = true
    let hint = error.hint.map { "; \($0)" } ?? ""
    let text = "\(palette.failure("✗")) \(DisplayText.lines(error.message + hint))\n"
    if isLive { output.write(text) } else { writeError(text) }
  }

  private func writeError(_ text: String) {
    // Both streams may lead to the same terminal or file, so the chronological order must be kept.
    output.flush()
    errors.print(text)
  }

  private func show(_ notice: ProtocolClient.Notification) {
    if let text = notice.params(of: OutputTextMethod.self) {
      show(text)
    } else if let change = notice.params(of: ScriptChangedMethod.self) {
      if let label = change.label { self.label = label }
      if let text = change.text { showLine(text) }
    } else if let progress = notice.params(of: ProgressMethod.self) {
      // Requests for suggestions may also be waiting, but the prompt shows only the running input
      // as waiting.
      if progress.id == running { showLine(progress.message) }
    } else if let preview = notice.params(of: ScriptPreviewMethod.self) {
      if case .editor(let editor) = input {
        editor.handle.preview(preview.preview, for: preview.text)
      }
    } else if let file = notice.params(of: FileWriteMethod.self) {
      do throws(ScriptError) {
        try files.write(file)
      } catch {
        // The command will report that it has written the file, which would contradict the error.
        muted = running
        fail(error)
      }
    }
  }

  private func show(_ text: OutputTextMethod.Params) {
    if text.dropped > 0 {
      showLine(
        "\(counted(text.dropped, "output")) \(text.dropped == 1 ? "was" : "were") dropped because this "
          + "client reads too slowly")
    }
    guard text.id == nil || text.id != muted, !text.text.isEmpty else { return }
    if text.isFailure && !isLive { writeError(text.text) } else { output.write(text.text) }
  }

  private func showLine(_ text: String) {
    let line = palette.faint("· \(DisplayText.clean(text))")
    switch input {
    case .editor(let editor): editor.handle.print(line)
    case .file: output.write(isTyping ? "\n\(line)\n\(label)" : "\(line)\n")
    }
  }
}
