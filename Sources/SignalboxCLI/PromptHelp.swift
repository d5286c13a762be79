internal import LineEditor
internal import SignalboxREPL
internal import SignalboxScenarios

/// Assistance while a line is typed: suggestions, and previews in copies of the session.
final class PromptHelp {
  let assistant: PromptAssistant
  private let prompt: Prompt
  private let surroundings: PromptEnvironment
  private let sources: SourceCache
  private var handle: LineEditorHandle?
  /// The session for which copies are made, and the files that it had loaded.
  private var origin: (session: ObjectIdentifier, scripts: [String])?

  init(for prompt: Prompt, _ project: Project, _ sources: SourceCache) {
    self.prompt = prompt
    self.sources = sources
    surroundings = PromptEnvironment(script: prompt.context.files.first, project: project)
    assistant = surroundings.assistant(for: prompt)
  }

  /// Shows previews below the line from now on.
  func begin(at handle: LineEditorHandle) {
    self.handle = handle
    prompt.host.previewFailure = { [weak assistant] in assistant?.previewFailure }
    renew()
  }

  /// Creates the copy again if files have been loaded since, or if the session has been replaced.
  func renew() {
    guard let handle else { return }
    let now = (session: ObjectIdentifier(prompt.session), scripts: prompt.context.scripts)
    if let origin, origin == now { return }
    origin = now
    let loaded = (now.scripts + [Host.codeName]).compactMap { name in
      sources[name].map { (name: name, source: $0) }
    }
    assistant.startPreviews(surroundings.recipe(loaded: loaded)) { handle.preview($0, for: $1) }
  }
}
