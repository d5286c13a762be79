internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// The prompt of one client, which runs in the host.
///
/// It changes the session's hooks only while it runs an input, so that errors of the host itself
/// are reported to the host.
final class AttachedPrompt {
  let client: Int
  /// The events that the client subscribed to.
  var level = EventLevel.changes
  private let hub: AttachHub
  private let prompt: Prompt
  private let voice: Voice
  private let limit: Duration
  /// The label that the client has received.
  private var reported = ""

  /// The destination of the prompt's text: the running request.
  private final class Voice {
    var request = 0
  }

  init(
    client: Int, _ greeting: ClientMessage.Greeting, _ session: ScriptSession,
    _ options: RemoteSessionOptions, _ hub: AttachHub
  ) {
    self.client = client
    self.hub = hub
    let voice = Voice()
    self.voice = voice
    limit = options.timeout
    prompt = Prompt(
      session: session, sources: options.sources,
      palette: TextPalette(isColored: greeting.isColored), ownsSession: false
    ) { [hub] in
      hub.send(.output(id: voice.request, text: $0), to: client)
    }
  }

  /// Continues with another session of the host.
  func adopt(_ session: ScriptSession) {
    prompt.adopt(session)
  }

  // MARK: - Requests

  func answer(_ request: ClientMessage) {
    voice.request = request.id
    // One time limit for all consequences: transcripts of several inputs, `.watch`, `.time`.
    prompt.deadline = .now + limit
    let engine = prompt.session.engine
    let keepsFinished = engine.keepsFinished
    engine.keepsFinished = true
    defer { engine.keepsFinished = keepsFinished }
    prompt.withHooks { perform(request) }
  }

  private func perform(_ request: ClientMessage) {
    switch request.verb {
    case .evaluate(let text, let line):
      prompt.output.lineNumber = line
      prompt.output.writeFailure = line.map { _ in
        { [hub, voice, client] in
          hub.send(.output(id: voice.request, text: $0, isFailure: true), to: client)
        }
      }
      prompt.take(text)
      sendState(request.id)
    case .drop:
      prompt.interrupt()
      sendState(request.id)
    case .finish:
      prompt.finish()
      sendState(request.id)
    case .label: sendState(request.id)
    case .events(let level):
      self.level = level
      hub.send(.done(id: request.id), to: client)
    case .complete(let text, let cursor):
      hub.send(
        .completed(id: request.id, PromptAssistant(prompt).completion(of: text, at: cursor)),
        to: client)
    case .hello, .interrupt, .ping: hub.send(.done(id: request.id), to: client)
    }
  }

  private func sendState(_ id: Int) {
    reported = prompt.label
    let state = HostMessage.PromptState(
      label: reported, isPending: prompt.isPending, hasFailed: prompt.hasFailed,
      isFinished: prompt.isFinished)
    hub.send(.evaluated(id: id, state), to: client)
  }

  /// Sends the current prompt to the client, if other clients have changed it.
  func sendLabel() {
    let label = prompt.label
    guard label != reported, !reported.isEmpty else { return }
    reported = label
    hub.send(.label(label), to: client)
  }
}
