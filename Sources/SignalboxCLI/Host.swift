internal import LineEditor
internal import Signalbox
internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxProtocol
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SignalboxTransports
internal import SystemLibrary

/// The parts that commands share: the session, the process's files, and the end of the process.
struct Host {
  private let session: ScriptSession
  private let sources = SourceCache()
  private let output = OutputFile(OutputFile.output)
  private let errors = OutputFile(OutputFile.error)
  private let limits: Limits
  private let options: PluginOptions
  private let project: Project
  /// The collector that receives errors instead of standard error, or `nil` if no client reads the
  /// errors.
  private let notes: ServedNotes?

  /// - Parameters:
  ///   - script: The script whose folder `require` searches first, or `nil` if there is none.
  ///   - options: The plugin options.
  ///   - steps: The number of steps that can be undone, or `nil` to use the default for scripts.
  private init(
    script: String?, _ limits: Limits, _ options: PluginOptions, undoing steps: Int? = nil,
    notes: ServedNotes? = nil
  ) throws(ScriptError) {
    self.limits = limits
    self.options = options
    self.notes = notes
    project = try Project(options)
    var configuration = ScriptConfiguration(
      modules: FolderModules(of: script, sources: sources),
      plugins: project.plugins(sources, timeout: limits.timeout?.duration))
    configuration.hold(to: limits.memory?.bytes)
    if let steps { configuration.undoCapacity = steps * Self.changesPerStep }
    session = try ScriptSession(configuration)
    var hooks = SessionHooks()
    hooks.printer = ScriptPrinter(bytes: { [output] in output.writeLine($0) })
    session.addHooks(hooks)
    output.isStopping = { [weak session] in session?.inputs.mustStop ?? false }
    session.becomeInterruptTarget()
    ProcessSignals.installInterruptHandler()
    ProcessSignals.installTerminationHandler()
  }

  /// The name of the `-e` code in messages.
  static let codeName = "(command line)"
  /// The typical number of internal records that a step changes: a push changes three, a sheet ten.
  private static let changesPerStep = 4
  /// The default number of steps that the prompt retains for `.undo`.
  static let standardSteps = 100_000

  /// Unblocks signals. NOTE: a host that starts processes from a thread pool, as Foundation's
  /// `Process` does, passes the blocked signals of its threads on to these processes.
  static func admitSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Runs a script and ends the process with the script's exit code.
  ///
  /// - Parameters:
  ///   - name: The name of the script in messages.
  ///   - read: A closure that returns the script's source. While the closure runs, Ctrl-C ends the
  ///     process.
  static func run(
    named name: String, script: String? = nil, arguments: [String], _ limits: Limits,
    _ options: PluginOptions, listeningAt endpoint: RemoteEndpoint? = nil,
    reading read: () throws(ScriptError) -> [UInt8]
  ) -> Never {
    end(watching: name) { () throws(ScriptError) in
      let source = try read()
      let run = ScriptRun(
        name: name, source: source, arguments: arguments, timeout: limits.timeout?.duration)
      return try Host(script: script, limits, options).run(run, listeningAt: endpoint)
    }
  }

  /// Loads files, runs code, runs the prompt unless it is skipped, and then ends the process.
  static func talk(
    loading files: [String], executing code: [String], _ prompt: PromptOptions, _ limits: Limits,
    _ options: PluginOptions, undoing steps: Int = standardSteps,
    listeningAt endpoint: RemoteEndpoint? = nil, inspecting page: InspectorOptions? = nil,
    on app: AppChoice? = nil
  ) -> Never {
    end(watching: "the input") { () throws(ScriptError) in
      let host = try Host(script: files.first, limits, options, undoing: steps)
      return try host.talk(
        loading: files, executing: code, prompt, listeningAt: endpoint, inspecting: page,
        on: app.map { AppPrompt($0, by: "signalbox repl") })
    }
  }

  /// Serves the protocol on standard input and output until the input ends, and then ends the
  /// process.
  static func serve(
    loading files: [String], _ limits: Limits, _ options: PluginOptions
  ) -> Never {
    end(watching: "the session") { () throws(ScriptError) in
      let streams = try StandardStreams.takeOver()
      let host = try Host(
        script: files.first, limits, options, undoing: standardSteps, notes: ServedNotes())
      return try host.serve(loading: files, streams)
    }
  }

  /// Loads files, runs code, serves the inspector's page until Ctrl-C, and then ends the process.
  static func inspect(
    loading files: [String], executing code: [String], _ page: InspectorOptions, _ limits: Limits,
    _ options: PluginOptions
  ) -> Never {
    end(watching: "the session") { () throws(ScriptError) in
      let host = try Host(script: files.first, limits, options, undoing: standardSteps)
      return try host.inspect(loading: files, executing: code, page)
    }
  }

  /// Records the user's actions in an application, writes them as a scenario, and then ends the
  /// process.
  ///
  /// - Parameters:
  ///   - path: The path of the scenario file.
  ///   - replaces: Whether an existing file may be replaced.
  ///   - files: Scripts that contain a model.
  static func record(
    _ choice: AppChoice, to path: String, replacing replaces: Bool, modeledBy files: [String],
    _ limits: Limits,
    _ options: PluginOptions
  ) -> Never {
    end(watching: "the recording") { () throws(ScriptError) in
      try checkRecording(to: path, files)
      let host = try Host(script: files.first, limits, options)
      let app = AppPrompt(choice, by: "signalbox record", isRelaunched: true)
      return try host.record(app, to: path, replacing: replaces, modeledBy: files)
    }
  }

  /// Creates the folder of a scenario file, and checks that the file can be written and can require
  /// the models, so that no recording is lost at its end.
  private static func checkRecording(to path: String, _ models: [String]) throws(ScriptError) {
    for model in models where PromptHost.module(of: model, forScenariosIn: path) == nil {
      throw .unreachableModule(model, fromScenariosIn: path)
    }
    let place = FilePath.expanded(path)
    WrittenFile.makeFolders(of: place)
    do throws(FileFailure) { _ = try FileDraft(place) } catch {
      throw ScriptError(.runtime, "cannot write \(path): \(error.reason)")
    }
  }

  /// Ends the process with an exit code or with a one-sentence error.
  ///
  /// - Parameter activity: A description of the process's activity. The description is reported if
  ///   the process is ended because code ignores a stop.
  static func end(
    watching activity: String? = nil, _ body: () throws(ScriptError) -> ExitCode
  ) -> Never {
    admitSignals()
    if let activity { Watchdog.install(during: activity) }
    let code: ExitCode
    do throws(ScriptError) {
      code = try body()
    } catch {
      if JobMode.isOn {
        JobMode.report(error)
      } else {
        let errors = OutputFile(OutputFile.error)
        errors.print("signalbox: \(DisplayText.lines("\(error)"))\n")
      }
      code =
        switch error.kind {
        case .interrupted: .interrupted
        case .runtime: .failed
        case .syntax, .rejected, .memory, .timeout, .module, .closed, .internal: .notLoaded
        }
    }
    // ArgumentParser is not used here, because it would render the help only to find that there is
    // no message.
    exit(self.code(of: code).rawValue)
  }

  /// Returns an exit code, or the exit code of the signal that has stopped the process.
  private static func code(of code: ExitCode) -> ExitCode {
    if let signal = ProcessSignals.terminationSignal {
      return signal == SIGHUP ? .hungUp : .terminated
    }
    return OutputFile.hasLost && ProcessSignals.hasPendingInterrupt ? .interrupted : code
  }

  // MARK: - Scripts

  private func run(
    _ run: ScriptRun, listeningAt endpoint: RemoteEndpoint?
  ) throws(ScriptError) -> ExitCode {
    sources[run.name] = run.source
    // Clients can connect while the script runs. The clients are served after the script has ended.
    let server = try endpoint.map { endpoint throws(ScriptError) in
      try share(at: endpoint, [run.name], [], promptHost())
    }
    defer { server?.close() }
    PausePrompt(sources: sources, limits: limits).install(in: session)
    try session.plugins.loadAtStart()
    let plugins = reportRejections(of: session)
    let result = run.run(in: session, sharesEnvironment: server != nil)
    if let server, result.exitCode == .success {
      // If the state cannot be saved, only commands that use the steps, such as `.save`, fail.
      try? session.beginRecord()
      serve(server)
    }
    let failures = session.plugins.tearDown(timeout: limits.timeout?.duration)
    report(
      ScriptRunResult(failure: result.failure, unhandled: result.unhandled + failures))
    guard result.exitCode == .success else { return result.exitCode }
    return failures.isEmpty ? plugins : .failed
  }

  /// Shares the session, and prints the location to which clients connect, if any.
  private func share(
    at endpoint: RemoteEndpoint?, _ scripts: [String], _ code: [String], _ host: PromptHost
  ) throws(ScriptError) -> SessionServer {
    var options = RemoteSessionOptions()
    options.name = ListenOptions.name(of: scripts.first)
    options.sources = sources
    if let timeout = limits.timeout?.duration { options.timeout = timeout }
    let server: SessionServer
    do throws(TransportError) {
      server = try SessionServer(
        session, at: endpoint.map { [$0.endpoint] } ?? [], options: options)
    } catch {
      throw ScriptError(.runtime, code: error.code.rawValue, error.message, hint: error.hint)
    }
    provide(server, scripts, code, host)
    if let shown = server.port.map({ RemoteEndpoint.tcp($0) }) ?? endpoint {
      errors.print("listening at \(shown)\n")
    }
    server.onReport = { [errors] text in
      errors.print("signalbox: \(text)\n")
    }
    return server
  }

  /// Lets the prompts of clients use files and previews.
  private func provide(
    _ server: SessionServer, _ scripts: [String], _ code: [String], _ host: PromptHost
  ) {
    server.access.files = scripts
    server.access.code = code.joined(separator: "\n")
    server.access.folder = FilePath.resolved(".") ?? ""
    server.access.host = host
    server.access.resolve = { FilePath.isFile($0) ? FilePath.resolved($0) : nil }
    server.access.previews = { [project, sources] in
      PromptEnvironment(script: scripts.first, project: project).recipe(
        loaded: (scripts + [Self.codeName]).compactMap { name in
          sources[name].map { (name: name, source: $0) }
        })
    }
  }

  /// Loads files and serves a client on two streams until its input ends.
  private func serve(
    loading files: [String], _ streams: (input: Int32, output: Int32)
  ) throws(ScriptError) -> ExitCode {
    var options = RemoteSessionOptions()
    options.name = ListenOptions.name(of: files.first)
    options.sources = sources
    if let timeout = limits.timeout?.duration { options.timeout = timeout }
    let end = ServedEnd(session.stopper)
    options.onStreamsEnd = { end.reach() }
    let jobs = ToolJobs(JobWords(limits, self.options))
    defer { jobs.end() }
    let server: SessionServer
    do throws(TransportError) {
      server = try SessionServer(
        session, at: [.streams(input: streams.input, output: streams.output, .contentLength)],
        options: options, handler: jobs)
    } catch {
      throw ScriptError(.runtime, code: error.code.rawValue, error.message, hint: error.hint)
    }
    defer { server.close() }
    provide(server, files, [], promptHost())
    let note = { (text: String, isFailure: Bool) in server.note(text, isFailure: isFailure) }
    notes?.onText = { note($0, true) }
    session.addHooks(SessionHooks(output: { note($0 + "\n", false) }))
    try session.plugins.loadAtStart()
    _ = reportRejections(of: session)
    _ = load(files, [], into: session, timeout: options.timeout)
    // If the state cannot be saved, only commands that use the steps, such as `.save`, fail.
    try? session.beginRecord()
    while !end.isReached, !ProcessSignals.isTerminating, !ProcessSignals.takePendingInterrupt() {
      // NOTE: the limit bounds the time for which a signal that arrives just before the wait
      // remains unnoticed.
      jobs.wait(for: server.descriptor, atMost: 250)
      jobs.attend()
      server.serve()
    }
    for failure in session.plugins.tearDown(timeout: options.timeout) {
      errors.print("signalbox: \(DisplayText.lines("\(failure)"))\n")
    }
    return end.isReached ? .success : ProcessSignals.isTerminating ? .terminated : .interrupted
  }

  /// Serves clients until Ctrl-C or SIGTERM.
  ///
  /// - Parameters:
  ///   - untilInputEnds: Whether the end of standard input ends the service, too.
  ///   - enter: A closure that is called when the user presses Enter, or `nil` if standard input is
  ///     not read.
  private func serve(
    _ server: SessionServer, untilInputEnds: Bool = false, whenEntered enter: (() -> Void)? = nil
  ) {
    output.flush()
    var isReading = enter != nil
    while !ProcessSignals.isTerminating && !ProcessSignals.takePendingInterrupt() {
      var waiting = Waiting()
      waiting.add(server.descriptor)
      let keys = isReading ? waiting.add(InputFile.input) : nil
      // NOTE: the limit bounds the time for which a signal that arrives just before the wait
      // remains unnoticed.
      waiting.wait(250)
      if let keys, waiting.canRead(keys) {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(InputFile.input, &bytes, bytes.count)
        if count == 0, untilInputEnds { return }
        if count == 0 { isReading = false }
        for _ in bytes.prefix(max(0, count)).filter({ $0 == UInt8(ascii: "\n") }) { enter?() }
      }
      server.serve()
      output.flush()
    }
  }

  /// Reports the plugins that fail to load, and the reasons.
  ///
  /// - Returns: The exit code to use if no other error occurs.
  private func reportRejections(of session: ScriptSession) -> ExitCode {
    for rejection in session.plugins.rejections {
      report(ScriptRunResult(failure: rejection.error))
    }
    return session.plugins.rejections.isEmpty ? .success : .notLoaded
  }

  /// Reports errors on standard error, or to the client that reads them.
  private func report(_ result: ScriptRunResult) {
    output.hasStopped = result.failure?.kind.isStop ?? false
    output.flush()
    let failures = result.unhandled + (result.failure.map { [$0] } ?? [])
    // A terminal echoes Ctrl-C at the cursor, so the report begins on a new line.
    if errors.isTerminal, result.exitCode == .interrupted { errors.write("\n") }
    for (index, failure) in failures.enumerated() {
      let report = FailureReport(
        explained(failure), sources: sources, palette: palette(for: errors))
      if let notes {
        notes.onText(report.text + "\n")
        continue
      }
      if index > 0 { errors.write("\n") }
      errors.write(report.text + "\n")
    }
    errors.flush()
  }

  /// Adds the exceeded limit, and the option that sets it, to an error.
  private func explained(_ error: ScriptError) -> ScriptError {
    var error = error
    if error.kind == .timeout, let timeout = limits.timeout {
      error.message = "timed out: the script ran longer than \(timeout.text) (`--timeout`)"
    } else if error.kind == .memory {
      let limit = limits.memory?.text ?? MemoryLimit.standard
      error.message = "not enough memory: the script needs more than \(limit) (`--memory`)"
    }
    return error
  }

  private func palette(for file: OutputFile) -> TextPalette {
    TextPalette(isColored: (limits.color ?? .auto).isColored(onTerminal: file.isTerminal))
  }

  // MARK: - The prompt

  /// - Returns: Success at a terminal, otherwise the code of the first failure.
  private func talk(
    loading files: [String], executing code: [String], _ options: PromptOptions,
    listeningAt endpoint: RemoteEndpoint?, inspecting page: InspectorOptions?, on app: AppPrompt?
  ) throws(ScriptError) -> ExitCode {
    defer { app?.end() }
    let opens = code.isEmpty || options.interactive
    let file = InputFile(takeInterrupt: ProcessSignals.takePendingInterrupt)
    let isLive = opens && file.isTerminal && output.isTerminal
    if isLive { output.write("\(Version.greeting) · Tab suggests · .help · .quit\n") }
    try session.plugins.loadAtStart()
    let plugins = reportRejections(of: session)
    try app?.begin(session)
    if isLive, let name = app?.name { output.write("application: \(DisplayText.clean(name))\n") }
    let trace = page.map { _ in LiveTrace(recording: session, sources) }
    let loaded = load(files, code, into: session)
    let exitCode = loaded == .success ? plugins : loaded
    let host = promptHost()
    let prompt = makePrompt(files, code, host, app)
    let isShared = endpoint != nil || page != nil
    let server = isShared ? try share(at: endpoint, files, code, host) : nil
    if let trace { server?.keep(trace) }
    if let app { server?.access.savingOptions = app.words }
    var inspector: InspectorServer?
    if let page, let server {
      inspector = try makeInspector(of: server, files, page, app)
      inspector?.show(page, on: errors, errors)
    }
    if opens {
      let help = PromptHelp(for: prompt, project, sources, needsModel: app != nil)
      let input = isLive ? input(options, file, help, host) : .file(file)
      let loop = PromptLoop(input: input, output: output, isLive: isLive) {
        // `.reload` restarts the application.
        serveClients(of: server, app, at: prompt, input, isLive: isLive)
      } entered: {
        // Calls from other sources precede the calls of the input.
        do throws(NavigationError) { try app?.settle() } catch {
          showEnd(error, above: prompt, input)
        }
      } after: {
        help.renew()
        // `.reload` replaces the session. Clients are notified of the changes that the input made.
        server?.session = prompt.session
        server?.serve()
      }
      if isLive {
        prompt.host.clear = { [output] in output.write("\u{1B}[H\u{1B}[2J") }
        prompt.style = .terminal()
        prompt.host.converse = loop.talk
      }
      if !file.isTerminal {
        prompt.output.writeFailure = { [output, errors] text in
          // Both streams may be written to the same place, so the chronological order must be kept.
          output.flush()
          errors.print(text)
        }
      }
      loop.talk(with: prompt)
      // These closures and the prompt retain each other.
      prompt.host.converse = nil
      input.unwatch()
      server?.onChange = { _ in }
      server?.onReport = { _ in }
    }
    inspector?.close()
    server?.close()
    prompt.session.close()
    output.flush()
    if opens { try file.checkEnd() }
    if isLive { return .success }
    return exitCode == .success && prompt.hasFailed ? .failed : exitCode
  }

  /// Returns the line editor with its assistant, or an input that reads plain lines.
  private func input(
    _ options: PromptOptions, _ file: InputFile, _ help: PromptHelp, _ host: PromptHost
  ) -> PromptInput {
    let input = PromptInput.open(
      options.habits, palette(for: output), file, assistant: { help.assistant })
    if case .editor(let editor) = input {
      help.begin(at: editor.handle)
      editor.editOutside = { [host] text in try? host.edit(text) }
      host.editor = editor
    }
    return input
  }

  /// Serves clients and shows changes from other sources while the prompt waits for input.
  private func serveClients(
    of server: SessionServer?, _ app: AppPrompt?, at prompt: Prompt, _ input: PromptInput,
    isLive: Bool
  ) {
    if isLive, let server {
      let notify: (String) -> Void = { show($0, above: prompt, input) }
      (server.onChange, server.onReport) = (notify, notify)
    }
    app?.keep(prompt.session)
    let attend = { [output] in
      if let app { take(from: app, at: prompt, input) }
      // Only one request is processed at a time, so that typed keys are handled between requests.
      server?.serve(atMost: 1)
      output.flush()
    }
    input.watch {
      [server?.descriptor, app?.descriptor].compactMap(\.self)
    } onInput: {
      attend()
      return prompt.label
    }
    attend()
  }

  /// Shows changes from other sources above the line that the user is typing.
  private func show(_ text: String, above prompt: Prompt, _ input: PromptInput) {
    let line = palette(for: output).faint("· \(text)")
    switch input {
    case .editor(let editor): editor.handle.print(line)
    case .file(let file): output.write(file.isTerminal ? "\n\(line)\n\(prompt.label)" : line + "\n")
    }
  }

  /// Shows the changes from other sources that an application has sent.
  private func take(from app: AppPrompt, at prompt: Prompt, _ input: PromptInput) {
    do throws(NavigationError) {
      if let change = try app.take() { show(change, above: prompt, input) }
    } catch {
      showEnd(error, above: prompt, input)
    }
  }

  private func showEnd(_ error: NavigationError, above prompt: Prompt, _ input: PromptInput) {
    show("\(error.message); \(AppRun.reloadAdvice)", above: prompt, input)
  }

  // MARK: - The inspector

  private func inspect(
    loading files: [String], executing code: [String], _ page: InspectorOptions
  ) throws(ScriptError) -> ExitCode {
    try session.plugins.loadAtStart()
    let plugins = reportRejections(of: session)
    let trace = LiveTrace(recording: session, sources)
    let loaded = load(files, code, into: session)
    // Without definitions, there is nothing to show.
    if loaded != .success, session.application == nil, session.engine.tree.layers.isEmpty {
      return loaded
    }
    let host = promptHost()
    // The prompt prints the output of scripts, and retains the steps that `undo` needs.
    let prompt = makePrompt(files, code, host)
    let server = try share(at: nil, files, code, host)
    server.keep(trace)
    let inspector = try makeInspector(of: server, files, page)
    inspector.show(page, on: output, errors)
    let keys = InputFile(takeInterrupt: { false })
    serve(
      server,
      untilInputEnds: page.isWebView,
      whenEntered: keys.isTerminal || page.isWebView
        ? { [output] in
          output.print("\(inspector.makeAddress())\n")
        } : nil)
    inspector.close()
    server.close()
    prompt.session.close()
    output.flush()
    return loaded == .success ? plugins : loaded
  }

  private func makeInspector(
    of server: SessionServer, _ files: [String], _ page: InspectorOptions, _ app: AppPrompt? = nil
  ) throws(ScriptError) -> InspectorServer {
    let name = ListenOptions.name(of: files.first)
    return try InspectorServer(
      server, of: app?.name ?? session.application?.name ?? name, named: name, page)
  }

  // MARK: - Recordings

  private func record(
    _ app: AppPrompt, to path: String, replacing replaces: Bool, modeledBy files: [String]
  ) throws(ScriptError) -> ExitCode {
    defer { app.end() }
    try session.plugins.loadAtStart()
    let plugins = reportRejections(of: session)
    try app.begin(session)
    let loaded = load(files, [], into: session)
    guard loaded == .success else { return loaded }
    let host = promptHost()
    let prompt = makePrompt(files, [], host, app)
    prompt.context.saving.origin = "Recorded in an application by signalbox record."
    prompt.context.saving.title = "recording"
    prompt.context.saving.keepsUnchecked = true
    output.write(
      "recording \(DisplayText.clean(app.name ?? "")): use the application, then press Ctrl-C or Ctrl-D\n"
    )
    AppRecording(app: app, prompt: prompt, output: output).run()
    app.end()
    guard let record = session.record, record.lineCount > 0 else {
      output.flush()
      errors.print("signalbox: nothing was recorded: the application was not used\n")
      return .failed
    }
    prompt.take(".save \(path)\(replaces ? "!" : "")")
    prompt.session.close()
    output.flush()
    return prompt.hasFailed ? .failed : plugins
  }

  private func promptHost() -> PromptHost {
    PromptHost(project, options, limits, sources) { [output] in output.flush() }
  }

  private func makePrompt(
    _ files: [String], _ code: [String], _ host: PromptHost, _ app: AppPrompt? = nil
  ) -> Prompt {
    let prompt = Prompt(
      session: session, sources: sources, palette: palette(for: output),
      timeout: limits.timeout?.duration, write: { [output] in output.write($0) },
      writeBytes: { [output] in output.write($0) })
    prompt.context.files = files
    prompt.context.code = code.joined(separator: "\n")
    prompt.context.host = host
    if let app {
      host.app = (app, hasModel: !files.isEmpty)
      prompt.context.saving.options = app.words
    }
    // If the state cannot be saved, only commands that use the steps, such as `.reload`, fail.
    try? session.beginRecord()
    prompt.host.prepare = { [context = prompt.context] session in
      session.becomeInterruptTarget()
      _ = reportRejections(of: session)
      do throws(ScriptError) { try app?.begin(session) } catch {
        report(ScriptRunResult(failure: error))
        return false
      }
      return load(context.scripts, code, into: session) == .success
    }
    return prompt
  }

  /// - Returns: The exit code of the first failure, or `success` if there is none.
  private func load(
    _ files: [String], _ code: [String], into session: ScriptSession, timeout: Duration? = nil
  ) -> ExitCode {
    let timeout = timeout ?? limits.timeout?.duration
    var exitCode = ExitCode.success
    func load(_ name: String, _ read: () throws(ScriptError) -> [UInt8]) {
      Watchdog.begin(name)
      defer { Watchdog.begin("the input") }
      let result: ScriptRunResult
      do throws(ScriptError) {
        let run = ScriptRun(name: name, source: try read(), timeout: timeout)
        sources[name] = run.source
        result = run.run(in: session, sharesEnvironment: true)
      } catch {
        result = ScriptRunResult(failure: error)
      }
      report(result)
      if exitCode == .success { exitCode = result.exitCode }
    }
    for file in files { load(file) { () throws(ScriptError) in try ScriptFile.read(file) } }
    if !code.isEmpty { load(Self.codeName) { Array(code.joined(separator: "\n").utf8) } }
    return exitCode
  }
}
