package import LineEditor
internal import Signalbox
internal import SignalboxScripting

/// Provides completion, hints and highlighting for Lua, commands and application names while the
/// user types a line.
///
/// The assistant reads the prompt's session without running code in the session. Previews run in
/// copies (decision 0137).
package final class PromptAssistant: LineAssistant {
  private let prompt: Prompt
  private let surroundings: AssistantContext
  private var worker: PreviewWorker?
  private var moment = PreviewMoment()
  /// The text at the prompt, to show its preview again after a reload.
  private var text = ""

  /// - Parameters:
  ///   - files: A closure that returns the names in a folder. The names of folders end with a
  ///     slash.
  ///   - modules: A closure that returns the names of the modules that `require` can find.
  package init(
    _ prompt: Prompt, files: @escaping (String) -> [String] = { _ in [] },
    modules: @escaping () -> [String] = { [] }
  ) {
    self.prompt = prompt
    surroundings = AssistantContext(files: files, modules: modules)
  }

  deinit { worker?.close() }

  private var completer: Completer {
    Completer(
      session: prompt.session, surroundings: surroundings, uses: prompt.context.log.uses)
  }

  package func isComplete(_ text: String) -> Bool { prompt.isWhole(text) }

  package func indentation(of text: String) -> LineIndentation? {
    let bytes = Array((prompt.inputs.pending + [text]).joined(separator: "\n").utf8)
    let tokens = Array(LuaTokens(bytes, isFile: false))
    // In a long string or comment, every space is significant.
    if let last = tokens.last, last.isUnfinished { return nil }
    let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    var (before, whole) = (BlockDepth(), BlockDepth())
    for token in tokens {
      if token.line < lines { before.take(token) }
      whole.take(token)
    }
    let first = tokens.first { $0.line == lines }
    let closes = first.map(BlockDepth.closes) ?? false
    return LineIndentation(
      line: closes ? 2 * max(0, before.value - 1) : nil,
      step: 2 * (whole.value - before.value + (closes ? 1 : 0)))
  }

  package func styles(of text: String) -> [StyledRange] {
    let commands = surroundings.commands(prompt.session)
    return Highlighter { name, isWhole in
      commands.contains { $0.name == name || !isWhole && $0.name.hasPrefix(name) }
    }.styles(of: PromptText(text))
  }

  package func completion(of text: String, at cursor: Int) -> LineCompletion {
    let parts = PromptText(text)
    return completer.completion(of: parts, at: parts.characters.byte(of: cursor))
  }

  package func hint(for text: String) -> String? {
    Hinter(completer: completer).hint(for: PromptText(text))
  }

  package func textChanged(_ text: String) {
    self.text = text
    worker?.take(previewJob(for: text))
  }

  // MARK: - Previews

  /// Starts previews of calls while the user types. Call this method again after a reload, because
  /// files might have changed.
  ///
  /// - Parameters:
  ///   - recipe: The recipe for creating copies of the session.
  ///   - show: A closure that is called on another thread with each preview and the text to which
  ///     the preview belongs.
  package func startPreviews(
    _ recipe: PreviewRecipe,
    show: @escaping @Sendable (_ preview: String, _ line: String) -> Void
  ) {
    let worker = worker ?? PreviewWorker(show: show)
    self.worker = worker
    moment = PreviewMoment()
    worker.use(recipe)
    worker.take(previewJob(for: text))
  }

  /// Checks whether previews are possible, by creating a copy of the session. Returns the reason why
  /// the copy could not be created. Returns `nil` if there is no such reason, or if the prompt has no
  /// previews.
  package func previewFailure() -> String? { worker?.recipe?.failure() }

  /// Returns the preview job for an input, or `nil` if nothing can be previewed.
  func previewJob(for text: String) -> PreviewJob? {
    guard prompt.inputs.pending.isEmpty, let candidate = previewCandidate(for: text) else {
      return nil
    }
    moment.update(prompt)
    guard let capture = moment.capture, capture.missing.isDisjoint(with: candidate.names) else {
      return nil
    }
    return PreviewJob(
      line: text, text: candidate.text, inputs: prompt.definitions.inputs,
      generation: moment.generation, capture: capture)
  }

  /// Returns a candidate for the text if the text is a call, and otherwise a candidate for the text
  /// completed with its hint, or `nil` if neither is a call.
  private func previewCandidate(for text: String) -> PreviewCandidate? {
    let parts = PromptText(text)
    guard PreviewCandidate.isWorthALook(parts) else { return nil }
    let session = prompt.session
    if let whole = PreviewCandidate(parts, in: session), session.prompt.parses(whole.text) {
      return whole
    }
    guard let hint = Hinter(completer: completer).hint(for: parts),
      let whole = PreviewCandidate(PromptText(text + hint), in: session)
    else { return nil }
    return session.prompt.parses(whole.text) ? whole : nil
  }
}

/// The state of the session from which previews start. The state is read again only after a change.
private struct PreviewMoment {
  private(set) var capture: ScriptCapture?
  private(set) var generation = 0
  private var session: ObjectIdentifier?
  private var inputCount = -1
  private var eventCount = -1
  private var now = -1

  mutating func update(_ prompt: Prompt) {
    let engine = prompt.session.engine
    let isNew = session != ObjectIdentifier(prompt.session) || inputCount != prompt.inputs.count
    guard isNew || eventCount != engine.eventCount || now != engine.milliseconds else { return }
    if isNew { generation += 1 }
    session = ObjectIdentifier(prompt.session)
    (inputCount, eventCount, now) = (prompt.inputs.count, engine.eventCount, engine.milliseconds)
    capture = ScriptCapture(of: prompt.session)
  }
}
