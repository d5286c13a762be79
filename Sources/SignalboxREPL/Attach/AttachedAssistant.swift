package import LineEditor
package import SignalboxProtocol
package import SignalboxScripting

/// Assists the user at a prompt whose session runs in another process. The host process provides
/// suggestions and previews, and this process parses the syntax.
package final class AttachedAssistant: LineAssistant {
  private let client: ProtocolClient
  /// An assistant for an empty session, which parses the syntax.
  private let local: PromptAssistant
  /// The typed text, and the pending request for its hint.
  private var request: (text: String, id: MessageID)?
  /// The last received hint.
  private var hint: (text: String, hint: String?)?

  /// The maximum time to wait for a hint while the user types. If the host is busy, no hint is
  /// shown.
  private static let hintTime = Duration.milliseconds(30)
  /// The maximum time to wait for suggestions after the user presses the Tab key.
  private static let completionTime = Duration.seconds(2)

  /// - Throws: `memory` if there is not enough memory for a Lua state.
  package init(_ client: ProtocolClient) throws(ScriptError) {
    self.client = client
    local = PromptAssistant(Prompt(session: try ScriptSession(), write: { _ in }))
  }

  package func isComplete(_ text: String) -> Bool { local.isComplete(text) }

  package func indentation(of text: String) -> LineIndentation? { local.indentation(of: text) }

  package func styles(of text: String) -> [StyledRange] {
    // Only the host knows the commands.
    Highlighter { _, _ in true }.styles(of: PromptText(text))
  }

  /// Returns the suggestions of the host, or no suggestions if the host does not respond. In this
  /// case, the next input reports the problem.
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
        // The hint for an input is requested only once. The host can still send a preview for the
        // input.
        client.abandon(request.id)
      }
    }
    return hint?.text == text ? hint?.hint : nil
  }

  package func textChanged(_ text: String) {
    cancelRequest()
    // The editor never asks for the hint of an empty input, so the response to a request would
    // never be used.
    if text.isEmpty { return }
    let params = ScriptCompleteMethod.Params(text, isPassive: true)
    request = (try? client.post(ScriptCompleteMethod.self, params)).map { (text, $0) }
  }

  /// Cancels the request for the hint of the typed text, for example when the user enters the text.
  package func cancelRequest() {
    if let request { cancel(request.id) }
    request = nil
  }

  /// Cancels a request whose response was not read. This method has no effect if the response has
  /// already arrived.
  private func cancel(_ id: MessageID) {
    try? client.notify(CancelRequestMethod.self, CancelRequestMethod.Params(id: id))
    client.abandon(id)
  }
}
