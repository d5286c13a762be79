package import LineEditor

/// Assists at the prompt of another process: the host suggests, this process colors.
package final class AttachedAssistant: LineAssistant {
  private let client: AttachClient

  package init(_ client: AttachClient) { self.client = client }

  /// The host knows; it asks for more lines by its label.
  package func isComplete(_ text: String) -> Bool { true }

  package func styles(of text: String) -> [StyledRange] {
    // Which commands there are only the host knows.
    Highlighter { _, _ in true }.styles(of: PromptText(text))
  }

  /// Returns nothing if the host does not answer: the next input reports the problem.
  package func completion(of text: String, at cursor: Int) -> LineCompletion {
    guard case .completed(_, let completion) = try? client.request(.complete(text, cursor: cursor))
    else { return LineCompletion(start: cursor, suggestions: []) }
    return completion
  }

  package func hint(for text: String) -> String? { nil }
  package func textChanged(_ text: String) {}
}
