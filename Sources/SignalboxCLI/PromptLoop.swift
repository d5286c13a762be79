internal import LineEditor
internal import SignalboxREPL
internal import SignalboxScripting

/// Hands what is typed to a prompt.
struct PromptLoop {
  let input: PromptInput
  let output: OutputFile
  /// Whether somebody types who wants to see where they are.
  let isLive: Bool
  /// Done after each input.
  var after: () -> Void = {}

  /// Talks until the prompt asks for nothing more: it was left, or a script that waits goes on.
  func talk(with prompt: Prompt) {
    Watchdog.whilePrompting(isLive) { answer(prompt) }
  }

  private func answer(_ prompt: Prompt) {
    // On a pipe there is no user to fix an error.
    while prompt.isAsking && !ScriptSession.isTerminating && (isLive || !prompt.hasFailed) {
      output.flush()
      let next = input.next(prompt: isLive ? prompt.label : "") { text in
        output.write(text)
        output.flush()
      }
      switch next {
      case .line(let text):
        prompt.output.lineNumber = input.lineNumber
        prompt.take(text)
      case .interrupted: prompt.interrupt()
      case .end: prompt.finish()
      }
      after()
    }
  }
}
