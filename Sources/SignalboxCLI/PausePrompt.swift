internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting

/// The prompt that `app:pause()` opens in a script at a terminal.
struct PausePrompt: Sendable {
  let sources: SourceCache
  let limits: Limits

  /// Whether there is a terminal on which a prompt can open.
  static var hasTerminal: Bool {
    OutputFile(OutputFile.output).isTerminal && InputFile(takeInterrupt: { false }).isTerminal
  }

  /// Installs a prompt for pauses in a session's scripts if there is a terminal.
  func install(in session: ScriptSession) {
    guard Self.hasTerminal else { return }
    var hooks = SessionHooks()
    hooks.onPause = { [weak session] pause throws(ScriptError) in
      guard let session else { return }
      let output = OutputFile(OutputFile.output)
      let color = (limits.color ?? .auto).isColored(onTerminal: true)
      try Prompt.open(
        pause, in: session, sources: sources, palette: TextPalette(isColored: color),
        timeout: limits.timeout?.duration, style: .terminal(),
        converse: { prompt in UserStop.whilePrompting { Self.talk(with: prompt, output) } },
        write: { output.write($0) })
    }
    session.addHooks(hooks)
  }

  private static func talk(with prompt: Prompt, _ output: OutputFile) {
    let file = InputFile(takeInterrupt: ProcessSignals.takePendingInterrupt)
    let input = PromptInput.open(
      PromptHabits(), prompt.palette, file,
      assistant: { PromptAssistant(prompt, files: PromptEnvironment.names(in:)) })
    PromptLoop(input: input, output: output, isLive: true).talk(with: prompt)
  }
}

extension PromptStyle {
  /// Returns the prompt style for a terminal, with result numbers, times, and the current width.
  static func terminal() -> PromptStyle {
    var style = PromptStyle()
    style.showsMarks = true
    style.width = { OutputFile.columns ?? 80 }
    let start = ContinuousClock.now
    style.now = { start.duration(to: .now) }
    return style
  }
}
