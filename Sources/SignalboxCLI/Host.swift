internal import LineEditor
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the commands share: the session, the files of the process, and how it ends.
struct Host {
  private let session: ScriptSession
  private let sources = SourceShelf()
  private let output = OutputFile(OutputFile.output)
  private let errors = OutputFile(OutputFile.error)
  private let limits: Limits

  /// - Parameters:
  ///   - script: The script whose folder `require` searches first; `nil` for none.
  ///   - options: Which plugins there are.
  private init(script: String?, _ limits: Limits, _ options: PluginOptions) throws(ScriptError) {
    self.limits = limits
    let project = try Project(options)
    var configuration = ScriptConfiguration(
      modules: ModuleFolders(script: script, sources: sources),
      plugins: project.plugins(sources, timeout: limits.timeout?.duration))
    if let memory = limits.memory { configuration.memoryLimit = memory.bytes }
    session = try ScriptSession(configuration)
    session.output = { [output] in output.write($0 + "\n") }
    session.becomeInterruptTarget()
    ScriptSession.installInterruptHandler()
    ScriptSession.installTerminationHandler()
  }

  /// Lets signals through. NOTE: a host that starts processes from a pool of threads, as Foundation's
  /// `Process` does, hands down the signals that its threads block.
  private static func admitSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Runs a script to its end and ends the process with its exit code.
  ///
  /// - Parameters:
  ///   - name: How messages call the script.
  ///   - read: Gets its text; Ctrl-C ends the process meanwhile.
  static func run(
    named name: String, script: String? = nil, arguments: [String], _ limits: Limits,
    _ options: PluginOptions, reading read: () throws(ScriptError) -> [UInt8]
  ) -> Never {
    end { () throws(ScriptError) in
      let source = try read()
      let run = ScriptRun(
        name: name, source: source, arguments: arguments, timeout: limits.timeout?.duration)
      return try Host(script: script, limits, options).run(run)
    }
  }

  /// Loads files, runs code, talks until the input ends, and ends the process.
  static func talk(
    loading files: [String], executing code: [String], _ prompt: PromptOptions, _ limits: Limits,
    _ options: PluginOptions
  ) -> Never {
    end { () throws(ScriptError) in
      let host = try Host(script: files.first, limits, options)
      return try host.talk(loading: files, executing: code, prompt)
    }
  }

  /// Ends with the code of what was done, or with one sentence why it could not begin.
  static func end(_ body: () throws(ScriptError) -> ExitCode) -> Never {
    admitSignals()
    let code: ExitCode
    do throws(ScriptError) {
      code = try body()
    } catch {
      let errors = OutputFile(OutputFile.error)
      errors.write("signalbox: \(error)\n")
      errors.flush()
      code = error.kind == .interrupted ? .interrupted : .notLoaded
    }
    // Not through ArgumentParser, which would lay out the help to find that there is no message.
    exit((ScriptSession.isTerminating ? .terminated : code).rawValue)
  }

  // MARK: - Scripts

  private func run(_ run: ScriptRun) throws(ScriptError) -> ExitCode {
    sources[run.name] = run.source
    try session.plugins.loadAtStart()
    let plugins = reportRefusals(of: session)
    let result = run.run(in: session)
    let errors = session.unhandled.count
    session.plugins.tearDown(timeout: limits.timeout?.duration)
    report(
      ScriptRunResult(
        failure: result.failure, unhandled: result.unhandled + session.unhandled.dropFirst(errors)))
    return result.exitCode == .success ? plugins : result.exitCode
  }

  /// Tells which plugins do not load, and why.
  ///
  /// - Returns: The code for that, where nothing else goes wrong.
  private func reportRefusals(of session: ScriptSession) -> ExitCode {
    for refusal in session.plugins.refusals { report(ScriptRunResult(failure: refusal.error)) }
    return session.plugins.refusals.isEmpty ? .success : .notLoaded
  }

  /// Tells on standard error what went wrong.
  private func report(_ result: ScriptRunResult) {
    output.flush()
    let failures = result.unhandled + (result.failure.map { [$0] } ?? [])
    // A terminal shows Ctrl-C where the cursor is; the report begins on a line of its own.
    if errors.isTerminal, result.exitCode == .interrupted { errors.write("\n") }
    for (index, failure) in failures.enumerated() {
      if index > 0 { errors.write("\n") }
      let report = FailureReport(
        explained(failure), sources: sources, palette: palette(for: errors))
      errors.write(report.text + "\n")
    }
    errors.flush()
  }

  /// Adds the limit that a script has run into, and the option that sets it.
  private func explained(_ error: ScriptError) -> ScriptError {
    var error = error
    if error.kind == .timeout, let timeout = limits.timeout {
      error.hint = "it ran longer than \(timeout.text), the limit of --timeout"
    } else if error.kind == .memory {
      let limit = limits.memory?.text ?? MemoryLimit.standard
      error.hint = "it needs more than \(limit), the limit of --memory"
    }
    return error
  }

  private func palette(for file: OutputFile) -> TextPalette {
    TextPalette(isColored: (limits.color ?? .auto).isColored(onTerminal: file.isTerminal))
  }

  // MARK: - The prompt

  /// - Returns: At a terminal always success, else the code of the first failure.
  private func talk(
    loading files: [String], executing code: [String], _ options: PromptOptions
  ) throws(ScriptError) -> ExitCode {
    let opens = code.isEmpty || options.interactive
    let file = InputFile(takeInterrupt: ScriptSession.takePendingInterrupt)
    let isLive = opens && file.isTerminal && output.isTerminal
    if isLive { output.write("\(Version.text) · .help · Ctrl-D quits\n") }
    try session.plugins.loadAtStart()
    let plugins = reportRefusals(of: session)
    let loaded = load(files, code, into: session)
    let exitCode = loaded == .success ? plugins : loaded
    let prompt = makePrompt(files, code)
    if opens {
      let input = isLive && !options.plain ? input(for: prompt, options, file) : .file(file)
      if isLive { prompt.clear = { [output] in output.write("\u{1B}[H\u{1B}[2J") } }
      talk(at: prompt, input, isLive: isLive)
    }
    prompt.session.close()
    output.flush()
    if isLive { return .success }
    return exitCode == .success && prompt.hasFailed ? .failed : exitCode
  }

  private func makePrompt(_ files: [String], _ code: [String]) -> Prompt {
    let prompt = Prompt(
      session: session, sources: sources, palette: palette(for: output),
      timeout: limits.timeout?.duration, write: { [output] in output.write($0) })
    // Where what is shown cannot be written down, everything but .reload works.
    try? session.beginRecord()
    prompt.prepare = { session in
      session.becomeInterruptTarget()
      _ = reportRefusals(of: session)
      return load(files, code, into: session) == .success
    }
    return prompt
  }

  /// An editor where the terminal can have one.
  private func input(
    for prompt: Prompt, _ options: PromptOptions, _ file: InputFile
  ) -> PromptInput {
    // Told above the prompt: the history is read when that is shown.
    var show: (String) -> Void = { _ in }
    let isColored = palette(for: output).isColored
    let editor = LineEditor(
      history: options.history { show($0) }, assistant: PromptAssistant(prompt),
      palette: isColored ? .sixteen : .plain)
    guard let editor else { return .file(file) }
    show = editor.handle.print
    editor.shouldEnd = { ScriptSession.isTerminating }
    editor.takeInterrupt = ScriptSession.takePendingInterrupt
    return .editor(editor)
  }

  private func talk(at prompt: Prompt, _ input: PromptInput, isLive: Bool) {
    while !prompt.isFinished && !ScriptSession.isTerminating {
      output.flush()
      let next = input.next(prompt: isLive ? prompt.label : "") { [output] text in
        output.write(text)
        output.flush()
      }
      switch next {
      case .line(let text): prompt.take(text)
      case .interrupted: prompt.interrupt()
      case .end: prompt.finish()
      }
    }
  }

  /// - Returns: The code of the first that failed.
  private func load(
    _ files: [String], _ code: [String], into session: ScriptSession
  ) -> ExitCode {
    var exitCode = ExitCode.success
    func load(_ name: String, _ read: () throws(ScriptError) -> [UInt8]) {
      let result: ScriptRunResult
      do throws(ScriptError) {
        let run = ScriptRun(name: name, source: try read(), timeout: limits.timeout?.duration)
        sources[name] = run.source
        result = run.run(in: session, sharesEnvironment: true)
      } catch {
        result = ScriptRunResult(failure: error)
      }
      report(result)
      if exitCode == .success { exitCode = result.exitCode }
    }
    for file in files { load(file) { () throws(ScriptError) in try ScriptFile.read(file) } }
    if !code.isEmpty { load("(command line)") { Array(code.joined(separator: "\n").utf8) } }
    return exitCode
  }
}
