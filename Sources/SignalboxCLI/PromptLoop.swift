internal import SignalboxREPL
internal import SignalboxScripting

/// Hands lines of a file to a prompt.
struct PromptLoop {
  let input: InputFile
  let output: OutputFile
  /// Whether somebody types who wants to see where they are.
  let isLive: Bool

  /// Talks until the prompt asks for nothing more: it was left, or a script that waits goes on.
  func talk(with prompt: Prompt) {
    while prompt.isAsking && !ScriptSession.isTerminating {
      if isLive { output.write(prompt.label) }
      output.flush()
      switch input.next() {
      case .line(let line): prompt.take(line)
      case .interrupted:
        prompt.interrupt()
        output.write("\n")
      case .end:
        if isLive { output.write("\n") }
        prompt.finish()
      }
    }
  }
}
