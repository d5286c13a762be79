internal import LineEditor
internal import SignalboxInspector
internal import SignalboxScenarios

/// Lists the keys of the prompt, from the table that the editor obeys.
enum KeysCommand: Command {
  static let name = "keys"
  static let summary = "Lists the keys of the prompt"

  static func run(_ argument: String, at prompt: Prompt) {
    let all = KeyTable.sections.flatMap(\.bindings)
    let width = all.map { DisplayText.width(of: $0.title) }.max() ?? 0
    let sections = KeyTable.sections.map { section in
      let rows = section.bindings.map { binding in
        "  \(DisplayText.pad(binding.title, to: width))  \(binding.summary)\n"
      }
      return prompt.palette.strong(section.title) + "\n" + rows.joined()
    }
    prompt.write(sections.joined(separator: "\n"))
  }
}
