internal import SignalboxInspector
internal import SignalboxScripting

/// A prompt command.
package struct Command: Sendable {
  /// A closure that runs the command.
  ///
  /// - Parameter argument: The text after the name, without white space around it.
  typealias Body = @Sendable (_ argument: String, Prompt) -> Void

  /// The name after the dot.
  package let name: String
  /// The arguments, as in help texts. The string is empty for commands without arguments.
  package let parameters: String
  /// A one-sentence description without a period.
  package let summary: String
  /// The text that `.help NAME` adds to the summary. The string is empty if the summary is
  /// sufficient.
  package let details: String
  /// The equivalent in scripts, or the reason why there is none.
  package let twin: String
  private let body: Body

  init(
    _ name: String, _ parameters: String, _ summary: String, details: String = "",
    twin: String? = nil, _ body: @escaping Body
  ) {
    self.name = name
    self.parameters = parameters
    self.summary = summary
    self.details = details
    self.twin = twin ?? "app:command \"\(name)\""
    self.body = body
  }

  /// Creates a command without arguments.
  init(
    _ name: String, _ summary: String, details: String = "", twin: String? = nil,
    _ body: @escaping Body
  ) { self.init(name, "", summary, details: details, twin: twin, body) }

  /// Creates a command that prints the state with a renderer.
  init(
    drawing renderer: any Renderer.Type, twin: String,
    _ mark: @escaping @Sendable (String, Prompt) -> String = { text, _ in text }
  ) {
    self.init(renderer.name, renderer.summary, twin: twin) { _, prompt in
      prompt.write(mark(renderer.render(RenderSubject(prompt.session.engine)) + "\n", prompt))
    }
  }

  func run(_ argument: String, at prompt: Prompt) {
    guard argument.isEmpty || !parameters.isEmpty else {
      return prompt.fail(".\(name) accepts no argument, got \"\(argument)\"")
    }
    body(argument, prompt)
  }
}
