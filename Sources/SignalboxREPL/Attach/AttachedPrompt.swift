internal import LineEditor
internal import Signalbox
internal import SignalboxProtocol
internal import SignalboxScenarios
internal import SignalboxScripting

/// A client's prompt, which runs in the host.
///
/// The prompt adds hooks to the session only while it runs an input, so that the host's own errors
/// are reported to the host.
final class AttachedPrompt {
  let client: Int
  private let server: ProtocolServer
  private let prompt: Prompt
  private let assistant: PromptAssistant
  private let files: ClientFiles
  private let voice: Voice
  private let limit: Duration
  /// The label that the client received last.
  private var reported: String?

  /// Contains the identifier of the running request, to which the prompt's output belongs.
  private final class Voice {
    var request = MessageID.number(0)
  }

  init(
    client: Int, _ session: ScriptSession, _ options: RemoteSessionOptions,
    _ access: PromptAccess, _ server: ProtocolServer
  ) {
    (self.client, self.server) = (client, server)
    let voice = Voice()
    self.voice = voice
    limit = options.timeout
    prompt = Prompt(
      session: session, sources: options.sources, palette: .plain, ownsSession: false
    ) { [server] in
      server.send($0, of: voice.request, to: client)
    }
    files = ClientFiles(access.host, in: access.folder) { [server] params in
      server.send(FileWriteMethod.self, params, to: client)
    }
    prompt.context.host = files
    prompt.context.files = access.files
    prompt.context.code = access.code
    prompt.context.saving.options = access.savingOptions
    prompt.host.isStopped = { [server] in server.isStopped }
    prompt.host.stopAlso = { [server, unowned prompt] other in
      server.onStop { [stopper = prompt.session.stopper] in
        stopper.stop()
        other?.stop()
      }
    }
    assistant = PromptAssistant(prompt)
    startPreviews(access)
  }

  private func startPreviews(_ access: PromptAccess) {
    guard let recipe = access.previews?() else { return }
    assistant.startPreviews(recipe) { [server, client] preview, text in
      server.send(
        ScriptPreviewMethod.self, ScriptPreviewMethod.Params(text: text, preview: preview),
        to: client)
    }
  }

  /// Continues with another session of the host, for example after a reload of changed files.
  func adopt(_ session: ScriptSession, _ access: PromptAccess) {
    prompt.adopt(session)
    startPreviews(access)
  }

  /// Stops the prompt's recording, if any, after the client has disconnected.
  func end() {
    if let recording = prompt.context.recording { RecordCommand.stop(recording, at: prompt) }
  }

  // MARK: - Requests

  func answer(
    _ request: ProtocolServer.Request
  ) throws(ProtocolError) -> NavigationArguments {
    voice.request = request.id
    // The time limit applies to all effects of the request together: transcripts with several
    // inputs, `.watch` and `.time`.
    prompt.deadline = .now + limit
    switch request.method {
    case ScriptEvaluateMethod.name:
      return try evaluate(ScriptEvaluateMethod.Params(message: request.params, in: "params"))
    case ScriptLoadMethod.name:
      let params = try ScriptLoadMethod.Params(message: request.params, in: "params")
      return try run { LoadCommand.run(Array(params.text.utf8), of: params.path, at: prompt) }
    case ScriptCompleteMethod.name:
      return try complete(ScriptCompleteMethod.Params(message: request.params, in: "params"))
    default:
      throw ProtocolError(.unknownMethod, "there is no method \(quotation(request.method))")
    }
  }

  private func evaluate(
    _ params: ScriptEvaluateMethod.Params
  ) throws(ProtocolError) -> NavigationArguments {
    if let display = params.display { show(display) }
    if params.startsOver == true { prompt.interrupt() }
    try checkPending(params.text)
    files.folder = params.folder ?? ""
    files.files = Dictionary(
      (params.files ?? []).map { ($0.path, $0.text) }, uniquingKeysWith: { $1 })
    defer { files.files = [:] }
    return try run {
      prompt.output.lineNumber = params.line
      prompt.output.writeFailure = params.line.map { _ in
        { [server, voice, client] in
          server.send($0, of: voice.request, isFailure: true, to: client)
        }
      }
      let isEnd = params.endsInput == true
      // An empty last input does not continue an incomplete input.
      if !isEnd || !params.text.isEmpty { prompt.take(params.text) }
      if isEnd { prompt.finish() }
    }
  }

  /// Discards incomplete input that has become too long.
  ///
  /// - Throws: `tooLong` if the incomplete input exceeds the limit.
  private func checkPending(_ text: String) throws(ProtocolError) {
    let size = prompt.inputs.pending.reduce(text.utf8.count) { $0 + $1.utf8.count }
    guard prompt.isPending, size > Self.maxPending else { return }
    prompt.interrupt()
    throw ProtocolError(
      .tooLong,
      "the incomplete input would have \(size) bytes, but at most \(Self.maxPending) are kept; it "
        + "was discarded")
  }

  /// The maximum size of an incomplete input in bytes.
  private static let maxPending = 1 << 20

  private func show(_ display: PromptDisplay) {
    prompt.output.palette = TextPalette(isColored: display.isColored ?? false)
    let (columns, showsMarks) = (display.columns ?? 80, display.showsMarks ?? false)
    prompt.style.width = { columns }
    guard showsMarks != prompt.style.showsMarks else { return }
    prompt.style.showsMarks = showsMarks
    let start = ContinuousClock.now
    prompt.style.now = showsMarks ? { start.duration(to: .now) } : nil
    prompt.host.clear =
      showsMarks
      ? { [server, voice, client] in
        server.send("\u{1B}[H\u{1B}[2J", of: voice.request, to: client)
      } : {}
  }

  private func run(_ body: () -> Void) throws(ProtocolError) -> NavigationArguments {
    let engine = prompt.session.engine
    let keepsFinished = engine.keepsFinished
    engine.keepsFinished = true
    defer { engine.keepsFinished = keepsFinished }
    prompt.withHooks(body)
    reported = prompt.label
    return try Self.message(
      PromptState(
        label: prompt.label, isPending: prompt.isPending, hasFailed: prompt.hasFailed,
        isFinished: prompt.isFinished))
  }

  private func complete(
    _ params: ScriptCompleteMethod.Params
  ) throws(ProtocolError) -> NavigationArguments {
    let cursor = min(params.cursor ?? .max, params.text.count)
    guard params.isPassive == true else {
      return try Self.message(
        ScriptCompleteMethod.Result(assistant.completion(of: params.text, at: cursor)))
    }
    assistant.textChanged(params.text)
    return try Self.message(
      ScriptCompleteMethod.Result(
        LineCompletion(start: cursor, suggestions: []), hint: assistant.hint(for: params.text)))
  }

  private static func message(
    _ fields: some MessageFields
  ) throws(ProtocolError) -> NavigationArguments {
    do throws(NavigationError) { return try fields.message } catch { throw ProtocolError(error) }
  }

  // MARK: - Changes by other clients

  /// Reports a change that another client or the host has made.
  func report(_ text: String) {
    server.send(ScriptChangedMethod.self, ScriptChangedMethod.Params(text: text), to: client)
  }

  /// Sends the current label to the client if another client or the host has changed it.
  func sendLabel() {
    let label = prompt.label
    guard label != reported else { return }
    reported = label
    server.send(ScriptChangedMethod.self, ScriptChangedMethod.Params(label: label), to: client)
  }
}
