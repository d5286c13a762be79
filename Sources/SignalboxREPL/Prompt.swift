internal import Signalbox
internal import SignalboxInspector
package import SignalboxScenarios
package import SignalboxScripting

/// The prompt: takes lines, answers with text, and knows no terminal.
///
/// A line that begins with a dot and a letter is a command, one that asks with `?` is answered from the
/// reference; everything else is Lua. Input that is not whole yet waits for more lines.
package final class Prompt {
  package private(set) var session: ScriptSession
  package let palette: TextPalette
  let write: (String) -> Void
  /// Takes what goes wrong, for inputs that no person types; `nil` where that is between the answers.
  package var writeFailure: ((String) -> Void)?
  /// The number of the line that is taken next, in what the inputs come from; `nil` for a person.
  package var lineNumber: Int?
  /// That of the input that runs.
  private var firstLine: Int?
  /// Takes what scripts print as bytes; `nil` where that is text as well.
  private let writeBytes: (([UInt8]) -> Void)?
  let sources: SourceShelf
  /// The wall-clock time that one input may take.
  private let limit: Duration?
  /// When everything that runs has to end, whatever the limit of an input; `nil` for no such time.
  var deadline: ContinuousClock.Instant?
  /// The wall-clock time that what begins now may take.
  var timeout: Duration? {
    let rest = deadline.map { max(.zero, $0 - .now) }
    return [limit, rest].compactMap(\.self).min()
  }
  /// What the commands remember and reach.
  package let desk = CommandDesk()

  /// Whether the user has asked to quit.
  package internal(set) var isFinished = false
  /// Whether any input failed.
  package var hasFailed: Bool { failureCount > 0 }
  /// How much has failed so far.
  var failureCount = 0
  /// Empties the screen, where there is one.
  package var clear: () -> Void = {}
  /// Why no previews are shown while a line is typed; `nil` while there are, or nobody shows any.
  package var previewFailure: () -> String? = { nil }
  /// Whether the session is the prompt's own: it may put another one in its place, and has its hooks
  /// there all the time. Where the session belongs to a host, ``withHooks(_:)`` says when.
  let ownsSession: Bool
  private var scope: HookScope?
  /// Loads the files into a session that begins anew; gives whether that went well.
  package var prepare: (ScriptSession) -> Bool = { _ in true }
  /// How answers are laid out.
  package var style = PromptStyle()
  /// Hands lines to a prompt until ``isAsking`` is false: how `app:pause()` waits for its user.
  /// Without one there is no prompt to open.
  package var converse: ((Prompt) -> Void)?

  /// The scripts that wait, innermost last.
  var pauses: [ScriptPause] = []
  /// Whether the script that waits is to go on.
  var isGoingOn = false
  var results = ResultShelf()
  /// What was defined by inputs, for a session that begins anew.
  var definitions = DefinitionShelf()
  /// How long the last input took.
  package internal(set) var lastTime: Duration?

  var pending: [String] = []
  /// The last input of Lua.
  var lastText = ""
  var inputCount = 0
  /// The inputs whose texts are on the shelf, the oldest first.
  var sourceNames: [String] = []

  /// - Parameters:
  ///   - sources: The texts of scripts that have run, for excerpts.
  ///   - timeout: The wall-clock time that one input may take.
  ///   - write: Takes text as it comes, line ends included.
  package init(
    session: ScriptSession, sources: SourceShelf = SourceShelf(), palette: TextPalette = .plain,
    timeout: Duration? = nil, ownsSession: Bool = true, write: @escaping (String) -> Void,
    writeBytes: (([UInt8]) -> Void)? = nil
  ) {
    self.ownsSession = ownsSession
    self.session = session
    self.sources = sources
    self.palette = palette
    limit = timeout
    self.write = write
    self.writeBytes = writeBytes
    adopt(session)
  }

  /// Goes on with another session, its output and its reports included.
  package func adopt(_ session: ScriptSession) {
    self.session = session
    prepareDesk()
    guard ownsSession else { return }
    // Whoever tries things out wants everything back that they undo.
    session.engine.keepsFinished = true
    scope = session.addHooks(hooks)
  }

  deinit { if let scope { session.removeHooks(scope) } }

  /// Runs what the prompt does in the session of a host, with the prompt's hooks.
  func withHooks<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    try session.withHooks(hooks, body)
  }

  private var hooks: SessionHooks {
    var hooks = SessionHooks()
    hooks.printer =
      writeBytes.map { write in ScriptPrinter(bytes: { write($0 + [UInt8(ascii: "\n")]) }) }
      ?? ScriptPrinter(text: { [write] in write($0 + "\n") })
    hooks.onUnhandled = { [weak self] in self?.reportUnhandled($0) }
    hooks.onCommand = { [weak self] line throws(ScriptError) in try self?.runCommand(line) }
    hooks.onPause = { [weak self] pause throws(ScriptError) in
      guard let self, let converse else { throw .noPrompt }
      try open(pause, converse)
    }
    return hooks
  }

  /// Begins the session anew; where that fails, the old one goes on.
  func reload() {
    guard pauses.isEmpty else { return fail("not reloaded: a script waits; .continue it first") }
    guard ownsSession else { return fail("not reloaded: the session belongs to its host") }
    do throws(ScriptError) {
      var isPrepared = true
      var lost = 0
      let reload = try session.reload { session in
        isPrepared = prepare(session)
        if isPrepared { lost = definitions.run(in: session, timeout: timeout) }
      }
      guard isPrepared else {
        reload.session.close()
        return fail("not reloaded: mend what is told above; this session goes on as it was")
      }
      session.close()
      results = ResultShelf()
      adopt(reload.session)
      if lost > 0 {
        write("\(lost) input\(lost == 1 ? "" : "s") that defined something did not work again\n")
      }
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
    let place =
      (pauses.isEmpty ? "" : "paused ") + placeLabel + PromptLabel.text(of: session.engine)
    if pending.isEmpty { return palette.place(place + ">") + " " }
    let dots = DisplayText.alignRight("…>", to: DisplayText.width(of: place) + 1)
    return palette.faint(dots) + " "
  }

  /// Whether what was typed waits for more lines.
  package var isPending: Bool { !pending.isEmpty }

  /// Takes one line, or a text of several, without its end.
  package func take(_ line: String) {
    if pending.isEmpty {
      firstLine = lineNumber
      if let inputs = PasteReader.inputs(in: line, names: session.promptNames) {
        return takePasted(inputs)
      }
      let text = line.trimmed
      if text.isEmpty { return }
      if let command = CommandLine(text) {
        run(command)
        return finishInput()
      }
      if let name = Documentation.question(in: text) { return explain(name) }
      if text.first == "!" { return ShellLine.run(String(text.dropFirst()).trimmed, at: self) }
    }
    pending.append(line)
    evaluate()
  }

  /// Whether an input can be taken as it is, together with what waits; else it needs more lines.
  package func isWhole(_ input: String) -> Bool {
    if pending.isEmpty {
      let text = input.trimmed
      if CommandLine(text) != nil || Documentation.question(in: text) != nil { return true }
      if text.first == "!" { return true }
      if PasteReader.inputs(in: input, names: session.promptNames) != nil { return true }
    }
    var text = (pending + [input]).joined(separator: "\n")
    if text.first == "=" { text.removeFirst() }
    return session.isComplete(text)
  }

  /// Runs the inputs of a transcript; each shows with its prompt where there are several.
  private func takePasted(_ inputs: [String]) {
    for input in inputs where !isFinished {
      if inputs.count > 1 {
        write(label + input + "\n")
      }
      pending = []
      take(input)
    }
  }

  /// Ctrl-C while a line is typed: what was typed so far is dropped.
  package func interrupt() { pending = [] }

  /// The input has ended: what still waits for more lines is an error. A script that waits goes on.
  package func finish() {
    defer { firstLine = nil }
    if pauses.isEmpty { isFinished = true } else { isGoingOn = true }
    guard !pending.isEmpty else { return }
    dropPending()
  }

  /// Drops input that is not whole, with an error.
  func dropPending() {
    pending = []
    fail("syntax error: the input ended too early")
  }

  /// One line with what went wrong.
  func fail(_ message: String, _ hint: String? = nil) {
    failureCount += 1
    let text = hint.map { "\(message); \($0)" } ?? message
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let clean = lines.map { DisplayText.line(String($0)) }.joined(separator: "\n")
    report("\(palette.failure("✗")) \(clean)\n")
  }

  /// Writes what went wrong; for inputs that no person types with the line of the input, and apart.
  ///
  /// - Parameter line: The line within the input.
  func report(_ text: String, line: Int = 1) {
    guard let writeFailure, let firstLine else { return (writeFailure ?? write)(text) }
    let end = text.firstIndex(of: "\n") ?? text.endIndex
    writeFailure("\(text[..<end])\n  standard input:\(firstLine + line - 1)\(text[end...])")
  }

  /// Tells what is known of a name.
  func explain(_ name: String) {
    if name.isEmpty || name.first == "." { return HelpCommand.run(name, at: self) }
    let documentation = Documentation(
      session: session, sources: sources, palette: palette, width: style.width())
    if name.first == "?" {
      let name = String(name.dropFirst()).trimmed
      if let text = documentation.source(of: name) { return write(text) }
      return fail("no script has defined \(name)", "?\(name) says what is known of it")
    }
    if let text = documentation.text(of: name) { return write(text) }
    if CommandCatalog.command(named: name) != nil { return HelpCommand.run(".\(name)", at: self) }
    fail("nothing is known of \(name)", documentation.hint(for: name))
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
    report(FailureReport(error, sources: sources, palette: palette).text + "\n")
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
