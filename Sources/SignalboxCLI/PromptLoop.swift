internal import LineEditor
internal import SignalboxREPL
internal import SignalboxScripting

/// Passes inputs to a prompt.
struct PromptLoop {
  let input: PromptInput
  let output: OutputFile
  /// Whether a user is typing. If `true`, the prompt's label is shown before each input.
  let isLive: Bool
  /// A closure that is called before each input is read.
  var before: () -> Void = {}
  /// A closure that is called before each input is processed.
  var entered: () -> Void = {}
  /// A closure that is called after each input.
  var after: () -> Void = {}

  /// Passes inputs to a prompt until the prompt ends, the process is terminated, or an input from a
  /// pipe fails.
  func talk(with prompt: Prompt) {
    Watchdog.whilePrompting(isLive) { answer(prompt) }
  }

  private func answer(_ prompt: Prompt) {
    // If the input is a pipe, there is no user to fix an error.
    while prompt.isAsking && !ProcessSignals.isTerminating && (isLive || !prompt.hasFailed) {
      before()
      output.flush()
      let next = input.next(prompt: isLive ? prompt.label : "") { text in
        output.print(text)
      }
      switch next {
      case .line(let text):
        prompt.output.lineNumber = input.lineNumber
        entered()
        prompt.take(text)
      case .interrupted: prompt.interrupt()
      case .end: prompt.finish()
      }
      after()
    }
  }
}
