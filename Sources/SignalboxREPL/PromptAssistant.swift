package import LineEditor

/// Tells the editor when an input of the prompt is whole.
package final class PromptAssistant: LineAssistant {
  private let prompt: Prompt

  package init(_ prompt: Prompt) { self.prompt = prompt }

  package func isComplete(_ text: String) -> Bool { prompt.isWhole(text) }
  package func styles(of text: String) -> [StyledRange] { [] }
  package func completion(of text: String, at cursor: Int) -> LineCompletion {
    LineCompletion(start: cursor, suggestions: [])
  }
  package func hint(for text: String) -> String? { nil }
  package func textChanged(_ text: String) {}
}
