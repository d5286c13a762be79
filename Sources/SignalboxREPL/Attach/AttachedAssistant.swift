package import LineEditor
package import SignalboxProtocol
package import SignalboxScripting

/// Assists at the prompt of another process: the host provides suggestions and previews, and this
/// process knows the syntax.
package final class AttachedAssistant: LineAssistant {
  private let client: ProtocolClient
  /// The prompt of an empty session, which is used for the syntax.
  private let local: PromptAssistant
  /// The request for the typed text, unless it has been answered.
  private var request: (text: String, id: MessageID)?
  /// The last hint that has arrived.
  private var hint: (text: String, hint: String?)?

  /// How long typing waits for a hint; a busy host sends none.
  private static let hintTime = Duration.milliseconds(30)
  /// How long the Tab key waits for suggestions.
  private static let completionTime = Duration.seconds(2)

  /// - Throws: `memory` if there is not enough memory for a Lua state.
  package init(_ client: ProtocolClient) throws(ScriptError) {
    self.client = client
    local = PromptAssistant(Prompt(session: try ScriptSession(), write: { _ in }))
  }

  package func isComplete(_ text: String) -> Bool { local.isComplete(text) }

  package func indentation(of text: String) -> LineIndentation? { local.indentation(of: text) }

  package func styles(of text: String) -> [StyledRange] {
    // Which commands there are only the host knows.
    Highlighter { _, _ in true }.styles(of: PromptText(text))
  }

  /// Returns no suggestions if the host does not answer; the next input then reports the problem.
  package func completion(of text: String, at cursor: Int) -> LineCompletion {
    let nothing = LineCompletion(start: cursor, suggestions: [])
    let params = ScriptCompleteMethod.Params(text, cursor: cursor)
    guard let id = try? client.post(ScriptCompleteMethod.self, params) else { return nothing }
    try? client.wait(for: id, atMost: Self.completionTime)
    guard let result = try? client.answer(to: id, of: ScriptCompleteMethod.self) else {
      cancel(id)
      return nothing
    }
    return result.completion
  }

  package func hint(for text: String) -> String? {
    if let request, request.text == text {
      try? client.wait(for: request.id, atMost: Self.hintTime)
      if let result = try? client.answer(to: request.id, of: ScriptCompleteMethod.self) {
        hint = (text, result.hint)
        self.request = nil
      } else {
        // A text is asked for its hint only once. The host may still send a preview.
        client.abandon(request.id)
      }
    }
    return hint?.text == text ? hint?.hint : nil
  }

  package func textChanged(_ text: String) {
    cancelRequest()
    // Nothing asks for the hint of an empty text, so its answer would remain unclaimed.
    if text.isEmpty { return }
    let params = ScriptCompleteMethod.Params(text, isPassive: true)
    request = (try? client.post(ScriptCompleteMethod.self, params)).map { (text, $0) }
  }

  /// Withdraws the request for the typed text, for example because it was entered.
  package func cancelRequest() {
    if let request { cancel(request.id) }
    request = nil
  }

  /// Cancels a request whose answer was not taken; for an answered one this has no effect.
  private func cancel(_ id: MessageID) {
    try? client.notify(CancelRequestMethod.self, CancelRequestMethod.Params(id: id))
    client.abandon(id)
  }
}
