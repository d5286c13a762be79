internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

extension Prompt {
  /// Runs what was typed, as soon as it is whole, and tells what came of it.
  func evaluate() {
    var text = pending.joined(separator: "\n")
    let isQuestion = text.first == "="
    if isQuestion { text.removeFirst() }
    let count = nextInputNumber
    let name = "input \(count)"
    let engine = session.engine
    let (first, time) = (engine.eventCount + 1, engine.now)
    let firstLine = recordedLines
    sources[name] = Array(text.utf8)
    session.clearUnhandled()
    // A pause in this input takes further ones.
    let (lines, number) = (pending, inputCount)
    (pending, inputCount) = ([], count)
    let started = style.now?()
    let answer = session.answer(text, name: name, timeout: timeout)
    lastTime = started.flatMap { start in style.now.map { $0() - start } }
    if case .incomplete = answer.outcome {
      (pending, inputCount) = (lines, number)
      sources[name] = nil
      return
    }
    lastText = text
    keepSource(name)
    let changes = ChangeSummary(engine, from: first)
    if case .values = answer.outcome, engine.eventCount < first, engine.now == time,
      pauses.isEmpty
    {
      definitions.add(text, name: name, isExpression: answer.isExpression)
    }
    note(.lua(text), from: firstLine, failure: answer.failure)
    tell(answer, changes, of: name, isQuestion: isQuestion)
    finishInput()
  }

  /// Keeps the text of an input for excerpts, and lets go of that of an old one.
  private func keepSource(_ name: String) {
    sourceNames.append(name)
    guard sourceNames.count > 2 * Self.maxSources else { return }
    for name in sourceNames.prefix(Self.maxSources) { sources[name] = nil }
    sourceNames.removeFirst(Self.maxSources)
  }

  /// At least so many inputs of this prompt can be excerpted.
  private static let maxSources = 10_000

  /// The number of the next input: other prompts of the session have texts on the same shelf.
  private var nextInputNumber: Int {
    var number = inputCount + 1
    while sources["input \(number)"] != nil { number += 1 }
    return number
  }

  private func tell(
    _ answer: PromptAnswer, _ changes: ChangeSummary, of name: String, isQuestion: Bool
  ) {
    let marks = MarkText(width: style.width(), palette: palette)
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
      if isOperation, changes.hasOperations { return }
      show(values, marks, isWhole: isQuestion, isTimed: line == nil)
    }
  }

  private func show(
    _ values: [ScriptValue], _ marks: MarkText, isWhole: Bool, isTimed: Bool
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

  /// How long the input took, where that is worth telling.
  private func timeMark(_ least: Int) -> [String] {
    guard style.showsMarks, let lastTime, lastTime >= .milliseconds(least) else { return [] }
    return [DurationText.short(lastTime)]
  }

  /// What an operation comes to of which nothing is seen yet; `nil` where its answer says all.
  private func waitingText(_ status: String) -> String? {
    let isInCallback = pauses.last?.isInCallback == true
    if status == "queued" {
      return isInCallback
        ? "queued: it runs when the callback that waits has returned; .continue goes on"
        : "queued: it runs when its turn comes"
    }
    return isInCallback && status == "done"
      ? "done, as a part of the operation that the callback belongs to" : nil
  }

  /// Whether results are what an operation answers: what to go on with, then its status. The line
  /// about the change says it better.
  private static func isOperationAnswer(_ values: [ScriptValue]) -> Bool {
    let statuses = ["done", "noop", "rejected", "cancelled", "queued"]
    return values.count > 1 && values[1].text.map(statuses.contains) == true
  }

  // MARK: - Errors

  /// An error of the line just typed needs no place: it is in sight.
  private func report(_ error: ScriptError, of name: String) {
    failureCount += 1
    let error = ErrorAdvice(session: session, sources: sources).explained(error)
    results.note(error, in: session)
    let report = FailureReport(error, sources: sources, palette: palette)
    // Terminals show Ctrl-C where the cursor is, so the report begins on a line of its own.
    if error.kind == .interrupted { write("\n") }
    let isInSight =
      error.location.map { location in
        location.file == name && sources[name]?.contains(UInt8(ascii: "\n")) == false
      } ?? true
    self.report(
      (isInSight ? report.headline : [report.text]).joined(separator: "\n") + "\n",
      line: error.location.map { $0.file == name ? $0.line : 1 } ?? 1)
  }

  func reportUnhandled(_ error: ScriptError) {
    switch error.kind {
    case .interrupted, .timeout, .memory: break  // Ends the whole input, which reports it.
    case .syntax, .runtime, .rejected, .module, .closed, .internal:
      failureCount += 1
      results.note(error, in: session)
      report(FailureReport(error, sources: sources, palette: palette).text + "\n")
    }
  }
}

extension PromptAnswer {
  /// What ended it, if anything did.
  fileprivate var failure: ScriptError? {
    if case .failed(let error) = outcome { error } else { nil }
  }
}
