internal import Signalbox
internal import SignalboxInspector
package import SignalboxScenarios
package import SignalboxScripting

/// The prompt: takes lines, answers with text, and knows no terminal.
///
/// A line that begins with a dot and a letter is a command; everything else is Lua. Input that is not
/// whole yet waits for more lines.
package final class Prompt {
  package private(set) var session: ScriptSession
  let palette: TextPalette
  let write: (String) -> Void
  let sources: SourceShelf
  let timeout: Duration?
  /// What the commands remember and reach.
  package let desk = CommandDesk()

  /// Whether the user has asked to quit.
  package internal(set) var isFinished = false
  /// Whether any input failed.
  package var hasFailed: Bool { failureCount > 0 }
  /// How much has failed so far.
  private(set) var failureCount = 0
  /// Empties the screen, where there is one.
  package var clear: () -> Void = {}
  /// Loads the files into a session that begins anew; gives whether that went well.
  package var prepare: (ScriptSession) -> Bool = { _ in true }

  private var pending: [String] = []
  private var inputCount = 0
  /// Names that earlier inputs declared as locals, which are gone since.
  private var localNames: Set<String> = []

  /// Takes over the session's output and its reports of what nobody handled.
  ///
  /// - Parameters:
  ///   - sources: The texts of scripts that have run, for excerpts.
  ///   - timeout: The wall-clock time that one input may take.
  ///   - write: Takes text as it comes, line ends included.
  package init(
    session: ScriptSession, sources: SourceShelf = SourceShelf(), palette: TextPalette = .plain,
    timeout: Duration? = nil, write: @escaping (String) -> Void
  ) {
    self.session = session
    self.sources = sources
    self.palette = palette
    self.timeout = timeout
    self.write = write
    adopt(session)
  }

  private func adopt(_ session: ScriptSession) {
    self.session = session
    // Whoever tries things out wants everything back that they undo.
    session.engine.keepsFinished = true
    session.output = { [write] in write($0 + "\n") }
    session.onUnhandled = { [weak self] in self?.reportUnhandled($0) }
    prepareDesk(for: session)
  }

  /// Begins the session anew; where that fails, the old one goes on.
  func reload() {
    do throws(ScriptError) {
      var isPrepared = true
      let reload = try session.reload { isPrepared = prepare($0) }
      guard isPrepared else {
        reload.session.close()
        return fail("not reloaded: mend what is told above; this session goes on as it was")
      }
      session.close()
      adopt(reload.session)
      // What the session before had replaced was told then.
      _ = session.record?.takeReplaced()
      if let divergence = reload.divergence {
        return fail("reloaded, and it went another way at " + divergence)
      }
      let count = reload.stepCount
      write("reloaded: \(count) step\(count == 1 ? "" : "s") done again\n")
    } catch {
      fail("not reloaded: \(error); this session goes on as it was")
    }
  }

  /// What stands before the next line: where one is, or dots under it while input waits.
  package var label: String {
    let place = placeLabel + PromptLabel.text(of: session.engine)
    if pending.isEmpty { return palette.place(place + ">") + " " }
    let dots = DisplayText.alignRight("…>", to: DisplayText.width(of: place) + 1)
    return palette.faint(dots) + " "
  }

  /// Takes one line, without its end.
  package func take(_ line: String) {
    if pending.isEmpty {
      let text = line.trimmed
      if text.isEmpty { return }
      if let command = CommandLine(text) {
        run(command)
        return finishInput()
      }
      if text.first == "!" { return ShellLine.run(String(text.dropFirst()).trimmed, at: self) }
    }
    pending.append(line)
    evaluate()
  }

  /// Ctrl-C while a line is typed: what was typed so far is dropped.
  package func interrupt() { pending = [] }

  /// The input has ended: what still waits for more lines is an error.
  package func finish() {
    isFinished = true
    guard !pending.isEmpty else { return }
    pending = []
    fail("syntax error: the input ended too early")
  }

  /// One line with what went wrong.
  func fail(_ message: String, _ hint: String? = nil) {
    failureCount += 1
    let text = hint.map { "\(message); \($0)" } ?? message
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let clean = lines.map { DisplayText.clean(String($0)) }.joined(separator: "\n")
    write("\(palette.failure("✗")) \(clean)\n")
  }

  // MARK: - Evaluating

  private func evaluate() {
    var text = pending.joined(separator: "\n")
    let isQuestion = text.first == "="
    if isQuestion { text.removeFirst() }
    let name = "input \(inputCount + 1)"
    let first = session.engine.eventCount + 1
    let firstLine = recordedLines
    sources[name] = Array(text.utf8)
    session.clearUnhandled()
    let evaluation = session.evaluate(text, name: name, timeout: timeout)
    if case .incomplete = evaluation { return }
    pending = []
    inputCount += 1
    noteLocals(in: text)
    let changes = ChangeSummary(session.engine, from: first)
    if let line = changes.line(palette) { write(line + "\n") }
    note(.lua(text), from: firstLine, failure: evaluation.failure)
    switch evaluation {
    case .incomplete: break
    case .failed(let error): report(error)
    case .values(let values):
      if isQuestion || !(changes.hasOperations && Self.isOperationAnswer(values)) {
        for value in values { write(value + "\n") }
      }
    }
    finishInput()
  }

  /// Whether results are what an operation answers: what to go on with, then its status. The line
  /// about the change says it better.
  private static func isOperationAnswer(_ values: [String]) -> Bool {
    let statuses = ["done", "noop", "rejected", "cancelled", "queued"].map { "\"\($0)\"" }
    return values.count > 1 && statuses.contains(values[1])
  }

  /// An error of the line just typed needs no place: it is in sight.
  private func report(_ error: ScriptError) {
    failureCount += 1
    let error = explained(error)
    let report = FailureReport(error, sources: sources, palette: palette)
    // Terminals show Ctrl-C where the cursor is, so the report begins on a line of its own.
    if error.kind == .interrupted { write("\n") }
    let isInSight = error.location.map { isSingleLine($0.file) } ?? true
    write((isInSight ? report.headline : [report.text]).joined(separator: "\n") + "\n")
  }

  /// Adds what a newcomer to the prompt cannot know.
  private func explained(_ error: ScriptError) -> ScriptError {
    var error = error
    if error.kind == .memory {
      error.hint = "globals keep what they hold; set the large ones to nil"
    } else if let name = localNames.first(where: { error.message.contains("(global '\($0)')") }) {
      error.hint = "a local lives only for its own input; define \(name) without local"
    }
    return error
  }

  /// Notes which names an input declared as locals at the beginning of a line.
  private func noteLocals(in text: String) {
    for match in text.matches(of: /(?:^|\n)local\s+(?:function\s+)?([A-Za-z_]\w*)/) {
      localNames.insert(String(match.output.1))
    }
  }

  private func isSingleLine(_ file: String) -> Bool {
    file == "input \(inputCount)" && sources[file]?.contains(UInt8(ascii: "\n")) == false
  }

  private func reportUnhandled(_ error: ScriptError) {
    switch error.kind {
    case .interrupted, .timeout, .memory: break  // Ends the whole input, which reports it.
    case .syntax, .runtime, .rejected, .module, .closed, .internal:
      failureCount += 1
      write(FailureReport(error, sources: sources, palette: palette).text + "\n")
    }
  }

  // MARK: - Commands

  func run(_ line: CommandLine) {
    switch CommandName.find(line.name, in: session) {
    case .own(let command): command.run(line.argument, at: self)
    case .plugin(let command): run(command, line.argument)
    case .none(let message, let hint): fail(message, hint)
    }
  }

  /// Tells of an error that ended something other than an input.
  func tell(_ error: ScriptError) {
    failureCount += 1
    write(FailureReport(error, sources: sources, palette: palette).text + "\n")
  }

  /// Runs a command of a plugin, then says what it changed.
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
      tell(failure)
    } else if let text {
      write(text.hasSuffix("\n") ? text : text + "\n")
    }
  }
}

/// A dot, a command's name, and what follows it.
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
}

extension String {
  /// The text without white space around it.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension Evaluation {
  /// What ended it, if anything did.
  var failure: ScriptError? {
    if case .failed(let error) = self { error } else { nil }
  }
}
