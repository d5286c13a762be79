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

  /// - Parameter script: The script whose folder `require` searches first; `nil` for none.
  private init(script: String?, _ limits: Limits) throws(ScriptError) {
    self.limits = limits
    var configuration = ScriptConfiguration(
      modules: ModuleFolders(script: script, sources: sources))
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
    reading read: () throws(ScriptError) -> [UInt8]
  ) -> Never {
    end { () throws(ScriptError) in
      let source = try read()
      let run = ScriptRun(
        name: name, source: source, arguments: arguments, timeout: limits.timeout?.duration)
      return try Host(script: script, limits).run(run)
    }
  }

  /// Loads files, talks until the input ends, and ends the process.
  static func talk(loading files: [String], _ limits: Limits) -> Never {
    end { () throws(ScriptError) in
      try Host(script: files.first, limits).talk(loading: files)
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
      errors.write("signalbox: \(error.message)\n")
      errors.flush()
      code = error.kind == .interrupted ? .interrupted : .notLoaded
    }
    // Not through ArgumentParser, which would lay out the help to find that there is no message.
    exit((ScriptSession.isTerminating ? .terminated : code).rawValue)
  }

  // MARK: - Scripts

  private func run(_ run: ScriptRun) -> ExitCode {
    sources[run.name] = run.source
    let result = run.run(in: session)
    report(result)
    return result.exitCode
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
  private func talk(loading files: [String]) -> ExitCode {
    let input = InputFile(takeInterrupt: ScriptSession.takePendingInterrupt)
    let isLive = input.isTerminal && output.isTerminal
    if isLive { output.write("\(Version.text) · .help · Ctrl-D quits\n") }
    let code = load(files)
    let prompt = Prompt(
      session: session, sources: sources, palette: palette(for: output),
      timeout: limits.timeout?.duration, write: { [output] in output.write($0) })
    if isLive { prompt.clear = { [output] in output.write("\u{1B}[H\u{1B}[2J") } }
    while !prompt.isFinished && !ScriptSession.isTerminating {
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
    output.flush()
    if isLive { return .success }
    return code == .success && prompt.hasFailed ? .failed : code
  }

  /// - Returns: The code of the first file that failed.
  private func load(_ files: [String]) -> ExitCode {
    var code = ExitCode.success
    for file in files {
      let result: ScriptRunResult
      do throws(ScriptError) {
        let run = ScriptRun(
          name: file, source: try ScriptFile.read(file), timeout: limits.timeout?.duration)
        sources[file] = run.source
        result = run.run(in: session, sharesEnvironment: true)
      } catch {
        result = ScriptRunResult(failure: error)
      }
      report(result)
      if code == .success { code = result.exitCode }
    }
    return code
  }
}
