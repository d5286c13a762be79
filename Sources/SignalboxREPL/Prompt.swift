internal import Signalbox
internal import SignalboxInspector
package import SignalboxScenarios
package import SignalboxScripting

/// The prompt, which processes lines and prints results independently of any terminal.
///
/// A line that begins with a dot and a letter is a command, `?` asks for documentation, and `!`
/// runs a shell command. The words `help`, `exit` and `quit` are also commands, unless a variable
/// has the same name. All other input is Lua code. An incomplete input waits for further lines.
package final class Prompt {
  package private(set) var session: ScriptSession
  /// The destination of results.
  package let output: PromptOutput
  let sources: SourceCache
  /// The wall-clock time limit of one input.
  private let limit: Duration?
  /// The time when all running code must end, regardless of the input limit, or `nil` for no limit.
  var deadline: ContinuousClock.Instant? {
    get { end.map { $0 + session.pausedTime } }
    set { end = newValue.map { $0 - session.pausedTime } }
  }
  /// The deadline, not counting the time for which scripts have waited for a debugger or a user.
  private var end: ContinuousClock.Instant?
  /// The state that commands keep between inputs.
  package let context = CommandContext()
  /// The functions that the host provides.
  package var host = PromptHooks()
  /// The style of the prompt's output.
  package var style = PromptStyle()
  /// The inputs that have been processed.
  package private(set) var inputs = PromptInputs()

  /// Whether the user has quit the prompt.
  package private(set) var isFinished = false
  /// Whether the prompt owns the session. A prompt that owns its session can replace the session
  /// and keeps its hooks installed. Otherwise, ``withHooks(_:)`` installs the hooks.
  let ownsSession: Bool
  private var scope: HookScope?

  /// The paused scripts, innermost last.
  private var pauses: [ScriptPause] = []
  /// Whether the paused script must continue.
  private var isGoingOn = false
  private(set) var results = ResultHistory()
  /// The inputs that contain definitions, which a reload repeats.
  private(set) var definitions = RetainedDefinitions()

  /// - Parameters:
  ///   - sources: The sources of scripts, for excerpts.
  ///   - timeout: The wall-clock time limit of one input.
  ///   - write: A closure that receives text immediately, including line endings.
  package init(
    session: ScriptSession, sources: SourceCache = SourceCache(), palette: TextPalette = .plain,
    timeout: Duration? = nil, ownsSession: Bool = true, write: @escaping (String) -> Void,
    writeBytes: (([UInt8]) -> Void)? = nil
  ) {
    self.ownsSession = ownsSession
    self.session = session
    self.sources = sources
    output = PromptOutput(palette: palette, write: write, writeBytes: writeBytes)
    limit = timeout
    adopt(session)
  }

  package var palette: TextPalette { output.palette }

  func write(_ text: String) { output.write(text) }

  /// Prints an error, followed by its hint, if any.
  func fail(_ message: String, _ hint: String? = nil) { output.fail(message, hint) }

  /// Whether any input has failed.
  package var hasFailed: Bool { output.failureCount > 0 }

  /// The wall-clock time limit of the next run, or `nil` for no limit.
  var timeout: Duration? {
    let rest = deadline.map { max(.zero, $0 - .now) }
    return [limit, rest].compactMap(\.self).min()
  }

  /// Calls the engine as one input. The input's time limit applies to script callbacks, and a stop
  /// request ends these callbacks.
  ///
  /// - Throws: `timeout`, `interrupted` or `memory`. Changes that were made before the error remain
  ///   in effect.
  func onEngine<Result>(
    _ body: (NavigationEngine) -> Result
  ) throws(ScriptError) -> Result {
    // A stop can end the engine between two callbacks, where no script reports it.
    let (result, end) = try HostRun(in: session, timeout: timeout).run {
      (
        body(session.engine),
        Swift.Result { () throws(ScriptError) in try session.inputs.checkStop() }
      )
    }
    try end.get()
    return result
  }

  /// Quits the prompt.
  func quit() { isFinished = true }

  /// Continues with another session, and installs the hooks if the prompt owns its session.
  package func adopt(_ session: ScriptSession) {
    self.session = session
    prepareContext()
    guard ownsSession else { return }
    // At the prompt, users expect undo to restore finished coordinators.
    session.engine.keepsFinished = true
    scope = session.addHooks(hooks)
  }

  deinit { if let scope { session.removeHooks(scope) } }

  /// Runs a closure with the prompt's hooks installed in a host's session.
  func withHooks<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    try session.withHooks(hooks, body)
  }

  private var hooks: SessionHooks {
    var hooks = SessionHooks()
    hooks.printer = output.printer
    hooks.onUnhandled = { [weak self] in self?.reportUnhandled($0) }
    hooks.onCommand = { [weak self] line throws(ScriptError) in try self?.runCommand(line) }
    hooks.onPause = { [weak self] pause throws(ScriptError) in
      guard let self, let converse = host.converse else { throw .noPrompt }
      try open(pause, converse)
    }
    return hooks
  }

  /// Reloads the session. If the reload fails, the prompt continues with the previous session.
  func reload() {
    guard pauses.isEmpty else {
      return fail("not reloaded: a script is paused; type .continue first")
    }
    guard ownsSession else { return fail("not reloaded: the session belongs to a host") }
    do throws(ScriptError) {
      var isPrepared = true
      var lost = 0
      let reload = try session.reload { session in
        isPrepared = host.prepare(session)
        if isPrepared { lost = definitions.run(in: session, timeout: timeout) }
      }
      guard isPrepared else {
        reload.session.close()
        return fail("not reloaded: fix the errors above; this session continues unchanged")
      }
      session.close()
      results = ResultHistory()
      adopt(reload.session)
      if lost > 0 {
        write("\(counted(lost, "input")) with definitions failed during the reload\n")
      }
      // The steps that were discarded in the previous session have already been reported.
      _ = session.record?.takeReplaced()
      if let divergence = reload.divergence {
        return fail("reloaded, but the result differs at " + divergence)
      }
      let count = reload.stepCount
      write("reloaded: \(counted(count, "step")) repeated\n")
    } catch {
      fail("not reloaded: \(error); this session continues unchanged")
    }
  }

  /// The text before the next line: the current position, or dots while an input is incomplete.
  package var label: String {
    let place =
      (pauses.isEmpty ? "" : "paused ") + placeLabel + PromptLabel.text(of: session.engine)
    if inputs.pending.isEmpty { return palette.place(place + ">") + " " }
    let dots = DisplayText.alignRight("…>", to: DisplayText.width(of: place) + 1)
    return palette.faint(dots) + " "
  }

  /// Whether the input is incomplete.
  package var isPending: Bool { !inputs.pending.isEmpty }

  /// Processes one or more lines. The last line has no line ending.
  package func take(_ line: String) {
    if inputs.pending.isEmpty {
      output.beginInput()
      if let inputs = PasteReader.inputs(in: line, names: session.prompt.names) {
        return takePasted(inputs)
      }
      let text = line.trimmed
      if text.isEmpty { return }
      if let command = CommandLine(text) {
        run(command)
        return finishInput()
      }
      if let command = CommandLine(word: text, unless: session.prompt.names) {
        run(command)
        return finishInput()
      }
      if let name = Documentation.question(in: text) { return explain(name) }
      if text.first == "!" { return ShellLine.run(String(text.dropFirst()).trimmed, at: self) }
    }
    inputs.pending.append(line)
    evaluate()
  }

  /// Returns whether an input is complete together with the pending lines.
  package func isWhole(_ input: String) -> Bool {
    if inputs.pending.isEmpty {
      let text = input.trimmed
      if CommandLine(text) != nil || Documentation.question(in: text) != nil { return true }
      if text.first == "!" { return true }
      if PasteReader.inputs(in: input, names: session.prompt.names) != nil { return true }
    }
    var text = (inputs.pending + [input]).joined(separator: "\n")
    if text.first == "=" { text.removeFirst() }
    return session.prompt.isComplete(text)
  }

  /// Runs pasted inputs in the order of the transcript, until the prompt ends or is stopped. If
  /// there are several inputs, each input is printed after the prompt's text.
  private func takePasted(_ inputs: [String]) {
    for input in inputs where !isFinished && !host.isStopped() {
      if inputs.count > 1 {
        write(label + input + "\n")
      }
      self.inputs.pending = []
      take(input)
    }
  }

  /// Discards an incomplete input after Ctrl-C.
  package func interrupt() { inputs.pending = [] }

  /// Ends the input. An incomplete input is reported as an error, and a waiting script continues.
  package func finish() {
    defer { output.endInput() }
    if pauses.isEmpty { isFinished = true } else { isGoingOn = true }
    guard !inputs.pending.isEmpty else { return }
    dropPending()
  }

  /// Discards an incomplete input and reports an error.
  func dropPending() {
    inputs.pending = []
    fail("syntax error: unexpected end of input")
  }

  /// Prints the documentation of a name.
  func explain(_ name: String) {
    if name.isEmpty || name.first == "." { return HelpCommand.command.run(name, at: self) }
    let documentation = Documentation(
      session: session, sources: sources, palette: palette, width: style.width())
    if name.first == "?" {
      let name = String(name.dropFirst()).trimmed
      if let text = documentation.source(of: name) { return write(text) }
      return fail("no script has defined \(name)", "?\(name) describes it")
    }
    if let text = documentation.text(of: name) { return write(text) }
    if CommandCatalog.command(named: name) != nil {
      return HelpCommand.command.run(".\(name)", at: self)
    }
    fail("\(name) is not documented", documentation.hint(for: name))
  }

  // MARK: - Commands

  func run(_ line: CommandLine) {
    switch CommandName.find(line.name, in: session) {
    case .own(let command): command.run(line.argument, at: self)
    case .plugin(let command): run(command, line.argument)
    case .none(let message, let hint): fail(message, hint)
    }
  }

  /// Reports an error with its location.
  func report(_ error: ScriptError) {
    output.reportFailure(FailureReport(error, sources: sources, palette: palette).text + "\n")
  }

  /// Runs a plugin's command and reports its changes.
  private func run(_ command: ScriptExtension, _ argument: String) {
    let first = session.engine.eventCount + 1
    let firstLine = recordedLines
    session.clearUnhandled()
    var text: String?
    var failure: ScriptError?
    do throws(ScriptError) {
      text = try command.value.function?.text(
        [.string(argument), .handle(.app)], "command .\(command.name)", in: session,
        timeout: timeout)
    } catch {
      failure = error
    }
    note(.command(".\(command.name) \(argument)".trimmed), from: firstLine, failure: failure)
    if let line = ChangeSummary(session.engine, from: first).line(palette) { write(line + "\n") }
    if let failure {
      report(failure)
    } else if let text {
      write(text.hasSuffix("\n") ? text : text + "\n")
    }
  }

  // MARK: - Evaluating

  /// Runs the pending input if it is complete, and reports the result.
  private func evaluate() {
    var text = inputs.pending.joined(separator: "\n")
    let isQuestion = text.first == "="
    if isQuestion { text.removeFirst() }
    let name = inputs.begin(text, sources)
    let engine = session.engine
    let (first, time) = (engine.eventCount + 1, engine.now)
    let firstLine = recordedLines
    session.clearUnhandled()
    let started = style.now?()
    let answer = session.prompt.answer(text, name: name, timeout: timeout)
    let duration = started.flatMap { start in style.now.map { $0() - start } }
    if case .incomplete = answer.outcome { return inputs.takeBack(name, sources) }
    inputs.end(name, text, duration, sources)
    let changes = ChangeSummary(engine, from: first)
    if case .values = answer.outcome, engine.eventCount < first, engine.now == time,
      pauses.isEmpty
    {
      definitions.add(text, name: name, isExpression: answer.isExpression)
    }
    note(.lua(text), from: firstLine, failure: answer.failure)
    report(answer, changes, of: name, isQuestion: isQuestion)
    if case .values = answer.outcome { reportMissingGlobals(in: answer.code) }
    finishInput()
  }

  private func report(
    _ answer: PromptAnswer, _ changes: ChangeSummary, of name: String, isQuestion: Bool
  ) {
    let marks = RemarkText(width: style.width(), palette: palette)
    let line = changes.line(palette)
    if let line {
      let count = changes.transitionCount
      let parts = (count > 1 && style.showsMarks ? ["\(count) transitions"] : []) + timeMark(0)
      write(marks.line(line, parts.joined(separator: " · "), cells: changes.lineWidth) + "\n")
    }
    for name in answer.closed { write("  \(palette.faint("·")) \(name) is closed\n") }
    switch answer.outcome {
    case .incomplete: break
    case .failed(let error): report(error, of: name)
    case .values(let values):
      results.noteLast(values, in: session)
      let isOperation = !isQuestion && Self.isOperationAnswer(values)
      if isOperation, !changes.hasOperations, let status = values[1].text,
        let text = waitingText(status)
      {
        return write("  \(palette.faint("·")) \(text)\n")
      }
      if isOperation, changes.hasOperations {
        let isEarly = values.count > 2 && values[2].text == ReasonCode.notReady.rawValue
        if isEarly, let hint = advice.launchHint { write("  \(hint)\n") }
        return
      }
      // An application in another process that has launched itself accepts its launch again.
      if isOperation, session.engine.mirror != nil, line == nil {
        return write("  \(palette.faint("·")) nothing has changed\n")
      }
      show(values, marks, isWhole: isQuestion, isTimed: line == nil)
    }
  }

  private func show(
    _ values: [ScriptValue], _ marks: RemarkText, isWhole: Bool, isTimed: Bool
  ) {
    let limits: PrintLimits =
      isWhole ? .all(width: style.width() - 1) : .prompt(width: style.width() - 1)
    for (index, value) in values.enumerated() {
      let printed = session.printed(value, limits)
      let name = results.add(value, to: session)
      var parts = style.showsMarks ? [name].compactMap(\.self) : []
      if printed.isCut, let name { parts = ["=\(name) shows all"] + parts }
      if isTimed, index == values.count - 1 { parts += timeMark(100) }
      write(marks.line(printed.text, parts.joined(separator: " · ")) + "\n")
    }
    guard values.isEmpty, isTimed else { return }
    let time = timeMark(100).joined()
    if !time.isEmpty { write("  \(palette.faint(time))\n") }
  }

  /// Returns the input's duration as text. The array is empty if the prompt shows no times, or if
  /// the duration is less than the given number of milliseconds.
  private func timeMark(_ least: Int) -> [String] {
    guard style.showsMarks, let lastTime = inputs.lastTime, lastTime >= .milliseconds(least) else {
      return []
    }
    return [DurationText.short(lastTime)]
  }

  /// Returns a line about an operation that has not had a visible effect yet, or `nil` if the
  /// operation's results are sufficient.
  private func waitingText(_ status: String) -> String? {
    let isInCallback = pauses.last?.isInCallback == true
    if status == "queued" {
      return isInCallback
        ? "queued: the operation runs after the paused callback returns; .continue resumes the script"
        : "queued: the operation runs after the preceding operations"
    }
    return isInCallback && status == "done"
      ? "done, as part of the operation that called the callback" : nil
  }

  /// Returns whether values are the results of an operation: the object for chained calls, and the
  /// status. Such values are not printed, because the line with the changes is more useful.
  private static func isOperationAnswer(_ values: [ScriptValue]) -> Bool {
    let statuses = ["done", "noop", "rejected", "cancelled", "queued"]
    return values.count > 1 && values[1].text.map(statuses.contains) == true
  }

  // MARK: - Errors

  private var advice: ErrorAdvice { ErrorAdvice(session: session, sources: sources) }

  /// Reports an error. An error in the typed line is shown without a location.
  private func report(_ error: ScriptError, of name: String) {
    let error = advice.explained(error)
    results.note(error, in: session)
    let report = FailureReport(error, sources: sources, palette: palette)
    // Terminals echo Ctrl-C at the cursor, so the report begins on a new line.
    if error.kind == .interrupted { write("\n") }
    let isInSight =
      error.location.map { location in
        location.file == name && sources[name]?.contains(UInt8(ascii: "\n")) == false
      } ?? true
    output.reportFailure(
      (isInSight ? report.headline : [report.text]).joined(separator: "\n") + "\n",
      line: error.location.map { $0.file == name ? $0.line : 1 } ?? 1)
  }

  /// Reports globals without a value, so that a misspelt name is not taken for `nil`.
  private func reportMissingGlobals(in code: [UInt8]) {
    for name in MissingGlobals(session: session).names(in: code) {
      write("  \(palette.faint("·")) \(advice.globalHint(name))\n")
    }
  }

  private func reportUnhandled(_ error: ScriptError) {
    switch error.kind {
    case .interrupted, .timeout, .memory: break  // The error ends the input, which reports it.
    case .syntax, .runtime, .rejected, .module, .closed, .internal:
      results.note(error, in: session)
      report(error)
    }
  }

  // MARK: - Pausing

  /// Whether the prompt accepts lines. The prompt accepts no lines after the user has quit, or when
  /// the paused script is about to continue.
  package var isAsking: Bool { !isFinished && !isGoingOn }

  /// Opens a prompt for one pause in a session without a prompt. The session's hooks are restored
  /// afterwards.
  ///
  /// - Parameter converse: A closure that passes lines to the prompt until the prompt ends.
  /// - Throws: `interrupted` if the user quits.
  package static func open(
    _ pause: ScriptPause, in session: ScriptSession, sources: SourceCache, palette: TextPalette,
    timeout: Duration?, style: PromptStyle, converse: @escaping (Prompt) -> Void,
    write: @escaping (String) -> Void
  ) throws(ScriptError) {
    let prompt = Prompt(
      session: session, sources: sources, palette: palette, timeout: timeout, ownsSession: false,
      write: write)
    prompt.style = style
    prompt.host.converse = converse
    try prompt.withHooks { () throws(ScriptError) in try prompt.open(pause, converse) }
  }

  /// Runs the prompt until the user continues the script.
  ///
  /// - Throws: `interrupted` if the user quits instead.
  private func open(
    _ pause: ScriptPause, _ converse: (Prompt) -> Void
  ) throws(ScriptError) {
    let kept = inputs.pending
    inputs.pending = []
    pauses.append(pause)
    write(header(of: pause))
    converse(self)
    pauses.removeLast()
    inputs.pending = kept
    isGoingOn = false
    if isFinished {
      throw ScriptError(.interrupted, "interrupted: the prompt ended while the script was paused")
    }
  }

  /// Returns the location with its source lines, the variables, and the available commands.
  private func header(of pause: ScriptPause) -> String {
    let reason = pause.reason.map { ": \(DisplayText.line($0))" } ?? ""
    let place = pause.location.map { " at \(DisplayText.line($0.description))" } ?? ""
    var text = "\(palette.place("▮▮")) paused\(place)\(reason)\n"
    if let location = pause.location {
      for (number, line) in sources.excerpt(of: location) {
        let mark = number == location.line ? palette.place("▸") : " "
        text += " \(mark) \(number) \(palette.faint("│")) \(DisplayText.line(line))\n"
      }
    }
    let names = pause.variableNames
    if !names.isEmpty {
      let shown = names.prefix(12).joined(separator: ", ")
      text += "  variables: \(shown)\(names.count > 12 ? ", …" : "")\n"
    }
    let queue = pause.isInCallback ? " · operations wait until the callback has returned" : ""
    return text
      + "  \(palette.faint(".continue or Ctrl-D resumes · .bt shows the traceback\(queue)"))\n"
  }

  /// Prints the paused functions, innermost first.
  func backtrace() {
    guard let pause = pauses.last else {
      return fail(
        ".bt shows paused functions, but no script is paused", "app:pause() pauses a script")
    }
    let frames = pause.backtrace.filter { $0.location != nil }
    let places = frames.map { DisplayText.line($0.location?.description ?? "") }
    let wide = places.map(DisplayText.width(of:)).max() ?? 0
    for (frame, place) in zip(frames, places) {
      write(
        "  \(palette.place(DisplayText.pad(place, to: wide)))  "
          + DisplayText.line(frame.description) + "\n")
    }
  }

  /// Continues the paused script.
  func goOn() {
    guard !pauses.isEmpty else { return fail(".continue: no script is paused") }
    isGoingOn = true
  }

  // MARK: - Commands and their context

  /// Returns the host of the prompt's commands. If there is none, reports an error and returns
  /// `nil`.
  func commandHost(for name: String) -> (any CommandHost)? {
    if context.host == nil { fail(".\(name): this prompt has no access to files") }
    return context.host
  }

  /// Resets the state that commands keep, such as the coordinator of `.cd`, for a new session.
  private func prepareContext() {
    context.place = nil
    if let recording = context.recording { RecordCommand.finish(recording, at: self) }
  }

  /// Runs a command from a script, such as `app:command "undo 2"`.
  private func runCommand(_ line: String) throws(ScriptError) {
    let text = line.hasPrefix(".") ? line : ".\(line)"
    guard let command = CommandLine(text) else {
      throw .badArgument("command: got \"\(line)\", expected a command such as \"tree\"")
    }
    if command.name == "reload" {
      throw ScriptError(
        .runtime, code: "inScript", "inScript: a script cannot reload its own session")
    }
    let failures = output.failureCount
    run(command)
    guard output.failureCount == failures else {
      throw ScriptError(.runtime, code: "commandFailed", "commandFailed: \(text) failed, see above")
    }
  }

  /// The number of lines in the session's record.
  var recordedLines: Int { session.record?.lineCount ?? 0 }

  /// Adds an input that has ended to the log of inputs.
  ///
  /// - Parameter first: The number of lines in the record before the input.
  func note(_ kind: InputLog.Input.Kind, from first: Int, failure: ScriptError? = nil) {
    let lines = min(first, recordedLines)..<recordedLines
    context.log.add(
      InputLog.Input(
        kind: kind, lines: lines, failure: failure,
        unhandled: session.unhandled.first.map { "\($0)" }))
  }

  /// Reports watched values that have changed, and removes stale state after an input.
  private func finishInput() {
    reportReplaced(session.record?.takeReplaced() ?? 0)
    if let place = context.place, !session.engine.isAlive(place) {
      leavePlace()
      write("  \(palette.faint("· the coordinator of .cd has finished: back at /"))\n")
    }
    if let recording = context.recording, let failure = recording.failure {
      RecordCommand.stop(recording, at: self)
      fail("the recording has ended: \(failure.message)", failure.hint)
    }
    for index in context.watches.indices where !host.isStopped() {
      let value = self.value(of: context.watches[index].expression, number: index + 1)
      guard value != context.watches[index].shown else { continue }
      context.watches[index].shown = value
      write("  \(palette.faint("\(context.watches[index].expression) =")) \(value)\n")
    }
  }

  /// Reports that undone steps can no longer be redone.
  private func reportReplaced(_ count: Int) {
    if count == 0 { return }
    let steps = count == 1 ? "1 undone step is" : "\(count) undone steps are"
    let note = "· \(steps) discarded: the session continues from an earlier state"
    write("  \(palette.faint(note))\n")
  }

  /// Returns the current value of an expression, or its error.
  func value(of expression: String, number: Int) -> String {
    switch session.evaluate(expression, name: "watch \(number)", timeout: timeout) {
    case .values(let values): values.isEmpty ? "nil" : values.joined(separator: ", ")
    case .incomplete: "✗ the expression is incomplete"
    case .failed(let error): "✗ \(error.message)"
    }
  }

  // MARK: - Selected coordinator

  /// Selects a coordinator. Afterwards, `self` and `router` refer to this coordinator.
  func enter(_ coordinator: CoordinatorID) {
    context.place = coordinator
    session.prompt.keep(.handle(.coordinator(coordinator)), as: "self")
    session.prompt.keep(.handle(.router(coordinator)), as: "router")
  }

  func leavePlace() {
    guard context.place != nil else { return }
    context.place = nil
    session.prompt.keep(.nil, as: "self")
    session.prompt.keep(.nil, as: "router")
  }

  /// The prompt's prefix, which names the coordinator that `.cd` selected.
  private var placeLabel: String {
    guard let place = context.place, let name = session.engine.typeName(of: place) else {
      return ""
    }
    return DisplayText.truncate(DisplayText.line(name), to: 24) + ": "
  }
}

extension PromptAnswer {
  /// The error that ended the input, or `nil` if the input succeeded.
  fileprivate var failure: ScriptError? {
    if case .failed(let error) = outcome { error } else { nil }
  }
}

/// A dot, a command's name, and its argument.
struct CommandLine {
  let name: String
  let argument: String

  init?(_ text: String) {
    guard text.first == ".", let letter = text.dropFirst().first, letter.isLetter else {
      return nil
    }
    let rest = text.dropFirst()
    name = String(rest.prefix { !$0.isWhitespace })
    argument = String(rest.dropFirst(name.count)).trimmed
  }

  /// Creates a command from the word `help`, `exit` or `quit`, unless a variable has the same name.
  init?(word: String, unless names: @autoclosure () -> [String]) {
    let commands = ["help": "help", "exit": "quit", "quit": "quit"]
    let text = word.hasSuffix("()") ? String(word.dropLast(2)) : word
    guard let command = commands[text], !names().contains(text) else { return nil }
    name = command
    argument = ""
  }
}

extension String {
  /// The text without leading and trailing white space.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
