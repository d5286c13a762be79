internal import LineEditor
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting

/// Assists the user while a line is being typed, with suggestions and with previews in copies of
/// the session.
final class PromptHelp {
  let assistant: PromptAssistant
  private let prompt: Prompt
  private let surroundings: PromptEnvironment
  private let sources: SourceCache
  /// Whether the session mirrors a remote application. In such a session, only loaded files provide
  /// a model.
  private let needsModel: Bool
  private var handle: LineEditorHandle?
  /// The session from which copies are made, and the files that the session had loaded.
  private var origin: (session: ObjectIdentifier, scripts: [String])?

  init(for prompt: Prompt, _ project: Project, _ sources: SourceCache, needsModel: Bool = false) {
    self.prompt = prompt
    self.sources = sources
    self.needsModel = needsModel
    surroundings = PromptEnvironment(script: prompt.context.files.first, project: project)
    assistant = surroundings.assistant(for: prompt)
  }

  /// Starts showing previews below the line.
  func begin(at handle: LineEditorHandle) {
    self.handle = handle
    prompt.host.previewFailure = { [weak assistant] in assistant?.previewFailure() }
    renew()
  }

  /// Starts previews again if files have been loaded since previews were started, or if the session
  /// has been replaced.
  func renew() {
    guard let handle else { return }
    let now = (session: ObjectIdentifier(prompt.session), scripts: prompt.context.scripts)
    if let origin, origin == now { return }
    origin = now
    let loaded = (now.scripts + [Host.codeName]).compactMap { name in
      sources[name].map { (name: name, source: $0) }
    }
    let recipe =
      needsModel && loaded.isEmpty ? Self.withoutModel : surroundings.recipe(loaded: loaded)
    assistant.startPreviews(recipe) { handle.preview($0, for: $1) }
  }

  private static let withoutModel = PreviewRecipe { () throws(ScriptError) in
    throw ScriptError(
      .runtime, "the application runs in another process, and no file with a model of it is loaded",
      hint: "pass a file that contains a model: signalbox repl --app COMMAND FILE")
  }
}
