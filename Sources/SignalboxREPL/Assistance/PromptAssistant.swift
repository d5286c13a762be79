package import LineEditor
internal import SignalboxScripting

/// What the line editor asks about Lua, commands and the application while a line is typed.
///
/// Reads the prompt's session and runs nothing in it; previews run in copies, see ``Previewer``.
package final class PromptAssistant: LineAssistant {
  private let prompt: Prompt
  private let surroundings: AssistantSurroundings

  /// - Parameters:
  ///   - files: Gives the names in a folder; those of folders end with a slash.
  ///   - modules: Gives the names of modules that `require` finds.
  package init(
    _ prompt: Prompt, files: @escaping (String) -> [String] = { _ in [] },
    modules: @escaping () -> [String] = { [] }
  ) {
    self.prompt = prompt
    surroundings = AssistantSurroundings(files: files, modules: modules)
  }

  private var completer: Completer {
    Completer(session: prompt.session, surroundings: surroundings)
  }

  package func isComplete(_ text: String) -> Bool { prompt.isWhole(text) }

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

  package func textChanged(_ text: String) {}
}
